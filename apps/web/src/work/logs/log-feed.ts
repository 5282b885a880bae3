import type { Log, LogFilter } from '@millrace/contract'
import { maxLogPage } from '@millrace/contract/logs/logs.rule'
import { isAbort } from '../../api/call-error.ts'
import { subscribeLive } from '../../api/live.ts'
import { createStore } from '../../state/store.ts'
import { filterOf, idOfLine, idsOf, pageOf } from './log-pages.ts'
import { createLogStore } from './log-store.ts'
import { createOlderLines } from './older-lines.ts'

/**
 * `loading` until the first list; `live` while pushed; `polling` while the link is down and lines are asked for each
 * second; `unavailable` when neither works (LOG-014).
 */
export type FeedState = 'loading' | 'live' | 'polling' | 'unavailable'

/** Milliseconds between two questions while the link is down. */
const pollMs = 1000

/** Imports of a pipeline run one after the other: only the newest can still write. */
const maxPolledImports = 5
let feeds = 0

/** Follows the logs of some uploads or imports into a store of its own, until `stop` (LOG-011 to LOG-014). */
export function createLogFeed(first: LogFilter) {
  const idOf = idOfLine(first)
  const store = createLogStore(idOf)
  const state = createStore<FeedState>('loading')
  /** The newest first, as screens give them. */
  let filter = first
  const ends: (() => void)[] = []
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Messages are worked off one after the other: a gap is filled before what came after it is shown. */
  let queue: Promise<void> = Promise.resolve()
  const isStopped = () => stopped
  const older = createOlderLines({ store, filter: () => filter, isStopped })

  const inTurn = (task: () => void | Promise<void>) => {
    queue = queue
      .then(() => (stopped ? undefined : task()))
      .catch((error: unknown) => {
        if (!isAbort(error)) console.error('log lines could not be read', error)
      })
  }

  /** Adds pushed lines; numbers missing before them are read first. */
  async function take(ids: readonly string[], lines: readonly Log[]) {
    for (const id of ids) {
      const held = store.lastOf(id)
      const next = lines.find((line) => idOf(line) === id)
      if (held !== undefined && next !== undefined && next.seq > held + 1) await readOn(id)
    }
    store.append(lines)
  }

  /** Reads one id on from the last line held to its end. */
  async function readOn(id: string) {
    for (;;) {
      const page = await pageOf(filter, id, store.lastOf(id) ?? 0, maxLogPage)
      if (stopped) return
      store.append(page)
      if (page.length < maxLogPage) return
    }
  }

  async function poll() {
    timer = undefined
    try {
      for (const id of 'importId' in filter ? idsOf(filter).slice(0, maxPolledImports) : idsOf(filter)) await readOn(id)
      if (!stopped && state.get() !== 'live') state.set('polling')
    } catch (error) {
      if (!isAbort(error)) console.error('log lines could not be asked for', error)
      if (!stopped && state.get() !== 'live') state.set('unavailable')
    }
    if (!stopped && state.get() !== 'live') timer = setTimeout(() => void poll(), pollMs)
  }
  const startPolling = () => {
    // The first question goes out after a second too: a link that is only being made needs less.
    timer ??= setTimeout(() => void poll(), pollMs)
  }
  const stopPolling = () => {
    clearTimeout(timer)
    timer = undefined
  }

  function follow(part: LogFilter) {
    const ids = idsOf(part)
    let begun = false
    const lastNumbers = () => {
      const held = ids.flatMap((id) => {
        const last = store.lastOf(id)
        return last === undefined ? [] : [[id, last] as const]
      })
      return Object.fromEntries(held)
    }
    const end = subscribeLive('logs', part, {
      after: lastNumbers,
      onInit: ({ data, total }) => {
        inTurn(async () => {
          await take(ids, data)
          if (!begun) store.addMissing(Math.max(0, total - data.length))
          begun = true
        })
      },
      onChange: ({ data }) => inTurn(() => take(ids, Array.isArray(data) ? data : [data])),
      onState: (link) => {
        if (stopped) return
        if (link === 'live') {
          stopPolling()
          state.set('live')
        } else if (link === 'refused') {
          stopPolling()
          state.set('unavailable')
        } else {
          if (state.get() === 'live') state.set('polling')
          startPolling()
        }
      },
    })
    ends.push(end)
  }
  follow(first)

  feeds += 1
  return {
    /** Tells feeds apart. */
    number: feeds,
    store,
    state,
    hasOlder: older.has,
    loadOlder: older.load,
    loadAll: older.loadAll,
    /** What is followed now. */
    filter: () => filter,
    /**
     * Follows further ids as well, when all that is followed is among them; what is shown stays as it is.
     * @returns false when the filter is about something else
     */
    extend(next: LogFilter): boolean {
      const [known, wanted] = [idsOf(filter), idsOf(next)]
      // Screens name the newest so many: what a new one pushes out at the end is held already.
      const kept = known.filter((id) => wanted.includes(id))
      const pushedOut = kept.length > 0 && wanted.length >= known.length && kept.every((id, n) => id === known[n])
      if ('uploadId' in next !== 'uploadId' in filter || (kept.length < known.length && !pushedOut)) return false
      const added = wanted.filter((id) => !known.includes(id))
      filter = next
      if (added.length > 0) follow(filterOf(next, added))
      return true
    },
    stop() {
      stopped = true
      stopPolling()
      for (const end of ends) end()
      store.stop()
    },
  }
}

export type LogFeed = ReturnType<typeof createLogFeed>
