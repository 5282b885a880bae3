import type { Log, LogFilter } from '@millrace/contract'
import { maxLogPage } from '@millrace/contract/logs/logs.rule'
import { isAbort } from '../../api/call-error.ts'
import { idsOf, olderPage, pageOf } from './log-pages.ts'
import type { LogStore } from './log-store.ts'

/** Lines held at which a search stops reading further back by itself. */
const maxSearchedLines = 200_000

type Deps = { store: LogStore; filter: () => LogFilter; isStopped: () => boolean }

/** Reads the lines before those held: a page when somebody scrolls up, all of them when somebody searches. */
export function createOlderLines({ store, filter, isStopped }: Deps) {
  let loading: Promise<boolean> | null = null
  let all: Promise<void> | null = null
  /** A server that has thrown old lines away answers none: then there is nothing older to ask for. */
  const exhausted = new Set<string>()

  /** Ids with lines that are not held; those of which none is held only while lines are known to be missing. */
  const incomplete = (): string[] =>
    idsOf(filter()).filter((id) => {
      if (exhausted.has(id)) return false
      const first = store.firstOf(id)
      return first === undefined ? store.view().missing > 0 : first > 1
    })

  /** Lines of one id before those held, at most `size`; all of an id of which none is held, as its end is not known. */
  async function before(id: string, size: number): Promise<Log[]> {
    const first = store.firstOf(id)
    if (first !== undefined) {
      const after = Math.max(0, first - 1 - size)
      return pageOf(filter(), id, after, first - 1 - after)
    }
    const lines: Log[] = []
    for (;;) {
      const page = await pageOf(filter(), id, lines.at(-1)?.seq ?? 0, maxLogPage)
      lines.push(...page)
      if (page.length < maxLogPage || isStopped()) return lines
    }
  }

  async function read(size: number): Promise<boolean> {
    const open = incomplete()
    // Imports of a pipeline run one after the other, so the lines of the newest come before any of the one before it;
    // uploads are judged at the same time, so that each gives its part.
    const ids = 'importId' in filter() ? open.slice(0, 1) : open
    const lines: Log[] = []
    for (const id of ids) {
      const page = await before(id, size)
      if (isStopped()) return false
      if (page.length === 0) exhausted.add(id)
      lines.push(...page)
    }
    store.prepend(lines)
    if (incomplete().length === 0) store.addMissing(-store.view().missing)
    return true
  }

  const has = () => incomplete().length > 0
  const load = (size = olderPage): Promise<boolean> => {
    loading ??= read(size)
      .catch((error: unknown) => {
        if (!isAbort(error)) console.error('older log lines could not be read', error)
        return false
      })
      .finally(() => {
        loading = null
      })
    return loading
  }
  return {
    has,
    /** Fetches one page of lines before those held; answers whether it could. */
    load,
    /** Fetches every line there is, up to a bound, so that a search misses none. */
    loadAll(): Promise<void> {
      const run = async () => {
        while (!isStopped() && has() && store.view().held < maxSearchedLines) if (!(await load(maxLogPage))) return
      }
      all ??= run().finally(() => {
        all = null
      })
      return all
    },
  }
}
