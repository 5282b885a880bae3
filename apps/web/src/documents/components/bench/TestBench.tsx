import type { Component, TestCase } from '@millrace/contract'
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react'
import { JsonEditor } from '../../../code/JsonEditor.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { NewTestCase } from '../guards/TestCaseDialog.tsx'
import type { TestCasesState } from '../guards/use-test-cases.ts'
import type { ComponentDraft, ComponentEdit } from '../model/draft.ts'
import { freeName } from '../model/names.ts'
import { BenchPanel } from './BenchPanel.tsx'
import { BenchPanels } from './BenchPanels.tsx'
import { LinkValues } from './LinkValues.tsx'
import { RecordSteps } from './RecordSteps.tsx'
import { JsonValue, ResultPanel } from './ResultPanel.tsx'
import { RunFaultNotice } from './RunFaultNotice.tsx'
import { RunLogs } from './RunLogs.tsx'
import { RunState } from './RunState.tsx'
import type { BenchRun, BenchTexts } from './bench-run.ts'
import styles from './bench.module.css'
import type { Filling } from './fill.ts'
import { isCodeSaved } from './is-code-saved.ts'
import { type ChosenRecord, settleRecord } from './records.ts'
import { useBenchRun } from './use-bench-run.ts'
import { useBenchTexts } from './use-bench-texts.ts'
import type { RunFindings } from './use-run-findings.ts'

const FillDialog = lazy(() => import('./FillDialog.tsx').then((m) => ({ default: m.FillDialog })))
const TestCaseDialog = lazy(() => import('../guards/TestCaseDialog.tsx').then((m) => ({ default: m.TestCaseDialog })))

type Props = {
  component: Component
  draft: ComponentDraft
  /** The component as it is saved: that is what runs. */
  saved: ComponentDraft
  readOnly: boolean
  cases: TestCasesState
  /** Whether this person may keep test cases. */
  keepsCases: boolean
  /** Hears what a run tells of the parts of the component. */
  findings: RunFindings
  /** Shows the line that failed in its code field, or the box in the diagram. */
  onShowFault: () => void
  onEdit: (edit: ComponentEdit | null) => void
}

/** Runs the saved component on a payload and shows what it gave, what it logged and how long it took (CMP-014 to CMP-022). */
export function TestBench(props: Props) {
  const { component, draft, saved, readOnly, cases, keepsCases, findings, onShowFault, onEdit } = props
  const { texts, setText, ports } = useBenchTexts(draft, readOnly, onEdit)
  const { run, start, stop } = useBenchRun(component._id)
  const [wanted, setWanted] = useState<ChosenRecord | null>(null)
  const [filling, setFilling] = useState<Filling | null>(null)
  const [isFillOpen, setFillOpen] = useState(false)
  const [kept, setKept] = useState<NewTestCase | null>(null)
  const chosen = settleRecord(wanted, ports)
  const isSaved = isCodeSaved(draft, saved)
  // What was changed by hand since comes from nowhere.
  const origin = filling?.text === texts.payload ? filling.from : null
  const result = run.state === 'done' ? run.result : null
  const { take } = findings
  useEffect(() => take(result), [take, result])
  const startRun = (record: ChosenRecord | null) => {
    if (isSaved) void start(texts, record)
  }
  const choose = (record: ChosenRecord | null, isRun: boolean) => {
    setWanted(record)
    if (isRun) startRun(record)
  }
  // Before the code editors, where the same keys begin a new line.
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    startRun(chosen)
  }
  const editor = (name: keyof BenchTexts, label: string) => (
    <JsonEditor label={label} value={texts[name]} onChange={(text) => setText(name, text)} />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the editors inside it.
    <div className={styles.bench} onKeyDownCapture={keys}>
      <div className={styles.bar}>
        {run.state === 'running' ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button
            tone="primary"
            disabled={!isSaved}
            title={isSaved ? 'Run the saved component (Ctrl Enter)' : 'Save your changes first'}
            onClick={() => startRun(chosen)}
          >
            Run test
          </Button>
        )}
        <RecordSteps ports={ports} chosen={chosen} disabled={!isSaved || run.state === 'running'} onChoose={choose} />
        {keepsCases && run.state === 'done' && (
          <Button onClick={() => setKept(caseOfRun(run, origin, cases.cases ?? []))}>Keep as test case</Button>
        )}
        {!isSaved && <span className="quiet">Save your changes first: the saved component is run.</span>}
        <RunState run={run} />
      </div>
      {result?.fault !== undefined && (
        <RunFaultNotice fault={result.fault} place={findings.place} component={component.name} onShow={onShowFault} />
      )}
      <BenchPanels
        payload={
          <BenchPanel
            title="Payload (ctx.input)"
            actions={
              <Button tone="link" onClick={() => setFillOpen(true)}>
                Fill …
              </Button>
            }
          >
            {editor('payload', 'Payload (ctx.input)')}
          </BenchPanel>
        }
        result={<ResultPanel run={run} ports={draft.outputs.map(({ name }) => name)} />}
        context={
          <BenchPanel title="Context (ctx.rt_context)">
            {editor('context', 'Context (ctx.rt_context)')}
            <ContextAfter run={run} />
          </BenchPanel>
        }
        logs={<RunLogs run={run} />}
      />
      {result?.links !== undefined && <LinkValues links={result.links} component={component.name} />}
      <Suspense>
        {isFillOpen && (
          <FillDialog
            payload={texts.payload}
            inputs={draft.inputs.map(({ name }) => name)}
            onFill={(filled) => {
              setFilling(filled)
              setText('payload', filled.text)
            }}
            onClose={() => setFillOpen(false)}
          />
        )}
        {kept !== null && (
          <TestCaseDialog
            kind="component"
            documentId={component._id}
            testCase={kept}
            readOnly={false}
            dirty={!isSaved}
            onSave={cases.save}
            onClose={() => setKept(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** A test case that expects what the run gave, of what the run was given. */
function caseOfRun(
  { sent, result }: Extract<BenchRun, { state: 'done' }>,
  from: string | null,
  cases: readonly TestCase[],
): NewTestCase {
  const name = freeName(
    'Case',
    cases.map((one) => one.name),
  )
  const written = (value: unknown) => JSON.stringify(value ?? null, null, 2)
  const texts = { payload: written(sent.payload), rt_context: written(sent.rt_context) }
  return { name, ignored: [], from, ...texts, expected: written(result.output) }
}

/** What the run has made of the context, where it changed it. */
function ContextAfter({ run }: { run: BenchRun }) {
  if (run.state !== 'done' || JSON.stringify(run.result.rt_context) === JSON.stringify(run.sent.rt_context)) return null
  return (
    <>
      <h5 className={styles.after}>After the run</h5>
      <JsonValue label="Context after the run" value={run.result.rt_context} />
    </>
  )
}
