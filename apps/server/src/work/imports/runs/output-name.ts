import { createHash } from 'node:crypto'
import type { SinkFormat } from '@millrace/contract'

/** `{pipeline}-{sink}-{YYYYMMDD-HHmmss}.{ext}` in the platform zone, the same for every attempt (settled point 13). */
export function outputFileName(
  of: { pipeline: string; sink: string; format: SinkFormat },
  at: Date,
  timeZone: string,
): string {
  return `${of.pipeline}-${of.sink}-${timeStamp(at, timeZone)}.${of.format}`.replace(/[^\p{L}\p{N}._-]/gu, '-')
}

/** YYYYMMDD-HHmmss in the zone. */
export function timeStamp(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((entry) => entry.type === type)?.value ?? ''
  const day = `${part('year')}${part('month')}${part('day')}`
  const time = `${part('hour')}${part('minute')}${part('second')}`
  return `${day}-${time}`
}

/** The upload id of a sink's output: one per import and sink, whichever attempt wrote it. */
export function outputId(importId: string, sink: string): string {
  // As long as other ids and beginning like the import's, so that it sorts by time with them.
  return importId.slice(0, 12) + createHash('sha256').update(`${importId} ${sink}`).digest('hex').slice(0, 20)
}
