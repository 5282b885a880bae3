import type { PipelineListItem } from '@millrace/contract'
import { sourcesToUpload } from '@millrace/contract/pipelines/pipeline.rule'
import { useEffect, useId, useRef } from 'react'
import { useNarrow } from '../../ui/use-narrow.ts'
import { describeClass, type StaticTypes } from './pipeline-filters.ts'
import { PipelineName } from './PipelineName.tsx'
import styles from './pipelines.module.css'

type Props = {
  /** In the order to show. */
  pipelines: readonly PipelineListItem[]
  types: StaticTypes
  chosen: string | undefined
  onChoose: (id: string) => void
  /** In a side panel: two lines for each pipeline, contents left out. */
  narrow?: boolean
}

/** The pipelines to pick one from; arrow keys move the choice. */
export function PipelineChoice({ pipelines, types, chosen, onChoose, narrow = false }: Props) {
  const group = useId()
  const isPhone = useNarrow()
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // A pipeline that a link names may stand far below; choosing one by hand moves nothing.
    list.current?.querySelector('input:checked')?.closest('label')?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <fieldset
      ref={list}
      className={`${styles.choice} ${narrow || isPhone ? styles.narrow : ''}`}
      aria-label="Pipelines"
    >
      {pipelines.map((pipeline) => (
        <label key={pipeline._id} className={styles.row}>
          <input
            type="radio"
            name={group}
            value={pipeline._id}
            checked={pipeline._id === chosen}
            onChange={() => onChoose(pipeline._id)}
          />
          <PipelineName pipeline={pipeline} short={narrow} />
          <span className="note">{describeClass(pipeline, types)}</span>
          {!narrow && <span className="note">{contents(pipeline)}</span>}
        </label>
      ))}
    </fieldset>
  )
}

const some = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

function contents(pipeline: PipelineListItem): string {
  const count = sourcesToUpload(pipeline.dataSources).length
  const files = count === 0 ? 'no files to upload' : `${some(count, 'file')} to upload`
  return pipeline.isMaster ? `${files}, ${some(pipeline.countryPipelines?.length ?? 0, 'country pipeline')}` : files
}
