import { fileSource, readBytes } from '../../formats/bytes/byte-source.ts'
import { lostNumberProblem, parseExactly } from '../../formats/json/json-precision.ts'
import { refuseRepeatedNames } from '../../formats/json/json-repeats.ts'
import { JsonSyntaxError } from '../../formats/json/json-scanner.ts'
import { DEFAULT_READ_LIMITS, type OpenedFile } from '../../formats/records/file.types.ts'
import { FileError } from '../../formats/records/file-error.ts'
import { openFile } from '../../formats/open-file.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'
import type { ConvertJob, ConvertResult, RunnerFile } from '../../protocol/messages.ts'

/** A file as one JSON value: delimited text, XML and sheets as a list of their records, JSON as it is. */
export async function runConvertJob({ file, maxBytes }: ConvertJob, limits: RunnerLimits): Promise<ConvertResult> {
  try {
    const opened = await openFile(file, file.kind, file.format, limits.batch)
    const whole = isOneDocument(opened) ? documentOf(file, opened) : undefined
    const value = whole ?? (await recordsOf(opened, maxBytes))
    if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) throw tooMuch(maxBytes)
    return { mode: 'convert', value, problem: null }
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause
    return { mode: 'convert', value: null, problem: cause.message }
  }
}

const isOneDocument = ({ detected }: OpenedFile): boolean =>
  detected.kind === 'json' && detected.jsonLines !== true && detected.inner === undefined

/**
 * The document; undefined when it cannot be parsed, for the reader to say why and where. No number is changed and no
 * value dropped in silence: what an upload refuses is refused here, too.
 */
function documentOf(file: RunnerFile, { detected }: OpenedFile): unknown {
  const bytes = readBytes(fileSource(file), 0, file.size)
  let text: string
  let value: unknown
  try {
    text = new TextDecoder(detected.encoding ?? 'utf-8', { fatal: true }).decode(bytes)
    value = parseExactly(text)
  } catch {
    return undefined
  }
  const problem = lostNumberProblem(value)
  if (problem !== null) throw new FileError('structure', problem)
  try {
    refuseRepeatedNames(text, DEFAULT_READ_LIMITS)
  } catch (fault) {
    if (fault instanceof JsonSyntaxError) return undefined // nested too deep
    throw fault
  }
  return value
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
