import type { Import, ImportPause } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { isPlanned } from '../schedules/plan-form.ts'
import { useMay } from '../../access/sessions/use-session.ts'
import { Spacer } from '../../ui/Layout.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { ImportStateTag } from './ImportStateTag.tsx'
import { PlannedSection } from './PlannedSection.tsx'
import { RunFacts } from './RunFacts.tsx'
import { StopButton } from './StopButton.tsx'
import { useRuns } from './use-runs.ts'
import { StepColumns } from './StepColumns.tsx'
import { WizardFooter } from './WizardFooter.tsx'
import { nextPlace, previousPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import styles from './wizard.module.css'

/** Step 5: the import and its logs as they come; after a master, each of the imports it started (IMP-003, D-25). */
export function DetailsStep({ place, pipeline, go }: WizardProps) {
  const countries = pipeline.countryPipelines?.map(({ _id }) => _id) ?? []
  const runs = useRuns(pipeline.isMaster ? countries : [pipeline._id], place.imports)
  const [picked, setPicked] = useState<string>()
  // A master's plan is its own; its countries' answers do not tell it.
  const ofMaster = useRuns(pipeline.isMaster ? [pipeline._id] : [])
  const current = (pipeline.isMaster ? ofMaster : runs).byPipeline.get(pipeline._id)
  const plan = current !== undefined && isPlanned(current.job) ? current.job : null
  const imp = runs.imports.find(({ _id }) => _id === picked) ?? runs.imports[0]
  return (
    <>
      <StepColumns
        content={
          <Panel title="Import" grow flush actions={imp && <StopButton imp={imp} />}>
            {plan !== null && (
              <PlannedSection
                pipelineId={pipeline._id}
                imp={current?.imp ?? null}
                job={plan}
                onEdit={() => go({ ...place, step: 4, imports: undefined })}
              />
            )}
            {runs.imports.length > 1 && <RunChoice imports={runs.imports} picked={imp?._id} onPick={setPicked} />}
            {imp !== undefined && <Run imp={imp} pause={runs.pause ?? ofMaster.pause} />}
            {imp === undefined && runs.isPending && <SkeletonRows rows={6} />}
            {imp === undefined && !runs.isPending && runs.error !== null && (
              <ErrorPanel error={runs.error} onRetry={runs.refetch} />
            )}
            {imp === undefined && plan === null && !runs.isPending && runs.error === null && (
              <EmptyState text="No import of this pipeline yet." />
            )}
          </Panel>
        }
        logs={
          <Panel title="Logs" grow flush>
            <div className={styles.logs}>
              <LiveLogs
                filter={imp === undefined ? null : { importId: [imp._id] }}
                emptyText={texts.noLogs}
                height="100%"
                name={`${pipeline.name} import`}
              />
            </div>
          </Panel>
        }
      />
      <WizardFooter onPrevious={() => go(previousPlace(place))} onNext={() => go(nextPlace(place))} reasons={[]} />
    </>
  )
}

function Run({ imp, pause }: { imp: Import; pause: ImportPause | null }) {
  const mayConsult = useMay('POST /imports/listAll')
  return (
    <div className={styles.run}>
      <RunFacts imp={imp} pause={pause} />
      {mayConsult && (
        <div className={styles.section}>
          <Link to="/consult/import" search={{ import: imp._id } as never}>
            Open in the logbook
          </Link>
        </div>
      )}
    </div>
  )
}

type ChoiceProps = { imports: readonly Import[]; picked: string | undefined; onPick: (id: string) => void }

/** The imports that were started together, in the order they run. */
function RunChoice({ imports, picked, onPick }: ChoiceProps) {
  const group = useId()
  return (
    <fieldset className={styles.runs} aria-label="Started imports">
      {imports.map((imp) => (
        <label key={imp._id} className={styles.runRow}>
          <input type="radio" name={group} checked={imp._id === picked} onChange={() => onPick(imp._id)} />
          <span>{imp.pipeline.name}</span>
          <Spacer />
          <ImportStateTag imp={imp} />
        </label>
      ))}
    </fieldset>
  )
}
