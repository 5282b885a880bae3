import type { FoundList } from '../records/choose-list.ts'
import type { ReadLimits } from '../records/file.types.ts'
import { JsonScanner } from './json-scanner.ts'

/** Lists lie so many objects deep at most; what is nested further belongs to a record. */
const maxObjects = 4

/** `at`: where the list begins. */
export type JsonList = FoundList & { at: number }
/** The lists of a document, and the fields of its outermost object. */
export type JsonLists = { lists: JsonList[]; fields: string[] }

/**
 * The lists of objects in a document that begins with an object, but those inside of lists.
 * @throws JsonSyntaxError where the document is none
 */
export function findJsonLists(bytes: Buffer, first: number, limits: ReadLimits): JsonLists {
  const scanner = new JsonScanner(bytes, limits.depth)
  scanner.document(first)
  const lists: JsonList[] = []
  const fields: string[] = []
  const namesOf = (at: number): string[] => {
    const names: string[] = []
    scanner.object(at, 0, (name) => names.push(name))
    return names
  }
  const listAt = (path: readonly string[], at: number): void => {
    const starts: number[] = []
    scanner.array(at, 0, (element) => starts.push(element))
    const [start] = starts
    if (start === undefined || !starts.every((element) => bytes[element] === 0x7b)) return
    lists.push({ path, at, count: starts.length, fields: namesOf(start) })
  }
  const objectAt = (path: readonly string[], at: number): void => {
    scanner.object(at, 0, (name, valueAt) => {
      const inner = [...path, name]
      if (path.length === 0) fields.push(name)
      if (bytes[valueAt] === 0x5b) listAt(inner, valueAt)
      else if (bytes[valueAt] === 0x7b && inner.length < maxObjects) objectAt(inner, valueAt)
    })
  }
  objectAt([], first)
  return { lists, fields }
}
