import type { JsonSchema } from '@millrace/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { compiled } from '../../components/components-for-test.ts'
import type { ProgramModule } from '../../components/program.ts'
import type { EndpointOutcome } from './endpoint.types.ts'
import { checkEndpoint, type Endpoint, type EndpointOptions, openEndpoint } from './open-endpoint.ts'

type Served = EndpointOptions & {
  inputSchema?: JsonSchema
  outputSchema?: JsonSchema
  modules?: ProgramModule[]
  isIO?: boolean
  rtContext?: Record<string, unknown>
}
const open: Endpoint[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((endpoint) => endpoint.close(0)))
})

async function planOf(jsCode: string, { modules, isIO = false, ...schemas }: Served = {}) {
  const program = await compiled([{ name: 'Price', in: ['a'], out: ['b'], jsCode, isIO }], {
    ...(modules && { modules }),
  })
  const { inputSchema = {}, outputSchema = {}, rtContext = {} } = schemas
  return { program, inputSchema, outputSchema, rtContext }
}

async function serve(jsCode: string, options: Served = {}): Promise<Endpoint> {
  const endpoint = openEndpoint(await planOf(jsCode, options), options)
  open.push(endpoint)
  return endpoint
}

const call = async (endpoint: Endpoint, a: unknown): Promise<unknown> => {
  const outcome = await endpoint.call(JSON.stringify({ a }))
  return outcome.kind === 'output' ? JSON.parse(outcome.text).b : outcome
}
const kinds = (outcomes: EndpointOutcome[]) => outcomes.map((outcome) => outcome.kind)

