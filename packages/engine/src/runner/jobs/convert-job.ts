import { isOneDocument, readDocument } from '../../formats/json/json-document.ts'
import type { OpenedFile } from '../../formats/records/file.types.ts'
import { FileError } from '../../formats/records/file-error.ts'
import { openFile } from '../../formats/open-file.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'
import type { ConvertJob, ConvertResult } from '../../protocol/messages.ts'

/** A file as one JSON value: delimited text, XML and sheets as a list of their records, JSON as it is. */
export async function runConvertJob({ file, maxBytes }: ConvertJob, limits: RunnerLimits): Promise<ConvertResult> {
  try {
    const opened = await openFile(file, file.kind, file.format, limits.batch)
    const whole = isOneDocument(opened) ? readDocument(file, opened) : undefined
    const value = whole ?? (await recordsOf(opened, maxBytes))
    if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) throw tooMuch(maxBytes)
    return { mode: 'convert', value, problem: null }
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause
    return { mode: 'convert', value: null, problem: cause.message }
  }
}

async function recordsOf({ batches }: OpenedFile, maxBytes: number): Promise<unknown[]> {
  const records: unknown[] = []
  const yielder = new EventLoopYielder()
  let bytes = 0
  for await (const batch of batches) {
    await yielder.yieldIfDue()
    const [refused] = batch.refused
    if (refused !== undefined) {
      throw new FileError('structure', `Row ${refused.row}: ${refused.findings[0]?.message ?? 'it cannot be read'}`)
    }
    for (const record of batch.records) {
      bytes += JSON.stringify(record).length
      if (bytes > maxBytes) throw tooMuch(maxBytes)
      records.push(record)
    }
  }
  return records
}

const tooMuch = (maxBytes: number): FileError =>
  new FileError('limit', `It makes more than ${maxBytes >> 20} MiB of JSON`)
