import { isOneDocument, readDocument } from '../../formats/json/json-document.ts'
import { openFile } from '../../formats/open-file.ts'
import type { OpenedFile } from '../../formats/records/file.types.ts'
import { FileError } from '../../formats/records/file-error.ts'
import type { InferExample, InferJob, InferResult } from '../../protocol/messages.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { fieldsOfShape, observeDocument, schemaOfShape } from '../../schemas/infer-schema.ts'
import { countNumbers, mergeShape, newShape, observe, type ObservedShape } from '../../schemas/observed-shape.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'

type Observed = { shape: ObservedShape; records: number; text: boolean }

/** One schema of all examples together, and what each of its fields was inferred from. */
export async function runInferJob({ examples }: InferJob, limits: RunnerLimits): Promise<InferResult> {
  const whole = newShape()
  const files: { name: string; records: number }[] = []
  let text = true
  for (const { file, omitStartingArray, isSource } of examples) {
    try {
      const seen = await observeFile({ file, omitStartingArray, isSource }, limits)
      mergeShape(whole, seen.shape)
      files.push({ name: file.name, records: seen.records })
      text &&= seen.text
    } catch (cause) {
      if (!(cause instanceof FileError)) throw cause
      return { mode: 'infer', inferred: null, problem: `${file.name}: ${cause.message}` }
    }
  }
  const inferred = { jsonSchema: schemaOfShape(whole, text), files, fields: fieldsOfShape(whole) }
  return { mode: 'infer', inferred, problem: null }
}

async function observeFile(
  { file, omitStartingArray, isSource }: InferExample,
  limits: RunnerLimits,
): Promise<Observed> {
  const opened = await openFile(file, file.kind, file.format, limits.batch)
  const document = !isSource && isOneDocument(opened) ? readDocument(file, opened) : undefined
  if (document !== undefined) {
    const shape = newShape()
    observeDocument(shape, document, { omitStartingArray })
    return { shape, records: Array.isArray(document) ? document.length : 1, text: false }
  }
  const records = await observeRecords(opened)
  return omitStartingArray ? records : { ...records, shape: asList(records.shape) }
}

/** Text is read under both decimal marks: under the right one more of it is numbers. */
async function observeRecords({ batches, detected }: OpenedFile): Promise<Observed> {
  const text = detected.kind !== 'json'
  const [point, comma] = [newShape(), newShape()]
  const yielder = new EventLoopYielder()
  let count = 0
  for await (const batch of batches) {
    await yielder.yieldIfDue()
    const [refused] = batch.refused
    if (refused !== undefined) {
      throw new FileError('structure', `Row ${refused.row}: ${refused.findings[0]?.message ?? 'it cannot be read'}`)
    }
    count += batch.records.length
    for (const record of batch.records) {
      observe(point, record, { text, decimal: '.' })
      if (text) observe(comma, record, { text, decimal: ',' })
    }
  }
  const decimal = detected.decimal ?? (countNumbers(comma) > countNumbers(point) ? ',' : '.')
  return { shape: text && decimal === ',' ? comma : point, records: count, text }
}

function asList(items: ObservedShape): ObservedShape {
  return { types: new Map([['array', 1]]), count: 1, fields: new Map(), items }
}