describe('a published endpoint', () => {
  // Where the machine stands still for a moment, a second process is right.
  it('DEP-001/engine answers what the component makes of the body, many calls at once', { retry: 2 }, async () => {
    const endpoint = await serve('ctx.output.b = { twice: ctx.input.a * 2, name: ctx.rt_context.pipeline }', {
      rtContext: { pipeline: 'EV price' },
    })
    const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => call(endpoint, n)))
    expect(answers).toEqual(Array.from({ length: 500 }, (_, n) => ({ twice: 2 * n, name: 'EV price' })))
    expect(endpoint.pids).toHaveLength(1)
  })

  it('refuses a body that is no JSON or does not fit, naming the place, and an output that does not fit', async () => {
    const schema = (name: string) => ({
      type: 'object',
      properties: { [name]: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } },
      required: [name],
    })
    const endpoint = await serve('ctx.output.b = ctx.input.a.n > 1 ? { n: "x" } : ctx.input.a', {
      inputSchema: schema('a'),
      outputSchema: schema('b'),
    })
    expect(await endpoint.call('{"a": }')).toMatchObject({
      kind: 'no JSON',
      message: expect.stringContaining('The JSON is malformed at offset 6, line 1'),
    })
    expect(await endpoint.call('{"a":{"n":"one"}}')).toMatchObject({
      kind: 'refused',
      findings: [{ path: '/a/n', rule: 'type', message: expect.any(String) }],
    })
    expect(await endpoint.call('{"a":{"n":2}}')).toMatchObject({ kind: 'unfit', findings: [{ path: '/b/n' }] })
    expect(await endpoint.call('{"a":{"n":1}}')).toEqual({ kind: 'output', text: '{"b":{"n":1}}' })
  })

  it('tells an error of the code with its place, to that caller alone', async () => {
    const endpoint = await serve('if (ctx.input.a === 3) throw new Error("three")\nctx.output.b = ctx.input.a')
    const answers = await Promise.all([1, 2, 3, 4].map((n) => call(endpoint, n)))
    expect(answers).toEqual([
      1,
      2,
      { kind: 'failed', fault: expect.objectContaining({ message: 'Error: three', kind: 'error' }) },
      4,
    ])
    expect((answers[2] as { fault: { place: unknown } }).fault.place).toMatchObject({ component: 'Price', line: 1 })
  })

  it('S1 a call that never ends costs its own caller a timeout, and the others nothing', async () => {
    const endpoint = await serve('while (ctx.input.a === 3);\nctx.output.b = ctx.input.a', {
      limits: { callMs: 800 },
      maxRunners: 1,
    })
    await endpoint.ready()
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((a) => endpoint.call(JSON.stringify({ a }))))
    expect(kinds(outcomes)).toEqual(['output', 'output', 'timeout', 'output', 'output'])
    expect(await call(endpoint, 6)).toBe(6)
  })

  it('S1 a call that fills the memory costs its own caller an error, and the others nothing', async () => {
    const text = 'if (ctx.input.a === 3) { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)) }'
    const endpoint = await serve(`${text}\nctx.output.b = ctx.input.a`, {
      limits: { isolateMiB: 64, parserMiB: 96, callMs: 20_000 },
    })
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((a) => endpoint.call(JSON.stringify({ a }))))
    expect(kinds(outcomes)).toEqual(['output', 'output', 'memory', 'output', 'output'])
  })

  it('does not run a call again that may have done something elsewhere', async () => {
    const seen: unknown[] = []
    const endpoint = await serve(
      'await ctx.http.post("https://a.example/", ctx.input.a)\nwhile (ctx.input.a === 3);\nctx.output.b = ctx.input.a',
      {
        isIO: true,
        limits: { callMs: 800 },
        serve: async (_kind, [request]) => {
          seen.push((request as { body: string }).body)
          return { status: 200, headers: {}, body: '{}' }
        },
      },
    )
    const outcomes = await Promise.all([3, 4].map((a) => endpoint.call(JSON.stringify({ a }))))
    expect(kinds(outcomes)).toEqual(['timeout', expect.stringMatching(/output|unavailable/)])
    expect(seen.toSorted()).toEqual(['3', '4'])
  })

  it('lets calls wait beside each other, and says when one would wait for ever', async () => {
    let most = 0
    let now = 0
    const endpoint = await serve(
      'if (ctx.input.a === 0) await new Promise(() => {})\nctx.output.b = (await ctx.http.get("https://a.example/" + ctx.input.a)).json',
      {
        isIO: true,
        serve: async (_kind, [request]) => {
          most = Math.max(most, ++now)
          await new Promise((done) => setTimeout(done, 100))
          now--
          return { status: 200, headers: {}, body: JSON.stringify((request as { url: string }).url) }
        },
      },
    )
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => call(endpoint, n)))
    expect(answers).toEqual([1, 2, 3, 4, 5].map((n) => `https://a.example/${n}`))
    expect(most).toBe(5)
    expect(await call(endpoint, 0)).toMatchObject({
      kind: 'failed',
      fault: { message: 'Error: a promise never settles' },
    })
  })

  it('sends a call on while any number of others wait for something else', async () => {
    const all = 40
    const { promise: allAsked, resolve } = Promise.withResolvers<void>()
    let asked = 0
    const endpoint = await serve(
      'ctx.output.b = (await ctx.http.get("https://a.example/" + ctx.input.a)).status + ctx.input.a',
      {
        isIO: true,
        serve: async () => {
          if (++asked === all) resolve()
          await allAsked
          return { status: 200, headers: {}, body: '""' }
        },
      },
    )
    const numbers = Array.from({ length: all }, (_, index) => index)
    const answers: Promise<unknown>[] = []
    for (const number of numbers) {
      answers.push(call(endpoint, number))
      await new Promise((done) => setImmediate(done))
    }
    expect(await Promise.all(answers)).toEqual(numbers.map((number) => 200 + number))
  })

  it('has the time of the call, and other random numbers each time', async () => {
    const endpoint = await serve('ctx.output.b = [Date.now(), ctx.rt_context.now, Math.random()]')
    const before = Date.now()
    const [first, second] = (await Promise.all([call(endpoint, 1), call(endpoint, 1)])) as [number, string, number][]
    await new Promise((done) => setTimeout(done, 30))
    const third = (await call(endpoint, 1)) as [number, string, number]
    expect(first?.[0]).toBeGreaterThanOrEqual(before)
    expect(new Date(third[1]).getTime()).toBeGreaterThan(before + 29)
    expect(new Set([first?.[2], second?.[2], third[2]]).size).toBe(3)
  })

  it('makes room for a fresh process after so many calls, without losing one', async () => {
    const endpoint = await serve('ctx.output.b = ctx.input.a', { recycleAfter: 20 })
    await endpoint.ready()
    const [first] = endpoint.pids
    const end = performance.now() + 20_000
    while (endpoint.pids.includes(first ?? 0) && performance.now() < end) {
      expect(await Promise.all([1, 2, 3].map((n) => call(endpoint, n)))).toEqual([1, 2, 3])
      await new Promise((done) => setTimeout(done, 5))
    }
    expect(endpoint.pids).not.toContain(first)
  })

  it('G14 ends the calls under way at a stop and takes no more', async () => {
    const endpoint = await serve('const end = ctx.input.a; let n = 0; while (n < 2e7) n++; ctx.output.b = end')
    await endpoint.ready()
    const calls = Promise.all([1, 2, 3].map((n) => call(endpoint, n)))
    await new Promise((done) => setImmediate(done))
    const closed = endpoint.close(10_000)
    expect(await endpoint.call('{"a":1}')).toMatchObject({ kind: 'unavailable' })
    expect(await calls).toEqual([1, 2, 3])
    await closed
  })

  it('is checked before it is published: code that cannot be read, a schema that does not compile', async () => {
    expect(await checkEndpoint(await planOf('ctx.output.b = 1'))).toBeNull()
    expect(await checkEndpoint(await planOf('ctx.output.b = = 1'))).toMatchObject({
      kind: 'syntax',
      place: { component: 'Price', line: 1 },
    })
    const broken = await planOf('ctx.output.b = 1', { inputSchema: { $ref: 'importer://schema/id/gone' } })
    expect(await checkEndpoint(broken)).toMatchObject({ message: expect.any(String) })
  })
})

