import { useCall } from '../../api/use-call.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { LoadedSchemaEditor } from './LoadedSchemaEditor.tsx'

/** One version of a schema, as a tree that can be edited (SCH-004). */
export function SchemaEditor({ id, onOpened }: { id: string; onOpened: (id: string | null) => void }) {
  // Later saves are told live and merged; the editor itself never loads over what is being edited.
  const { data, error, refetch } = useCall('GET /schemas/find', { query: { id } }, { staleTime: 0, gcTime: 0 })
  if (data !== undefined && data._id === id) return <LoadedSchemaEditor key={id} loaded={data} onOpened={onOpened} />
  return (
    <Panel grow>
      {error === null ? <SkeletonRows rows={8} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </Panel>
  )
}
