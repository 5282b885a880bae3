import { findFreeName } from '@millrace/contract/documents/names.rule'
import type { SinkFormat } from '@millrace/contract/uploads/file-types.rule'

/** 'bikes_market-2026.csv' → 'Bikes market 2026' */
export function nameOfFile(fileName: string, taken: Iterable<string>): string {
  const words = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
  const name = words === '' ? 'From file' : words.charAt(0).toUpperCase() + words.slice(1)
  return findFreeName(name, taken)
}

/** The output is written as the file was read, where that is a format of outputs. */
export function formatOfFile(contentType: string, isLines: boolean): SinkFormat {
  switch (contentType) {
    case 'json':
      return isLines ? 'ndjson' : 'json'
    case 'excel':
      return 'xlsx'
    case 'xml':
      return 'xml'
    default:
      return 'csv'
  }
}
