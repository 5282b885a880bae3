import { listenForNotices } from '../../../platform/notices/listen-for-notices.ts'
import type { Platform } from '../../../platform/platform.ts'
import { startGatheredImports } from '../starts/import-gathered.ts'
import { openImports } from './runs.repository.ts'
import { type RunDeps, runOneImport } from './run-import.ts'
import { queueImport, type RunJob, runQueue } from './run-queue.ts'
import { recheckAttempts } from './watch-attempt.ts'

export type ImportWorkers = {
  /** How many imports this process runs at the moment. */
  running(): number
  stop(): Promise<void>
}

/** How often open imports are compared with the queue. */
const sweepMs = 5000

/**
 * Takes imports from the queue, `settings.workers` at a time. Every few seconds each open import is queued once more;
 * the queue keeps one entry per import, so this only brings back one that was lost or waited for its pipeline.
 * @param databaseUrl for the connection that hears of aborts
 */
export async function startImportWorkers(
  platform: Pick<Platform, 'db' | 'files' | 'queue' | 'log' | 'now' | 'settings' | 'secrets'>,
  deps: RunDeps & { databaseUrl: string },
): Promise<ImportWorkers> {
  const { db, queue, log, settings } = platform
  const listener = await listenForNotices(
    { url: deps.databaseUrl, log },
    {
      onNotice: (notice) => {
        if (notice.about === 'import' && notice.change === 'update') recheckAttempts(notice.id)
      },
      // Each run asks for itself twice a second.
      onGap: () => {},
    },
  )
  let running = 0
  await queue.work<RunJob>(runQueue, { concurrency: settings.workers }, async ({ data, signal }) => {
    running += 1
    try {
      await runOneImport(platform, deps, data.importId, signal)
    } finally {
      running -= 1
    }
  })
  const sweep = async (): Promise<void> => {
    for (const importId of await openImports(db)) await queueImport(queue, db, importId)
  }
  let sweeping = false
  const timer = setInterval(() => {
    if (sweeping) return
    sweeping = true
    sweep()
      .catch((error: unknown) => log.warn({ err: error }, 'open imports could not be queued'))
      .finally(() => {
        sweeping = false
      })
  }, sweepMs)
  const gathered = startGatheredImports(platform)
  return {
    running: () => running,
    async stop() {
      clearInterval(timer)
      await gathered.stop()
      await listener.close()
    },
  }
}
