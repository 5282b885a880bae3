import type { Overview } from '@millrace/contract'
import { lostMails, unsentMails } from '../../people/mail/unsent-mails.reads.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Platform } from '../../platform/platform.ts'
import { failedImports, nextPlans, runningImports, waitingImports } from '../imports/imports-now.reads.ts'
import { currentPause } from '../imports/pause/pause.reads.ts'
import { countValidating, invalidLastUploads } from '../uploads/invalid-uploads.reads.ts'
import { minFreeBytes } from '../uploads/uploads.policy.ts'
import { knownWorkers } from '../workers/workers.reads.ts'
import * as present from './overview.presenter.ts'

/** So many of each are shown; the page leads to the rest. */
const maxShown = 6
const maxWorkers = 50
const dayMs = 24 * 3_600_000

export type OverviewService = ReturnType<typeof createOverview>

/**
 * What a super-admin looks at first. It names pipelines of everybody and people, so that its call is for super-admins alone.
 * @param demoPasswords user names of demo people whose password everybody knows
 */
export function createOverview(
  { db, files, now }: Pick<Platform, 'db' | 'files' | 'now'>,
  { demoPasswords }: { demoPasswords: () => Promise<string[]> },
) {
  return {
    /** All of it, by short queries one after the other: who looks takes one connection of the pool, and asks again soon. */
    async read(): Promise<Overview> {
      const at = now()
      const pause = await currentPause(db)
      const workers = await knownWorkers(db, maxWorkers)
      const running = await runningImports(db, maxShown)
      const waiting = await waitingImports(db, maxShown)
      const failed = await failedImports(db, new Date(at.getTime() - dayMs), maxShown)
      const invalid = await invalidLastUploads(db, maxShown)
      const plans = await nextPlans(db, maxShown)
      const unsent = await unsentMails(db)
      const lost = await lostMails(db, new Date(at.getTime() - 7 * dayMs), 1)
      const places = workers.reduce((sum, { alive, slots }) => sum + (alive ? slots : 0), 0)
      const facts = { isPaused: pause !== null, places, running: present.totalOf(running) }
      return {
        at: at.toISOString(),
        pause,
        running: present.few(running, present.runningNow),
        waiting: present.few(waiting, present.waitingImport(facts)),
        failed: present.few(failed, present.failedImport),
        validating: await countValidating(db),
        invalid: present.few(invalid, present.invalidUpload),
        plans: present.few(plans, present.nextPlan),
        workers: workers.map(present.worker),
        disk: { freeBytes: await freeBytesOf(files), minFreeBytes },
        mails: { ...unsent, lost: present.few(lost, present.lostMail) },
        demoPasswords: await demoPasswords(),
      }
    },
  }
}

/** Null where the folder of files is away: what else there is to say is wanted most of all then. */
const freeBytesOf = (files: FileStore): Promise<number | null> => files.freeBytes().catch(() => null)
