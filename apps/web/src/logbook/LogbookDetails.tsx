import type { Import } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { RunFacts } from '../imports/RunFacts.tsx'
import { StopButton } from '../imports/StopButton.tsx'
import { LiveLogs } from '../logs/LiveLogs.tsx'
import { PipelineName } from '../pipelines/PipelineName.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import styles from './logbook.module.css'

/** Facts of the selected import and its logs as they come (LOG-003). */
export function LogbookDetails({ imp }: { imp: Import | undefined }) {
  return (
    <section className={styles.lower} aria-label="Details">
      {imp === undefined ? (
        <EmptyState text="Select an import to see its details and logs." />
      ) : (
        <>
          <header className={styles.head}>
            <h2>
              <PipelineName pipeline={imp.pipeline} />
            </h2>
            <span className={styles.spacer} />
            <StopButton imp={imp} />
          </header>
          <div className={styles.details}>
            <div className={styles.facts} tabIndex={0} role="group" aria-label="Facts of the import">
              <RunFacts imp={imp} />
            </div>
            <div className={styles.logs}>
              <LiveLogs
                filter={{ importId: [imp._id] }}
                emptyText={texts.noLogs}
                height="100%"
                name={`${imp.pipeline.name} import`}
              />
            </div>
          </div>
        </>
      )}
    </section>
  )
}
