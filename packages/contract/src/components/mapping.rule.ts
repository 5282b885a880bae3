/** The ready-made block whose settings are edited as a mapping. */
export const mapFieldsName = 'Map fields'

/** One entry of the settings of Map fields; their schema stands at the block. */
export type MappingRule = {
  to: string
  from?: string
  fromContext?: string
  value?: unknown
  template?: string
  as?: string
  treatAsEmpty?: readonly string[]
  replace?: readonly { from: string; to?: unknown }[]
  whenNotListed?: string
  locale?: string
  percent?: string
  format?: string
  timeZone?: string
  centuryFrom?: number
  default?: unknown
  onlyWith?: string
}

/** The settings of Map fields, as far as a mapping edits them. */
export type MappingSettings = {
  fields?: readonly MappingRule[]
  keepOthers?: boolean
  remove?: readonly string[]
  whenWrong?: string
}

/** A field of a record: `attributes.color` is the field color of the object in attributes. */
export type RecordField = {
  path: string
  /** The type that its schema names; 'unknown' where it names none. */
  type: string
  format?: string | undefined
  /** It must be there where the object that it stands in is. */
  required: boolean
  description?: string | undefined
}

/** Letters and digits alone: 'List price', 'list_price' and 'ListPrice' are one name. */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/**
 * The source field of each target field that has the same name but for case, accents and marks, by the target's path.
 * The whole path counts before its last part; a name that several fields have matches none.
 */
export function matchByName(
  sources: readonly Pick<RecordField, 'path'>[],
  targets: readonly Pick<RecordField, 'path'>[],
): Map<string, string> {
  const named = (nameOf: (path: string) => string) => {
    const found = new Map<string, string | null>()
    for (const { path } of sources) {
      const name = plainName(nameOf(path))
      found.set(name, found.has(name) ? null : path)
    }
    return found
  }
  const [byPath, byPart] = [named((path) => path), named(lastPart)]
  const parts = new Map<string, number>()
  for (const { path } of targets) parts.set(plainName(lastPart(path)), (parts.get(plainName(lastPart(path))) ?? 0) + 1)
  const matched = new Map<string, string>()
  for (const { path } of targets) {
    const part = plainName(lastPart(path))
    const source = byPath.get(plainName(path)) ?? (parts.get(part) === 1 ? byPart.get(part) : undefined)
    if (source !== undefined && source !== null) matched.set(path, source)
  }
  return matched
}

const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`)

/**
 * The paths of required fields that no record can have: nothing is mapped to them, nor to what they stand in, and no
 * field of that name is kept. A field of an object that may be left out is required once something else fills the object;
 * of an object with named fields, they count and not the object.
 */
export function unfilledFields(
  targets: readonly RecordField[],
  { fields = [], keepOthers = false, remove = [] }: MappingSettings,
  sources: readonly Pick<RecordField, 'path'>[],
): string[] {
  const kept = keepOthers ? sources.map(({ path }) => path) : []
  const made = [...kept, ...fields.map(({ to }) => to)].filter((path) => !remove.includes(path))
  const isRequired = new Map(targets.map(({ path, required }) => [path, required]))
  const counts = (path: string): boolean => {
    const outer = path.slice(0, Math.max(0, path.lastIndexOf('.')))
    if (outer === '') return true
    return (isRequired.get(outer) === true && counts(outer)) || made.some((one) => isWithin(one, outer))
  }
  const hasInner = (path: string) => targets.some((one) => one.path !== path && isWithin(one.path, path))
  return targets
    .filter(({ path, required }) => required && counts(path) && !hasInner(path))
    .filter(({ path }) => !made.some((one) => isWithin(path, one) || isWithin(one, path)))
    .map(({ path }) => path)
}

/** The type that a value has to be turned into to fit a target field; null where it fits as it is. */
export function conversionFor(source: RecordField | undefined, target: RecordField): string | null {
  const from = source?.type ?? 'unknown'
  if (target.type === 'string') {
    if (target.format === 'date' || target.format === 'date-time')
      return source?.format === target.format ? null : target.format
    return from === 'number' || from === 'integer' || from === 'boolean' ? 'text' : null
  }
  if (target.type === from || (target.type === 'number' && from === 'integer')) return null
  return { number: 'number', integer: 'whole number', boolean: 'boolean' }[target.type] ?? null
}
