import { type ImportRequest, runImport } from '@millrace/engine'
import type { TestRuns } from '../../documents/components/test-runs.service.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createCapturedOutputs } from './captured-outputs.ts'

/** The records by sink, or why there are none. */
export type CapturedOutcome = { output: Record<string, unknown[]> } | { problem: string }

/**
 * A run of a pipeline in the turn of its person, as an import would run, whose outputs are kept in memory: it stores and
 * writes nothing. Code may ask for what the person may use.
 * @throws ApiError 40900 when it is given up, 42900 while too many wait
 */
export function runCaptured(
  { takeTurn, openTestHost }: Pick<TestRuns, 'takeTurn' | 'openTestHost'>,
  caller: Caller,
  { sinks, ...request }: Omit<ImportRequest, 'importId' | 'sinks'> & { sinks: readonly CapturedSink[] },
  signal: AbortSignal,
): Promise<CapturedOutcome> {
  const captured = createCapturedOutputs()
  const work = async (): Promise<CapturedOutcome> => {
    const host = openTestHost(caller, request.program, signal)
    try {
      const outcome = await runImport(
        { ...request, importId: 'test', sinks: sinks.map(toSink) },
        {
          log: () => {},
          progress: () => {},
          openFile: captured.openFile,
          openTable: () => Promise.reject(new Error('a test run writes into no table')),
          serve: host.serve,
          fence: async () => true,
          signal,
        },
      )
      return outcome.ok ? { output: captured.outputs() } : { problem: outcome.problem ?? 'The run fails.' }
    } finally {
      await host.close()
    }
  }
  return takeTurn(caller, work, signal)
}

/** A sink by name; with a schema, records that break it are left out. */
export type CapturedSink = Pick<ImportRequest['sinks'][number], 'name' | 'rowSchema'>

const toSink = (sink: CapturedSink): ImportRequest['sinks'][number] => ({
  ...sink,
  tolerance: 1,
  format: 'ndjson',
  table: null,
  http: null,
})
