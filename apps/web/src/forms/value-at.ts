import { isObject } from '@millrace/contract/schemas/schema-keywords'

/** The names and positions of a JSON pointer. */
const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The pointer of a property or item of what `pointer` leads to. */
export const pointerInto = (pointer: string, part: string | number): string =>
  `${pointer}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** What a pointer leads to; undefined when nothing is there. */
export function valueAt(root: unknown, pointer: string): unknown {
  let at = root
  for (const part of partsOf(pointer)) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, part)) return undefined
    at = (at as Record<string, unknown>)[part]
  }
  return at
}

/**
 * The value with another one at a place; everything else stays the very same object. Objects on the way are made;
 * undefined takes a property away.
 */
export const withValueAt = (root: unknown, pointer: string, value: unknown): unknown =>
  replaced(root, partsOf(pointer), value)

function replaced(at: unknown, [part, ...rest]: string[], value: unknown): unknown {
  if (part === undefined) return value
  if (Array.isArray(at)) {
    const list = [...(at as unknown[])]
    const inner = replaced(list[Number(part)], rest, value)
    list[Number(part)] = inner === undefined ? null : inner
    return list
  }
  const before = isObject(at) ? at : {}
  const inner = replaced(Object.hasOwn(before, part) ? before[part] : undefined, rest, value)
  if (inner !== undefined) return withProperty(before, part, inner)
  const { [part]: _gone, ...others } = before
  return others
}

/** Properties keep their order; a name like '__proto__' is one as well. */
function withProperty(before: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const target = { ...before }
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
  return target
}
