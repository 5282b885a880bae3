import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { executeComponent } from '../pipelines/execute-component.ts'
import { executeLimits, killAtMiB, type RunnerLimits } from '../../runs/limits.ts'
import {
  endlessCases,
  escapingCases,
  growingCases,
  type HostileCase,
  limitsFor,
  neighbourPauseMs,
  oddCases,
  wrapperCases,
} from './hostile-for-test.ts'
import { RunError } from '../../runs/run-error.ts'

const now = '2026-03-01T10:00:00.000Z'
const long = limitsFor(['value'])
const signal = new AbortController().signal
/** Wall time of a case: the call, the grace, and a slow machine. */
const boundMs = 100_000

async function ending(code: string, limits: Partial<RunnerLimits> = long): Promise<string> {
  const program = await compiled([{ name: 'Hostile', in: ['a'], out: ['b'], jsCode: code }])
  const logs: string[] = []
  try {
    const { output, logs: lines } = await executeComponent(
      { program, payload: {}, rtContext: {}, now, limits },
      { signal },
    )
    logs.push(...lines.map((line) => line.message))
    const failure = (output as { error?: unknown } | null)?.error
    if (failure === undefined) return `value ${JSON.stringify(output)?.slice(0, 100)}`
    return `${/memory/.test(String(failure)) ? 'memory' : 'error'} ${failure}`
  } catch (problem) {
    if (problem instanceof RunError) return `${problem.kind} ${problem.message}`
    throw problem
  }
}

/** A run that must not notice what happens beside it. */
async function neighbour(): Promise<void> {
  const program = await compiled(forEachRecord('ctx.output.row = ctx.input.row * 2'))
  const rows = Array.from({ length: 100 }, (_, index) => index)
  const { output } = await executeComponent(
    { program, payload: { rows }, rtContext: {}, now, limits: long },
    { signal },
  )
  expect(output).toEqual({ rows: rows.map((row) => row * 2) })
}

let beside: Promise<void>
let over = false
let neighbours = 0

describe('hostile component code is contained', () => {
  beforeAll(() => {
    beside = (async () => {
      while (!over) {
        await neighbour()
        neighbours++
        await sleep(neighbourPauseMs)
      }
    })()
  })
  afterAll(async () => {
    over = true
    await beside
    // One after the other all along, and each gave its right answer.
    expect(neighbours).toBeGreaterThan(2)
  }, 240_000)

  const cases: [string, HostileCase[]][] = [
    ['endless code ends by the clock', endlessCases],
    ['growing code ends by its limits', growingCases],
    ['nothing gets out and nothing built-in changes', escapingCases],
    ['odd results and messages', oddCases],
    ['text that closes its own function', wrapperCases],
  ]
  for (const [group, list] of cases) {
    describe(group, () => {
      for (const { name, code, ends } of list) {
        const variants = code.includes('await')
          ? [['', code]]
          : [
              ['', code],
              [', after await', `await 0;\n${code}`],
            ]
        it.concurrent(name, async () => {
          for (const [, text = ''] of variants) {
            const started = performance.now()
            const said = await ending(text, limitsFor(ends))
            expect([...ends], said).toContain(said.split(' ')[0])
            expect(performance.now() - started).toBeLessThan(boundMs)
          }
        }, 240_000)
      }
    })
  }

  it('says what the realm still has', async () => {
    const seen = await ending(
      'ctx.output = Object.getOwnPropertyNames(globalThis).filter((n) => /process|require|fetch|^Buffer|Atomics|^Shared|WebAss|WeakRef/.test(n))',
    )
    expect(seen).toBe('value []')
    expect(await ending('ctx.output = [typeof sources, (0, eval)("typeof realm"), {}.polluted]')).toBe(
      'value ["undefined","undefined",null]',
    )
  })

  it('leaves nothing between two runs or two components', async () => {
    const parts = [
      { name: 'W', in: ['a'], out: ['b'], uses: ['One', 'Two'], links: ['.a → One.a', 'One.b → Two.a', 'Two.b → .b'] },
      { name: 'One', in: ['a'], out: ['b'], jsCode: 'ctx.secret = 1;\n/(x)/.exec("x")\nctx.output.b = 1' },
      { name: 'Two', in: ['a'], out: ['b'], jsCode: 'ctx.output.b = [typeof ctx.secret, RegExp.$1, RegExp.lastMatch]' },
    ]
    const program = await compiled(parts)
    const { output } = await executeComponent({ program, payload: { a: 1 }, rtContext: {}, now }, { signal })
    expect(output).toEqual({ b: ['undefined', null, null] })
  })

  it('allows the overshoot it is built for', () => {
    expect(killAtMiB(executeLimits)).toBe(executeLimits.isolateMiB + executeLimits.parserMiB + 200)
  })
})
