import type { Import } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { Spacer } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { hasNotBegun, RunFacts } from '../imports/RunFacts.tsx'
import { StopButton } from '../imports/StopButton.tsx'
import { useRuns } from '../imports/use-runs.ts'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { SplitPane } from '../../ui/SplitPane.tsx'
import styles from './logbook.module.css'
import { PlannedImport } from './PlannedImport.tsx'
import { RunAgainButton } from './RunAgainButton.tsx'

/** Width of the facts at first, in px (LOG-009, LIM-002). */
const factsSize = 400

type Props = {
  imp: Import | undefined
  /** Beside the name, for an import that the table does not show. */
  note: string | null
  /** Shown without an import; null while one is on its way. */
  emptyText: string | null
  onChanged: () => void
  /** An import was started from here. */
  onStarted: (importId: string) => void
}

/** Facts of the selected import on the left and its logs as they come (LOG-003). */
export function LogbookDetails({ imp, note, emptyText, onChanged, onStarted }: Props) {
  const mobile = useMobile()
  if (imp === undefined) {
    return (
      <section className={styles.lower} aria-label="Details">
        {emptyText === null ? <SkeletonRows rows={4} /> : <EmptyState text={emptyText} />}
      </section>
    )
  }
  const facts = (
    <div className={styles.facts} tabIndex={0} role="group" aria-label="Facts of the import">
      {imp.state === 'pending' && <PlannedImport key={imp._id} imp={imp} onCancelled={onChanged} />}
      <FollowedFacts imp={imp} />
    </div>
  )
  const logs = (
    <div className={styles.logs}>
      <LiveLogs
        filter={{ importId: [imp._id] }}
        emptyText={texts.noLogs}
        height="100%"
        name={`${imp.pipeline.name} import`}
      />
    </div>
  )
  return (
    <section className={styles.lower} aria-label="Details">
      <header className={styles.head}>
        <h2>
          <PipelineName pipeline={imp.pipeline} />
        </h2>
        {note !== null && <span className="quiet">{note}</span>}
        <Spacer />
        <StopButton imp={imp} />
        <RunAgainButton key={imp._id} imp={imp} onStarted={onStarted} />
      </header>
      {mobile ? (
        <div>
          {facts}
          {logs}
        </div>
      ) : (
        <SplitPane
          direction="columns"
          size={factsSize}
          label="Resize the facts"
          remember="logbook-facts"
          first={facts}
          second={logs}
        />
      )}
    </section>
  )
}

/** With the reason why it does not begin while imports are paused, which only an answer about its pipeline tells. */
function FollowedFacts({ imp }: { imp: Import }) {
  const { pause } = useRuns(hasNotBegun(imp) ? [imp.pipeline._id] : [], undefined, { quiet: true })
  return <RunFacts imp={imp} pause={pause} />
}
