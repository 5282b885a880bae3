import type { Rec } from '../../formats/records/file.types.ts'
import type { Encoder } from '../encoding/encoder.types.ts'

function lines(records: readonly Rec[], end: string): string {
  let text = ''
  for (const record of records) text += JSON.stringify(record) + end
  return text
}

/** A list, one record per line. */
export function jsonEncoder(): Encoder {
  let isFirst = true
  return {
    head: () => '[\n',
    encode(records) {
      if (records.length === 0) return ''
      const text = lines(records, ',\n').slice(0, -2)
      if (!isFirst) return `,\n${text}`
      isFirst = false
      return text
    },
    tail: () => (isFirst ? ']\n' : '\n]\n'),
    joined() {
      const before = isFirst ? '' : ',\n'
      isFirst = false
      return { before, between: ',\n', after: '' }
    },
  }
}

/** One record per line. */
export function ndjsonEncoder(): Encoder {
  return {
    head: () => '',
    encode: (records) => lines(records, '\n'),
    tail: () => '',
    joined: () => ({ before: '', between: '\n', after: '\n' }),
  }
}
