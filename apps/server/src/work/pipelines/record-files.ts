import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataSource, FileFormat } from '@millrace/contract'
import type { DecimalGuess, FileSource } from '@millrace/engine'
import { fileFormatOf, fileKindOf } from '../uploads/file-format-of.ts'

/** Records as a file that is read as the source's files are. */
export type RecordFile = Pick<FileSource, 'contentType' | 'format' | 'decimalGuess'> & { content: Buffer }

/**
 * Records of a source as a file. Those of delimited text, workbooks and XML become delimited text, so that their texts
 * become values as they do in an upload; others, and records with parts of their own, stay JSON.
 */
export function recordFile(source: DataSource, records: readonly unknown[], decimalGuess: DecimalGuess): RecordFile {
  const flat = records.filter(isFlat)
  if (fileKindOf(source) === 'json' || flat.length < records.length || flat.length === 0)
    return { contentType: 'json', format: {}, content: Buffer.from(JSON.stringify(records)), decimalGuess }
  const names = [...new Set(flat.flatMap((record) => Object.keys(record)))]
  const lines = [names, ...flat.map((record) => names.map((name) => record[name]))]
  const content = Buffer.from(lines.map((cells) => `${cells.map(quoted).join(',')}\n`).join(''))
  return { contentType: 'csv', format: delimited(fileFormatOf(source)), content, decimalGuess }
}

/** Files with these contents, at paths of this machine while the work is done. */
export async function withFiles<T>(contents: readonly Buffer[], work: (paths: string[]) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-test-'))
  try {
    const paths = contents.map((_, place) => join(folder, String(place)))
    for (const [place, content] of contents.entries()) await writeFile(paths[place] ?? '', content, { mode: 0o600 })
    return await work(paths)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type FlatRecord = Record<string, string | number | boolean | null | undefined>
const isFlat = (record: unknown): record is FlatRecord =>
  typeof record === 'object' &&
  record !== null &&
  !Array.isArray(record) &&
  Object.values(record).every((value) => typeof value !== 'object' || value === null)

const quoted = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`

/** How the delimited text that is written here is read; what the source says of values stays. */
const delimited = ({ decimal, columns, empty }: FileFormat): FileFormat => ({
  encoding: 'utf-8',
  delimiter: ',',
  header: true,
  ...(decimal && { decimal }),
  ...(columns && { columns }),
  ...(empty && { empty }),
})
