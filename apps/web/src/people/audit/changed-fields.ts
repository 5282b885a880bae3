import type { AuditEntry } from '@millrace/contract'

type Value = AuditEntry['before']

/** One field of an object before and after; undefined where it did not exist. */
export type FieldChange = { name: string; before: Value | undefined; after: Value | undefined; changed: boolean }

const isObject = (value: Value | undefined): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every field of an entry, those of nested objects by their path ('rules.read'). */
export function fieldsOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  return isObject(before) || isObject(after) ? within('', before, after) : plain(before, after)
}

/** An entry that is no object has one field without a name, and none when nothing was recorded. */
const plain = (before: Value, after: Value): FieldChange[] =>
  before === null && after === null ? [] : [change('value', before ?? undefined, after ?? undefined)]

function within(path: string, before: Value | undefined, after: Value | undefined): FieldChange[] {
  const one = isObject(before) ? before : {}
  const other = isObject(after) ? after : {}
  // Stored objects keep no order of their own.
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted((a, b) => a.localeCompare(b))
  return names.flatMap((name) => {
    const [was, is] = [own(one, name), own(other, name)]
    const nested = isObject(was) || isObject(is)
    const leaf =
      (was !== undefined && was !== null && !isObject(was)) || (is !== undefined && is !== null && !isObject(is))
    return nested && !leaf ? within(`${path}${name}.`, was, is) : [change(`${path}${name}`, was, is)]
  })
}

const own = (value: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined

const change = (name: string, before: Value | undefined, after: Value | undefined): FieldChange => ({
  name,
  before,
  after,
  // A field that came or went without a value is no change.
  changed: canonical(before) !== canonical(after) && !(isNothing(before) && isNothing(after)),
})

const isNothing = (value: Value | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Equal for values that differ only in the order of their keys. */
const canonical = (value: Value | undefined): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    isObject(part as Value)
      ? Object.fromEntries(Object.entries(part as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? ''

/** 'firstName' → 'first name', 'admin_tags' → 'admin tags' */
export const toWords = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase()

const isPlainList = (value: Value): value is Value[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)

/** A value as text: '-' for none, lists of plain values joined, groups of badges as the rule they are, else as JSON. */
export function textOf(value: Value | undefined): string {
  if (isNothing(value) || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  if (isPlainList(value)) return value.map((item) => textOf(item)).join(', ')
  if (Array.isArray(value) && value.every(isPlainList)) {
    return value.map((group) => group.map((item) => textOf(item)).join(' and ')).join(', or ')
  }
  return JSON.stringify(value, null, 2)
}

const shortEnough = 40
const namesShown = 3

/** The change in a few words: what became of the one field, or which fields changed. Empty where the action says it all. */
export function summaryOf(entry: Pick<AuditEntry, 'before' | 'after'>): string {
  const changed = fieldsOf(entry).filter((field) => field.changed)
  const [only] = changed
  if (only === undefined || entry.before === null || entry.after === null) return ''
  if (changed.length === 1) {
    const [was, is] = [textOf(only.before), textOf(only.after)]
    if (was.length + is.length <= shortEnough && !`${was}${is}`.includes('\n')) {
      return `${toWords(only.name)}: ${was} → ${is}`
    }
  }
  const names = changed.slice(0, namesShown).map(({ name }) => toWords(name))
  const more = changed.length - names.length
  return more > 0 ? `${names.join(', ')} +${more}` : names.join(', ')
}
