import { countExpected, type ExpectedFields } from './expected-fields.ts'
import { FileError } from './file-error.ts'

/** A list of records somewhere in a document: where it is, how many records it has, and the fields of the first. */
export type FoundList = { path: readonly string[]; count: number; fields: readonly string[] }

/** What lies around the lists: its fields, which may be those of one record. */
export type Around = { fields: readonly string[] }

/** One record has seldom so many parts of the same shape as itself. */
const manyRecords = 10

/** So many times as many records as the next one has the list that is read without being chosen. */
const clearlyLarger = 10

/**
 * Which list of a document holds its records; null where the document itself is one record: it has none, or the schema
 * knows its own fields rather than those in the list.
 * @throws FileError of code structure where several could be meant
 */
export function chooseList<Found extends FoundList>(
  lists: readonly Found[],
  around: Around,
  expected: ExpectedFields | null,
): Found | null {
  const known = (fields: readonly string[]) => (expected === null ? 0 : countExpected(fields, expected))
  const own = known(around.fields)
  const fits = ({ fields, count }: Found) =>
    own === 0 || known(fields) > own || (known(fields) === own && count >= manyRecords)
  const fitting = lists.filter(fits)
  const [largest, second] = fitting.toSorted((a, b) => b.count - a.count)
  if (largest === undefined) return null
  if (second === undefined || largest.count >= clearlyLarger * second.count) return largest
  const named = fitting.slice(0, 10).map(({ path, count }) => `'${path.join('/')}' (${count})`)
  const message = `The file holds several lists of records: ${named.join(', ')}. Set the record path of the source to the one to read`
  throw new FileError('structure', message)
}

/** What the log says of the list that is read, and of those that are not. */
export function describeList(chosen: FoundList, lists: readonly FoundList[]): string {
  const others = lists.filter((list) => list !== chosen).map(({ path, count }) => `'${path.join('/')}' (${count})`)
  const rest = others.length === 0 ? '' : `; not read: ${others.slice(0, 10).join(', ')}`
  return `The records are the ${chosen.count} of the list '${chosen.path.join('/')}'${rest}. A record path chooses another one`
}
