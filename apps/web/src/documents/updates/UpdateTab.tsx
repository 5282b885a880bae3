import type { MassCandidate, UpdateReport } from '@millrace/contract'
import { askedRow, chosenPreview, isChoiceUpdatable, type UpdateChoice } from '@millrace/contract/versions/update.rule'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { PageFoot, Stack } from '../../ui/Layout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { UpdateChoices } from '../versions/UpdateChoices.tsx'
import { UpdateReportView } from '../versions/UpdateReportView.tsx'
import { summaryOf } from '../versions/update-rows.ts'
import { MassList } from './MassList.tsx'
import { MassRunReport } from './MassRunReport.tsx'
import styles from './updates.module.css'
import { useMass } from './use-mass.ts'

const everything: UpdateChoice = { countries: true, plans: true }

/** 'Update version': masters that can be updated, what that would change, and the run (VER-036, VER-037). */
export function UpdateTab() {
  const [choices, setChoices] = useState<ReadonlyMap<string, UpdateChoice>>(new Map())
  const [shown, setShown] = useState<string | null>(null)
  const choiceOf = (id: string) => choices.get(id) ?? everything
  const mass = useMass('update', (masters) => {
    const ids = masters.map(({ _id }) => _id)
    const previews = masters.flatMap(({ _id, report }) =>
      report === undefined ? [] : [askedRow(chosenPreview(report, choiceOf(_id)))],
    )
    return call('POST /pipelines/version/mass-update', { body: { ids, previews }, fallback: 'cannot update' })
  })
  const { candidates, error, picked, isRunning } = mass
  const preview = candidates?.find(({ _id }) => _id === shown)
  return (
    <Stack fill>
      <div className={styles.panes}>
        <Panel grow title={headingOf(candidates)}>
          {candidates === undefined && error === null && <SkeletonRows rows={6} />}
          {candidates === undefined && error !== null && <ErrorPanel error={error} onRetry={mass.retry} />}
          {candidates?.length === 0 && <EmptyState text="Every master pipeline is up to date." />}
          {candidates !== undefined && candidates.length > 0 && (
            <MassList
              label="Master pipelines that can be updated"
              allLabel="Check all"
              masters={candidates}
              picked={picked}
              onPick={(ids, on) => {
                mass.pick(ids, on)
                // Who checks one wants to see what it would change.
                if (on && ids.length === 1) setShown(ids[0] ?? null)
              }}
              disabled={isRunning}
              shown={preview?._id}
              onShow={setShown}
            />
          )}
        </Panel>
        <Panel grow title={preview === undefined ? 'Preview' : `Update of ${preview.name}`}>
          {preview?.report === undefined ? (
            <EmptyState text="Select a pipeline to check the details" />
          ) : (
            <Preview
              report={preview.report}
              choice={choiceOf(preview._id)}
              onChoice={(choice) => setChoices(new Map([...choices, [preview._id, choice]]))}
              disabled={isRunning}
            />
          )}
        </Panel>
      </div>
      {mass.run !== null && <MassRunReport run={mass.run} />}
      <PageFoot>
        <Button tone="primary" disabled={picked.size === 0 || isRunning} onClick={mass.start}>
          Start update
        </Button>
        <span className="quiet">{isRunning ? 'An update is under way.' : `${picked.size} selected`}</span>
      </PageFoot>
    </Stack>
  )
}

const headingOf = (candidates: readonly MassCandidate[] | undefined): string =>
  candidates === undefined ? 'Master pipelines' : `${candidates.length} master pipeline(s) can be updated`

type PreviewProps = {
  report: UpdateReport
  choice: UpdateChoice
  onChoice: (choice: UpdateChoice) => void
  disabled: boolean
}

function Preview({ report, choice, onChoice, disabled }: PreviewProps) {
  return (
    <Stack>
      <UpdateChoices report={report} choice={choice} onChange={onChoice} disabled={disabled} />
      {isChoiceUpdatable(report, choice) ? (
        <p className="quiet">{summaryOf(report, choice)}</p>
      ) : (
        <Notice look="line">With this choice there is nothing to update.</Notice>
      )}
      <UpdateReportView
        kind="pipeline"
        report={choice.countries ? report : { ...report, pipelines: [] }}
        plans={choice.plans}
      />
    </Stack>
  )
}
