import type { Rec } from '../formats/records/file.types.ts'
import { createEncoder } from './encoder.ts'
import type { EncoderOptions, OutputFormat } from './encoding/encoder.types.ts'

/** Test support: a whole output file. */
export function encodeWhole(format: OutputFormat, batches: Rec[][], options: EncoderOptions = {}): Buffer {
  const encoder = createEncoder(format, options)
  const pieces = [encoder.head(), ...batches.map((batch) => encoder.encode(batch)), encoder.tail()]
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
}

/** Test support: a record whose keys are data, `__proto__` among them. */
export const record = (json: string): Rec => JSON.parse(json) as Rec
