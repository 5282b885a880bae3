import type { PipelineListItem } from '@millrace/contract'
import { sourcesToUpload } from '@millrace/contract/pipelines/pipeline.rule'
import { mayOpenScreen } from '@millrace/contract/screens'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useSession } from '../../access/sessions/use-session.ts'
import { Glyph } from '../../ui/glyphs.tsx'
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
  /** A line under each, e.g. what became of it last. */
  noteOf?: (pipeline: PipelineListItem) => ReactNode
}

/** The pipelines to pick one from; arrow keys move the choice. The chosen one's page opens in another tab (NAV-030). */
export function PipelineChoice({ pipelines, types, chosen, onChoose, narrow = false, noteOf }: Props) {
  const group = useId()
  const isPhone = useNarrow()
  const mayManage = mayOpenScreen(useSession().role, '/manage/pipeline')
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
        <div key={pipeline._id} className={`${styles.entry} ${mayManage ? styles.managed : ''}`}>
          <label className={styles.row}>
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
            {noteOf !== undefined && <span className={styles.rowNote}>{noteOf(pipeline)}</span>}
          </label>
          {mayManage && pipeline._id === chosen && <OpenLink pipeline={pipeline} />}
        </div>
      ))}
    </fieldset>
  )
}

function OpenLink({ pipeline: { _id, name } }: { pipeline: PipelineListItem }) {
  const title = `Open ${name} in another tab`
  return (
    <Link
      to="/manage/pipeline"
      search={{ id: _id } as never}
      target="_blank"
      className={styles.open}
      title={title}
      aria-label={title}
    >
      <Glyph>
        <path d="M6.5 3.5H3v9.5h9.5V9.5M9.5 2.5h4v4M13.5 2.5l-6 6" />
      </Glyph>
    </Link>
  )
}

const some = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

function contents(pipeline: PipelineListItem): string {
  const count = sourcesToUpload(pipeline.dataSources).length
  const files = count === 0 ? 'no files to upload' : `${some(count, 'file')} to upload`
  return pipeline.isMaster ? `${files}, ${some(pipeline.countryPipelines?.length ?? 0, 'country pipeline')}` : files
}
