import { isObject } from '../schemas/schema-keywords.ts'

/** A source or sink of a pipeline. */
export type Element = Readonly<Record<string, unknown>>
/** The three values of a field: the country's, those of the stored and of the newest version of its master. */
type Sides<T> = { own: T; stored: T; newest: T }
export type Field = { pointer: string } & Sides<unknown>

const sides = ['own', 'stored', 'newest'] as const

const pointerOf = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const partsOf = (pointer: string): string[] =>
  pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/**
 * The fields of one source or sink: itself where the country or the newest master lacks it, else each of its settings.
 * @param path its list and its name
 * @param nameKey the property that holds its name, which is no field
 */
export function fieldsOfElement(
  path: readonly string[],
  nameKey: string,
  elements: Sides<Element | undefined>,
): Field[] {
  const { own, stored, newest } = elements
  if (own === undefined || newest === undefined) return [{ pointer: pointerOf(path), ...elements }]
  return fieldsOfSettings(path, { own, stored: stored ?? {}, newest }, [nameKey])
}

function fieldsOfSettings(path: readonly string[], settings: Sides<Element>, leftOut: readonly string[]): Field[] {
  const keys = new Set(sides.toReversed().flatMap((side) => Object.keys(settings[side])))
  return [...keys].flatMap((key) => {
    if (leftOut.includes(key)) return []
    const values = valuesOf(settings, key)
    const inner = settingsWithin(key, values)
    if (inner === null) return [{ pointer: pointerOf([...path, key]), ...values }]
    return fieldsOfSettings([...path, key], inner, key === 'target' ? ['kind'] : [])
  })
}

const valuesOf = (settings: Sides<Element>, key: string): Sides<unknown> => ({
  own: settings.own[key],
  stored: settings.stored[key],
  newest: settings.newest[key],
})

/**
 * The settings inside a value whose settings can be inherited one by one: those of a file, of which any may be absent,
 * and those of a table. An address goes with its headers, a query with its connection, so that no secret of one side is
 * sent to the address of the other.
 */
function settingsWithin(key: string, values: Sides<unknown>): Sides<Element> | null {
  const all = sides.map((side) => values[side])
  if (key === 'target' && all.every((value) => isObject(value) && value.kind === 'table')) {
    return values as Sides<Element>
  }
  const isFile = (value: unknown) => value === undefined || (isObject(value) && !('url' in value || 'query' in value))
  if (key !== 'config' || !all.every(isFile)) return null
  const { own = {}, stored = {}, newest = {} } = values as Sides<Element | undefined>
  return { own, stored, newest }
}

/** The pipeline with another value at the pointer; undefined takes what stands there away. */
export function putField<T extends object>(
  pipeline: T,
  nameKeys: Readonly<Record<string, string>>,
  pointer: string,
  value: unknown,
): T {
  const [first = '', name, ...path] = partsOf(pointer)
  if (name === undefined) return { ...pipeline, [first]: value }
  const nameKey = nameKeys[first] ?? ''
  const list = (pipeline as Record<string, unknown>)[first] as readonly Element[]
  const at = list.findIndex((item) => item[nameKey] === name)
  const changed = path.length === 0 ? (value as Element | undefined) : putSetting(list[at] ?? {}, path, value)
  const put =
    changed === undefined
      ? list.filter((_, index) => index !== at)
      : at < 0
        ? [...list, changed]
        : list.with(at, changed)
  return { ...pipeline, [first]: put }
}

/** A config of which no setting is left goes, too: absent and empty mean the same. */
function putSetting(element: Element, [key = '', ...rest]: readonly string[], value: unknown): Element {
  const inner = element[key]
  const put = rest.length === 0 ? value : putSetting(isObject(inner) ? inner : {}, rest, value)
  const others = Object.entries(element).filter(([name]) => name !== key)
  const isLeft = put !== undefined && !(rest.length > 0 && isObject(put) && Object.keys(put).length === 0)
  return isLeft ? { ...element, [key]: put } : Object.fromEntries(others)
}
