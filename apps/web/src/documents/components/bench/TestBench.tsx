import type { Component } from '@millrace/contract'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { JsonEditor } from '../../../code/JsonEditor.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { NewTestCase } from '../guards/TestCaseDialog.tsx'
import type { TestCasesState } from '../guards/use-test-cases.ts'
import type { ComponentDraft, ComponentEdit } from '../model/draft.ts'
import { freeName } from '../model/names.ts'
import { BenchPanel } from './BenchPanel.tsx'
import { BenchPanels } from './BenchPanels.tsx'
import { JsonValue, ResultPanel } from './ResultPanel.tsx'
import { RunLogs } from './RunLogs.tsx'
import { RunState } from './RunState.tsx'
import type { BenchRun, BenchTexts } from './bench-run.ts'
import styles from './bench.module.css'
import { isCodeSaved } from './is-code-saved.ts'
import { useBenchRun } from './use-bench-run.ts'

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
  onEdit: (edit: ComponentEdit | null) => void
}

/** Runs the saved component on a payload and shows what it gave, what it logged and how long it took (CMP-014 to CMP-022). */
export function TestBench({ component, draft, saved, readOnly, cases, keepsCases, onEdit }: Props) {
  const [own, setOwn] = useState<Partial<BenchTexts>>({})
  const { run, start, stop } = useBenchRun(component._id)
  const [kept, setKept] = useState<NewTestCase | null>(null)
  const texts = readOnly
    ? { payload: draft.testPayload, context: draft.testContext, ...own }
    : { payload: draft.testPayload, context: draft.testContext }
  // The texts of a version that is open for writing are saved with it; others are typed for this visit.
  const setText = (name: keyof BenchTexts, text: string) => {
    if (readOnly) return setOwn((before) => ({ ...before, [name]: text }))
    const field = name === 'payload' ? 'testPayload' : 'testContext'
    const word = name === 'payload' ? 'test payload' : 'test context'
    if (draft[field] !== text)
      onEdit({ name: `change of ${word}`, value: { ...draft, [field]: text }, selected: [], joins: word })
  }
  const isSaved = isCodeSaved(draft, saved)
  const startRun = () => {
    if (isSaved) void start(texts)
  }
  const keep = () => {
    if (run.state !== 'done') return
    const name = freeName(
      'Case',
      (cases.cases ?? []).map((one) => one.name),
    )
    const expected = JSON.stringify(run.result.output ?? null, null, 2)
    setKept({ name, ignored: [], from: null, payload: texts.payload, rt_context: texts.context, expected })
  }
  // Before the code editors, where the same keys begin a new line.
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    startRun()
  }
  const isRunning = run.state === 'running'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the editors inside it.
    <div className={styles.bench} onKeyDownCapture={keys}>
      <div className={styles.bar}>
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button
            tone="primary"
            disabled={!isSaved}
            title={isSaved ? 'Run the saved component (Ctrl Enter)' : 'Save your changes first'}
            onClick={startRun}
          >
            Run test
          </Button>
        )}
        {keepsCases && run.state === 'done' && <Button onClick={keep}>Keep as test case</Button>}
        {!isSaved && <span className="quiet">Save your changes first: the saved component is run.</span>}
        <RunState run={run} />
      </div>
      <BenchPanels
        payload={
          <BenchPanel title="Payload (ctx.input)">
            <JsonEditor
              label="Payload (ctx.input)"
              value={texts.payload}
              onChange={(text) => setText('payload', text)}
            />
          </BenchPanel>
        }
        result={<ResultPanel run={run} ports={draft.outputs.map(({ name }) => name)} />}
        context={
          <BenchPanel title="Context (ctx.rt_context)">
            <JsonEditor
              label="Context (ctx.rt_context)"
              value={texts.context}
              onChange={(text) => setText('context', text)}
            />
            <ContextAfter run={run} before={texts.context} />
          </BenchPanel>
        }
        logs={<RunLogs run={run} />}
      />
      {kept !== null && (
        <Suspense>
          <TestCaseDialog
            componentId={component._id}
            testCase={kept}
            readOnly={false}
            dirty={!isSaved}
            onSave={cases.save}
            onClose={() => setKept(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What the run has made of the context, where it changed it. */
function ContextAfter({ run, before }: { run: BenchRun; before: string }) {
  if (run.state !== 'done' || isSameJson(run.result.rt_context, before)) return null
  return (
    <>
      <h5 className={styles.after}>After the run</h5>
      <JsonValue label="Context after the run" value={run.result.rt_context} />
    </>
  )
}

function isSameJson(value: unknown, text: string): boolean {
  try {
    return JSON.stringify(value) === JSON.stringify(JSON.parse(text))
  } catch {
    return false
  }
}
