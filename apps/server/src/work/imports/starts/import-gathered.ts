import { personOfId } from '../../../people/users/person-of-id.reads.ts'
import type { Platform } from '../../../platform/platform.ts'
import { endGathered, type GatheredUpload, gatheredToImport } from '../../uploads/gathered-uploads.reads.ts'
import { insertImport, insertJob } from '../imports.repository.ts'
import { tellPause } from '../pause/tell-pause.ts'
import { queueImport } from '../runs/run-queue.ts'
import { inOneTransaction, lockPipelines } from './start-checks.ts'
import { hasBlockingImport } from './starts.repository.ts'

type GatheredPlatform = Pick<Platform, 'db' | 'queue' | 'settings' | 'now' | 'log'>

/** How often uploads of listeners are looked at: an import begins at most so long after the one before. */
const sweepMs = 500

/**
 * Starts the import of an upload that a listener gathered, once, in the name of whoever published: claim and import are
 * one transaction. While another import of the pipeline runs, the upload waits.
 */
async function importOne({ db, queue, settings, now }: GatheredPlatform, one: GatheredUpload): Promise<void> {
  await inOneTransaction(db, async (tx) => {
    await lockPipelines(tx, [one.pipelineId])
    if (await hasBlockingImport(tx, [one.pipelineId], { sequential: false })) return
    const person = await personOfId(tx, one.publisherId)
    const what = { pipelineId: one.pipelineId, versionId: one.versionId, scheduledAt: now() }
    const kind = 'immediate' as const
    const jobId = await insertJob(tx, person, { ...what, kind, listPipelines: null, timeZone: settings.timeZone })
    const importId = await insertImport(tx, person, { ...what, jobId, kind, position: 0, state: 'pending' })
    if (!(await endGathered(tx, one.uploadId, importId))) throw new AlreadyImported()
    await queueImport(queue, tx, importId)
    await tellPause(tx, importId, what.scheduledAt)
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadyImported)) throw error
  })
}

/** Another worker was first: nothing of this start stays. */
class AlreadyImported extends Error {}

/** Starts what can be started now; an upload that turned out invalid is not imported, and says why itself. */
async function importGathered(platform: GatheredPlatform): Promise<void> {
  for (const one of await gatheredToImport(platform.db)) {
    if (one.status === 'invalid') await endGathered(platform.db, one.uploadId, null)
    if (one.status === 'valid') await importOne(platform, one)
  }
}

/** Keeps importing what listeners gathered; any number of processes may do so at once. */
export function startGatheredImports(platform: GatheredPlatform): { stop(): Promise<void> } {
  let sweeping: Promise<void> | null = null
  const timer = setInterval(() => {
    sweeping ??= importGathered(platform)
      .catch((error: unknown) => platform.log.warn({ err: error }, 'uploads of listeners could not be imported'))
      .finally(() => {
        sweeping = null
      })
  }, sweepMs)
  return {
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}
