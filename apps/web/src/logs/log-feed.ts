import type { Log, LogFilter } from '@millrace/contract'
import { isAbort } from '../api/call-error.ts'
import { subscribeLive } from '../api/live.ts'
import { createStore } from '../ui/store.ts'
import { idOfLine, idsOf, longestPage, olderPage, pageOf } from './log-pages.ts'
import { createLogStore } from './log-store.ts'

/**
 * `loading` until the first list; `live` while pushed; `polling` while the link is down and lines are asked for each
 * second; `unavailable` when neither works (LOG-014).
 */
export type FeedState = 'loading' | 'live' | 'polling' | 'unavailable'

/** Milliseconds between two questions while the link is down. */
export const pollMs = 1000

/** Follows the logs of some uploads or imports into a store of its own, until `stop` (LOG-011 to LOG-014). */
export function createLogFeed(filter: LogFilter) {
  const store = createLogStore(idOfLine(filter))
  const state = createStore<FeedState>('loading')
  const ids = idsOf(filter)
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Messages are worked off one after the other: a gap is filled before what came after it is shown. */
  let queue: Promise<void> = Promise.resolve()
  let loadingOlder: Promise<boolean> | null = null
  /** Whether the server told of lines that are not held, for ids of which none is held. */
  let more = false

  const inTurn = (task: () => void | Promise<void>) => {
    queue = queue
      .then(() => (stopped ? undefined : task()))
      .catch((error: unknown) => {
        if (!isAbort(error)) console.error('log lines could not be read', error)
      })
  }

  /** Adds pushed lines; numbers missing before them are read first. */
  async function take(lines: readonly Log[]) {
    const idOf = idOfLine(filter)
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
      const page = await pageOf(filter, id, store.lastOf(id) ?? 0, longestPage)
      if (stopped) return
      store.append(page)
      if (page.length < longestPage) return
    }
  }

  async function poll() {
    timer = undefined
    try {
      for (const id of ids) await readOn(id)
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

  const lastNumbers = () => {
    const after: Record<string, number> = {}
    for (const id of ids) {
      const last = store.lastOf(id)
      if (last !== undefined) after[id] = last
    }
    return after
  }

  const end = subscribeLive('logs', filter, {
    after: lastNumbers,
    onInit: ({ data, total }) => {
      inTurn(async () => {
        await take(data)
        more = total > store.view().held
      })
    },
    onChange: ({ data }) => inTurn(() => take(Array.isArray(data) ? data : [data])),
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

  const hasOlder = () => ids.some((id) => (store.firstOf(id) ?? (more ? 2 : 1)) > 1)

  async function readOlder(): Promise<boolean> {
    for (const id of ids) {
      const first = store.firstOf(id)
      if (first === undefined ? !more : first <= 1) continue
      const after = first === undefined ? 0 : Math.max(0, first - 1 - olderPage)
      const page = await pageOf(filter, id, after, first === undefined ? longestPage : first - 1 - after)
      if (stopped) return false
      store.prepend(page)
      // A server that has thrown old lines away answers none: then there is nothing older to ask for.
      if (page.length === 0) exhausted.add(id)
    }
    more = false
    return true
  }
  const exhausted = new Set<string>()

  return {
    store,
    state,
    hasOlder: () => hasOlder() && !ids.every((id) => exhausted.has(id)),
    /** Fetches one page of lines before those held; answers whether it could. */
    loadOlder(): Promise<boolean> {
      loadingOlder ??= readOlder()
        .catch((error: unknown) => {
          if (!isAbort(error)) console.error('older log lines could not be read', error)
          return false
        })
        .finally(() => {
          loadingOlder = null
        })
      return loadingOlder
    },
    stop() {
      stopped = true
      stopPolling()
      end()
      store.stop()
    },
  }
}

export type LogFeed = ReturnType<typeof createLogFeed>
