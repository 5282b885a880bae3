import type { PipelineLatest, PipelineListItem } from '@millrace/contract'
import { isEnded, isUnderWay } from '@millrace/contract/imports/import-states.rule'
import { sourcesToUpload } from '@millrace/contract/pipelines/pipeline.rule'
import { formatCount } from '../../ui/format.ts'
import { NearTime } from '../../ui/NearTime.tsx'
import { unknownName } from '../uploads/LastUploads.tsx'
import styles from './latest-note.module.css'

type Props = {
  /** Undefined until it is known. */
  latest: PipelineLatest | undefined
  /** When that was so: times are told as seen from then. */
  asOf: string
  pipeline: Pick<PipelineListItem, 'isMaster' | 'dataSources'>
}

/** 'products.csv, yesterday 14:05, valid · completed yesterday 14:06, 40 left out · next Mon 06:15' */
export function LatestNote({ latest, asOf, pipeline }: Props) {
  if (latest === undefined) return null
  const { file, last, next } = latest
  const noFile = noFileWords(pipeline)
  return (
    <span className={styles.parts}>
      {file !== null ? <File file={file} asOf={asOf} /> : noFile !== null && <span>{noFile}</span>}
      {last === null ? <span>not imported yet</span> : <Last last={last} asOf={asOf} isMaster={pipeline.isMaster} />}
      {next !== null && <Next at={next} asOf={asOf} />}
    </span>
  )
}

/** What is missing where nothing came in yet; null of a pipeline that takes nothing itself. */
function noFileWords({ dataSources }: Props['pipeline']): string | null {
  const own = dataSources.filter(({ enabled, dataFromMaster }) => enabled && !dataFromMaster)
  if (own.length === 0) return null
  return sourcesToUpload(own).length > 0 ? 'no file yet' : 'not fetched yet'
}

type FileProps = { file: NonNullable<PipelineLatest['file']>; asOf: string }

const File = ({ file: { name, at, status }, asOf }: FileProps) => (
  <span>
    {name ?? unknownName}, <NearTime at={at} now={asOf} />,{' '}
    <span className={status === 'invalid' ? 'bad' : ''}>{status}</span>
  </span>
)

type LastProps = { last: NonNullable<PipelineLatest['last']>; asOf: string; isMaster: boolean }

function Last({ last: { state, at, leftOut }, asOf, isMaster }: LastProps) {
  const whose = isMaster ? 'last country ' : ''
  if (isUnderWay(state)) return <span>{whose}runs now</span>
  if (!isEnded(state)) return <span>{whose}waits to run</span>
  return (
    <span>
      {whose}
      <span className={state === 'completed' ? '' : 'bad'}>{state}</span> <NearTime at={at} now={asOf} />
      {state === 'completed' && leftOut > 0 && (
        <span className={styles.leftOut}>, {formatCount(leftOut)} left out</span>
      )}
    </span>
  )
}

/** A plan whose time has come waits for a worker or for the end of a pause. */
const Next = ({ at, asOf }: { at: string; asOf: string }) =>
  Date.parse(at) <= Date.parse(asOf) ? (
    <span>its plan is due</span>
  ) : (
    <span>
      next <NearTime at={at} now={asOf} />
    </span>
  )
