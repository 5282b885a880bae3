import type { PipelineListItem } from '@millrace/contract'
import { useAddress } from '../../routing/address.ts'
import { PipelinePage } from '../../documents/pipelines/PipelinePage.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { useMasterUploads } from '../uploads/use-master-uploads.ts'
import { useUploads } from '../uploads/use-uploads.ts'
import { ConsultedUploads } from './ConsultedUploads.tsx'
import { consultedSources, uploadsListed } from './consulted-sources.ts'
import styles from './consult.module.css'
import { ImportLogs } from './ImportLogs.tsx'
import { UploadDetails } from './UploadDetails.tsx'
import { useSenders } from './use-senders.ts'

/** The last uploads of a pipeline and its import logs; picking an upload shows that one and its logs instead (D-71). */
export const ConsultUploadsPage = () => (
  <PipelinePage title="Consult uploads" emptyText="Choose a pipeline to see its uploads." forget={['upload']}>
    {(pipeline) => <Consulted key={pipeline._id} pipeline={pipeline} />}
  </PipelinePage>
)

function Consulted({ pipeline }: { pipeline: PipelineListItem }) {
  const { search, setSearch } = useAddress()
  const onPick = (id: string | null) => setSearch({ upload: id })
  const { uploads, error, refetch } = useUploads(pipeline._id)
  const master = useMasterUploads(pipeline)
  const sources = consultedSources(pipeline, uploads ?? [], master)
  const listed = uploadsListed(sources)
  const senders = useSenders(listed)
  const upload = [...listed, ...(uploads ?? [])].find(({ _id }) => _id === search.upload)
  return (
    <div className={`${styles.right} ${upload === undefined ? '' : styles.picked}`}>
      <Panel title="Last uploads" grow flush>
        {uploads === undefined && error === null && <SkeletonRows rows={6} />}
        {uploads === undefined && error !== null && <ErrorPanel error={error} onRetry={refetch} />}
        {uploads !== undefined && (
          <ConsultedUploads sources={sources} senders={senders} picked={upload?._id} onPick={onPick} />
        )}
      </Panel>
      {upload === undefined ? (
        <ImportLogs pipeline={pipeline} />
      ) : (
        <UploadDetails
          pipeline={pipeline}
          upload={upload}
          sender={senders.get(upload._id)}
          onClose={() => onPick(null)}
        />
      )}
    </div>
  )
}
