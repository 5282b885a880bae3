import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { Program } from '../../components/program.ts'
import { executeComponent } from '../pipelines/execute-component.ts'
import { type HostileCase, limitsFor, neighbourPauseMs } from './hostile-for-test.ts'
import { linkCases, moduleCases, requestCases } from './hostile-world-for-test.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { RunError } from '../../runs/run-error.ts'

const now = '2026-03-01T10:00:00.000Z'
const signal = new AbortController().signal
const limitsOf = (ends: HostileCase['ends']): Partial<RunnerLimits> => ({
  ...limitsFor(ends),
  servedMs: ends.includes('timeout') ? 2000 : 30_000,
  requests: 500,
})
const long = limitsOf(['value'])
/** Wall time of a case: the call, the grace, and a slow machine. */
const boundMs = 100_000

const row = JSON.parse('{"n":1,"__proto__":{"polluted":1},"then":"x"}')

/** One row to every query, pages without end, an echo to HTTP. */
async function serve(kind: 'db' | 'http', args: unknown[]): Promise<unknown> {
  if (kind === 'http') return { status: 200, headers: { a: 'b' }, body: '{"then":1,"__proto__":2}' }
  const [what, connection] = args
  if (what === 'open') return 1
  if (what === 'next') return [row, row]
  if (connection === 'never') return new Promise(() => {})
  if (connection === 'bad') throw new Error('no such table')
  return connection === 'large' ? 'x'.repeat(17 << 20) : [row]
}

async function ending(program: Program, limits: Partial<RunnerLimits>): Promise<string> {
  try {
    const { output } = await executeComponent(
      { program, payload: { a: 1 }, rtContext: {}, now, limits },
      { signal, serve },
    )
    const failure = (output as { error?: unknown } | null)?.error
    if (failure === undefined) return `value ${JSON.stringify(output)?.slice(0, 100)}`
    return `${/memory/.test(String(failure)) ? 'memory' : 'error'} ${failure}`
  } catch (problem) {
    if (problem instanceof RunError) return `${problem.kind} ${problem.message}`
    throw problem
  }
}

async function expectEnding(program: Program, ends: HostileCase['ends']): Promise<string> {
  const started = performance.now()
  const said = await ending(program, limitsOf(ends))
  expect([...ends], said).toContain(said.split(' ')[0])
  expect(performance.now() - started).toBeLessThan(boundMs)
  return said
}

let beside: Promise<void>
let over = false
let neighbours = 0

describe('what requests, links and modules open up is contained', () => {
  beforeAll(() => {
    beside = (async () => {
      const program = await compiled(
        forEachRecord("ctx.output.row = (await ctx.db.query('w', 's'))[0].n", { isDB: true }),
      )
      const payload = { rows: Array.from({ length: 100 }, (_, index) => index) }
      while (!over) {
        const { output } = await executeComponent(
          { program, payload, rtContext: {}, now, limits: long },
          { signal, serve },
        )
        expect(output).toEqual({ rows: payload.rows.map(() => 1) })
        neighbours++
        await sleep(neighbourPauseMs)
      }
    })()
  })
  afterAll(async () => {
    over = true
    await beside
    expect(neighbours).toBeGreaterThan(2)
  }, 120_000)

  for (const { name, code, ends } of requestCases) {
    it.concurrent(name, async () => {
      const flags = { isDB: true, isIO: true }
      const said = await expectEnding(
        await compiled([{ name: 'Hostile', in: ['a'], out: ['b'], jsCode: code, ...flags }]),
        ends,
      )
      if (name === 'pollution by a row') expect(said).toBe('value [true,true]')
      if (name === 'an answer that is a promise to some') expect(said).toBe('value [1,1]')
    }, 120_000)
  }

  for (const { name, parts, ends } of linkCases) {
    it.concurrent(`${name} on a link`, async () => {
      await expectEnding(await compiled(parts), ends)
    }, 120_000)
  }

  for (const { name, code, ends } of moduleCases) {
    it.concurrent(name, async () => {
      const modules = [{ name: 'm', version: '1.0.0', code }]
      const look = "require('m')\nctx.output = [[1].map((n) => n + 1)[0], typeof leak, Date.now(), JSON.parse('2')]"
      const said = await expectEnding(
        await compiled([{ name: 'Hostile', in: ['a'], out: ['b'], jsCode: look }], { modules }),
        ends,
      )
      if (said.startsWith('value')) expect(said).toBe(`value [2,"undefined",${Date.parse(now)},2]`)
    }, 120_000)
  }
})
