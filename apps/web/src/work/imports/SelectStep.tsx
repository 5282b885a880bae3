import { useEffect } from 'react'
import { PipelineFilterBar } from '../../documents/pipelines/PipelineFilterBar.tsx'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { PipelinePicker } from '../../documents/pipelines/PipelinePicker.tsx'
import { pipelinesToPick, readClassFilter } from '../../documents/pipelines/pipeline-filters.ts'
import { usePipelines } from '../../documents/pipelines/use-pipelines.ts'
import { Panel } from '../../ui/Page.tsx'
import { LatestNote } from './LatestNote.tsx'
import { useLatest } from './use-latest.ts'
import { WizardFooter } from './WizardFooter.tsx'
import { nextPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import { selectReasons } from './wizard-readiness.ts'
import styles from './wizard.module.css'

type Props = WizardProps<'maybe'> & {
  /** A file for the chosen pipeline is on its way: only the person itself may choose another. */
  keepsChoice: boolean
}

/**
 * Step 1: filters and search, then the pipelines, masters first, each with what became of it last; a single one is
 * chosen. The chosen one is named at the foot, also where filters hide it: the list does not move when it is chosen.
 */
export function SelectStep({ place, pipeline, go, keepsChoice }: Props) {
  const { offer } = usePipelines()
  const { latest, asOf, isUnknown } = useLatest()
  const filter = readClassFilter(place)
  const { text = '' } = place
  const kept = { step: 1, pipeline: place.pipeline } as const

  const [only, ...others] = offer === undefined ? [] : pipelinesToPick(offer.pipelines, filter, text)
  useEffect(() => {
    if (keepsChoice || only === undefined || others.length > 0) return
    if (only._id !== place.pipeline) go({ ...place, pipeline: only._id })
  })

  return (
    <>
      <PipelineFilterBar
        types={offer}
        filter={filter}
        onChange={(chosen) => go({ ...kept, text, ...chosen })}
        narrowed={text !== ''}
        onClear={() => go(kept)}
      >
        <input
          type="search"
          className={styles.search}
          aria-label="Search pipelines"
          placeholder="Name of the pipeline"
          value={text}
          onChange={(event) => go({ ...place, text: event.target.value })}
        />
      </PipelineFilterBar>
      <Panel title="Pipelines" grow flush>
        {isUnknown && <p className={styles.unknown}>The last files and imports could not be read.</p>}
        <PipelinePicker
          filter={filter}
          text={text}
          onClearFilter={() => go(kept)}
          chosen={pipeline?._id}
          onChoose={(id) => go({ ...place, pipeline: id })}
          awaitsNotes={latest === undefined && !isUnknown}
          noteOf={(one) => <LatestNote latest={latest?.get(one._id)} asOf={asOf} pipeline={one} />}
        />
      </Panel>
      <WizardFooter
        onPrevious={null}
        reasons={selectReasons(pipeline)}
        about={pipeline && <PipelineName pipeline={pipeline} />}
        onNext={() => go(nextPlace(place))}
      />
    </>
  )
}
