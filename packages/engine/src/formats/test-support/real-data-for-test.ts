import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FileFormat, FileKind } from '@millrace/contract'
import type { DataRecord } from '../records/file.types.ts'
import { readPath, type ReadResult } from './read-for-test.ts'

export const dataFolder = fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url))
/** Real data files lie beside the repository; where they do not, their tests are skipped and say so. */
export const hasData = existsSync(dataFolder)

export const readData = (name: string, kind: FileKind = 'csv', format: FileFormat = {}): Promise<ReadResult> =>
  readPath(dataFolder + name, { kind, format })

export const dataBytes = (name: string): Buffer => readFileSync(dataFolder + name)

/** How many records a question is true of. */
export const count = (records: DataRecord[], question: (record: Record<string, string>) => boolean): number =>
  records.filter((record) => question(record as Record<string, string>)).length

export const distinct = (records: DataRecord[], name: string): number =>
  new Set(records.map((record) => record[name])).size

/** Value → number of records. */
export function countValues(records: DataRecord[], name: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const record of records) counts[String(record[name])] = (counts[String(record[name])] ?? 0) + 1
  return counts
}

export const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
export const beyondAscii = (value: unknown): boolean => /[^\x00-\x7f]/.test(JSON.stringify(value))
