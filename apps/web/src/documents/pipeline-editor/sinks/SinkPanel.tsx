import type { DataSink, SinkCheck } from '@millrace/contract'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { reasonOf } from '../../../api/reason-of.ts'
import type { PanelProps } from '../../../forms/form-control.ts'
import { Button } from '../../../ui/Button.tsx'
import { Bar } from '../../../ui/Layout.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useNewest } from '../../../ui/use-newest.ts'
import { useEditedPipeline } from '../edited-pipeline.ts'
import styles from '../panels.module.css'
import { SinkReport } from './SinkReport.tsx'
import { issuesOf, whatToFillIn } from './sink-issues.ts'

type Checked = { of: string; check: SinkCheck | null; failure: string | null }

/** A dry run of a sink: what an import would do with its records, and what it would refuse, told at the fields. */
export function SinkPanel({ pointer, value, readOnly }: PanelProps) {
  const { base, draft, tell, show } = useEditedPipeline()
  const sink = (value ?? {}) as Partial<DataSink>
  const text = JSON.stringify([sink.name, sink.target, draft.component])
  const [checked, setChecked] = useState<Checked | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = useNewest()
  const isCurrent = checked?.of === text
  // What was found is about the sink as it was: with any change it goes from the fields.
  const found = isCurrent ? checked.check : null
  useEffect(() => {
    tell(pointer, found === null ? [] : issuesOf(pointer, found))
    return () => tell(pointer, [])
  }, [tell, pointer, found])

  const check = async () => {
    const isNewest = begin()
    setBusy(true)
    const body = { id: base._id, component: draft.component, sink: sink as DataSink }
    const answer = await call('POST /pipelines/check-sink', { body, quiet: true }).then(
      (done) => ({ check: done, failure: null }),
      (error: unknown) => ({ check: null, failure: reasonOf(error) }),
    )
    if (!isNewest()) return
    setChecked({ of: text, ...answer })
    setBusy(false)
  }

  if (sink.target === undefined) return null
  const first = whatToFillIn(sink)
  return (
    <section className={styles.panel} aria-label={`Check of ${sink.name ?? 'the sink'}`}>
      <Bar>
        <Button disabled={readOnly || first !== null || busy} onClick={() => void check()}>
          Check
        </Button>
        <span className="quiet" role="status">
          {busy ? 'Checking …' : readOnly ? 'Who may edit this pipeline can check it.' : (first ?? about)}
        </span>
      </Bar>
      {checked !== null && !isCurrent && !busy && <p className="note">The sink changed since: check it again.</p>}
      {isCurrent && checked.failure !== null && (
        <Notice tone="error" look="line" role="alert">
          {checked.failure}
        </Notice>
      )}
      {found !== null && <SinkReport check={found} sink={sink as DataSink} pointer={pointer} onShow={show} />}
    </section>
  )
}

const about = 'Looks at the target as an import would. Nothing is written, nothing is sent.'
