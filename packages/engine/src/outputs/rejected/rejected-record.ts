import { type FileHandle, open } from 'node:fs/promises'
import type { Finding } from '@millrace/contract'
import { findingsOf } from './read-rejected.ts'
import { type RejectedHead, type RejectedPlace, type RejectedRecord, rejectedIndexStep } from './rejected-file.ts'

/** Bytes of a record that are read to be shown; a larger one is for the download. */
export const maxShownBytes = 2 ** 20
const chunkBytes = 256 * 1024
const lineFeed = 10

/** A rejected record as it stands in its file, with everything that was found in it. */
export type FoundRecord = {
  row: number | null
  line: number | null
  findings: Finding[]
  /** The file's own columns, in the order of the record's cells; null where records have none. */
  columns: string[] | null
  record: RejectedRecord
}

/**
 * The record with the nth finding (from 1) out of a file of rejected records. The index leads near; what lies between
 * is passed over unread.
 * @returns null where the file ends before; 'large' for a record or header of more than `maxShownBytes`
 */
export async function readRejectedRecord(
  path: string,
  index: readonly number[],
  n: number,
): Promise<FoundRecord | null | 'large'> {
  const start = index[Math.floor((n - 1) / rejectedIndexStep)]
  if (n < 1 || start === undefined) return null
  const handle = await open(path)
  try {
    let place: RejectedPlace | null = null
    let isPlace = true
    for await (const text of linesFrom(handle, start, () => isPlace || place !== null)) {
      if (place !== null) return text === null ? 'large' : await foundRecord(handle, place, text)
      if (isPlace) {
        // Its findings have texts of bounded length, yet a record may have very many of them.
        if (text === null) return 'large'
        const read = JSON.parse(text) as RejectedPlace
        if (n < read[0]) return null
        if (n < read[0] + read[3].length) place = read
      }
      isPlace = !isPlace
    }
    return null
  } finally {
    await handle.close()
  }
}

async function foundRecord(handle: FileHandle, place: RejectedPlace, text: string): Promise<FoundRecord | 'large'> {
  for await (const head of linesFrom(handle, 0, () => true)) {
    if (head === null) return 'large'
    const { columns } = JSON.parse(head) as RejectedHead
    const [first, row, line, findings] = place
    const record = JSON.parse(text) as RejectedRecord
    return { row, line, columns, record, findings: findingsOf(place, first, findings.length) }
  }
  throw new Error('the file of rejected records has no header')
}

/** Lines from a byte on; the text of those not `wanted` when they begin, and of those too large, is null. */
async function* linesFrom(
  handle: FileHandle,
  start: number,
  wanted: () => boolean,
): AsyncGenerator<string | null, undefined> {
  let parts: Buffer[] = []
  let size = 0
  for await (const bytes of handle.createReadStream({ start, highWaterMark: chunkBytes, autoClose: false })) {
    const chunk = bytes as Buffer
    let at = 0
    const take = (end: number) => {
      size += end - at
      if (size <= maxShownBytes && wanted()) parts.push(chunk.subarray(at, end))
      else parts = []
    }
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, at)) {
      take(end)
      yield size <= maxShownBytes && wanted() ? Buffer.concat(parts).toString() : null
      parts = []
      size = 0
      at = end + 1
    }
    take(chunk.length)
  }
}
