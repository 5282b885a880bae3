import { useState } from 'react'
import { JsonEditor } from '../../../code/JsonEditor.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { BenchPanel } from './BenchPanel.tsx'
import { type BenchRun, outputOf, portsOfOutput, sizeOfValue } from './bench-run.ts'
import styles from './bench.module.css'

/** A longer text is cut: an editor of many megabytes would stand still. */
const maxShown = 1_000_000
const title = 'Result (ctx.output)'

/** What a run gave, whole and port by port. */
export function ResultPanel({ run, ports }: { run: BenchRun; ports: readonly string[] }) {
  const [chosen, setChosen] = useState('')
  const output = outputOf(run)
  if (run.state === 'running')
    return (
      <BenchPanel title={title}>
        <SkeletonRows rows={5} label="The test is running" />
      </BenchPanel>
    )
  if (output === undefined)
    return (
      <BenchPanel title={title}>
        <EmptyState
          text={
            run.state === 'stopped' ? 'The test was stopped: there is no result.' : 'Run the test to see its result.'
          }
        />
      </BenchPanel>
    )
  const byPort = portsOfOutput(output, ports)
  const [port, value] = byPort.find(([name]) => name === chosen) ?? ['', output]
  const tabs: [string, string][] = [
    ['', 'All'],
    ...byPort.map(([name, one]): [string, string] => {
      const size = sizeOfValue(one)
      return [name, size === '' ? name : `${name} (${size})`]
    }),
  ]
  return (
    <BenchPanel
      title={title}
      actions={byPort.length > 0 && <Tabs label="Ports of the result" tabs={tabs} value={port} onChange={setChosen} />}
    >
      {hasError(output, byPort) && !(run.state === 'done' && run.result.fault) && (
        <Notice tone="error" look="line" role="alert">
          {(output as { error: string }).error}
        </Notice>
      )}
      <JsonValue label={title} value={value} />
    </BenchPanel>
  )
}

const hasError = (output: unknown, byPort: readonly unknown[]): boolean =>
  byPort.length === 0 && typeof (output as { error?: unknown } | null)?.error === 'string'

/** A value to read, cut where it is too long to be edited. */
export function JsonValue({ label, value }: { label: string; value: unknown }) {
  if (value === undefined) return <EmptyState text="Nothing came out of this port." />
  const text = JSON.stringify(value, null, 2)
  if (text.length <= maxShown) return <JsonEditor label={label} value={text} readOnly />
  return (
    <>
      <Notice look="line">
        The first {formatCount(maxShown)} of {formatCount(text.length)} characters are shown.
      </Notice>
      {/* Long texts are scrolled with the keyboard, too. */}
      <pre className={styles.cut} tabIndex={0} aria-label={label}>
        {text.slice(0, maxShown)}
      </pre>
    </>
  )
}
