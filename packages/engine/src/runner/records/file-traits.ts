import type { DetectedFormat, OpenedFile } from '../../formats/records/file.types.ts'

/** Values of delimited text, workbooks and XML are text and take the schema's types; JSON has its own. */
export const needsCoercion = (detected: DetectedFormat): boolean => detected.kind !== 'json'

/** Property → the file's own header, so that findings name what the person sees in the file. */
export function headersOf(opened: OpenedFile): ReadonlyMap<string, string> | undefined {
  const { columns, headers } = opened
  if (columns === null || headers === null) return undefined
  return new Map(columns.map((column, index) => [column, headers[index] ?? column]))
}
