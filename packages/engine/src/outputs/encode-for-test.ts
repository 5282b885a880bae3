import type { DataRecord } from '../formats/records/file.types.ts'
import { createEncoder } from './encoder.ts'
import type { EncoderOptions, OutputFormat } from './encoding/encoder.types.ts'

/** Test support: a whole output file. */
export function encodeWhole(format: OutputFormat, batches: DataRecord[][], options: EncoderOptions = {}): Buffer {
  const encoder = createEncoder(format, options)
  const chunks = [encoder.head(), ...batches.map((batch) => encoder.encode(batch)), encoder.tail()]
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as string)))
}

/** Test support: a record whose keys are data, `__proto__` among them. */
export const record = (json: string): DataRecord => JSON.parse(json) as DataRecord
