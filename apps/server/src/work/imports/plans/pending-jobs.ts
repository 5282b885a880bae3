import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { PendingJobs } from '../../../documents/kernel/versions/pending-jobs.ts'
import type { PipelineAccess } from '../../../documents/pipelines/pipelines.types.ts'
import { retiePlan, plansTiedTo } from './pending-jobs.repository.ts'
import { lockJob, pipelineName } from './planning.repository.ts'
import { presentJobs } from './plans.presenter.ts'

/** The plans of pipelines as an update of versions sees and moves them (VER-027, VER-033). */
export function createPendingJobs(access: Pick<PipelineAccess, 'items' | 'seenAmong'>): PendingJobs {
  return {
    async tiedTo(tx, caller, versionIds) {
      return presentJobs(tx, access, caller, await plansTiedTo(tx, versionIds))
    },

    async move(tx, caller, jobIds, moved) {
      // In one order, so that two updates never wait for each other; one that comes due meanwhile waits, or was first.
      for (const id of jobIds.toSorted()) {
        const job = await lockJob(tx, id)
        if (job === null) continue
        const listed = job.list_pipelines?.map((version) => moved.get(version) ?? version) ?? null
        const versionId = moved.get(job.version_id) ?? job.version_id
        await retiePlan(tx, job, { versionId, listed, moved })
        await recordAudit(tx, caller, {
          kind: 'job',
          objectId: job.id,
          name: await pipelineName(tx, job),
          action: 'save',
          before: { pipeline: job.version_id, listPipelines: job.list_pipelines },
          after: { pipeline: versionId, listPipelines: listed },
        })
      }
    },
  }
}
