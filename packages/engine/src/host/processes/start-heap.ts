/**
 * Batches live for some milliseconds, longer than the first collections of a heap that starts small. With a young
 * generation of the usual 1 MiB, or the 3 MiB of an isolate, they are copied again and again, and then fill an old
 * generation that is marked every 20 MiB.
 */
const youngSizes = ['--min-semi-space-size=8', '--max-semi-space-size=16']

/** Where the heap of a runner starts; what it may grow to is the same. */
export type StartHeap = 'small' | 'large'

/**
 * A heap that starts large is not collected as a whole while 100,000 records are imported, instead of three or four
 * times, for 10 MiB more at the peak. But V8 refuses code that was compiled without this flag, so that Node compiles its
 * own modules anew, a sixth of what a test run costs (decision 19). The sizes of the young generation do not matter for
 * that.
 */
export const heapFlags: Record<StartHeap, readonly string[]> = {
  small: youngSizes,
  large: [...youngSizes, '--initial-heap-size=96'],
}

/** Bytes to read from which on a large heap gains more than its start costs. */
const minLargeBytes = 2 ** 20

/** The heap of a runner that reads these files and ends. */
export const heapFor = (files: readonly { size: number }[]): StartHeap =>
  files.reduce((sum, { size }) => sum + size, 0) < minLargeBytes ? 'small' : 'large'
