import type { ImportPause } from '@millrace/contract'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { currentPause } from './pause.reads.ts'
import { removePause, savePause } from './pause.repository.ts'

export type PauseService = ReturnType<typeof createPauseService>

const audited = { kind: 'import', objectId: 'all', name: 'All imports' }

/**
 * Holding all imports while something is repaired. Workers take none that has not begun (`takeImport`); each stays where
 * it waits, in the database, and their sweep queues it once more after the end of the pause.
 */
export function createPauseService({ db, now }: Pick<Platform, 'db' | 'now'>) {
  return {
    pause(caller: Caller, reason: string): Promise<ImportPause> {
      return db.transaction().execute(async (tx) => {
        const before = await currentPause(tx)
        await savePause(tx, { at: now(), reason, userName: caller.userName })
        await recordAudit(tx, caller, { ...audited, action: 'pause', before, after: { reason } })
        const pause = await currentPause(tx)
        if (pause === null) throw new Error('a pause that was just written is gone')
        return pause
      })
    },

    async resume(caller: Caller): Promise<null> {
      await db.transaction().execute(async (tx) => {
        const before = await currentPause(tx)
        if (await removePause(tx)) await recordAudit(tx, caller, { ...audited, action: 'resume', before, after: null })
      })
      return null
    },
  }
}
