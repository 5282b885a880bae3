import { type Log, initialLogLines, type LogFilter, type LogInit } from '@millrace/contract'
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { Database } from '../../platform/database/database.ts'
import { presentLog } from '../logs/logs.presenter.ts'
import type { LogOwner } from '../logs/logs.repository.ts'
import type { LogTails } from './log-tails.ts'
import { createPushPacer } from './push-pacer.ts'
import type { LiveSubscription } from './subscription.ts'

export const ownersOf = (filter: LogFilter): LogOwner[] => {
  const lists = filter as { uploadId?: string[]; importId?: string[] }
  return [
    ...(lists.uploadId ?? []).map((upload): LogOwner => ({ upload })),
    ...(lists.importId ?? []).map((id): LogOwner => ({ import: id })),
  ]
}
const idOf = (owner: LogOwner): string => ('upload' in owner ? owner.upload : owner.import)

/** A push holds about so many characters, so that what waits for a slow reader is bounded in bytes too (G12). */
const pushCharacters = 128 * 1024
const lineOverhead = 200

type Deps = { db: Database; tails: LogTails; socket: Socket; log: Logger }

/**
 * Follows the lines of some uploads or imports: a snapshot, then every later line once and in order, because each
 * push reads on from the number of the last line sent, whatever woke it (G11).
 */
export function followLogLines(
  { db, tails, socket, log }: Deps,
  filter: LogFilter,
  after: Readonly<Record<string, number>>,
): LiveSubscription {
  const owners = ownersOf(filter)
  const sent = new Map<string, number>()
  const waiting = new Map<string, LogOwner>()

  const push = async (): Promise<boolean> => {
    const asked = [...waiting]
    // A wake that comes from here on is for lines this push may not see.
    waiting.clear()
    const lines: Log[] = []
    const upTo = new Map<string, number>()
    try {
      let room = pushCharacters
      for (const [id, owner] of asked) {
        if (room <= 0) {
          waiting.set(id, owner)
          continue
        }
        const next = await tails.after(owner, sent.get(id) ?? 0)
        let taken = 0
        for (const line of next.lines) {
          if (room <= 0 || lines.length >= initialLogLines) break
          room -= line.message.length + lineOverhead
          lines.push(line)
          upTo.set(id, line.seq)
          taken++
        }
        if (taken < next.lines.length || next.more) waiting.set(id, owner)
      }
    } catch (error) {
      for (const [id, owner] of asked) waiting.set(id, owner)
      throw error
    }
    for (const [id, seq] of upTo) sent.set(id, seq)
    if (lines.length > 0) socket.emit('change', { model: 'logs', filter, operationType: 'insert', data: lines })
    return waiting.size > 0
  }
  const pacer = createPushPacer({ socket, log, push })

  let ended = false
  const wake = (owner: LogOwner): void => {
    if (ended || !sent.has(idOf(owner))) return
    tails.refresh(owner).then(
      () => {
        waiting.set(idOf(owner), owner)
        pacer.wake()
      },
      (error: unknown) => {
        log.warn({ err: error }, 'live lines wait for the database')
        setTimeout(() => wake(owner), 1000).unref()
      },
    )
  }
  return {
    async begin() {
      const init = await snapshot(db, owners, after)
      if (ended) return
      for (const owner of owners) {
        const seq = init.sent.get(idOf(owner)) ?? 0
        sent.set(idOf(owner), seq)
        tails.follow(owner, seq)
      }
      socket.emit('init', { model: 'logs', filter, ...init.message })
      // What was written since the snapshot had no one to wake yet.
      for (const owner of owners) wake(owner)
    },
    onNotice(notice) {
      if (notice.about === 'logs') wake('upload' in notice ? { upload: notice.upload } : { import: notice.import })
    },
    onGap() {
      for (const owner of owners) wake(owner)
    },
    end() {
      ended = true
      pacer.stop()
      if (sent.size > 0) for (const owner of owners) tails.leave(owner)
    },
  }
}

/**
 * The last 1,000 lines of all together; of those with an `after`, the first lines behind it instead, so that a client
 * that comes back misses none (settled point 18).
 */
async function snapshot(db: Database, owners: readonly LogOwner[], after: Readonly<Record<string, number>>) {
  const column = owners[0] !== undefined && 'upload' in owners[0] ? ('upload_id' as const) : ('import_id' as const)
  const ids = owners.map(idOf)
  const fresh = ids.filter((id) => after[id] === undefined)
  // Read before the lines: what is older than the first list is fetched on scroll and never pushed.
  const lasts = await db
    .selectFrom('logs')
    .select(column)
    .select((select) => select.fn.max('seq').as('last'))
    .where(column, 'in', fresh.length === 0 ? [''] : fresh)
    .groupBy(column)
    .execute()
  const lastOf = new Map(lasts.map((row) => [row[column] ?? '', Number(row.last)]))
  const rows = await db
    .selectFrom(
      db
        .selectFrom('logs')
        .selectAll()
        .where(column, 'in', fresh.length === 0 ? [''] : fresh)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(initialLogLines)
        .as('newest'),
    )
    .selectAll()
    .execute()
  for (const id of ids.filter((each) => after[each] !== undefined)) {
    const resumed = await db
      .selectFrom('logs')
      .selectAll()
      .where(column, '=', id)
      .where('seq', '>', after[id] ?? 0)
      .orderBy('seq')
      .limit(initialLogLines)
      .execute()
    rows.push(...resumed)
  }
  const total = await db
    .selectFrom('logs')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where(column, 'in', ids)
    .executeTakeFirstOrThrow()
  const data = rows.map(presentLog).sort(inOrder)
  const sent = new Map(ids.map((id) => [id, after[id] ?? lastOf.get(id) ?? 0]))
  for (const line of data) {
    const id = line.uploadId ?? line.importId ?? ''
    sent.set(id, Math.max(sent.get(id) ?? 0, line.seq))
  }
  const seqs = data.map((line) => line.seq)
  const message: Omit<LogInit, 'model' | 'filter'> = {
    data,
    firstSeq: seqs.length === 0 ? 0 : Math.min(...seqs),
    lastSeq: Math.max(0, ...sent.values()),
    total: Math.max(Number(total.n), data.length),
  }
  return { message, sent }
}

/** Oldest first; lines of one owner by number. */
function inOrder(a: Log, b: Log): number {
  if (a.uploadId === b.uploadId && a.importId === b.importId) return a.seq - b.seq
  return a.logDate < b.logDate ? -1 : a.logDate > b.logDate ? 1 : 0
}
