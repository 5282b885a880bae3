import type { Import } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { isEnded } from '@millrace/contract/imports/import-states.rule'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { refreshCalls } from '../api/use-call.ts'
import { DownloadButton } from '../exports/DownloadButton.tsx'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { useMay } from '../sessions/use-session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Panel } from '../ui/Page.tsx'
import { SkeletonRows } from '../ui/SkeletonRows.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import { ImportStateTag } from './ImportStateTag.tsx'
import { outputFiles } from './output-files.ts'
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
  const imp = runs.imports.find(({ _id }) => _id === picked) ?? runs.imports[0]
  return (
    <>
      <StepColumns
        content={
          <Panel title="Import" grow flush actions={imp && <StopButton imp={imp} />}>
            {runs.imports.length > 1 && <RunChoice imports={runs.imports} picked={imp?._id} onPick={setPicked} />}
            {imp !== undefined && <Run imp={imp} />}
            {imp === undefined && runs.isPending && <SkeletonRows rows={6} />}
            {imp === undefined && !runs.isPending && runs.error !== null && (
              <ErrorPanel error={runs.error} onRetry={runs.refetch} />
            )}
            {imp === undefined && !runs.isPending && runs.error === null && (
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

function Run({ imp }: { imp: Import }) {
  const mayConsult = useMay('POST /imports/listAll')
  const { uploads } = useUploads(imp.pipeline._id)
  const ended = isEnded(imp.state)
  useEffect(() => {
    // Its output files are there now, whether or not a push tells of them.
    if (ended) void refreshCalls('GET /uploads/last-all')
  }, [ended])
  const files = outputFiles(imp, uploads ?? [])
  return (
    <div className={styles.run}>
      <RunFacts imp={imp} />
      {files.length > 0 && (
        <div className={styles.section}>
          <h3>Output files</h3>
          <div className={styles.downloads}>
            {files.map((file) => (
              <DownloadButton key={file._id} upload={file} />
            ))}
          </div>
        </div>
      )}
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
          <span className={styles.spacer} />
          <ImportStateTag imp={imp} />
        </label>
      ))}
    </fieldset>
  )
}
