import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { type BenchFormat, fileFormats, formatFile } from './format-files.ts'
import { mebibytes } from './products-file.ts'
import { median, report, rows, runs } from './report.ts'

/** What each reader of the product is held against in the same run; the first one counts for the ratio. */
const floors: Record<BenchFormat, string[]> = {
  csv: ['csv floor', 'csv decode'],
  json: ['json floor'],
  ndjson: ['ndjson floor'],
  xml: ['xml floor'],
  xlsx: ['xlsx floor', 'xlsx inflate'],
}

type Reading = { records: number; ms: number; cpuMs: number; peakMiB: number }

/**
 * The readers alone, each reading in a process of its own: MiB/s and peak memory of the same products in every format,
 * and the ratio to a floor by CPU time, since the machine may be shared.
 */
export async function measureFormats(): Promise<void> {
  for (const format of fileFormats) {
    const file = await formatFile(format, rows)
    report(`read-${format}-size`, mebibytes(file), 'MiB', 2)
    const readers = [`${format} ours`, ...floors[format]]
    const readings = new Map(readers.map((reader) => [reader, [] as Reading[]]))
    for (let i = 0; i < runs; i++) for (const reader of readers) readings.get(reader)?.push(readOnce(reader, file))
    for (const reader of readers) {
      const all = readings.get(reader) ?? []
      const name = `read-${reader.replace(' ', '-')}`
      report(`${name}-wall`, median(all.map(({ ms }) => ms)), 'ms')
      report(`${name}-cpu`, median(all.map(({ cpuMs }) => cpuMs)), 'ms')
      report(`${name}-speed`, (mebibytes(file) * 1000) / median(all.map(({ ms }) => ms)), 'MiB/s')
      report(`${name}-peak`, median(all.map(({ peakMiB }) => peakMiB)), 'MiB')
    }
    const [ours = [], floor = []] = readers.map((reader) => readings.get(reader) ?? [])
    const ratio = median(ours.map(({ cpuMs }, i) => cpuMs / (floor[i]?.cpuMs ?? Number.NaN)))
    report(`read-${format}-cpu-ratio`, ratio, '×', 2)
    if (ours[0]?.records !== rows) throw new Error(`${ours[0]?.records} records were read from ${file}`)
  }
}

/** Peak memory of each reader from 1,000 to 1,000,000 rows; a workbook of 178,000 such rows has 20 MiB. */
export async function measureFormatSizes(): Promise<void> {
  for (const format of fileFormats) {
    for (const count of [1000, 10_000, 100_000, format === 'xlsx' ? 178_000 : 1_000_000]) {
      const file = await formatFile(format, count)
      const { cpuMs, peakMiB } = readOnce(`${format} ours`, file)
      report(`read-${format}-${count}-peak`, peakMiB, 'MiB')
      report(`read-${format}-${count}-cpu-per-1000-rows`, (cpuMs * 1000) / count, 'ms', 2)
    }
  }
}

/** The heap a runner process gets (spawn-runner.ts): what V8 takes beyond need depends on it. */
const heapOfRunner = [
  '--min-semi-space-size=8',
  '--max-semi-space-size=16',
  '--initial-heap-size=96',
  '--max-old-space-size=512',
]

function readOnce(reader: string, file: string): Reading {
  const script = path.join(import.meta.dirname, 'read-once.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, [...heapOfRunner, script, reader, file], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${reader} failed: ${stderr}`)
  return JSON.parse(stdout) as Reading
}
