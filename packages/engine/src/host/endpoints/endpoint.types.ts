import type { Finding, JsonSchema } from '@millrace/contract'
import type { Program } from '../../components/program.ts'
import type { RunFault } from '../../runs/run-error.ts'

/** What is served: a program, and schemas of its body and answer that refer to nothing outside themselves. */
export type EndpointPlan = {
  program: Program
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** ctx.rt_context besides `now`; code cannot change it. */
  rtContext: Record<string, unknown>
}

/** What came of a call. */
export type EndpointOutcome =
  | { kind: 'output'; text: string }
  /** The body is no JSON, or does not fit its schema. */
  | { kind: 'no JSON'; message: string }
  | { kind: 'refused'; findings: Finding[] }
  /** The code threw, or its output does not fit its schema. */
  | { kind: 'failed'; fault: RunFault }
  | { kind: 'unfit'; findings: Finding[] }
  /** It took too long, or too much memory. */
  | { kind: 'timeout' | 'memory'; fault: RunFault }
  /** Nobody could serve it; it may be sent again. */
  | { kind: 'unavailable'; message: string }
