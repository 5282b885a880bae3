import type { Overview } from '@millrace/contract'
import { useCall } from '../../api/use-call.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { FailedCard, PlansCard, RunningCard, WaitingCard } from './ImportCards.tsx'
import { FilesCard } from './FilesCard.tsx'
import { PauseBar, PauseButton, ResumeButton } from './PauseBar.tsx'
import { ServerCard } from './ServerCard.tsx'
import { WorkersCard } from './WorkersCard.tsx'
import styles from './overview.module.css'

/** How often everything is asked again while the page is open and its tab in sight. */
const pollMs = 5000

/** What a super-admin looks at first: what runs, what waits and why, what failed, and what the server lacks. */
export function OverviewPage() {
  const { data, error, refetch } = useCall('GET /overview', {}, { refetchInterval: pollMs })
  return (
    <Page title="Overview" actions={data && <Actions overview={data} />}>
      {data === undefined && error === null && (
        <Panel flush>
          <SkeletonRows rows={12} />
        </Panel>
      )}
      {data === undefined && error !== null && (
        <Panel>
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        </Panel>
      )}
      {data !== undefined && error !== null && (
        <Notice>This page could not be brought up to date. It is tried again every few seconds.</Notice>
      )}
      {data?.pause && <PauseBar pause={data.pause} />}
      {data !== undefined && <Cards overview={data} />}
    </Page>
  )
}

const Actions = ({ overview: { at, pause } }: { overview: Overview }) => (
  <>
    <span className="quiet">
      As of <Timestamp at={at} />
    </span>
    {pause === null ? <PauseButton /> : <ResumeButton />}
  </>
)

const Cards = ({ overview }: { overview: Overview }) => (
  <div className={styles.cards}>
    <RunningCard overview={overview} />
    <WaitingCard overview={overview} />
    <FailedCard overview={overview} />
    <FilesCard overview={overview} />
    <PlansCard overview={overview} />
    <WorkersCard overview={overview} />
    <ServerCard overview={overview} />
  </div>
)
