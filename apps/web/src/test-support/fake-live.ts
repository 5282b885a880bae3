import type { Import, LiveDocument, ScheduledJob, Upload } from '@millrace/contract'
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
  filters: (model: LiveModel): object[] =>
    [...entries].filter((entry) => entry.model === model).map(({ filter }) => filter),
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
