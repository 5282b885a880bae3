import type { Edit } from './edits.ts'
import type { Json, Path } from './paths.ts'

/** A schema at one moment, and what was selected then. */
type Moment = { schema: Json; selected: Path }
type Step = Moment & { name: string }

/** The edits of a schema that can be undone and done again (SCH-017). Schemas share all parts that did not change. */
export type History = { present: Moment; past: readonly Step[]; future: readonly Step[] }

/** Steps that can be undone. */
const maxSteps = 1000

export const startHistory = (schema: Json): History => ({ present: { schema, selected: [] }, past: [], future: [] })

/** Adds an edit; one that changes nothing only selects. */
export function applyEdit({ present, past, future }: History, { name, schema, selected }: Edit): History {
  if (schema === present.schema) return { present: { schema, selected }, past, future }
  return { present: { schema, selected }, past: [...past.slice(1 - maxSteps), { ...present, name }], future: [] }
}

export const select = (history: History, selected: Path): History => ({
  ...history,
  present: { ...history.present, selected },
})

/** The name of what would be undone, or done again; null when there is nothing. */
export const undoName = ({ past }: History): string | null => past.at(-1)?.name ?? null
export const redoName = ({ future }: History): string | null => future.at(-1)?.name ?? null

export function undo({ present, past, future }: History): History {
  const last = past.at(-1)
  if (last === undefined) return { present, past, future }
  const { name, ...before } = last
  return { present: before, past: past.slice(0, -1), future: [...future, { ...present, name }] }
}

export function redo({ present, past, future }: History): History {
  const next = future.at(-1)
  if (next === undefined) return { present, past, future }
  const { name, ...after } = next
  return { present: after, past: [...past, { ...present, name }], future: future.slice(0, -1) }
}
