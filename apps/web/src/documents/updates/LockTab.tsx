import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { PageFoot, Stack } from '../../ui/Layout.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { MassList } from './MassList.tsx'
import { MassRunReport } from './MassRunReport.tsx'
import { useMass } from './use-mass.ts'

/** 'Lock version': masters whose newest version is a draft that can be locked, with all it uses (VER-038, VER-039). */
export function LockTab() {
  const mass = useMass('lock', (masters) =>
    call('POST /pipelines/version/mass-lock', {
      body: { ids: masters.map(({ _id }) => _id) },
      fallback: 'cannot lock',
    }),
  )
  const { candidates, error, picked, isRunning } = mass
  const heading =
    candidates === undefined ? 'Master pipelines' : `${candidates.length} master pipeline(s) can be locked`
  return (
    <Stack fill>
      <Panel grow title={heading}>
        {candidates === undefined && error === null && <SkeletonRows rows={6} />}
        {candidates === undefined && error !== null && <ErrorPanel error={error} onRetry={mass.retry} />}
        {candidates?.length === 0 && <EmptyState text="No master pipeline has a draft that can be locked." />}
        {candidates !== undefined && candidates.length > 0 && (
          <>
            <p className="quiet">
              Locked with each master: its components and data models that are drafts, and its country pipelines.
            </p>
            <MassList
              label="Master pipelines that can be locked"
              allLabel="Toggle all"
              masters={candidates}
              picked={picked}
              onPick={mass.pick}
              disabled={isRunning}
            />
          </>
        )}
      </Panel>
      {mass.run !== null && <MassRunReport run={mass.run} />}
      <PageFoot>
        <Button tone="primary" disabled={picked.size === 0 || isRunning} onClick={mass.start}>
          Start lock
        </Button>
        <span className="quiet">{isRunning ? 'A lock is under way.' : `${picked.size} selected`}</span>
      </PageFoot>
    </Stack>
  )
}
