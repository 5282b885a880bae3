import type { Platform } from '../../platform/platform.ts'
import { nextNight } from './next-night.ts'
import { removeOld, type RetentionPlatform } from './retention.service.ts'

/** One entry for each night, whichever process made it. */
export const retentionQueue = 'retention.nightly'

/** How often it is made sure that the coming night has its entry, should one have been lost. */
const armMs = 3_600_000

export type RetentionWorkers = { stop(): void }

/** Removes what is too old once a night, in one process of all. */
export async function startRetention(platform: RetentionPlatform & Pick<Platform, 'queue'>): Promise<RetentionWorkers> {
  const { queue, log, now, settings } = platform
  const arm = async (): Promise<void> => {
    const night = nextNight(now(), settings.timeZone)
    await queue.send(retentionQueue, {}, { key: night.toISOString(), startAfter: night })
  }
  await queue.work(retentionQueue, { concurrency: 1 }, async ({ signal }) => {
    await removeOld(platform, signal)
    await arm()
  })
  await arm()
  const timer = setInterval(() => {
    arm().catch((error: unknown) => log.warn({ err: error }, 'the nightly removal could not be queued'))
  }, armMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
