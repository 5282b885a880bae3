import type { FileFormat } from '@millrace/contract'

const delimiters: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** How a file was read, in words, e.g. 'windows-1252, semicolon, decimal comma'; empty when nothing was detected. */
export function formatWords(format: FileFormat | null): string {
  if (format === null) return ''
  return [
    format.encoding,
    format.delimiter === undefined ? undefined : `delimiter ${delimiters[format.delimiter] ?? format.delimiter}`,
    format.sheet === undefined ? undefined : `sheet ${format.sheet}`,
    format.recordPath === undefined ? undefined : `records at ${format.recordPath}`,
    format.decimal === undefined ? undefined : `decimal ${format.decimal === ',' ? 'comma' : 'point'}`,
    format.header === false ? 'no header row' : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(', ')
}
