import { runtimeRoot, tokenHeader } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform } from '../test-support/platform.ts'
import { type ImportWorld, makeImportWorld, makePipelines, until } from '../work/imports/imports.fixtures.ts'
import { listenerNow, messageOf, publishOne, untilImported } from '../work/pipelines/listeners/listeners.fixtures.ts'
import { livingRunners, type Neighbour, startNeighbour } from './neighbour.fixture.ts'

let world: ImportWorld
let neighbour: Neighbour

beforeAll(async () => {
  const platform = await createTestPlatform({ settings: { workers: 4 } })
  // Ends a call into component code after 2.5 s instead of 5 or 20: what only time ends need not take longer.
  world = await makeImportWorld({ platform, realtime: true, runnerLimits: { callMs: 2500, isolateMiB: 64 } })
  neighbour = await startNeighbour(world)
})
afterAll(() => world?.close())

const tookTooLong = /took too long/
/** What published code does when it is asked to, and what its caller or its import is told. */
const hostile: [string, string, RegExp][] = [
  ['a busy loop', 'for (;;) {}', tookTooLong],
  ['promises without end', '(async () => { for (;;) await 0 })()', tookTooLong],
  ['growth', 'const a = []\nfor (;;) a.push(new Array(1000).fill({}))', /memory|took too long/],
  ['a promise that never settles', 'await new Promise(() => {})', /never settles/],
  ['a way out', "this.constructor.constructor('return process')().exit()", /undefined/],
  ['a module of the machine', "require('f' + 's')", /not allowed/],
  ['a function as result', 'ctx.output.out = [() => 1]', /function/],
  [
    'a flood of lines',
    "for (let i = 0; i < 1e6; i++) ctx.log.error('x'.repeat(1000))\nthrow new Error('done')",
    /done/,
  ],
]

/** An import of a listener is one like any other: some are enough. */
const everySecond = hostile.filter((_, n) => n % 2 === 0)

/** The hostile text for records called so, and the records themselves for all others. */
const whenAsked = (jsCode: string): string =>
  `if (!ctx.input.rows.some((row) => row.key === 'hostile')) { ctx.output.out = ctx.input.rows; return }\n${jsCode}`

const post = async (address: string, body: string): Promise<{ status: number; text: string }> => {
  const headers = { 'content-type': 'application/json', [tokenHeader]: world.people.manager.token }
  const response = await fetch(`${world.url}${runtimeRoot}${address}`, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}
const rows = (key: string) => `{"rows":[${messageOf(key)}]}`

describe.concurrent('S1: hostile components that are published', () => {
  it.each(hostile)(
    'an endpoint with %s answers its caller a sentence, and everybody else as ever',
    async (_name, jsCode, sentence) => {
      const { manager } = world.people
      const { master } = await makePipelines(world, {
        component: { jsCode: whenAsked(jsCode) },
        master: { endpoints: [{ route: '/rows' }] },
      })
      const endpoint = await manager.call('POST /pipelines/publish-endpoint', { body: { id: master._id } })
      const call = (key: string) => post(`${endpoint.path}${endpoint.route}`, rows(key))
      const fine = (key: string) => ({ status: 200, text: `{"out":[${messageOf(key)}]}` })
      await expect.poll(() => call('before')).toEqual(fine('before'))
      const [beside, asked, besides] = await Promise.all([call('one'), call('hostile'), call('two')])
      expect([500, 504], asked.text).toContain(asked.status)
      expect(asked.text).toMatch(sentence)
      expect(asked.text).not.toMatch(/node_modules|node:internal|runner\.cjs/)
      expect([beside, besides]).toEqual([fine('one'), fine('two')])
      expect(await call('after')).toEqual(fine('after'))
      await manager.call('DELETE /pipelines/deployed-endpoint', { query: { id: endpoint._id } })
    },
    180_000,
  )

  it('an endpoint with a text that closes its function is not published', async () => {
    const { master } = await makePipelines(world, {
      component: { jsCode: '}) ; (function(){' },
      master: { endpoints: [{ route: '/rows' }] },
    })
    const answer = await world.people.manager.ask('POST /pipelines/publish-endpoint', { body: { id: master._id } })
    expect(answer).toMatchObject({ code: 40000, message: expect.stringMatching(/cannot be served: .*SyntaxError/) })
  })

  it.each(everySecond)(
    'a listener with %s fails that import with a sentence, and goes on to listen',
    async (_name, jsCode, sentence) => {
      const { pipelineId, documentId, listener } = await publishOne(
        world,
        { gatherSeconds: 0.3 },
        { component: { jsCode: whenAsked(jsCode) } },
      )
      await until('it listens', async () => (await listenerNow(world, listener._id)).state === 'listening')
      const send = async (key: string) => (await post(`/listener/${listener._id}`, messageOf(key))).status
      expect(await send('hostile')).toBe(202)
      const failed = await until(
        'its import has failed',
        async () => {
          const { imp } = await world.people.manager.call('GET /imports/job', { query: { pipelineId } })
          return imp?.state === 'failed' && imp
        },
        120_000,
      )
      const lines = await world.people.manager.call('GET /logs/jobs', { query: { id: failed._id } })
      expect(lines.map(({ message }) => message).join('\n')).toMatch(sentence)
      expect(lines.length).toBeLessThan(3000)
      expect(await send('fine')).toBe(202)
      expect(await untilImported(world, documentId, 1)).toEqual(['fine'])
      expect(await listenerNow(world, listener._id)).toMatchObject({ state: 'listening', received: 2, held: 0 })
      await world.listeners.unpublish(world.people['super-admin'], listener._id)
    },
    180_000,
  )
})

describe('what is left of them', () => {
  it('the neighbour succeeded all along, the server answered, and no runner is left', async () => {
    const { imports, slowestAnswerMs } = await neighbour.stop()
    expect(imports).toBeGreaterThan(1)
    // As long as a call may take: what holds a process up takes that, or has no end.
    expect(slowestAnswerMs).toBeLessThan(20_000)
    await until('the end of all runners', async () => livingRunners().length === 0, 60_000)
  }, 180_000)
})
