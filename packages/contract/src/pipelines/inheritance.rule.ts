import { isSameText } from '../documents/merge/same-text.ts'
import { isSameJson } from '../schemas/json-equality.ts'
import { type Element, type Field, fieldsOfElement, putField } from './inherited-elements.ts'

/** Of a pipeline what a country has from its master, or in another way. Values are compared, never read. */
export type InheritableFields = {
  brand: unknown
  productLine: unknown
  datakind: unknown
  locale: unknown
  component: unknown
  pipelineSchema: unknown
  inputSchema: unknown
  outputSchema: unknown
  dataSources: readonly object[]
  dataSinks: readonly object[]
}

/**
 * `inherited`: as the master has it. `overridden`: the country has a value of its own. `drifted`: it has, and the master
 * has changed its value since. `own`: never the master's, so neither of these.
 */
export type FieldState = 'inherited' | 'overridden' | 'drifted' | 'own'

export type FieldGroup = 'classification' | 'sources' | 'sinks' | 'schema'

/**
 * A field of a country beside the same field of its master, by a JSON pointer into the pipeline where sources and sinks
 * stand by name: `/brand`, `/dataSources/catalogue/config/delimiter`, `/dataSinks/market` for one that a side lacks.
 * A value that is absent is undefined.
 */
export type InheritedField = {
  pointer: string
  group: FieldGroup
  state: FieldState
  /** The country's value. */
  own: unknown
  /** That of the master version which the country stores. */
  stored: unknown
  /** That of the master's newest version. */
  newest: unknown
}

const classification = ['brand', 'locale', 'productLine', 'datakind'] as const
const derived = ['component', 'inputSchema', 'outputSchema'] as const
const nameOf = { dataSources: 'dataSubKind', dataSinks: 'name' } as const

/** The order of names in a schema is what its author wrote (D-39), elsewhere it has no meaning. */
const isSame = (pointer: string, a: unknown, b: unknown): boolean =>
  pointer === '/pipelineSchema' ? isSameText(a, b) : isSameJson(a, b)

function stateOf({ pointer, own, stored, newest }: Field): FieldState {
  // Countries are told apart by their locale: it differs from the master's wherever the master is no country itself.
  if (pointer === '/locale') return 'own'
  // The server takes these from the master version at each save, so that all countries of a master work alike.
  if (derived.some((key) => pointer === `/${key}`)) return 'inherited'
  if (isSame(pointer, own, stored) || isSame(pointer, own, newest)) return 'inherited'
  return isSame(pointer, stored, newest) ? 'overridden' : 'drifted'
}

/**
 * Every field of a country with its state, in the order they are shown. Sources and sinks are told apart by name; their
 * settings are fields of their own, except where they make sense only together (an address and what is sent to it).
 * @param stored the master version that the country stores
 * @param newest the master's newest version; absent: the stored one, so that nothing has drifted
 */
export function compareWithMaster(
  country: InheritableFields,
  stored: InheritableFields,
  newest: InheritableFields = stored,
): InheritedField[] {
  const single = (group: FieldGroup, keys: readonly Exclude<keyof InheritableFields, keyof typeof nameOf>[]) =>
    keys.map((key) => ({ group, pointer: `/${key}`, own: country[key], stored: stored[key], newest: newest[key] }))
  const listed = (group: FieldGroup, list: keyof typeof nameOf) => {
    const [own, before, after] = [country, stored, newest].map((side) => byName(side[list], nameOf[list]))
    const names = new Set([...(after?.keys() ?? []), ...(own?.keys() ?? [])])
    return [...names].flatMap((name) =>
      fieldsOfElement([list, name], nameOf[list], {
        own: own?.get(name),
        stored: before?.get(name),
        newest: after?.get(name),
      }).map((field) => ({ group, ...field })),
    )
  }
  const fields = [
    ...single('classification', classification),
    ...listed('sources', 'dataSources'),
    ...listed('sinks', 'dataSinks'),
    ...single('schema', ['pipelineSchema', ...derived]),
  ]
  return fields.map((field) => ({ ...field, state: stateOf(field) }))
}

const byName = (list: readonly object[], key: string): Map<string, Element> =>
  new Map(list.map((item) => [String((item as Element)[key]), item as Element]))

/** Whether the field gets another value when the newest version of the master is rolled out. */
export const followsMaster = ({ pointer, state, own, newest }: InheritedField): boolean =>
  state === 'inherited' && !isSame(pointer, own, newest)

/** Whether one of the pointers names the field, or the source or sink it belongs to. */
const isNamed = ({ pointer }: Field, pointers: readonly string[]): boolean =>
  pointers.some((named) => pointer === named || pointer.startsWith(`${named}/`))

const isOverride = ({ state }: InheritedField): boolean => state === 'overridden' || state === 'drifted'

/**
 * What a rollout does to the fields of a country: those that get another value, and those that stay its own.
 * @param takeOver pointers of fields that take the master's newest value although the country has its own
 */
export function planRollOut(
  fields: readonly InheritedField[],
  takeOver: readonly string[] = [],
): { changed: InheritedField[]; kept: InheritedField[] } {
  const kept = fields.filter((field) => isOverride(field) && !isNamed(field, takeOver))
  const changed = fields.filter((field) => followsMaster(field) || (isOverride(field) && isNamed(field, takeOver)))
  return { changed, kept }
}

/**
 * A country with the master's newest version rolled out: what it has as the stored version takes the newest value,
 * sources and sinks that were added or removed with it; what is its own stays, but for `takeOver`. Rolled out again
 * nothing changes.
 */
export function rollOut<T extends InheritableFields>(
  country: T,
  stored: InheritableFields,
  newest: InheritableFields,
  takeOver: readonly string[] = [],
): T {
  return withFields(country, planRollOut(compareWithMaster(country, stored, newest), takeOver).changed, 'newest')
}

/** A country with the master's value in the fields that the pointers name; others, and its own ones, stay. */
export function takeOver<T extends InheritableFields>(
  country: T,
  master: InheritableFields,
  pointers: readonly string[],
): T {
  const changed = compareWithMaster(country, master).filter(
    (field) => field.state !== 'own' && isNamed(field, pointers),
  )
  return withFields(country, changed, 'stored')
}

const withFields = <T extends InheritableFields>(country: T, fields: readonly Field[], side: 'stored' | 'newest'): T =>
  fields.reduce<T>((changed, field) => putField(changed, nameOf, field.pointer, field[side]), country)
