/** A component that was opened in this tab. */
export type Visited = { id: string; name: string }

const key = 'visited-components'
const maxShown = 6

/**
 * The components on the way to this one, the first one first, and it at the end. Going back to one cuts what came after;
 * another version of a component takes the place of the one that was visited.
 * @param versions ids of all versions of this component
 */
export function visit(trail: readonly Visited[], { id, name }: Visited, versions: readonly string[]): Visited[] {
  const at = trail.findIndex((one) => one.id === id || versions.includes(one.id))
  const before = at === -1 ? trail : trail.slice(0, at)
  return [...before, { id, name }].slice(-maxShown)
}

export function readTrail(): Visited[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(read) ? (read as Visited[]) : []
  } catch {
    return []
  }
}

export const keepTrail = (trail: readonly Visited[]): void => sessionStorage.setItem(key, JSON.stringify(trail))
