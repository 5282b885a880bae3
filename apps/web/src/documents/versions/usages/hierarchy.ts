import type { Hierarchy, HierarchyItem } from '@millrace/contract'

/** A user with its own users below it; `again` when those stand elsewhere in the tree already. */
export type UserNode = { item: HierarchyItem; users: UserNode[]; again: boolean }

/** What uses the item with this key, as a tree out of these items. What is used in several places is unfolded once. */
export function usersBelow(key: string, items: readonly HierarchyItem[]): UserNode[] {
  const unfolded = new Set<string>()
  const below = (used: string): UserNode[] =>
    items
      .filter(({ sources }) => sources.includes(used))
      .map((item) => {
        const again = unfolded.has(item.key) && items.some(({ sources }) => sources.includes(item.key))
        unfolded.add(item.key)
        return { item, again, users: again ? [] : below(item.key) }
      })
  return below(key)
}

/** Pipelines as a tree: those that invoke a component, and below them those that inherit from them. */
export function pipelineTree(pipelines: readonly HierarchyItem[]): UserNode[] {
  const keys = new Set(pipelines.map(({ key }) => key))
  return pipelines
    .filter(({ sources }) => !sources.some((source) => keys.has(source)))
    .map((item) => ({ item, again: false, users: usersBelow(item.key, pipelines) }))
}

/** The workflows that nobody else uses, as text. */
export function finalWorkflows({ components, bottomComponents }: Hierarchy): string {
  if (components.length === 0) return 'No other component uses this version.'
  const names = bottomComponents.map(({ name, version }) => `${name} version ${version}`)
  return `Final workflows: ${names.join(', ')}.`
}

type Place = { column: number; row: number }
export type PlacedItem = { item: HierarchyItem } & Place
/** A line from what is used to what uses it, by the places it goes through: its ends, and free rows between. */
export type PlacedLine = { key: string; places: Place[] }
export type HierarchyDrawing = { items: PlacedItem[]; lines: PlacedLine[]; columns: number; rows: number }

/** A box, or the room that a line keeps free in a column it only passes through. */
type Slot = { key: string; sources: string[] }

/**
 * Lays a hierarchy out from left to right: everything stands to the right of all it uses, and a line that is longer than
 * one column has a row of its own in those it passes, so that it runs through no box.
 */
export function layOutHierarchy({ component, components, pipelines, dependencies }: Hierarchy): HierarchyDrawing {
  const items = new Map([component, ...components, ...pipelines].map((item) => [item.key, item]))
  const columnOf = columnsOf(component.key, dependencies)
  const slots: Slot[][] = []
  for (const { key } of items.values()) (slots[columnOf.get(key) ?? 0] ??= []).push({ key, sources: [] })
  const slotOf = new Map(slots.flat().map((slot) => [slot.key, slot]))
  const chains = dependencies.map(({ from, to }) => {
    const chain = [from]
    for (let column = (columnOf.get(from) ?? 0) + 1; column < (columnOf.get(to) ?? 0); column++) {
      const key = `${from} ${to} ${column}`
      ;(slots[column] ??= []).push({ key, sources: [chain.at(-1) as string] })
      chain.push(key)
    }
    slotOf.get(to)?.sources.push(chain.at(-1) as string)
    return [...chain, to]
  })
  const places = placeSlots(slots)
  return {
    items: [...items.values()].flatMap((item) => {
      const place = places.get(item.key)
      return place === undefined ? [] : [{ item, ...place }]
    }),
    lines: chains.map((chain) => ({
      key: `${chain[0]} ${chain.at(-1)}`,
      places: chain.flatMap((key) => places.get(key) ?? []),
    })),
    columns: slots.length,
    rows: Math.max(...slots.map(({ length }) => length)),
  }
}

/** How many steps each item is away from the root, by the longest way. */
function columnsOf(root: string, dependencies: Hierarchy['dependencies']): Map<string, number> {
  const columns = new Map([[root, 0]])
  const next = Map.groupBy(dependencies, ({ from }) => from)
  for (let waiting = [root]; waiting.length > 0; ) {
    const further = new Set<string>()
    for (const from of waiting) {
      for (const { to } of next.get(from) ?? []) {
        columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(from) ?? 0) + 1))
        further.add(to)
      }
    }
    waiting = [...further]
  }
  return columns
}

/** Rows in the order of what the slots are drawn from, column by column, so that few lines cross. */
function placeSlots(slots: readonly Slot[][]): Map<string, Place> {
  const places = new Map<string, Place>()
  const weight = ({ sources }: Slot) =>
    sources.reduce((sum, source) => sum + (places.get(source)?.row ?? 0), 0) / Math.max(1, sources.length)
  for (const [column, standing] of slots.entries()) {
    const sorted = standing.toSorted((a, b) => weight(a) - weight(b))
    for (const [row, { key }] of sorted.entries()) places.set(key, { column, row })
  }
  return places
}
