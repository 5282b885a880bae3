import { findNearName } from '@millrace/contract/near-name.rule'
import type { ExpectedFields } from '../formats/records/expected-fields.ts'
import type { OpenedFile, ReadNote } from '../formats/records/file.types.ts'

const shownNames = 20
/** Names are compared letter by letter, of so many columns at most. */
const maxCompared = 500

/**
 * What is told of columns that the schema does not describe: one whose name is near that of a property which the file
 * lacks is probably that property; the others are named once.
 */
export function notesOfUnknownColumns(
  { columns, headers }: Pick<OpenedFile, 'columns' | 'headers'>,
  expected: ExpectedFields | null,
): ReadNote[] {
  if (columns === null || expected === null) return []
  const known = new Set(columns)
  const lacking = new Set([...expected.names].filter((name) => !known.has(name)))
  const unknown: string[] = []
  const notes: ReadNote[] = []
  columns.forEach((property, index) => {
    if (expected.names.has(property)) return
    const header = headers?.[index] ?? property
    const meant = index < maxCompared ? findNearName(property, lacking) : null
    if (meant === null) return void unknown.push(header)
    lacking.delete(meant)
    notes.push({ level: 'warn', message: `The schema does not know the column '${header}'; did you mean '${meant}'?` })
  })
  if (unknown.length > 0) notes.push({ level: 'info', message: unknownText(unknown) })
  return notes
}

function unknownText(unknown: readonly string[]): string {
  const names = unknown.slice(0, shownNames).map((name) => `'${name}'`)
  const list = names.join(', ') + (unknown.length > shownNames ? ', …' : '')
  return unknown.length === 1
    ? `The schema does not know the column ${list}, which is not checked`
    : `The schema does not know ${unknown.length} columns, which are not checked: ${list}`
}
