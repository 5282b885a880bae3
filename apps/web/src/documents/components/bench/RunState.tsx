import { useEffect, useState } from 'react'
import { type BenchRun, formatMs } from './bench-run.ts'

/** How the newest run goes or went, with its duration. */
export function RunState({ run }: { run: BenchRun }) {
  return (
    <p role="status" className="quiet">
      {run.state === 'running' ? <Running since={run.since} /> : wordsOf(run)}
    </p>
  )
}

/** The clock of a run is no news for screen readers: only its end is. */
function Running({ since }: { since: number }) {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      Running … <span aria-hidden="true">{formatMs(Math.max(0, now - since))}</span>
    </>
  )
}

function wordsOf(run: Exclude<BenchRun, { state: 'running' }>): string {
  if (run.state === 'none') return ''
  if (run.state === 'stopped') return `Stopped after ${formatMs(run.ms)}`
  if (run.state === 'failed') return run.ms === 0 ? 'Not run' : `Failed after ${formatMs(run.ms)}`
  return `Ran ${formatMs(run.ms)}`
}
