import type { Logger } from 'pino'
import type { Database } from '../../../platform/database/database.ts'
import type { Held } from '../imports.repository.ts'

/** Abort and take-over reach a run within so long even when no notice does. */
const pollMs = 500

export type FenceWatch = { readonly signal: AbortSignal; lost(): void; look(): void; stop(): void }

const watches = new Map<string, Set<FenceWatch>>()

/** Looks at once at the runs of this import in this process: something about it has changed. */
export function lookAtImport(importId: string): void {
  for (const watch of watches.get(importId) ?? []) watch.look()
}

/** Fires its signal as soon as the import was aborted or taken over, so that the runner is ended (IMP-045, G5). */
export function watchFence(db: Database, held: Held, log: Logger): FenceWatch {
  const controller = new AbortController()
  let looking = false
  const look = (): void => {
    if (looking || controller.signal.aborted) return
    looking = true
    db.selectFrom('imports')
      .select('id')
      .where('id', '=', held.id)
      .where('attempt', '=', held.attempt)
      .executeTakeFirst()
      .then(
        (row) => {
          if (row === undefined) controller.abort(new Error('the import was ended or taken over'))
        },
        (error: unknown) => log.debug({ err: error, import: held.id }, 'the fence could not be asked'),
      )
      .finally(() => {
        looking = false
      })
  }
  const timer = setInterval(look, pollMs)
  const watch: FenceWatch = {
    signal: controller.signal,
    lost: () => controller.abort(new Error('the import was ended or taken over')),
    look,
    stop() {
      clearInterval(timer)
      const all = watches.get(held.id)
      all?.delete(watch)
      if (all?.size === 0) watches.delete(held.id)
    },
  }
  watches.set(held.id, (watches.get(held.id) ?? new Set()).add(watch))
  return watch
}
