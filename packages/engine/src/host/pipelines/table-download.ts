import type { Readable } from 'node:stream'
import type { FileFormat, FileKind, SinkFormat } from '@millrace/contract'
import type { RunnerLimits } from '../../runs/limits.ts'
import { faultText, RunError } from '../../runs/run-error.ts'
import { openDownloadStream } from './download-stream.ts'

export type TableDownload = {
  /** An output on this machine, what it is called, and what it was written as. */
  path: string
  fileName: string
  written: SinkFormat
  format: 'csv' | 'xlsx'
  /** What the sheet is called. */
  name: string
}

/** `problem`: why the output is no such table, as a sentence. */
export type OpenedTable = { stream: Readable; problem: null } | { stream: null; problem: string }

/** How each output is read back: nothing of what we wrote is guessed. */
const asWritten: Record<SinkFormat, { contentType: FileKind; format: FileFormat }> = {
  json: { contentType: 'json', format: { encoding: 'utf-8' } },
  ndjson: { contentType: 'json', format: { encoding: 'utf-8' } },
  csv: { contentType: 'csv', format: { encoding: 'utf-8', delimiter: ',', header: true, quotes: true } },
  xlsx: { contentType: 'excel', format: { header: true } },
  xml: { contentType: 'xml', format: { encoding: 'utf-8', recordPath: 'record' } },
}

/**
 * An output as a table for people, in another format than its own: a column for each field in the order in which they
 * come first, objects and lists as JSON text, no cell that begins a formula (S10). Made in a process of its own while it
 * is read, as `openRejectedDownload`; whether it has the form of a table is known before the first byte.
 * @throws RunError of kind aborted, setup
 */
export async function openTableDownload(
  { path, fileName, written, format, name }: TableDownload,
  signal: AbortSignal,
  limits: Partial<RunnerLimits> = {},
): Promise<OpenedTable> {
  const source = { path, size: 0, name: fileName, ...asWritten[written] }
  const { stream, begun } = await openDownloadStream(
    source,
    (file, outFd) => ({ mode: 'table', file, sheet: name, format, outFd }),
    { signal, limits },
  )
  // Told below, or to whoever reads it.
  stream.on('error', () => {})
  const problem = await begun.then(
    (result) => (result?.mode === 'table' ? result.problem : null),
    (failure: unknown) => {
      if (!(failure instanceof RunError) || failure.kind === 'aborted' || failure.kind === 'setup') throw failure
      return faultText(failure)
    },
  )
  if (problem === null) return { stream, problem }
  stream.destroy()
  return { stream: null, problem }
}
