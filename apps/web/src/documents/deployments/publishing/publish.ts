import type { Pipeline } from '@millrace/contract'
import { call } from '../../../api/call.ts'
import { toast } from '../../../state/toasts.ts'
import { confirm } from '../../../ui/confirm.ts'
import { type DeploymentKind, refreshDeployments } from '../un-publish.ts'

/** PIP-022 */
const publishedText = 'Pipeline is successfully published'

/** Asks, and publishes a saved version (PIP-021); what keeps it from that is told in a red toast (PIP-024). */
export async function publish(
  kind: DeploymentKind,
  { _id, name, version }: Pick<Pipeline, '_id' | 'name' | 'version'>,
  again: boolean,
): Promise<void> {
  const act = again ? 're-publish' : 'publish'
  const detail = again
    ? `Version ${version} takes the place of what is published.`
    : `It is served as version ${version} is saved.`
  if (!(await confirm(`Do you want to ${act} the ${kind} of pipeline [${name}]`, detail))) return
  await call(`POST /pipelines/publish-${kind}`, { body: { id: _id } }).then(
    () => toast.success(publishedText),
    () => undefined,
  )
  await refreshDeployments(kind)
}
