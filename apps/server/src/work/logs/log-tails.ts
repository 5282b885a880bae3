import type { Log } from '@millrace/contract'
import type { Database } from '../../platform/database/database.ts'
import type { LogOwner } from './append-logs.ts'
import { readLogs } from './logs.reads.ts'

/** Newest lines of one upload or import, shared by all who follow it, so that 200 readers cost one query. */
type Tail = {
  owner: LogOwner
  lines: Log[]
  last: number
  readers: number
  reading: Promise<void> | null
  stale: boolean
}

const maxLinesKept = 500
const linesPerRead = 500

export type LogTails = ReturnType<typeof createLogTails>

const ownerKey = (owner: LogOwner): string => ('upload' in owner ? `u:${owner.upload}` : `i:${owner.import}`)

export function createLogTails(db: Database) {
  const tails = new Map<string, Tail>()

  const query = (owner: LogOwner, after: number): Promise<Log[]> => {
    const of = 'upload' in owner ? { uploads: [owner.upload] } : { imports: [owner.import] }
    return readLogs(db, of, { after, limit: linesPerRead })
  }

  /** Reads on until nothing is new. Calls that come while it reads share it, and it reads once more for them. */
  const refresh = (tail: Tail): Promise<void> => {
    tail.stale = true
    tail.reading ??= (async () => {
      try {
        while (tail.stale) {
          tail.stale = false
          const lines = await query(tail.owner, tail.last)
          if (lines.length === 0) continue
          tail.lines = [...tail.lines, ...lines].slice(-maxLinesKept)
          tail.last = lines.at(-1)?.seq ?? tail.last
          tail.stale ||= lines.length === linesPerRead
        }
      } finally {
        tail.reading = null
      }
    })()
    return tail.reading
  }

  return {
    /** Begins to follow; `from` is the number of a line that is stored for sure, or 0. */
    follow(owner: LogOwner, from: number): void {
      const key = ownerKey(owner)
      const tail = tails.get(key) ?? { owner, lines: [], last: from, readers: 0, reading: null, stale: false }
      tail.readers++
      tails.set(key, tail)
    },
    leave(owner: LogOwner): void {
      const key = ownerKey(owner)
      const tail = tails.get(key)
      if (tail !== undefined && --tail.readers <= 0) tails.delete(key)
    },
    /** There are new lines: reads them once for all readers. */
    async refresh(owner: LogOwner): Promise<void> {
      const tail = tails.get(ownerKey(owner))
      if (tail !== undefined) await refresh(tail)
    },
    /**
     * Lines after this number, in order and without a gap; from memory when they are still there.
     * @returns `more`: there may be lines behind these
     */
    async after(owner: LogOwner, seq: number): Promise<{ lines: Log[]; more: boolean }> {
      const tail = tails.get(ownerKey(owner))
      if (tail !== undefined && seq >= tail.last) return { lines: [], more: false }
      const first = tail?.lines[0]?.seq
      if (tail !== undefined && first !== undefined && seq >= first - 1) {
        return { lines: tail.lines.slice(seq - first + 1), more: false }
      }
      const lines = await query(owner, seq)
      return { lines, more: lines.length === linesPerRead }
    },
  }
}
