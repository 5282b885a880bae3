import { createHash } from 'node:crypto'
import type { SinkFormat } from '@millrace/contract'
import { timeStamp } from '../../uploads/time-stamp.ts'

/** `{pipeline}-{sink}-{YYYYMMDD-HHmmss}.{ext}` in the platform zone, the same for every attempt. */
export function outputFileName(
  of: { pipeline: string; sink: string; format: SinkFormat },
  at: Date,
  timeZone: string,
): string {
  return `${of.pipeline}-${of.sink}-${timeStamp(at, timeZone)}.${of.format}`.replace(/[^\p{L}\p{N}._-]/gu, '-')
}

/** The upload id of a sink's output: one per import and sink, whichever attempt wrote it. */
export function outputId(importId: string, sink: string): string {
  // As long as other ids and beginning like the import's, so that it sorts by time with them.
  return importId.slice(0, 12) + createHash('sha256').update(`${importId} ${sink}`).digest('hex').slice(0, 20)
}