describe('nothing of a call survives into the next', () => {
  const keeper: ProgramModule = {
    name: 'keeper',
    version: '1.0.0',
    code: 'let last = null; const all = []; module.exports = { swap(x) { const was = last; last = x; all.push(x); return [was, all.length] } }',
  }

  /** Each leaves the body somewhere and answers what it finds there. */
  const ways: [string, string, Served?][] = [
    ['a global', 'try { globalThis.kept ??= ctx.input.a } catch {}\nctx.output.b = globalThis.kept ?? null'],
    ['a prototype', 'try { Object.prototype.kept ??= ctx.input.a } catch {}\nctx.output.b = ({}).kept ?? null'],
    ['an array prototype', 'try { Array.prototype.kept = ctx.input.a } catch {}\nctx.output.b = [].kept ?? null'],
    [
      'RegExp.prototype',
      'const was = RegExp.prototype.kept; try { RegExp.prototype.kept = ctx.input.a } catch {}\nctx.output.b = was ?? null',
    ],
    [
      'the last match',
      '"x".replace(/x/, "y"); const was = RegExp.lastMatch; /.*/.exec(ctx.input.a); ctx.output.b = was ?? null',
    ],
    ['a lastIndex', 'const r = /a/g; const was = r.lastIndex; r.test("a" + ctx.input.a); ctx.output.b = was || null'],
    ['rt_context', 'try { ctx.rt_context.kept = ctx.input.a } catch {}\nctx.output.b = ctx.rt_context.kept ?? null'],
    [
      'inside rt_context',
      'try { ctx.rt_context.settings.kept = ctx.input.a } catch {}\nctx.output.b = ctx.rt_context.settings.kept ?? null',
      { rtContext: { settings: {} } },
    ],
    ['its own function', 'try { ctx.log.info.kept = ctx.input.a } catch {}\nctx.output.b = ctx.log.info.kept ?? null'],
    ['require', 'try { require.kept = ctx.input.a } catch {}\nctx.output.b = require.kept ?? null'],
    ['a template', 'const t = ((x) => x)`a`; try { t.kept = ctx.input.a } catch {}\nctx.output.b = t.kept ?? null'],
    ['console', 'try { console.kept = ctx.input.a } catch {}\nctx.output.b = console.kept ?? null'],
    ['the inside of a module', 'ctx.output.b = require("keeper").swap(ctx.input.a)[0]', { modules: [keeper] }],
    [
      'a module while code waits',
      'await null; const k = require("keeper"); const was = k.swap(ctx.input.a); await null; ctx.output.b = was[0]',
      { modules: [keeper] },
    ],
    [
      'a promise that goes on',
      'const was = globalThis.kept; (async () => { for (let i = 0; i < 9; i++) await null; try { globalThis.kept = ctx.input.a } catch {} })();\nctx.output.b = was ?? null',
    ],
  ]
  it.each(ways)('S1 DEP-001/engine not through %s', async (_where, jsCode, options = {}) => {
    const endpoint = await serve(jsCode, { ...options, maxRunners: 1 })
    const apart = []
    for (const name of ['one', 'two', 'three']) apart.push(await call(endpoint, `secret of ${name}`))
    const together = await Promise.all(['four', 'five', 'six'].map((name) => call(endpoint, `secret of ${name}`)))
    const others = [...apart, ...together].map((answer, index) => {
      const own = `secret of ${['one', 'two', 'three', 'four', 'five', 'six'][index]}`
      return String(JSON.stringify(answer)).replaceAll(own, '')
    })
    for (const text of others) expect(text).not.toContain('secret')
    expect(endpoint.pids, 'all in one process').toHaveLength(1)
  })

  it('S1 the check above sees what a call leaves: one control that does', async () => {
    // The one thing a caller may leave by design: the author's answer from outside.
    const kept: unknown[] = []
    const endpoint = await serve('ctx.output.b = (await ctx.http.post("https://a.example/", ctx.input.a)).text', {
      isIO: true,
      serve: async (_kind, [request]) => {
        const before = String(kept.at(-1) ?? '')
        kept.push((request as { body: string }).body)
        return { status: 200, headers: {}, body: before }
      },
    })
    await call(endpoint, 'secret of one')
    expect(await call(endpoint, 'two')).toContain('secret of one')
  })
})
