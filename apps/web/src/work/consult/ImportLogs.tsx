import type { Import, PipelineListItem } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { maxFollowed, maxImportsListed } from '@millrace/contract/live/live.rule'
import { useCallback, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useCatchUp } from '../../api/use-catch-up.ts'
import { useLive } from '../../api/use-live.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { followedPipelines } from '../imports/followed-pipelines.ts'

/**
 * Logs of the pipeline's imports, of a master those of its countries, the newest ones included as they start (UPL-025);
 * a heading names each of them.
 */
export function ImportLogs({ pipeline }: { pipeline: PipelineListItem }) {
  const { data, error, isPending, isFetching, refetch } = useCall('GET /imports/pipeline', {
    query: { pipelineId: pipeline._id },
    fallback: texts.importIdsFailed,
  })
  const ids = data?.slice(0, maxFollowed) ?? []
  const [known, setKnown] = useState<ReadonlyMap<string, Import>>(new Map())
  const keep = (imports: readonly Import[]) =>
    setKnown((before) => new Map([...before, ...imports.map((imp) => [imp._id, imp] as const)]))
  const refresh = useCallback(() => void refetch(), [refetch])
  const tellImports = useCatchUp(isFetching || data === undefined ? null : lastOnes(data), refresh)
  const live = useLive(
    'imports',
    { pipelineId: followedPipelines(pipeline) },
    {
      onInit: (message) => {
        keep(message.data)
        tellImports(lastOnes(message.data.map(({ _id }) => _id)))
      },
      onChange: (message) => {
        if (message.operationType === 'insert') refresh()
        keep([message.data])
      },
    },
  )
  // The first list has the last ones only.
  const older = live === 'live' && known.size > 0 ? ids.filter((id) => !known.has(id)) : []
  useLive('imports', older.length > 0 ? { _id: older } : null, {
    onInit: (message) => keep(message.data),
    onChange: () => undefined,
  })
  const nameRun = (id: string) => {
    const imp = known.get(id)
    const name = imp?.pipeline.name ?? (pipeline.isMaster ? 'Import' : pipeline.name)
    return imp === undefined ? { name } : { name, at: imp.startedAt ?? imp.scheduledAt }
  }
  return (
    <Panel title="Import logs" grow flush>
      {isPending && <SkeletonRows rows={6} />}
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <LiveLogs
          filter={ids.length > 0 ? { importId: ids } : null}
          emptyText={texts.noLogs}
          height="100%"
          name={`${pipeline.name} imports`}
          nameRun={nameRun}
        />
      )}
    </Panel>
  )
}

/** Tells two lists of imports, newest first, apart by those that a subscription begins with. */
const lastOnes = (ids: readonly string[]): string => ids.slice(0, maxImportsListed).join()
