import { schemaProblem } from '../../schemas/check-schema.ts'
import type { CheckJob, CheckResult } from '../../protocol/messages.ts'

/** Compiles a schema as a run would; no pattern is matched with anything here. */
export function runCheck({ schema, schemas }: CheckJob): CheckResult {
  const problem = schemaProblem(schema, schemas)
  return { mode: 'check', problem: problem === null ? null : { code: problem.code, message: problem.message } }
}
