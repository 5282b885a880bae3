import { PipelineFilterBar } from '../../documents/pipelines/PipelineFilterBar.tsx'
import { PipelinePicker } from '../../documents/pipelines/PipelinePicker.tsx'
import { readClassFilter } from '../../documents/pipelines/pipeline-filters.ts'
import { usePipelines } from '../../documents/pipelines/use-pipelines.ts'
import { Panel } from '../../ui/Page.tsx'
import { WizardFooter } from './WizardFooter.tsx'
import { nextPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import { selectReasons } from './wizard-readiness.ts'

/** Step 1: filters, then the pipelines, masters first. */
export function SelectStep({ place, pipeline, go }: WizardProps<'maybe'>) {
  const { offer } = usePipelines()
  const kept = { step: 1, pipeline: place.pipeline } as const
  return (
    <>
      <PipelineFilterBar
        types={offer}
        filter={readClassFilter(place)}
        onChange={(filter) => go({ ...kept, ...filter })}
      />
      <Panel title="Pipelines" grow flush>
        <PipelinePicker
          filter={readClassFilter(place)}
          onClearFilter={() => go(kept)}
          chosen={pipeline?._id}
          onChoose={(id) => go({ ...place, pipeline: id })}
        />
      </Panel>
      <WizardFooter onPrevious={null} reasons={selectReasons(pipeline)} onNext={() => go(nextPlace(place))} />
    </>
  )
}
