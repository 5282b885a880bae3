import { hostname } from 'node:os'
import { newId } from '../../platform/database/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { removeGoneWorkers, removeWorker, saveBeat } from './workers.repository.ts'

export type WorkerHeartbeat = { stop(): Promise<void> }

const beatMs = 5000
/** A killed process is shown for so long, so that somebody notices. */
const rememberFor = '1 day'

/**
 * Tells every few seconds that this process takes queued work, so that people see which workers there are.
 * @param used how many imports it runs at the moment
 */
export async function startWorkerHeartbeat(
  { db, log, settings, now }: Pick<Platform, 'db' | 'log' | 'settings' | 'now'>,
  used: () => number,
): Promise<WorkerHeartbeat> {
  const worker = { id: newId(), host: hostname(), pid: process.pid, slots: settings.workers, startedAt: now() }
  const beat = () => saveBeat(db, { ...worker, used: used() })
  await removeGoneWorkers(db, rememberFor)
  await beat()
  let beating: Promise<void> | null = null
  const timer = setInterval(() => {
    beating ??= beat()
      // The next one tells, and who asks meanwhile is told that this one is silent.
      .catch((error: unknown) => log.debug({ err: error }, 'the heartbeat of a worker was lost'))
      .finally(() => {
        beating = null
      })
  }, beatMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await beating
      await removeWorker(db, worker.id).catch((error: unknown) =>
        log.debug({ err: error }, 'a worker that stops could not be taken off the list'),
      )
    },
  }
}
