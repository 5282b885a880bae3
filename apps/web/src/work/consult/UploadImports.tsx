import type { Import, PipelineListItem, Upload } from '@millrace/contract'
import { Link } from '@tanstack/react-router'
import { refreshCalls, useCall } from '../../api/use-call.ts'
import { useLive } from '../../api/use-live.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { formatCount } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ImportStateTag } from '../imports/ImportStateTag.tsx'
import styles from './consult.module.css'
import { followedPipelines } from '../imports/followed-pipelines.ts'

const readersCall = 'GET /imports/upload'
const pollMs = 3000

/** The last imports that read an upload, each with a way to its row of the logbook; followed as they begin and end. */
export function UploadImports({ upload, pipeline }: { upload: Upload; pipeline: PipelineListItem }) {
  const live = useLive(
    'imports',
    { pipelineId: followedPipelines(pipeline) },
    {
      onInit: () => undefined,
      onChange: ({ data }) => void (hasRead(data, upload._id) && refreshCalls(readersCall)),
    },
  )
  const { data, error, refetch } = useCall(
    readersCall,
    { query: { uploadId: upload._id }, quiet: true },
    { refetchInterval: live === 'live' ? false : pollMs },
  )
  return (
    <section className={styles.section} aria-label="Imports that read this file">
      <h3>Imports that read this file</h3>
      {data === undefined && error === null && <SkeletonRows rows={2} />}
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data?.imports.length === 0 && <p className="quiet">No import has read it yet.</p>}
      {data !== undefined && data.imports.length > 0 && (
        <ul>
          {data.imports.map((imp) => (
            <li key={imp._id} className={styles.importRow}>
              <Link to="/consult/import" search={{ import: imp._id } as never}>
                <Timestamp at={imp.startedAt ?? imp.scheduledAt} />
                <span className="visually-hidden"> in the logbook</span>
              </Link>
              <span className={styles.importOf}>{imp.pipeline.name}</span>
              <ImportStateTag imp={imp} />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.totalCount > data.imports.length && (
        <p className="note">{formatCount(data.totalCount - data.imports.length)} older ones are in the logbook.</p>
      )}
    </section>
  )
}

const hasRead = ({ ranWith }: Import, uploadId: string): boolean =>
  ranWith?.uploads.some(({ _id }) => _id === uploadId) ?? false
