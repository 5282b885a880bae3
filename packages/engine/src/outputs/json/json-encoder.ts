import type { DataRecord } from '../../formats/records/file.types.ts'
import type { Encoder } from '../encoding/encoder.types.ts'

function lines(records: readonly DataRecord[], end: string): string {
  let text = ''
  for (const record of records) text += JSON.stringify(record) + end
  return text
}

/** A list, one record per line. */
export function createJsonEncoder(): Encoder {
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
export function createNdjsonEncoder(): Encoder {
  return {
    head: () => '',
    encode: (records) => lines(records, '\n'),
    tail: () => '',
    joined: () => ({ before: '', between: '\n', after: '\n' }),
  }
}
