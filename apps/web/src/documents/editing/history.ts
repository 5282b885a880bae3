/** A document at one moment, and what was selected then. */
type Moment<Value, Selected> = { value: Value; selected: Selected }

/** An edit: its name as Undo shows it ('rename of price'), the document after it, and what is selected then. */
export type DocumentEdit<Value, Selected> = Moment<Value, Selected> & {
  name: string
  /** Edits with the same word, one after the other, are one step: a text that is typed. */
  joins?: string | undefined
}
type Step<Value, Selected> = DocumentEdit<Value, Selected>

/** The edits of a document that can be undone and done again (SCH-017). Documents share all parts that did not change. */
export type History<Value, Selected> = {
  present: Moment<Value, Selected>
  past: readonly Step<Value, Selected>[]
  future: readonly Step<Value, Selected>[]
}

/** Steps that can be undone. */
const maxSteps = 1000

export const startHistory = <Value, Selected>(value: Value, selected: Selected): History<Value, Selected> => ({
  present: { value, selected },
  past: [],
  future: [],
})

/** Adds an edit; one that changes nothing only selects. */
export function applyEdit<Value, Selected>(
  { present, past, future }: History<Value, Selected>,
  { name, value, selected, joins }: DocumentEdit<Value, Selected>,
): History<Value, Selected> {
  if (value === present.value) return { present: { value, selected }, past, future }
  const isSameStep = joins !== undefined && past.at(-1)?.joins === joins && future.length === 0
  const steps = isSameStep ? past : [...past.slice(1 - maxSteps), { ...present, name, joins }]
  return { present: { value, selected }, past: steps, future: [] }
}

export const select = <Value, Selected>(
  history: History<Value, Selected>,
  selected: Selected,
): History<Value, Selected> => ({ ...history, present: { ...history.present, selected } })

/** The same document as the server completed it: no step of its own. */
export const replacePresent = <Value, Selected>(
  history: History<Value, Selected>,
  value: Value,
): History<Value, Selected> => ({ ...history, present: { ...history.present, value } })

type AnyHistory = History<unknown, unknown>

/** The name of what would be undone, or done again; null when there is nothing. */
export const undoName = ({ past }: Pick<AnyHistory, 'past'>): string | null => past.at(-1)?.name ?? null
export const redoName = ({ future }: Pick<AnyHistory, 'future'>): string | null => future.at(-1)?.name ?? null

export function undo<Value, Selected>({ present, past, future }: History<Value, Selected>): History<Value, Selected> {
  const last = past.at(-1)
  if (last === undefined) return { present, past, future }
  const { name, value, selected } = last
  return { present: { value, selected }, past: past.slice(0, -1), future: [...future, { ...present, name }] }
}

export function redo<Value, Selected>({ present, past, future }: History<Value, Selected>): History<Value, Selected> {
  const next = future.at(-1)
  if (next === undefined) return { present, past, future }
  const { name, value, selected } = next
  return { present: { value, selected }, past: [...past, { ...present, name }], future: future.slice(0, -1) }
}
