import { findNearName } from '@millrace/contract/near-name.rule'
import { recordPlace } from '@millrace/contract/uploads/record-place.rule'
import { FileError } from '../formats/records/file-error.ts'
import type { OpenedFile } from '../formats/records/file.types.ts'
import type { RowValidator } from './validation.types.ts'

const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/**
 * The refusal of a file whose columns lack required ones, or null. Without it each record would be refused for the same
 * reason. Names the file's own headers: a renamed property is called by the header it is expected under.
 */
export function findMissingColumns(opened: OpenedFile, validator: RowValidator): FileError | null {
  if (!opened.columns) return null
  const missing = validator.missingColumns(opened.columns)
  if (missing.length === 0) return null
  const ownName = new Map(Object.entries(opened.detected.columns ?? {}).map(([header, property]) => [property, header]))
  const names = missing.map((property) => ownName.get(property) ?? property)
  const has = (opened.headers ?? []).slice(0, 30)
  const more = (opened.headers?.length ?? 0) > has.length ? ', …' : ''
  const place = opened.headerLine === null ? 'The file has no header and' : `${headerPlace(opened)}: the header`
  const near = names.map((name) => findNearName(name, has)).filter((name) => name !== null)
  const meant = near.length === 0 ? '' : `. Is ${list(near)} meant? Rename it in the source, or in the file`
  const what = `lacks the required ${names.length === 1 ? 'column' : 'columns'} ${list(names)}; its columns are ${list(has)}${more}${meant}`
  return new FileError('header', `${place} ${what}`, { line: opened.headerLine })
}

function headerPlace({ headerLine, detected }: OpenedFile): string {
  const place = recordPlace({ row: null, line: headerLine }, detected.kind === 'excel' ? detected.sheet : null)
  return place.charAt(0).toUpperCase() + place.slice(1)
}
