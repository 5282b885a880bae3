import type { DetectedFormat, ReadNote } from '../formats/records/file.types.ts'

/**
 * A dataset: the accepted records of one file in packed columns, as an import hands them on. Groups of some thousand
 * records stand one behind the other, each with its columns; then the index as JSON, then a foot of fixed size, which
 * has the sums of both. What is not whole in any way is made again from the file, so nothing in it is mended.
 */
export const datasetVersion = 2

/** What one may take on the disk: a small file that unpacks to very much cannot fill it. */
export const maxDatasetBytes = 2 ** 30

/** Where bytes of a group stand, counted from its start, in the order in which they are listed, and their CRC-32. */
export type BlockIndex = [size: number, sum: number]

/** Numbers that rise with the records: the first, and the differences; without bytes all of them are 1. */
export type RisingIndex = [first: number, width: number, ...BlockIndex]

export type GroupIndex = {
  /** Byte at which the group begins. */
  at: number
  /** For each batch of the file, in turn, the records that were read and those that were accepted. */
  batches: number[]
  /** Rows of the file, and lines, of its accepted records. */
  rows: RisingIndex
  lines: RisingIndex
  /** Places in `keys`, in the order of the records, and the bytes of each column. */
  keys: number[]
  columns: BlockIndex[]
  /** Records that have no keys in common, batch by batch, instead of columns. */
  records?: BlockIndex[]
}

export type DatasetCounts = { read: number; accepted: number; rejected: number }

export type DatasetIndex = {
  counts: DatasetCounts
  detected: Partial<DetectedFormat>
  /** What an import of the file tells of how it is read. */
  notes: ReadNote[]
  /** Why the file cannot be read behind its last record; null where all of it was. */
  problem: string | null
  /** Blocks are packed with zstd: the file itself is, so that they would take far more room than it. */
  packed: boolean
  /** The fields that were kept of each record; null = all. */
  fields: string[] | null
  /** All keys of all groups. */
  keys: string[]
  groups: GroupIndex[]
}

export type DatasetEnd = Pick<DatasetIndex, 'detected' | 'notes' | 'problem' | 'fields'> & { stamp: string }

/** A batch as the check left it: the accepted records with their rows and lines. */
export type AcceptedBatch = { read: number; records: readonly unknown[]; rows: number[]; lines: number[] }
