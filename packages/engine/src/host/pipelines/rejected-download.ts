import type { Readable } from 'node:stream'
import { openDownloadStream } from './download-stream.ts'

export type RejectedDownload = {
  /** The file of rejected records on this machine (`outputs/rejected/rejected-file.ts`). */
  path: string
  format: 'csv' | 'xlsx'
  /** What the sheet is called. */
  name: string
}

/**
 * The rejected records as a table for people: row, line, the original columns, the reasons. Made in a process of its
 * own while it is read. The stream breaks off, with RunError, when it cannot be made whole; destroying it ends the
 * process.
 */
export async function openRejectedDownload({ path, format, name }: RejectedDownload): Promise<Readable> {
  const source = { path, size: 0, name, contentType: 'json' as const, format: {} }
  const { stream } = await openDownloadStream(source, (file, outFd) => ({ mode: 'rejected', file, format, outFd }))
  return stream
}
