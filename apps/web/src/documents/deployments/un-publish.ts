import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { toast } from '../../state/toasts.ts'
import { confirm } from '../../ui/confirm.ts'
import { askUnPublish, type Deployed, pipelineOf } from './deployed.ts'
import { reasonOf } from '../../api/reason-of.ts'

export type DeploymentKind = 'endpoint' | 'listener'
export type UnPublishFailure = { row: Deployed; reason: string }

/** Asks again whatever shows what is published. */
export const refreshDeployments = (kind: DeploymentKind): Promise<void> =>
  refreshCalls(`GET /pipelines/deployed-${kind}`, `GET /pipelines/deployed-${kind}/{id}`)

/**
 * Asks (DEP-003) and un-publishes one after the other; one that is refused keeps none of the others back.
 * @returns those that stay, with the reason; null where the person says no
 */
export async function unPublish(kind: DeploymentKind, rows: readonly Deployed[]): Promise<UnPublishFailure[] | null> {
  if (!(await confirm(askUnPublish(rows.map(pipelineOf)), detailOf(kind)))) return null
  const failed: UnPublishFailure[] = []
  for (const row of rows) {
    try {
      await call(`DELETE /pipelines/deployed-${kind}`, { query: { id: row._id } })
    } catch (error) {
      failed.push({ row, reason: reasonOf(error) })
    }
  }
  const done = rows.length - failed.length
  if (done > 0) toast.success(done === 1 ? `The ${kind} is un-published` : `${done} ${kind}s are un-published`)
  await refreshDeployments(kind)
  return failed
}

const detailOf = (kind: DeploymentKind): string =>
  kind === 'endpoint'
    ? 'Its callers are refused from then on, and its keys are gone.'
    : 'It takes no further messages, and those that are held are gone.'
