import type { User } from '@millrace/contract'
import { byMasterThenName } from '@millrace/contract/pipelines/pipeline.rule'
import { useCall } from '../../api/use-call.ts'
import { describeClass } from '../../documents/pipelines/pipeline-filters.ts'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { BulkAssignDialog, type BulkItem } from './BulkAssignDialog.tsx'

type Props = { people: readonly User[]; onDone: () => void; onClose: () => void }

/** Pipelines of several people: those that the acting person sees. */
export function BulkPipelines(props: Props) {
  const { data, error, refetch } = useCall('GET /pipelines')
  const items = data?.toSorted(byMasterThenName).map(
    (pipeline): BulkItem => ({
      id: pipeline._id,
      name: pipeline.name,
      text: `${pipeline.name} ${describeClass(pipeline)}`,
      content: <PipelineName pipeline={pipeline} short />,
    }),
  )
  return (
    <BulkAssignDialog
      {...props}
      things="pipelines"
      items={items}
      error={error}
      onRetry={() => void refetch()}
      hint="Only people of the role user are assigned to pipelines; the others are left as they are."
    />
  )
}
