import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isAbort } from '../../../api/call-error.ts'
import { subscribeLive } from '../../../api/live.ts'
import { type ChosenRecord, withRecord } from './records.ts'
import { type BenchRun, type BenchTexts, logLine, type RunLog, readTexts } from './bench-run.ts'
import { reasonOf } from '../../../api/reason-of.ts'

/** Runs the saved component with what stands in the editors, one run at a time (CMP-018). */
export function useBenchRun(componentId: string) {
  const [run, setRun] = useState<BenchRun>({ state: 'none' })
  const open = useRef<AbortController | null>(null)
  // A run that nobody waits for is ended: the server ends it when the request goes away.
  useEffect(() => () => open.current?.abort(), [])
  /** @param record runs this record of its input alone */
  const start = async (texts: BenchTexts, record: ChosenRecord | null) => {
    if (open.current !== null) return
    const read = readTexts(texts)
    if ('message' in read) {
      setRun({ state: 'failed', ms: 0, error: read.message, logs: [logLine('error', read.detail)] })
      return
    }
    const abort = new AbortController()
    open.current = abort
    const since = performance.now()
    setRun({ state: 'running', since, logs: [] })
    const params = { id: componentId }
    const name = `${componentId} ${Date.now()} ${Math.random()}`
    const endLive = subscribeLive(
      'testRuns',
      { run: [name] },
      {
        onInit: () => undefined,
        onChange: ({ data }) => setRun((before) => withLines(before, data.logs)),
      },
    )
    try {
      const { signal } = abort
      const body = { ...read, payload: withRecord(read.payload, record), run: name }
      const result = await call('POST /components/{id}/execute', { params, body, signal, quiet: true })
      setRun({ state: 'done', ms: performance.now() - since, sent: body, result, logs: result.logs })
    } catch (error) {
      const ms = performance.now() - since
      const message = reasonOf(error)
      setRun((before) =>
        isAbort(error)
          ? { state: 'stopped', ms, logs: logsOf(before) }
          : { state: 'failed', ms, error: message, logs: [...logsOf(before), logLine('error', message)] },
      )
    } finally {
      open.current = null
      endLive()
    }
  }
  return { run, start, stop: () => open.current?.abort() }
}

const withLines = (run: BenchRun, logs: readonly RunLog[]): BenchRun =>
  run.state === 'running' ? { ...run, logs: [...run.logs, ...logs] } : run
const logsOf = (run: BenchRun): readonly RunLog[] => (run.state === 'none' ? [] : run.logs)
