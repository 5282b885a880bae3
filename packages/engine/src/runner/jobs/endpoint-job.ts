import type { JsonSchema } from '@millrace/contract'
import type { EndpointAnswer, EndpointJob } from '../../protocol/messages.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { RunError } from '../../runs/run-error.ts'
import { SchemaError } from '../../schemas/schema-error.ts'
import { syntaxError } from '../../formats/json/json-error.ts'
import { DEFAULT_READ_LIMITS } from '../../formats/records/file.types.ts'
import { createValueValidator } from '../../schemas/value-validator.ts'
import { type CallAnswer, EndpointIsolate } from '../code/endpoint-isolate.ts'
import type { Ivm } from '../code/guest-realm.ts'
import type { Heartbeat } from '../link/heartbeat.ts'
import type { ParentLink } from '../link/parent-link.ts'

function validatorOf(what: 'input' | 'output', schema: JsonSchema): ReturnType<typeof createValueValidator> {
  try {
    return createValueValidator({ schema })
  } catch (problem) {
    throw problem instanceof SchemaError ? new RunError('syntax', `the ${what} schema: ${problem.message}`) : problem
  }
}

/** What is wrong with a text that is no JSON, with its offset and line. */
function placeOf(text: string, problem: unknown): string {
  try {
    return syntaxError(Buffer.from(text), 0, DEFAULT_READ_LIMITS, problem).message
  } catch {
    return problem instanceof Error ? problem.message : String(problem)
  }
}

/** Findings that are told of one body or answer. */
const maxFindings = 100

/**
 * Serves calls until the process is ended: each body is checked against its schema, runs through the component, and what
 * comes out is checked as well. Schemas are the users' own, so that this is done here and not where calls come in.
 * @throws RunError when the endpoint cannot be served at all
 */
export function runEndpointJob(
  ivm: Ivm,
  job: EndpointJob,
  limits: RunnerLimits,
  link: ParentLink,
  heartbeat: Heartbeat,
): Promise<never> {
  const checkInput = validatorOf('input', job.inputSchema)
  const checkOutput = validatorOf('output', job.outputSchema)
  const code = new EndpointIsolate(ivm, job, limits, {
    serve: (requests) => link.ask(requests),
    answer: (answers) => link.send({ kind: 'answers', answers: answers.map(checked) }),
  })

  function checked([number, text, fault]: CallAnswer): EndpointAnswer {
    if (fault !== null) {
      const { kind, message, place, codeStack: stack } = fault
      return [number, 'failed', { kind, message, place, stack }]
    }
    const findings = checkOutput(JSON.parse(text))
    return findings === null ? [number, 'output', text] : [number, 'unfit', findings.slice(0, maxFindings)]
  }

  /** What is wrong with a body, or null. */
  function refused([number, text]: readonly [number, string]): EndpointAnswer | null {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch (problem) {
      return [number, 'no JSON', placeOf(text, problem)]
    }
    const findings = checkInput(body)
    return findings === null ? null : [number, 'refused', findings.slice(0, maxFindings)]
  }

  link.onCalls((calls) => {
    const refusals: EndpointAnswer[] = []
    const taken = calls.filter((call) => {
      const refusal = refused(call)
      if (refusal !== null) refusals.push(refusal)
      return refusal === null
    })
    if (refusals.length > 0) link.send({ kind: 'answers', answers: refusals })
    if (taken.length > 0) code.serve(taken)
  })
  heartbeat.watch(code)
  link.send({ kind: 'opened' })
  return new Promise<never>(() => {})
}
