import { type Fault, type FaultContext, describeFault } from './describe-fault.rule.ts'

export type PlacedFault = Fault & {
  /** Names and positions that lead to the value, from the record on. */
  parts: readonly string[]
}

export type PlaceContext = {
  /** What the whole is called: 'The record', 'The value'. */
  whole: string
  /** Property → the file's own header; null where there are no columns. */
  headers: ReadonlyMap<string, string> | null
  /** Property → what the file calls it, of fields without columns that were renamed. */
  renamed?: ReadonlyMap<string, string> | null
  /** Property → the letters above its column, of spreadsheets. */
  letters?: ReadonlyMap<string, string> | null
  decimal: '.' | ',' | null
  numberAdvice?: FaultContext['numberAdvice']
  /** The value as the file has it, for a property of the record that was coerced. */
  raw(property: string): unknown
  /** A value as text of readable length. */
  cut(value: unknown): string
}

/** What a broken rule says to the reader: the place as the reader knows it, the value there, a sentence. */
export type PlacedFinding = { column: string | null; path: string; rule: string; value: string; message: string }

/** Describes a broken rule of a record: absent and unexpected properties are places of their own. */
export function describeFinding(fault: PlacedFault, record: unknown, context: PlaceContext): PlacedFinding {
  const parts = [...fault.parts]
  const named = fault.params.missingProperty ?? fault.params.additionalProperty
  if ((fault.rule === 'required' || fault.rule === 'additionalProperties') && typeof named === 'string')
    parts.push(named)
  const [property] = parts
  const raw = property !== undefined && parts.length === 1 ? context.raw(property) : undefined
  // What is nested too deeply to be checked is too deep to be shown.
  const value = fault.rule === 'nesting' ? undefined : (raw ?? valueAt(record, parts))
  const ownName = (name: string) => context.headers?.get(name) ?? context.renamed?.get(name) ?? name
  const column = property === undefined ? null : ownName(property)
  const place =
    column === null
      ? context.whole
      : context.headers && parts.length === 1
        ? `Column ${lettered(context.letters?.get(property as string))}'${column}'`
        : `Field '${[column, ...parts.slice(1)].join('/')}'`
  const text = context.cut(value)
  return {
    column,
    path: parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    rule: fault.rule,
    value: text,
    message: describeFault(fault, {
      place,
      value,
      text,
      decimal: context.decimal,
      numberAdvice: context.numberAdvice,
      inFile: property !== undefined && parts.length === 1 && context.headers?.has(property) === true,
      nameOf: (name) => (fault.parts.length === 0 ? ownName(name) : name),
    }),
  }
}

const lettered = (letters: string | undefined) => (letters === undefined ? '' : `${letters} `)

function valueAt(record: unknown, parts: readonly string[]): unknown {
  let at = record
  for (const part of parts) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, part)) return undefined
    at = (at as Record<string, unknown>)[part]
  }
  return at
}
