import type { Import, LiveDocument, LiveRunLines, Log, RunFilter, ScheduledJob, Upload } from '@millrace/contract'
import type { LiveHandlers, LiveModel, LiveState } from '../api/live.ts'

// Stands in for '../api/live.ts' in tests of screens: `vi.mock('../api/live.ts', () => import('./fake-live.ts'))`.

type Entry = { model: LiveModel; filter: object; handlers: LiveHandlers<LiveModel> }
const entries = new Set<Entry>()
let state: LiveState = 'live'

export function subscribeLive(model: LiveModel, filter: object, handlers: LiveHandlers<LiveModel>): () => void {
  const entry = { model, filter, handlers }
  entries.add(entry)
  handlers.onState?.(state)
  return () => entries.delete(entry)
}

export const closeLive = (): void => entries.clear()

/** What the test makes the socket do. */
export const fakeLive = {
  /** The state of the link for all that subscribe from now on. */
  begin: (next: LiveState) => {
    entries.clear()
    state = next
  },
  /** Tells those that have subscribed of the link. */
  turn: (next: LiveState) => {
    for (const { handlers } of [...entries]) handlers.onState?.(next)
  },
  filters: (model: LiveModel): object[] =>
    [...entries].filter((entry) => entry.model === model).map(({ filter }) => filter),
  /** Lines of every test run that is followed. */
  pushRunLines(logs: LiveRunLines['logs']) {
    for (const { model, filter, handlers } of [...entries]) {
      if (model !== 'testRuns') continue
      const [run] = (filter as RunFilter).run
      handlers.onChange({ model, filter, operationType: 'insert', data: { run, logs } } as never)
    }
  },
  /** What every subscription to this model begins with. */
  beginWith(
    model: 'uploads' | 'imports' | 'jobs' | 'documents',
    data: readonly Upload[] | readonly Import[] | readonly ScheduledJob[] | readonly LiveDocument[],
  ) {
    for (const { filter, handlers } of [...entries].filter((entry) => entry.model === model)) {
      handlers.onInit({ model, filter, data } as never)
    }
  },
  /** What a subscription to logs begins with. */
  beginLogs(data: readonly Log[]) {
    for (const { model, filter, handlers } of [...entries]) {
      if (model !== 'logs') continue
      handlers.onInit({ model, filter, data, firstSeq: 1, lastSeq: data.length, total: data.length } as never)
    }
  },
  push(
    model: 'uploads' | 'imports' | 'jobs' | 'documents',
    data: Upload | Import | ScheduledJob | LiveDocument,
    operationType: 'insert' | 'update' | 'delete' = 'update',
  ) {
    for (const entry of [...entries]) {
      if (entry.model !== model) continue
      entry.handlers.onChange({ model, filter: entry.filter, operationType, data } as never)
    }
  },
}
