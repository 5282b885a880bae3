import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileFormat, FileKind } from '@millrace/contract'
import type { ExpectedFields } from '../records/expected-fields.ts'
import {
  READ_ALL,
  type DataRecord,
  type OpenedFile,
  type ReadLimits,
  type RefusedRecord,
} from '../records/file.types.ts'
import { openFile } from '../open-file.ts'

export type ReadResult = {
  opened: OpenedFile
  records: DataRecord[]
  rows: number[]
  lines: number[]
  refused: RefusedRecord[]
}

export type ReadOptions = {
  kind?: FileKind
  format?: FileFormat
  name?: string
  batchSize?: number
  limits?: ReadLimits
  /** Names of the schema's properties, required ones with a star: ['sku*', 'name']; null = no schema. */
  expected?: readonly string[] | null
  /** The columns that are read; absent = all. */
  fields?: ReadonlySet<string> | null
}

/** Test support: reads a whole file by its path. */
export async function readPath(path: string, options: ReadOptions = {}): Promise<ReadResult> {
  const fd = openSync(path, 'r')
  try {
    const input = { fd, size: fstatSync(fd).size, name: options.name ?? path }
    const { kind = 'csv', format = {}, batchSize, limits, expected, fields = null } = options
    const wanted = { ...READ_ALL, fields, ...(expected === undefined ? {} : { expected: expectedOf(expected) }) }
    const opened = await openFile(input, kind, format, batchSize, limits, wanted)
    const result: ReadResult = { opened, records: [], rows: [], lines: [], refused: [] }
    for await (const batch of opened.batches) {
      result.records.push(...batch.records)
      result.rows.push(...batch.rows)
      result.lines.push(...batch.lines)
      result.refused.push(...batch.refused)
    }
    return result
  } finally {
    closeSync(fd)
  }
}

function expectedOf(names: readonly string[] | null): ExpectedFields | null {
  if (names === null) return null
  const plain = names.map((name) => name.replace('*', ''))
  return { names: new Set(plain), required: new Set(plain.filter((name) => names.includes(`${name}*`))) }
}

/** Test support: reads given content from a temporary file. */
export async function readContent(content: string | Buffer, options: ReadOptions = {}): Promise<ReadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-formats-'))
  try {
    const path = join(folder, 'content')
    writeFileSync(path, content)
    return await readPath(path, { name: 'content', ...options })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
