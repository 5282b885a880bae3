import { useCall } from '../../api/use-call.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { LoadedPipelineEditor } from './LoadedPipelineEditor.tsx'

/** One version of a pipeline, as the form of rt-pipeline (PIP-008). */
export function PipelineEditor({ id, onOpened }: { id: string; onOpened: (id: string | null) => void }) {
  // Later saves are told live and merged; the editor itself never loads over what is being edited.
  const { data, error, refetch } = useCall('GET /pipelines/id', { query: { id } }, { staleTime: 0, gcTime: 0 })
  if (data !== undefined && data._id === id) return <LoadedPipelineEditor key={id} loaded={data} onOpened={onOpened} />
  return (
    <Panel grow>
      {error === null ? <SkeletonRows rows={8} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </Panel>
  )
}
