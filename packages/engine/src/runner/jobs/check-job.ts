import { findSchemaError } from '../../schemas/check-schema.ts'
import type { CheckJob, CheckResult } from '../../protocol/messages.ts'

/** Compiles a schema as a run would; no pattern is matched with anything here. */
export function runCheckJob({ schema, schemas }: CheckJob): CheckResult {
  const problem = findSchemaError(schema, schemas)
  return {
    mode: 'check',
    problem: problem === null ? null : { code: problem.code, message: problem.message, detail: problem.detail },
  }
}
