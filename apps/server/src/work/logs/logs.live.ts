import { initialLogLines, type Log, type LogFilter } from '@millrace/contract'
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { Database } from '../../platform/database/database.ts'
import type { LiveSource, LiveSubscription, SubscriptionTo } from '../live/live-source.ts'
import type { LogOwner } from './append-logs.ts'
import { idOf, readSnapshot } from './log-snapshot.ts'
import { createLogTails, type LogTails } from './log-tails.ts'
import { pipelinesOfImports, pipelinesOfUploads } from './logs.repository.ts'
import { createPushThrottle } from '../live/push-throttle.ts'

/** The live model `logs`: lines of uploads or of imports, as they are written. */
export function createLogsLive({ db, log }: { db: Database; log: Logger }): LiveSource<SubscriptionTo<'logs'>> {
  const tails = createLogTails(db)
  return {
    pipelinesOf: ({ filter }) => {
      const lists = filter as { uploadId?: string[]; importId?: string[] }
      return lists.uploadId === undefined
        ? pipelinesOfImports(db, lists.importId ?? [])
        : pipelinesOfUploads(db, lists.uploadId)
    },
    follow: (socket, { filter, after }) => followLogLines({ db, tails, socket, log }, filter, after ?? {}),
  }
}

const ownersOf = (filter: LogFilter): LogOwner[] => {
  const lists = filter as { uploadId?: string[]; importId?: string[] }
  return [
    ...(lists.uploadId ?? []).map((upload): LogOwner => ({ upload })),
    ...(lists.importId ?? []).map((id): LogOwner => ({ import: id })),
  ]
}

/** A push holds about so many characters, so that what waits for a slow reader is bounded in bytes too (G12). */
const maxPushCharacters = 128 * 1024
const lineOverhead = 200

type Deps = { db: Database; tails: LogTails; socket: Socket; log: Logger }

/**
 * Follows the lines of some uploads or imports: a snapshot, then every later line once and in order, because each
 * push reads on from the number of the last line sent, whatever woke it (G11).
 */
function followLogLines(
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
      let room = maxPushCharacters
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
  const pacer = createPushThrottle({ socket, log, push })

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
      const init = await readSnapshot(db, owners, after)
      if (ended) return
      for (const owner of owners) {
        const seq = init.sent.get(idOf(owner)) ?? 0
        sent.set(idOf(owner), seq)
        tails.follow(owner, seq)
      }
      socket.emit('init', { model: 'logs', filter, ...init.message })
      pacer.begin()
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
