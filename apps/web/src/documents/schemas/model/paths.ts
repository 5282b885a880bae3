/** Where a value stands in a document: names of fields and places in lists, outermost first; [] is the whole. */
export type Path = readonly string[]
export type Json = unknown
type Plain = Record<string, unknown>

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const pointerOf = (path: Path): string =>
  path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

export const pathOf = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

export const isWithin = (path: Path, outer: Path): boolean => outer.every((part, at) => path[at] === part)
export const samePath = (a: Path, b: Path): boolean => a.length === b.length && isWithin(a, b)

const inside = (value: unknown, part: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? (value as Plain)[part] : undefined

/** The value at a path; undefined where there is none. */
export const valueAt = (value: Json, path: Path): Json => path.reduce(inside, value)

/** An object of these fields in this order; a name such as '__proto__' is a field like any other. */
const objectOf = (entries: readonly (readonly [string, unknown])[]): Plain => Object.fromEntries(entries)

/**
 * The document with another value at the path; undefined takes it out. All other parts stay the very same, and keep
 * their places; a new field comes last, a new list entry at its place.
 */
export function replaceAt(value: Json, path: Path, next: unknown): Json {
  const [part, ...rest] = path
  if (part === undefined) return next
  if (Array.isArray(value)) {
    const at = Number(part)
    const item = rest.length === 0 ? next : replaceAt(value[at], rest, next)
    return item === undefined ? value.toSpliced(at, 1) : value.with(at, item)
  }
  const plain = isPlain(value) ? value : {}
  const item = rest.length === 0 ? next : replaceAt(inside(plain, part), rest, next)
  if (item === undefined) return objectOf(Object.entries(plain).filter(([name]) => name !== part))
  if (!Object.hasOwn(plain, part)) return objectOf([...Object.entries(plain), [part, item]])
  return objectOf(Object.entries(plain).map(([name, old]) => [name, name === part ? item : old]))
}

/** The document with a field or entry put in at a place of an object or list; made where there is none. */
export function insertAt(value: Json, parent: Path, index: number, name: string, item: unknown): Json {
  const into = valueAt(value, parent)
  if (Array.isArray(into)) return replaceAt(value, parent, into.toSpliced(index, 0, item))
  const entries = Object.entries(isPlain(into) ? into : {}).filter(([other]) => other !== name)
  return replaceAt(value, parent, objectOf(entries.toSpliced(index, 0, [name, item])))
}

/** The document with a field under another name, at the same place. */
export function renameField(value: Json, path: Path, name: string): Json {
  const parent = path.slice(0, -1)
  const into = valueAt(value, parent)
  if (!isPlain(into)) return value
  const entries = Object.entries(into).map(([old, item]) => [old === path.at(-1) ? name : old, item] as const)
  return replaceAt(value, parent, objectOf(entries))
}

/** Names of an object's fields, or places of a list's entries, in their order. */
export const partsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((_, at) => String(at)) : isPlain(value) ? Object.keys(value) : []
