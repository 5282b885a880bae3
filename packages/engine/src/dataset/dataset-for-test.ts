import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRowPacker, type RowPacker } from '../runner/columns/packed-rows.ts'
import type { AcceptedBatch, DatasetEnd } from './dataset.types.ts'
import { DatasetReader } from './dataset-reader.ts'
import { DatasetWriter } from './dataset-writer.ts'

const guest = new URL('../runner/guest/columns.guest.js', import.meta.url)
export const packer: RowPacker = createRowPacker(readFileSync(guest, 'utf8'))

/** The bytes of a dataset of these batches. */
export function datasetOf(batches: readonly AcceptedBatch[], end: Partial<DatasetEnd> = {}, isPacked = false): Buffer {
  const writer = new DatasetWriter((rows) => packer.gather(rows), isPacked)
  const parts = batches.flatMap((batch) => writer.add(batch))
  return Buffer.concat([
    ...parts,
    ...writer.end({ stamp: 'test', detected: {}, notes: [], problem: null, fields: null, ...end }),
  ])
}

/** Reads a dataset from a file that is gone afterwards. */
export function withDataset<T>(bytes: Uint8Array, read: (dataset: DatasetReader) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-dataset-'))
  const path = join(folder, 'dataset')
  writeFileSync(path, bytes)
  const fd = openSync(path, 'r')
  try {
    return read(new DatasetReader({ fd, size: bytes.length }))
  } finally {
    closeSync(fd)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The records of a batch as they are on the other side of the border, without what is undefined. */
export const recordsOf = (rows: Parameters<RowPacker['unpack']>[0] | unknown[]): unknown[] =>
  Array.isArray(rows) ? rows : packer.unpack(rows)

/** A value as text, in which everything differs that code can tell apart: order of keys, -0, half characters. */
export function told(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(told).join()}]`
  if (typeof value === 'object' && value !== null) {
    const isPlain = Object.getPrototypeOf(value) === Object.prototype
    const fields = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${told(one)}`)
    return `${isPlain ? '' : 'other '}{${fields.join()}}`
  }
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  return value === undefined ? 'undefined' : JSON.stringify(value)
}
