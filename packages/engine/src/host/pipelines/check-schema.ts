import type { JsonSchema } from '@millrace/contract'
import { type RunnerLimits, validateLimits } from '../../runs/limits.ts'
import { RunError } from '../../runs/run-error.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import { SchemaError } from '../../schemas/schema-error.ts'

/**
 * What needs more than this is made to need more. The clock is the wall's: on a machine
 * with far more to do than it has cores, starting the process alone has taken more than 5 s.
 */
const checkLimits: RunnerLimits = {
  ...validateLimits,
  // A schema of 5 MB with 26,000 fields takes 360 MiB and 4 s.
  parserMiB: 400,
  overshootMiB: 100,
  stallMs: 30_000,
  runMs: 30_000,
}

/** Processes at once; further checks wait for their turn. */
const maxAtOnce = 2
let running = 0
const waiting: (() => void)[] = []

/**
 * What is wrong with a schema, or null: no draft-07 schema, no pattern, a reference outside `store`, or one that takes
 * longer than 30 s or more than 500 MiB to compile. It is compiled as a run compiles it, in a process of its own.
 * @param store the schemas it refers to, by address; nothing else is looked up
 * @throws RunError of kind aborted, setup
 */
export async function checkSchema(
  schema: JsonSchema,
  store: Record<string, JsonSchema>,
  { signal, limits }: { signal: AbortSignal; limits?: Partial<RunnerLimits> },
): Promise<SchemaError | null> {
  if (running >= maxAtOnce) await new Promise<void>((turn) => waiting.push(turn))
  else running++
  try {
    return await checked(schema, store, signal, { ...checkLimits, ...limits })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function checked(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
  signal: AbortSignal,
  limits: RunnerLimits,
): Promise<SchemaError | null> {
  const runner = RunnerProcess.spawn(limits, { files: [], pipes: 0, hasIsolate: false }, { signal })
  try {
    runner.start({ mode: 'check', schema, schemas })
    const result = await runner.result
    if (result.mode !== 'check') throw new RunError('setup', 'the runner did another job')
    const { problem } = result
    if (problem === null) return null
    const reason = problem.message.replace(/^The schema is not valid: /, '')
    return new SchemaError(problem.code, reason, problem.detail)
  } catch (problem) {
    // Values nested some thousand levels deep cannot be turned into a message.
    if (problem instanceof RangeError) return new SchemaError('invalid', 'it is nested too deeply')
    if (!(problem instanceof RunError) || problem.kind === 'aborted' || problem.kind === 'setup') throw problem
    return new SchemaError('invalid', problem.kind === 'timeout' ? 'it takes too long to compile' : tooLarge)
  } finally {
    runner.kill('aborted', 'The check is over')
    await runner.gone
  }
}

const tooLarge = 'it takes too much memory to compile'
