import type { DetectedFormat } from '@millrace/contract'

const delimiters: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** What was found rather than set, and is not certain, says how sure it is: ' (95 % sure)'. */
const sureness = (confidence: number | undefined): string =>
  confidence === undefined || confidence >= 1
    ? ''
    : confidence === 0
      ? ' (a guess, see the log)'
      : ` (${Math.round(confidence * 100)} % sure)`

/**
 * How a file was read, in words, e.g. 'windows-1252 (95 % sure), delimiter semicolon, decimal comma'; empty when nothing
 * was detected.
 */
export function formatWords(format: DetectedFormat | null): string {
  if (format === null) return ''
  const delimiter = delimiters[format.delimiter ?? ''] ?? format.delimiter
  return [
    format.encoding === undefined ? undefined : `${format.encoding}${sureness(format.encodingConfidence)}`,
    delimiter === undefined ? undefined : `delimiter ${delimiter}${sureness(format.confidence)}`,
    format.sheet === undefined ? undefined : `sheet ${format.sheet}`,
    format.recordPath === undefined ? undefined : `records at ${format.recordPath}`,
    format.decimal === undefined
      ? undefined
      : `decimal ${format.decimal === ',' ? 'comma' : 'point'}${sureness(format.decimalConfidence)}`,
    format.headerRow === undefined
      ? undefined
      : `header in ${format.sheet === undefined ? 'line' : 'row'} ${format.headerRow}`,
    format.header === false ? 'no header row' : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(', ')
}
