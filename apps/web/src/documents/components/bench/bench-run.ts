import type { ExecutionResult } from '@millrace/contract'
import { emptyObjectText } from '@millrace/contract/components/defaults.rule'
import { readJson } from '../../../code/read-json.ts'

export type RunLog = ExecutionResult['logs'][number]

/** What the bench shows of its newest run. `failed`: there is no result but the reason; `stopped`: somebody ended it. */
export type BenchRun =
  | { state: 'none' }
  | { state: 'running'; since: number; logs: readonly RunLog[] }
  | { state: 'stopped'; ms: number; logs: readonly RunLog[] }
  | { state: 'failed'; ms: number; logs: readonly RunLog[]; error: string }
  /** `sent`: what went in, which may be one record of what is written. */
  | { state: 'done'; ms: number; logs: readonly RunLog[]; sent: RunBody; result: ExecutionResult }

export type BenchTexts = { payload: string; context: string }
export type RunBody = { payload: unknown; rt_context: unknown }

/** Why there is nothing to send: the sentence of the result, and where it is for the logs (D-112). */
export type UnreadText = { of: keyof BenchTexts; message: string; detail: string; line: number }

const names: Record<keyof BenchTexts, string> = { payload: 'Payload', context: 'Context' }

/** Both texts as a run takes them: an empty one is an empty object (CMP-020), invalid JSON is never sent (CMP-021). */
export function readTexts(texts: BenchTexts): RunBody | UnreadText {
  const payload = readJson(orEmptyObject(texts.payload))
  if (payload.fault !== null) return unread('payload', payload.fault)
  const context = readJson(orEmptyObject(texts.context))
  if (context.fault !== null) return unread('context', context.fault)
  return { payload: payload.value, rt_context: context.value }
}

const orEmptyObject = (text: string) => (text.trim() === '' ? emptyObjectText : text)

type Fault = { message: string; line: number; column: number; text: string }

function unread(of: keyof BenchTexts, { message, line, column, text }: Fault): UnreadText {
  const from = Math.max(0, column - 60)
  const shown = text.slice(from, from + 120)
  const place = `${names[of]}, line ${line}, column ${column}`
  return { of, message: `${names[of]}, line ${line}: ${message}`, detail: `${place}: ${message}\n${shown}`, line }
}

export const logLine = (level: RunLog['level'], message: string): RunLog => ({
  logDate: new Date().toISOString(),
  level,
  message,
})

/** What the Result panel shows as JSON: the output, or the error in the same form the server gives it. */
export function outputOf(run: BenchRun): unknown {
  if (run.state === 'done') return run.result.output
  return run.state === 'failed' ? { error: run.error } : undefined
}

/** '34 ms', '1.25 s' */
export const formatMs = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`)

/** The value of each output port, where the output is one of ports and not an error. */
export function portsOfOutput(output: unknown, ports: readonly string[]): readonly [port: string, value: unknown][] {
  if (output === null || typeof output !== 'object' || Array.isArray(output)) return []
  const values = output as Record<string, unknown>
  if (!ports.some((port) => Object.hasOwn(values, port))) return []
  return ports.map((port) => [port, values[port]])
}

/** '3 records', or what else a port gave. */
export function sizeOfValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (!Array.isArray(value)) return ''
  return value.length === 1 ? '1 record' : `${value.length} records`
}
