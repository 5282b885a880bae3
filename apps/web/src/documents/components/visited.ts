/** A component that was opened in this tab. */
export type Visited = { id: string; name: string }

const key = 'visited-components'
const maxShown = 6

/** The components on the way to this one, the first one first, and it at the end. Going back to one cuts what came after. */
export function visit(trail: readonly Visited[], { id, name }: Visited): Visited[] {
  const at = trail.findIndex((one) => one.id === id)
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
