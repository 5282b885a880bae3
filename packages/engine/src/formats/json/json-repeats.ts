import { FileError } from '../records/file-error.ts'
import type { ReadLimits } from '../records/file.types.ts'
import { lineIn } from './json-error.ts'
import { JsonScanner } from './json-scanner.ts'

/** The end of a name: a colon behind a quote. Inside texts it is seen too often, never too seldom. */
const nameEnd = /"[\t\n\r ]*:/g

/**
 * Whether names may come twice in an object of a parsed JSON text: JSON.parse silently keeps the last value of them.
 * @param names properties of all objects in what was parsed
 */
export function mayRepeatNames(text: string, names: number): boolean {
  let ends = 0
  nameEnd.lastIndex = 0
  while (nameEnd.test(text)) ends++
  return ends > names
}

/** By its position in the list, the first name that comes twice in one object of an element. `list` is valid JSON. */
export function findRepeatedNames(list: string, limits: ReadLimits): Map<number, string> {
  const found = new Map<number, string>()
  let element = -1
  const scanner = new JsonScanner(Buffer.from(list), limits.depth + 2, (name) => {
    if (!found.has(element)) found.set(element, name)
  })
  scanner.array(0, 0, () => element++)
  return found
}

/** @throws FileError when a name comes twice in any object of a JSON document, with the line; `document` is valid JSON */
export function refuseRepeatedNames(document: string, limits: ReadLimits): void {
  const bytes = Buffer.from(document)
  const scanner = new JsonScanner(bytes, limits.depth, (name, offset) => {
    const line = lineIn(bytes, offset)
    throw new FileError('structure', `Line ${line}: ${repeatedText(name)}`, { line, offset })
  })
  scanner.document(0)
}

/** The sentence about a name that comes twice. */
export const repeatedText = (name: string): string => {
  const shown = name.length > 60 ? `${name.slice(0, 57)}…` : name
  return `Field '${shown}' comes twice in one object; only one of its values could be kept`
}
