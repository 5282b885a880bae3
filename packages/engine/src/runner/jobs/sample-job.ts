import { DatasetError } from '../../dataset/dataset-error.ts'
import { DatasetReader } from '../../dataset/dataset-reader.ts'
import type { PackedRows } from '../../dataset/packed.types.ts'
import { readRejectedHead, readRejectedRecords } from '../../outputs/rejected/read-rejected.ts'
import type { RejectedRecord } from '../../outputs/rejected/rejected-file.ts'
import { createRowPacker } from '../columns/packed-rows.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'
import type { RunnerDataset, SampleJob, SampleResult } from '../../protocol/messages.ts'

type Sample = Pick<SampleResult, 'read' | 'problem'> & { records: unknown[] }

/** Some records of a file: as an import would hand them on, or as they were rejected. */
export async function runSampleJob(job: SampleJob): Promise<SampleResult> {
  const { records, read, problem } = await sampleOf(job)
  if (problem !== null) return { mode: 'sample', records: [], read: 0, cut: false, problem }
  let bytes = 0
  const fitting = records.filter((record) => {
    const size = JSON.stringify(record).length
    const isKept = bytes + size <= job.maxBytes
    if (isKept) bytes += size
    return isKept
  })
  return { mode: 'sample', records: fitting, read, cut: fitting.length < records.length, problem: null }
}

async function sampleOf({ which, file, count, columns }: SampleJob): Promise<Sample> {
  if (which === 'rejected') return rejectedOf(file, count)
  const { unpack } = createRowPacker(columns)
  const recordsOf = (rows: PackedRows | unknown[]): unknown[] => (Array.isArray(rows) ? rows : unpack(rows))
  try {
    const dataset = new DatasetReader(file)
    const { accepted } = dataset.index.counts
    if (which === 'first') {
      const records = [...dataset.batches(null, count)].flatMap(({ rows }) => recordsOf(rows))
      // What a file holds behind the last record that is wanted does not matter.
      return { records, read: records.length, problem: records.length < count ? dataset.index.problem : null }
    }
    const records = drawn(accepted, count).flatMap((number) => recordsOf(dataset.record(number) ?? []))
    return { records, read: accepted, problem: dataset.index.problem }
  } catch (problem) {
    if (!(problem instanceof DatasetError)) throw problem
    return { records: [], read: 0, problem: 'its checked records were damaged meanwhile' }
  }
}

/** So many numbers of 1 to n, ascending, each with the same chance. */
function drawn(n: number, count: number): number[] {
  const numbers = new Set<number>()
  // Floyd's way: each turn adds one number, whatever was drawn before.
  for (let last = n - Math.min(count, n) + 1; last <= n; last++) {
    const number = 1 + Math.floor(Math.random() * last)
    numbers.add(numbers.has(number) ? last : number)
  }
  return [...numbers].sort((a, b) => a - b)
}

async function rejectedOf({ fd, size }: RunnerDataset, count: number): Promise<Sample> {
  const { columns } = readRejectedHead(fd, size)
  const yielder = new EventLoopYielder()
  const records: unknown[] = []
  for (const { record } of readRejectedRecords(fd, size)) {
    await yielder.yieldIfDue()
    records.push(recordOf(record, columns))
    if (records.length >= count) break
  }
  return { records, read: records.length, problem: null }
}

/** What stands in a cell that is not there is not in the record. */
function recordOf(record: RejectedRecord, columns: readonly string[] | null): unknown {
  if (!Array.isArray(record) || columns === null) return record
  return Object.fromEntries(
    columns.flatMap((name, index) =>
      record[index] === undefined || record[index] === null ? [] : [[name, record[index]]],
    ),
  )
}
