import type { PipelineListItem, Upload } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { maxFollowed } from '@millrace/contract/live/live.rule'
import { useAddress } from '../../routing/address.ts'
import { useCall } from '../../api/use-call.ts'
import { useLive } from '../../api/use-live.ts'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { PipelinePage } from '../../documents/pipelines/PipelinePage.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { ConsultedUploads } from './ConsultedUploads.tsx'
import { unknownName } from './LastUploads.tsx'
import styles from './consult.module.css'
import { useUploads } from './use-uploads.ts'

/** The last uploads of a pipeline and its import logs; picking an upload shows that upload's logs instead (D-71). */
export const ConsultUploadsPage = () => (
  <PipelinePage title="Consult uploads" emptyText="Choose a pipeline to see its uploads." forget={['upload']}>
    {(pipeline) => <Consulted key={pipeline._id} pipeline={pipeline} />}
  </PipelinePage>
)

function Consulted({ pipeline }: { pipeline: PipelineListItem }) {
  const { search, setSearch } = useAddress()
  const onPick = (id: string | null) => setSearch({ upload: id })
  const { uploads, error, refetch } = useUploads(pipeline._id)
  const upload = uploads?.find(({ _id }) => _id === search.upload)
  return (
    <div className={styles.right}>
      <Panel title="Last uploads" grow flush>
        {uploads === undefined && error === null && <SkeletonRows rows={6} />}
        {uploads === undefined && error !== null && <ErrorPanel error={error} onRetry={refetch} />}
        {uploads !== undefined && (
          <ConsultedUploads pipeline={pipeline} uploads={uploads} picked={upload?._id} onPick={onPick} />
        )}
      </Panel>
      {upload === undefined ? (
        <ImportLogs pipeline={pipeline} />
      ) : (
        <UploadLogs upload={upload} onClose={() => onPick(null)} />
      )}
    </div>
  )
}

/** Logs of the pipeline's imports, of a master those of its countries, the newest ones included as they start (UPL-025). */
function ImportLogs({ pipeline }: { pipeline: PipelineListItem }) {
  const { data, error, isPending, refetch } = useCall('GET /imports/pipeline', {
    query: { pipelineId: pipeline._id },
    fallback: texts.importIdsFailed,
  })
  const countries = (pipeline.countryPipelines ?? []).map(({ _id }) => _id)
  useLive(
    'imports',
    { pipelineId: [pipeline._id, ...countries].slice(0, maxFollowed) },
    { onInit: () => {}, onChange: ({ operationType }) => void (operationType === 'insert' && refetch()) },
  )
  const ids = data?.slice(0, maxFollowed) ?? []
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
        />
      )}
    </Panel>
  )
}

function UploadLogs({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const name = upload.originalFilename ?? unknownName
  return (
    <Panel title={`Logs of ${name}`} grow flush actions={<Button onClick={onClose}>Show import logs</Button>}>
      <LiveLogs filter={{ uploadId: [upload._id] }} emptyText={texts.noLogs} height="100%" name={name} />
    </Panel>
  )
}
