import type { DocKind, TestCase, TestCaseResult } from '@millrace/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { CheckCircleIcon, CrossCircleIcon, WarnIcon } from '../../../ui/glyphs.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { CaseDifferences } from './CaseDifferences.tsx'
import styles from './guards.module.css'
import type { NewTestCase } from './TestCaseDialog.tsx'
import type { TestCasesState } from './use-test-cases.ts'

const TestCaseDialog = lazy(() => import('./TestCaseDialog.tsx').then((module) => ({ default: module.TestCaseDialog })))

type Props = {
  kind: DocKind
  documentId: string
  state: TestCasesState
  /** What a new case begins with: the payload and context that stand in the editor. */
  start: () => NewTestCase
  /** There are changes that are not saved: cases are run on what was saved. */
  dirty: boolean
  /** Whether this person may change the cases. */
  writes: boolean
}

/** The cases that all versions of a document are held to, run together, with what differs by field. */
export function TestCases({ kind, documentId, state, start, dirty, writes }: Props) {
  const { cases, needed, error, isRunning } = state
  const [edited, setEdited] = useState<TestCase | NewTestCase | null>(null)
  if (cases === undefined)
    return error === null ? <SkeletonRows rows={3} /> : <ErrorPanel error={error} onRetry={state.retry} />
  const remove = async (one: TestCase) => {
    if (await confirm(`Do you want to delete the test case ${one.name}?`)) await state.remove(one)
  }
  return (
    <div className={styles.cases}>
      <div className={styles.bar}>
        <Button
          tone="primary"
          disabled={cases.length === 0 || dirty || isRunning}
          title={dirty ? 'Save your changes first: cases are run on what was saved' : undefined}
          onClick={() => void state.run()}
        >
          {isRunning ? 'Running …' : 'Run all'}
        </Button>
        {writes && <Button onClick={() => setEdited(start())}>New test case</Button>}
        <label className={styles.needed}>
          <Switch
            aria-label="Lock only when all are green"
            checked={needed}
            disabled={!writes}
            onChange={(on) => void state.setNeeded(on)}
          />
          Lock only when all are green
        </label>
        <p role="status" className="quiet">
          {summary(cases, state)}
        </p>
      </div>
      {cases.length === 0 && (
        <EmptyState text="There are no test cases yet. Keep a payload with its result, and each later version is held to it." />
      )}
      <ul className={styles.list} aria-label="Test cases">
        {cases.map((one) => {
          const result = state.resultOf(one._id)
          return (
            <li key={one._id} className={styles.case} data-state={result?.state}>
              <div className={styles.row}>
                <StateMark result={result} />
                <span className={styles.name}>{one.name}</span>
                {one.from !== null && one.from.toLowerCase() !== one.name.toLowerCase() && (
                  <span className="quiet">{one.from}</span>
                )}
                <span className={styles.actions}>
                  <Button
                    tone="link"
                    disabled={dirty || isRunning}
                    aria-label={`Run ${one.name}`}
                    onClick={() => void state.run([one._id])}
                  >
                    Run
                  </Button>
                  <Button
                    tone="link"
                    aria-label={`${writes ? 'Edit' : 'Show'} ${one.name}`}
                    onClick={() => setEdited(one)}
                  >
                    {writes ? 'Edit' : 'Show'}
                  </Button>
                  {writes && (
                    <Button tone="link" aria-label={`Delete ${one.name}`} onClick={() => void remove(one)}>
                      Delete
                    </Button>
                  )}
                </span>
              </div>
              {result !== undefined && <CaseDifferences result={result} />}
            </li>
          )
        })}
      </ul>
      {edited !== null && (
        <Suspense>
          <TestCaseDialog
            kind={kind}
            documentId={documentId}
            testCase={edited}
            readOnly={!writes}
            dirty={dirty}
            onSave={state.save}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

const marks = {
  green: { Icon: CheckCircleIcon, word: 'Green' },
  red: { Icon: CrossCircleIcon, word: 'Red' },
  failed: { Icon: WarnIcon, word: 'Failed' },
}

function StateMark({ result }: { result: TestCaseResult | undefined }) {
  if (result === undefined) return <span className={styles.mark}>Not run</span>
  const { Icon, word } = marks[result.state]
  return (
    <span className={styles.mark} data-state={result.state}>
      <Icon /> {word}
    </span>
  )
}

/** '3 of 4 green, 1 not run' */
function summary(cases: readonly TestCase[], { resultOf }: Pick<TestCasesState, 'resultOf'>): string {
  if (cases.length === 0) return ''
  const results = cases.map(({ _id }) => resultOf(_id)?.state)
  const green = results.filter((state) => state === 'green').length
  const open = results.filter((state) => state === undefined).length
  if (open === cases.length) return `${cases.length} not run on this version since it was saved`
  return `${green} of ${cases.length} green${open > 0 ? `, ${open} not run` : ''}`
}
