import { describe, expect, it } from 'vitest'
import { compiled } from '../../components/components-for-test.ts'
import { executeComponent } from './execute-component.ts'

type Parts = Parameters<typeof compiled>[0]
type Part = Parts[number]

const now = '2026-03-01T10:00:00.000Z'
const signal = new AbortController().signal
/** Code that grows must meet its bound of memory first, however slow the machine is. */
const limits = { callMs: 45_000, stallMs: 60_000, runMs: 90_000, isolateMiB: 64 }
/** What no answer may hold; each hidden text below has it. */
const secret = 'Covert'

async function run(parts: Parts, payload: unknown, closed = [secret], rtContext: unknown = {}) {
  const program = await compiled(parts, { isClosed: (id) => closed.includes(id), modules: [] })
  return executeComponent({ program, payload, rtContext, now, limits }, { signal })
}

/** A workflow whose only instance, 'box', is closed and has this inside. */
const around = (covert: Partial<Part>, ...more: Parts): Parts => [
  { name: 'W', in: ['a'], out: ['b'], uses: [`box: ${secret}`], links: ['.a → box.a', 'box.b → .b'] },
  { name: secret, in: ['a'], out: ['b'], ...covert },
  ...more,
]
const leaf = (jsCode: string): Parts => around({ jsCode })
/** The closed component is a workflow of its own leaf, with code on both links. */
const workflow = (jsCode: string, codeOfLink = ''): Parts =>
  around(
    {
      uses: ['covertLeaf: Leaf'],
      links: [`.a → covertLeaf.x :: ${codeOfLink}ctx.output = ctx.input`, 'covertLeaf.y → .b'],
    },
    { name: 'Leaf', in: ['x'], out: ['y'], jsCode },
  )
const forEach = (jsCode: string): Parts =>
  around(
    { kind: 'forEach', uses: ['covertLeaf: Leaf'], links: ['.a → covertLeaf.x', 'covertLeaf.y → .b'] },
    { name: 'Leaf', in: ['x'], out: ['y'], jsCode },
  )

