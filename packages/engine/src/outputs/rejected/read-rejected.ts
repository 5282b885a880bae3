import { readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Finding } from '@millrace/contract'
import { type RejectedHead, type RejectedPlace, type RejectedRecord, rejectedIndexStep } from './rejected-file.ts'

const chunkBytes = 256 * 1024
const lineFeed = 10

/**
 * So many findings from the nth on (1-based) out of a file of rejected records. The index leads near; records in
 * between are passed over unread. Fewer, or none, where the file ends.
 */
export async function readRejectedFindings(
  path: string,
  index: readonly number[],
  from: number,
  count: number,
): Promise<Finding[]> {
  const start = index[Math.floor((from - 1) / rejectedIndexStep)]
  const found: Finding[] = []
  if (start === undefined || count <= 0) return found
  const handle = await open(path)
  try {
    let isPlace = true
    let parts: Buffer[] = []
    for await (const bytes of handle.createReadStream({ start, highWaterMark: chunkBytes, autoClose: false })) {
      const chunk = bytes as Buffer
      let at = 0
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, at)) {
        if (isPlace) {
          parts.push(chunk.subarray(at, end))
          const place = JSON.parse(Buffer.concat(parts).toString()) as RejectedPlace
          found.push(...findingsOf(place, from, count - found.length))
          if (found.length >= count) return found
        }
        parts = []
        isPlace = !isPlace
        at = end + 1
      }
      if (isPlace) parts.push(chunk.subarray(at))
    }
    return found
  } finally {
    await handle.close()
  }
}

/** Those of a record from the nth of the file on. */
export function findingsOf([first, row, line, findings]: RejectedPlace, from: number, max: number): Finding[] {
  const skipped = Math.max(0, from - first)
  return findings
    .slice(skipped, skipped + max)
    .map(([column, path, rule, value, message]) => ({ row, line, column, path, rule, value, message }))
}

/** All records of such a file, by an open descriptor. */
export function* readRejectedRecords(
  fd: number,
  size: number,
): Generator<{ place: RejectedPlace; record: RejectedRecord }> {
  const lines = readLines(fd, size)
  lines.next()
  for (;;) {
    const place = lines.next()
    const record = lines.next()
    if (place.done || record.done) return
    yield {
      place: JSON.parse(place.value) as RejectedPlace,
      record: JSON.parse(record.value) as RejectedRecord,
    }
  }
}

export function readRejectedHead(fd: number, size: number): RejectedHead {
  const first = readLines(fd, size).next()
  return first.done ? { columns: null } : (JSON.parse(first.value) as RejectedHead)
}

function* readLines(fd: number, size: number): Generator<string, undefined> {
  let parts: Buffer[] = []
  for (let position = 0; position < size; ) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size - position))
    const read = readSync(fd, chunk, 0, chunk.length, position)
    if (read === 0) return
    position += read
    let at = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0 && end < read; end = chunk.indexOf(lineFeed, at)) {
      parts.push(chunk.subarray(at, end))
      yield parts.length === 1 ? (parts[0] as Buffer).toString() : Buffer.concat(parts).toString()
      parts = []
      at = end + 1
    }
    if (at < read) parts.push(chunk.subarray(at, read))
  }
}
