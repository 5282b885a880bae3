import { referenceMode } from '@millrace/contract/schemas/references.rule'
import { isPlain, isWithin, type Json, type Path, pathOf, pointerOf, samePath, valueAt } from './paths.ts'

/** Where a part of the schema stands after an edit. */
export type Follow = (path: Path) => Path

/** The part that a reference inside the schema leads to; null for references elsewhere and those that cannot be read. */
export function referredPath(reference: string): Path | null {
  if (!/^#(?:\/|$)/.test(reference)) return null
  try {
    return pathOf(decodeURIComponent(reference.slice(1)))
  } catch {
    return null
  }
}

export const referenceTo = (path: Path): string => `#${encodeURI(pointerOf(path))}`

/** A part went elsewhere, with all that is in it. */
export const movedPart =
  (from: Path, to: Path): Follow =>
  (path) =>
    isWithin(path, from) ? [...to, ...path.slice(from.length)] : path

/** An entry of a list went: those behind it have moved up. */
export const removedEntry = (schema: Json, removed: Path): Follow =>
  Array.isArray(valueAt(schema, removed.slice(0, -1)))
    ? shiftBehind(removed, -1, (at, gone) => at > gone)
    : (path) => path

/** An entry came into a list: those at its place and behind have moved down. */
export const insertedEntry = (schema: Json, inserted: Path): Follow =>
  Array.isArray(valueAt(schema, inserted.slice(0, -1)))
    ? shiftBehind(inserted, 1, (at, come) => at >= come)
    : (path) => path

function shiftBehind(entry: Path, by: number, isBehind: (at: number, entry: number) => boolean): Follow {
  const list = entry.slice(0, -1)
  return (path) => {
    if (path.length <= list.length || !isWithin(path, list)) return path
    const at = Number(path[list.length])
    return isBehind(at, Number(entry.at(-1))) ? path.with(list.length, String(at + by)) : path
  }
}

/**
 * The schema with every reference inside it leading to where its part stands now. What is data, such as a default with
 * a field '$ref', and references that lead to the same place stay letter by letter.
 */
export function withReferences(schema: Json, follow: Follow): Json {
  const walk = (value: unknown, mode: 'schema' | 'names'): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((item) => walk(item, 'schema'))
      return items.some((item, at) => item !== value[at]) ? items : value
    }
    if (!isPlain(value)) return value
    let changed: [string, unknown][] | null = null
    for (const key of Object.keys(value)) {
      const item = value[key]
      const next = following(item, key, mode)
      if (next !== item) (changed ??= []).push([key, next])
    }
    if (changed === null) return value
    const news = new Map(changed)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, news.get(key) ?? item]))
  }
  const following = (item: unknown, key: string, mode: 'schema' | 'names'): unknown => {
    if (mode === 'schema' && key === '$ref' && typeof item === 'string') return movedReference(item, follow)
    if (typeof item !== 'object') return item
    const inner = referenceMode(mode, key)
    return inner === 'data' ? item : walk(item, inner)
  }
  return walk(schema, 'schema')
}

/** The parts of its schema that a part refers to. */
export function referredPaths(part: Json): Path[] {
  const found: Path[] = []
  withReferences(part, (path) => {
    found.push(path)
    return path
  })
  return found
}

function movedReference(reference: string, follow: Follow): string {
  const path = referredPath(reference)
  if (path === null) return reference
  const now = follow(path)
  return samePath(now, path) ? reference : referenceTo(now)
}
