import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ComponentWorld, makeComponentWorld } from './components.fixtures.ts'
import { createTestRuns } from './test-runs.service.ts'

let world: ComponentWorld
let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
  response.end('{"n":1}')
const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world = await makeComponentWorld({
    settings: { allowedHosts: [host()] },
    // What ends endless code is the clock alone: 1 s proves as much as the usual 5.
    runnerLimits: { callMs: 1000 },
  })
})
afterAll(async () => {
  await world.close()
  server.closeAllConnections()
  server.close()
})

describe('a test run', () => {
  it('one person who starts endless runs keeps nobody from theirs', async () => {
    const { app, people, leaf } = world
    const endless = await leaf('for (;;) {}')
    const quick = await leaf('ctx.output.out = ctx.input.rows')
    const limits = { callMs: 60_000, stallMs: 60_000, runMs: 90_000 }
    const { openComponentHost, modules } = app.services
    const runs = createTestRuns(app.platform, { openComponentHost, modules, limits })
    const stop = new AbortController()
    const payload = { rows: [] }
    const refused: unknown[] = []
    const started = Array.from({ length: 15 }, () =>
      runs.execute(people.manager, endless._id, { payload }, stop.signal).catch((error: { code: number }) => {
        if (!stop.signal.aborted) refused.push(error.code)
      }),
    )
    // One of theirs runs and ten wait.
    await vi.waitUntil(() => refused.length >= 4, { timeout: 20_000 })
    // Who is not them is served at once, long before one of those could end.
    const other = await runs.execute(people['super-admin'], quick._id, { payload }, stop.signal)
    expect(other.output).toEqual({ out: [] })
    stop.abort()
    await Promise.all(started)
    expect(refused).toEqual([42900, 42900, 42900, 42900])
  })

  it('S1 hostile code ends within its limits, in an answer or a refusal, while a neighbour succeeds', {
    timeout: 180_000,
  }, async () => {
    const { app, people, leaf } = world
    const limited = (limits: object) =>
      createTestRuns(app.platform, {
        openComponentHost: app.services.openComponentHost,
        modules: app.services.modules,
        limits,
      })
    const runs = limited({ callMs: 1000, stallMs: 1500, runMs: 5000, isolateMiB: 64 })
    const calm = limited({ callMs: 45_000, stallMs: 60_000, runMs: 90_000 })
    const hostile = [
      'for (;;) {}',
      'const a = []; for (;;) a.push(new Array(1000).fill({}))',
      'let b = 3n; for (;;) b = b * b',
      'await new Promise(() => {})',
      'const p = () => Promise.resolve().then(p); await p()',
      `return this.constructor.constructor('return process')().exit(1)`,
      `process.kill(process.ppid)`,
      `require('fs').readFileSync('/etc/passwd')`,
      `ctx.log.info.constructor('return process')().env`,
      `ctx.output.out = 'x'.repeat(2 ** 29 - 24).split('')`,
    ]
    const neighbour = await leaf('ctx.output.out = ctx.input.rows')
    const signal = new AbortController().signal
    const well = async () => {
      const { output } = await calm.execute(people.manager, neighbour._id, { payload: { rows: [{ n: 2 }] } }, signal)
      return output
    }
    for (const jsCode of hostile) {
      const { _id } = await leaf(jsCode)
      const [ended, beside] = await Promise.all([
        runs.execute(people.manager, _id, { payload: { rows: [] } }, signal).then(
          ({ output }) => JSON.stringify(output),
          (error: { code: number; message: string }) => `${error.code} ${error.message}`,
        ),
        well(),
      ])
      expect(ended, jsCode).toMatch(/^\{"error":"|^40900 The test took too long\.$|^40000 Module fs is not allowed$/)
      expect(ended, jsCode).not.toMatch(/root:|PATH/)
      expect(beside).toEqual({ out: [{ n: 2 }] })
    }
  })

  it('API-061/api says so when a test takes too long', async () => {
    const { run } = world
    const { code, message } = await run('for (;;) {}')
    expect([code, message]).toEqual([40900, 'The test took too long.'])
  })

  it('runs a few at once; the others wait for their turn', async () => {
    const { people, leaf, execute } = world
    let open = 0
    let most = 0
    const held: ServerResponse[] = []
    answer = (_request, response) => {
      most = Math.max(most, ++open)
      held.push(response)
      // The first waits for the second, however long its process takes to start; a third one would come meanwhile.
      if (most === 1) return
      setTimeout(() => {
        for (const one of held.splice(0)) {
          open--
          one.end('{}')
        }
      }, 300)
    }
    const { _id } = await leaf(`ctx.output.out = [(await ctx.http.get('http://${host()}/')).json]`, { isIO: true })
    // Of two persons: one alone has all places but one.
    const persons = Array.from({ length: 5 }, (_, n) => (n % 2 ? people['super-admin'] : people.manager))
    const all = await Promise.all(persons.map((as) => execute(_id, { payload: {}, rt_context: {} }, as)))
    expect(all.map(({ data }) => data?.output)).toEqual(Array.from({ length: 5 }, () => ({ out: [{}] })))
    expect(most).toBe(2)
  })
})