describe('a component that the person may not see runs as a closed box', () => {
  it('S3 of which a test run tells the outputs of its instance, and no value, name or line from inside', async () => {
    const says = `ctx.log.info('Covert line'); console.warn('Covert console'); ctx.rt_context.covert = 'Covert context';`
    const cases: [string, Parts, unknown, unknown][] = [
      ['an instruction', leaf(`${says} ctx.output.b = ctx.input.a + 1`), 1, 2],
      ['one that waits', leaf(`await null; ${says} ctx.output.b = ctx.input.a + 1`), 1, 2],
      ['a workflow', workflow(`${says} ctx.output.y = ctx.input.x + 1`, says), 1, 2],
      ['a workflow that waits', workflow(`await null; ${says} ctx.output.y = ctx.input.x + 1`, says), 1, 2],
      ['a forEach', forEach(`${says} ctx.output.y = ctx.input.x + 1`), [1, 2], [2, 3]],
      ['a forEach that waits', forEach(`await null; ${says} ctx.output.y = ctx.input.x + 1`), [1, 2], [2, 3]],
    ]
    for (const [name, parts, a, b] of cases) {
      const answer = await run(parts, { a })
      expect(answer.output, name).toEqual({ b })
      expect(answer.logs, name).toEqual([])
      expect(answer.rt_context, name).toEqual({})
      expect(
        answer.links?.map(({ component, link }) => `${component} ${link}`),
        name,
      ).toEqual(['W link 1', 'W link 2'])
      expect(JSON.stringify(answer), name).not.toMatch(/covert/i)
    }
  })

  it('S3 tells of an error only where the box is', async () => {
    const nobody = 'a rejection that nobody handles'
    const ends: [string, string][] = [
      ['a throw', `throw new TypeError('Covert ' + ctx.input.covert)`],
      ['a thrown text', `throw 'Covert'`],
      ['a throw after waiting', `await null; throw new Error('Covert')`],
      ['a rejection', `await Promise.reject('Covert')`],
      [nobody, `Promise.reject(new Error('Covert')); await null; throw new Error('Covert')`],
      ['a wrong port', `ctx.output.covert = 1`],
      ['code that is none', `let Covert let`],
      ['code that closes its function', `}); ((Covert) => {`],
      ['a promise that never settles', `await new Promise(() => {})`],
      ['too much memory', `const Covert = []; for (;;) Covert.push(new Array(1000).fill({}))`],
    ]
    for (const [name, jsCode] of ends) {
      for (const parts of [leaf(jsCode), workflow(jsCode), forEach(jsCode)]) {
        const answer = await run(parts, { a: [{ covert: 'Covert' }] })
        expect(answer.output, name).toEqual({ error: 'an error inside' })
        const told = answer.logs.map(({ message }) => message)
        expect(told.at(-1), name).toBe('W / box: an error inside')
        expect(told.slice(0, -1), name).toEqual(name === nobody ? ['Unhandled rejection: an error inside'] : [])
        expect(JSON.stringify([answer.output, answer.logs, answer.rt_context]), name).not.toMatch(/covert|leaf|link/i)
      }
    }
    const link = await run(workflow('ctx.output.y = 1', `throw new Error('Covert');`), { a: 1 })
    expect(link.logs.map(({ message }) => message)).toEqual(['W / box: an error inside'])
    const last = around({ kind: 'workflow', links: [`.a → .b :: throw new Error('Covert')`] })
    expect((await run(last, { a: 1 })).logs.map(({ message }) => message)).toEqual(['W / box: an error inside'])
  })

  it('S3 names the item of the lists around the box, and none of those inside', async () => {
    const each = (name: string, inner: string): Part => ({
      name,
      kind: 'forEach',
      in: ['a'],
      out: ['b'],
      uses: [inner === secret ? `box: ${secret}` : inner],
      links: inner === secret ? ['.a → box.a', 'box.b → .b'] : [`.a → ${inner}.a`, `${inner}.b → .b`],
    })
    const parts = (wait: string): Parts => [
      each('Out', 'Mid'),
      each('Mid', secret),
      each(secret, 'Leaf'),
      { name: 'Leaf', in: ['a'], out: ['b'], jsCode: `${wait} if (ctx.input.a === 9) throw 1; ctx.output.b = 1` },
    ]
    for (const wait of ['', 'await null;']) {
      const { logs } = await run(parts(wait), { a: [[[1]], [[1], [1], [1, 1, 1, 9]]] })
      expect(logs.at(-1)?.message).toBe('Out / Mid / box, record 2, item 3: an error inside')
    }
  })

  it('S3 knows whose error it is while other records wait', async () => {
    const asking = (covert: Partial<Part>): Parts => [
      {
        name: 'Out',
        kind: 'forEach',
        in: ['a'],
        out: ['b'],
        uses: ['ask: Ask', `box: ${secret}`],
        links: ['.a → ask.a', 'ask.a → box.a', 'box.b → .b'],
      },
      { name: 'Ask', in: ['a'], out: ['a'], isIO: true, jsCode: 'await null; ctx.output.a = ctx.input.a' },
      { name: secret, in: ['a'], out: ['b'], ...covert },
    ]
    const insides: Partial<Part>[] = [
      { jsCode: `if (ctx.input.a === 3) throw 'Covert'; ctx.output.b = 1` },
      { kind: 'workflow', links: [`.a → .b :: if (ctx.input === 3) throw 'Covert'; ctx.output = 1`] },
      {
        kind: 'forEach',
        in: ['a', 'covert'],
        uses: ['part: Leaf'],
        links: ['.covert → part.covert', `.a → part.covert :: if (ctx.input === 1) ctx.output = [1]`, 'part.b → .b'],
      },
    ]
    for (const covert of insides) {
      const leaf = { name: 'Leaf', in: ['covert'], out: ['b'], jsCode: 'ctx.output.b = 1' }
      const answer = await run([...asking(covert), leaf], { a: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] })
      expect(answer.logs.map(({ message }) => message).join()).toMatch(/^Out \/ box, record \d+: an error inside$/)
      expect(JSON.stringify([answer.output, answer.logs])).not.toMatch(/covert/i)
    }
  })

  it('S3 lets nothing but plain data through its ports', async () => {
    const spied = (made: string): Parts => [
      {
        name: 'W',
        in: ['a'],
        out: ['b'],
        uses: ['spy: Spy', `box: ${secret}`],
        links: ['.a → spy.a', 'spy.a → box.a', 'box.b → .b'],
      },
      { name: 'Spy', in: ['a'], out: ['a'], jsCode: `ctx.output.a = ${made}` },
      { name: secret, in: ['a'], out: ['b'], jsCode: `ctx.input.a.covert = 'Covert'; ctx.output.b = [ctx.input.a.n]` },
    ]
    const proxy = `new Proxy({ n: 1 }, { set(...all) { ctx.log.info(all); return true }, get(...all) { ctx.log.info(String(all[1])); return all[0][all[1]] } })`
    const setter = `{ n: 1, set covert(value) { ctx.log.info(value) } }`
    for (const made of [proxy, setter]) {
      const answer = await run(spied(made), { a: 1 })
      expect(answer.output).toEqual({ b: [1] })
      expect(JSON.stringify([answer.logs, answer.output])).not.toMatch(/covert/i)
    }
    const refused = await run(spied(`{ n: [() => 1] }`), { a: 1 })
    const said = "only plain data passes the ports of a component that you may not see: 'a' holds a function at n[0]"
    expect(refused.output).toEqual({ error: `TypeError: ${said}` })

    const taken = (given: string): Parts => [
      {
        name: 'W',
        in: ['a'],
        out: ['b'],
        uses: [`box: ${secret}`, 'look: Look'],
        links: ['.a → box.a', 'box.b → look.a', 'look.b → .b'],
      },
      { name: 'Look', in: ['a'], out: ['b'], jsCode: 'ctx.output.b = String(ctx.input.a) + ctx.input.a.constructor' },
      { name: secret, in: ['a'], out: ['b'], jsCode: `class Covert {}; ctx.output.b = ${given}` },
    ]
    for (const given of [`() => 'Covert'`, 'new Covert()', `{ get covert() { throw new Error('Covert') } }`]) {
      const answer = await run(taken(given), { a: 1 })
      expect(answer.output).toEqual({ error: expect.stringContaining("a component that you may not see: 'b' ") })
      expect(JSON.stringify({ ...answer, links: [] })).not.toMatch(/Covert/)
    }
    const plain = await run(taken(`new Map([[new Date(0), new Set([1n])]])`), { a: 1 })
    expect(plain.output).toEqual({ b: expect.stringContaining('[object Map]') })
  })

  it('S3 is not seen through what components share: rt_context, modules, RegExp', async () => {
    const spied = (spy: string, covert: string): Parts => [
      {
        name: 'W',
        in: ['a'],
        out: ['b', 'c'],
        uses: ['spy: Spy', `box: ${secret}`],
        links: ['.a → spy.a', 'spy.a → box.a', 'box.b → .b'],
      },
      { name: 'Spy', in: ['a'], out: ['a'], jsCode: `${spy}; ctx.output.a = ctx.input.a` },
      { name: secret, in: ['a'], out: ['b'], jsCode: `${covert}; ctx.output.b = 1` },
    ]
    const context = spied(
      `Object.defineProperty(ctx.rt_context, 'covert', { set(value) { ctx.log.info(value) } })`,
      `ctx.rt_context.covert = 'Covert'`,
    )
    expect(JSON.stringify(await run(context, { a: 1 }))).not.toMatch(/Covert/)
    const pattern = spied(
      `const { exec } = RegExp.prototype; RegExp.prototype.exec = function (text) { ctx.log.info(text); return exec.call(this, text) }`,
      `/x/.test('Covert')`,
    )
    expect(JSON.stringify(await run(pattern, { a: 1 }))).not.toMatch(/Covert/)
  })

  it('S3 says of what does not compile only where', async () => {
    const wrong: [string, Parts][] = [
      ['a missing port', around({ uses: ['Leaf'], links: ['.a → Leaf.covert'] }, { name: 'Leaf' })],
      ['a missing component', around({ uses: ['gone: Covert gone'] })],
      ['a forEach without input', around({ uses: ['each: Covert each'] }, { name: 'Covert each', kind: 'forEach' })],
      ['a module', leaf(`require('covert')`)],
      ['itself', around({ uses: ['again: W'] })],
    ]
    for (const [name, parts] of wrong)
      await expect(run(parts, { a: 1 }), name).rejects.toThrow(/^W \/ box: an error inside$/)
  })

  it('what is used in a box and outside is told outside', async () => {
    const parts: Parts = [
      {
        name: 'W',
        in: ['a'],
        out: ['b', 'c'],
        uses: [`box: ${secret}`, 'open: Part'],
        links: ['.a → box.a', 'box.b → .b', '.a → open.a', 'open.b → .c'],
      },
      { name: secret, in: ['a'], out: ['b'], uses: ['in: Part'], links: ['.a → in.a', 'in.b → .b'] },
      {
        name: 'Part',
        in: ['a'],
        out: ['b'],
        jsCode: `ctx.log.info('said'); console.log('told'); ctx.output.b = ctx.input.a`,
      },
    ]
    const { output, logs } = await run(parts, { a: 1 })
    expect(output).toEqual({ b: 1, c: 1 })
    expect(logs.map(({ message }) => message)).toEqual(['said', 'told'])
    const failing = await run([...parts.slice(0, 2), { ...parts[2], name: 'Part', jsCode: `null.n` } as Part], { a: 1 })
    expect(failing.logs.at(-1)?.message).toMatch(/an error inside|Part/)
  })
})
