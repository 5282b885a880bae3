import type { JsonSchema } from '@millrace/contract'
import { columnLetters } from '@millrace/contract/uploads/record-place.rule'
import type { DetectedFormat, OpenedFile } from '../../formats/records/file.types.ts'
import type { RunnerFile } from '../../protocol/messages.ts'
import { createRowValidator } from '../../schemas/row-validator.ts'
import { UnseenCharacters } from '../../schemas/unseen-characters.ts'
import type { RowValidator } from '../../schemas/validation.types.ts'

/** Values of delimited text, workbooks and XML are text and take the schema's types; JSON has its own. */
export const needsCoercion = (detected: DetectedFormat): boolean => detected.kind !== 'json'

/** Checks the records of an opened file against the schema of one record; null where there is none. */
export function validatorOf(
  opened: OpenedFile,
  { format }: Pick<RunnerFile, 'format'>,
  schema: JsonSchema | null,
  store: Record<string, JsonSchema>,
  unseen = new UnseenCharacters(),
): RowValidator | null {
  if (schema === null) return null
  return createRowValidator({
    ...{ schema, store, coerce: needsCoercion(opened.detected), empty: format.empty },
    ...{ headers: headersOf(opened), renamed: opened.renamed, letters: lettersOf(opened), unseen },
  })
}

/** Property → the file's own header, so that findings name what the person sees in the file. */
export function headersOf(opened: OpenedFile): ReadonlyMap<string, string> | undefined {
  const { columns, headers } = opened
  if (columns === null || headers === null) return undefined
  return new Map(columns.map((column, index) => [column, headers[index] ?? column]))
}

/** Property → the letters above its column, which is what people see of a spreadsheet. */
function lettersOf({ columns, detected }: OpenedFile): ReadonlyMap<string, string> | undefined {
  if (columns === null || detected.kind !== 'excel') return undefined
  return new Map(columns.map((column, index) => [column, columnLetters(index)]))
}

/** The sheet that is read, of a workbook. */
export const sheetOf = ({ kind, sheet }: Partial<DetectedFormat>): string | null =>
  kind === 'excel' ? (sheet ?? null) : null
