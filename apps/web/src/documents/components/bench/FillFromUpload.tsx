import type { Upload } from '@millrace/contract'
import { maxSampledRecords } from '@millrace/contract/uploads/sample.rule'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/use-call.ts'
import { toast } from '../../../state/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { formatCount, formatDate } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { usePipelines } from '../../pipelines/use-pipelines.ts'
import styles from './bench.module.css'
import { CountField } from './CountField.tsx'
import type { FillProps } from './FillDialog.tsx'

type Which = 'first' | 'random' | 'rejected'
const kinds: readonly [Which, string][] = [
  ['first', 'the first records'],
  ['random', 'random records'],
  ['rejected', 'rejected records'],
]
const usualRecords = 10

/** Records of one of the latest uploads of a pipeline, as an import would hand them on; rejected ones as in the file. */
export function FillFromUpload(props: FillProps) {
  const { offer, error, refetch } = usePipelines()
  const [pipeline, setPipeline] = useState('')
  if (offer === undefined)
    return error === null ? <SkeletonRows rows={3} /> : <ErrorPanel error={error} onRetry={refetch} />
  return (
    <>
      <label className={styles.fillField}>
        Pipeline
        <select className={styles.select} value={pipeline} onChange={({ target }) => setPipeline(target.value)}>
          <option value="">Choose a pipeline</option>
          {offer.pipelines.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <UploadsOf key={pipeline} pipeline={pipeline} {...props} />
    </>
  )
}

function UploadsOf({ pipeline, target, onTake, onClose, foot }: FillProps & { pipeline: string }) {
  const { data, error, refetch } = useCall(
    'GET /uploads/last-all',
    { query: { pipelineId: pipeline }, quiet: true },
    { enabled: pipeline !== '' },
  )
  const uploads = data?.filter(({ from, status }) => from === 'source' && status !== 'validating')
  const [chosen, setChosen] = useState<string | null>(null)
  const [wanted, setWanted] = useState<Which>('first')
  const [count, setCount] = useState(usualRecords)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const upload = uploads?.find(({ _id }) => _id === chosen) ?? uploads?.[0]
  const which = wanted === 'rejected' && !upload?.counts?.rejected ? 'first' : wanted
  const fill = async ({ _id, originalFilename, dataSubKind }: Upload) => {
    setBusy(true)
    setFailure(null)
    try {
      const query = { id: _id, which, count }
      const { records, cut } = await call('GET /uploads/records', { query, quiet: true })
      if (records.length === 0) return setFailure('The upload has no such records.')
      if (cut) toast.info('Some records were left out: all together they are too large.')
      onTake(records, target, `${records.length} ${wordOf(which)} of ${originalFilename ?? dataSubKind}`)
    } catch (problem) {
      setFailure(problem instanceof Error ? problem.message : String(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {pipeline !== '' &&
        data === undefined &&
        (error === null ? <SkeletonRows rows={2} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />)}
      {uploads?.length === 0 && <EmptyState text="Nothing was uploaded to this pipeline yet." />}
      {upload !== undefined && (
        <>
          <label className={styles.fillField}>
            Upload
            <select className={styles.select} value={upload._id} onChange={(event) => setChosen(event.target.value)}>
              {uploads?.map((one) => (
                <option key={one._id} value={one._id}>
                  {titleOf(one)}
                </option>
              ))}
            </select>
          </label>
          <label className={styles.fillField}>
            Take
            <select
              className={styles.select}
              value={which}
              onChange={(event) => setWanted(event.target.value as Which)}
            >
              {kinds.map(([kind, words]) => (
                <option key={kind} value={kind} disabled={kind === 'rejected' && !upload.counts?.rejected}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <CountField label="How many" value={count} max={maxSampledRecords} onChange={setCount} />
        </>
      )}
      {failure !== null && (
        <Notice tone="error" look="line" role="alert">
          {failure}
        </Notice>
      )}
      {foot !== null &&
        createPortal(
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              tone="primary"
              disabled={upload === undefined || isBusy}
              onClick={() => upload !== undefined && void fill(upload)}
            >
              {isBusy ? 'Reading …' : 'Fill'}
            </Button>
          </>,
          foot,
        )}
    </>
  )
}

const wordOf = (which: Which): string => (which === 'first' ? 'records' : `${which} records`)

/** 'rows: bikes.csv, 120 records, 3 rejected, 20 Nov 2026' */
function titleOf({ dataSubKind, originalFilename, counts, createdAt }: Upload): string {
  const told =
    counts === null ? [] : [`${formatCount(counts.records)} records`, `${formatCount(counts.rejected)} rejected`]
  return `${dataSubKind}: ${[originalFilename ?? 'data', ...told, formatDate(createdAt)].join(', ')}`
}
