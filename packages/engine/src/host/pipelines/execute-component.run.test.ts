import { describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { RunError } from '../../runs/run-error.ts'
import { executeComponent } from './execute-component.ts'

type Parts = Parameters<typeof compiled>[0]

const now = '2026-03-01T10:00:00.000Z'
const execute = async (
  parts: Parts,
  payload: unknown,
  more: Partial<Parameters<typeof executeComponent>[0]> = {},
  host: Partial<Parameters<typeof executeComponent>[1]> = {},
) => {
  const program = await compiled(parts, undefined)
  const request = { program, payload, rtContext: {}, now, ...more }
  return executeComponent(request, { signal: new AbortController().signal, ...host })
}
const output = async (parts: Parts, payload: unknown) => {
  const { output: value, logs } = await execute(parts, payload)
  expect(logs).toEqual([])
  return value
}
const leaf = (jsCode: string, more = {}) => [{ name: 'Leaf', in: ['a'], out: ['b'], jsCode, ...more }]

describe('kinds of components', () => {
  it('CMP-004/engine CMP-018/engine an instruction reads ctx.input and sets ctx.output, and may await', async () => {
    expect(await output(leaf('ctx.output = { b: ctx.input.a + 1 }'), { a: 1 })).toEqual({ b: 2 })
    expect(await output(leaf('ctx.output.b = await Promise.resolve(ctx.input.a)'), { a: 1 })).toEqual({ b: 1 })
  })

  it('CMP-004/engine a function is a body that returns its output, and may not wait', async () => {
    const kind = 'function' as const
    expect(await output(leaf('return { b: ctx.input.a * 3 }', { kind }), { a: 2 })).toEqual({ b: 6 })
    const { output: waited } = await execute(leaf('return Promise.resolve(1)', { kind }), {})
    expect(waited).toEqual({
      error: "TypeError: a function returned a promise; only an instruction may wait, with 'await'",
    })
  })

  it('CMP-004/engine CMP-007/engine a workflow runs its instances over its links, own ports by empty instance names', async () => {
    const parts = [
      {
        name: 'W',
        in: ['x'],
        out: ['y'],
        uses: ['p: Plus', 'd: Double'],
        links: ['.x → p.n', 'p.n → d.n :: ctx.output = ctx.input + 100', 'd.n → .y'],
      },
      { name: 'Plus', in: ['n'], out: ['n'], jsCode: 'ctx.output.n = ctx.input.n + 1' },
      { name: 'Double', kind: 'function' as const, in: ['n'], out: ['n'], jsCode: 'return { n: ctx.input.n * 2 }' },
    ]
    expect(await output(parts, { x: 1 })).toEqual({ y: 204 })
  })

  it('CMP-004/engine forEach runs its inside per item of its first input, the others unchanged, and collects in order', async () => {
    const parts = [
      {
        name: 'Each',
        kind: 'forEach' as const,
        in: ['items', 'factor'],
        out: ['products', 'odd'],
        uses: ['Times'],
        links: ['.items → Times.n', '.factor → Times.f', 'Times.n → .products', 'Times.odd → .odd'],
      },
      {
        name: 'Times',
        in: ['n', 'f'],
        out: ['n', 'odd'],
        jsCode: 'const { n, f } = ctx.input\nctx.output.n = n * f.by\nif (n % 2) ctx.output.odd = n',
      },
    ]
    expect(await output(parts, { items: [1, 2, 3], factor: { by: 10 } })).toEqual({
      products: [10, 20, 30],
      odd: [1, 3],
    })
  })

  it('nests workflows in forEach in workflows, and forEach in forEach', async () => {
    const parts = [
      {
        name: 'W',
        in: ['orders'],
        out: ['sums'],
        uses: ['Orders'],
        links: ['.orders → Orders.orders', 'Orders.sums → .sums'],
      },
      {
        name: 'Orders',
        kind: 'forEach' as const,
        in: ['orders'],
        out: ['sums'],
        uses: ['Inner'],
        links: ['.orders → Inner.order', 'Inner.sum → .sums'],
      },
      {
        name: 'Inner',
        in: ['order'],
        out: ['sum'],
        uses: ['Lines', 'Sum'],
        links: [
          '.order → Lines.lines :: ctx.output = ctx.input.lines',
          'Lines.amounts → Sum.amounts',
          'Sum.sum → .sum',
        ],
      },
      {
        name: 'Lines',
        kind: 'forEach' as const,
        in: ['lines'],
        out: ['amounts'],
        uses: ['Line'],
        links: ['.lines → Line.line', 'Line.amount → .amounts'],
      },
      {
        name: 'Line',
        in: ['line'],
        out: ['amount'],
        jsCode: 'ctx.output.amount = ctx.input.line.n * ctx.input.line.price',
      },
      {
        name: 'Sum',
        in: ['amounts'],
        out: ['sum'],
        jsCode: 'ctx.output.sum = ctx.input.amounts.reduce((a, b) => a + b, 0)',
      },
    ]
    const orders = [
      {
        lines: [
          { n: 2, price: 5 },
          { n: 1, price: 3 },
        ],
      },
      { lines: [] },
    ]
    expect(await output(parts, { orders })).toEqual({ sums: [13, 0] })
  })

  it('does not run an instance whose linked input has no value, and leaves its item out', async () => {
    const parts = [
      ...forEachRecord('if (ctx.input.row > 1) ctx.output.row = ctx.input.row').slice(0, 1),
      {
        name: 'Rows',
        kind: 'forEach' as const,
        in: ['rows'],
        out: ['rows'],
        uses: ['Filter', 'After'],
        links: ['.rows → Filter.row', 'Filter.row → After.row', 'After.row → .rows'],
      },
      { name: 'Filter', in: ['row'], out: ['row'], jsCode: 'if (ctx.input.row > 1) ctx.output.row = ctx.input.row' },
      { name: 'After', in: ['row'], out: ['row'], jsCode: 'ctx.output.row = ctx.input.row.toFixed(1)' },
    ]
    expect(await output(parts, { rows: [1, 2, 3] })).toEqual({ rows: ['2.0', '3.0'] })
  })
})

describe('several links into one port', () => {
  const merge = (links: string[]) => [{ name: 'W', in: ['a', 'b'], out: ['x'], kind: 'workflow' as const, links }]
  it('merges objects in link order and appends lists', async () => {
    const links = ['.a → .x', '.b → .x']
    expect(await output(merge(links), { a: { k: 1, l: 1 }, b: { k: 2 } })).toEqual({ x: { k: 2, l: 1 } })
    expect(await output(merge(links.toReversed()), { a: { k: 1 }, b: { k: 2 } })).toEqual({ x: { k: 1 } })
    expect(await output(merge(links.toReversed()), { a: [1], b: [2, 3] })).toEqual({ x: [2, 3, 1] })
    expect(await output(merge(links), { b: [2] })).toEqual({ x: [2] })
  })

  it('refuses to merge a list with an object', async () => {
    const { output: value } = await execute(merge(['.a → .x', '.b → .x']), { a: [1], b: { k: 1 } })
    expect(value).toEqual({ error: "TypeError: port 'x' gets a list and an object, which cannot be merged" })
  })

  it('gives each of several readers a copy of its own', async () => {
    const parts = [
      {
        name: 'W',
        in: ['a'],
        out: ['x', 'y'],
        uses: ['one: Spoil', 'two: Spoil'],
        links: ['.a → one.v', '.a → two.v', 'one.v → .x', 'two.v → .y'],
      },
      { name: 'Spoil', in: ['v'], out: ['v'], jsCode: 'ctx.input.v.list.push(1)\nctx.output.v = ctx.input.v' },
    ]
    expect(await output(parts, { a: { list: [] } })).toEqual({ x: { list: [1] }, y: { list: [1] } })
  })
})

describe('what code is told', () => {
  it('CMP-018/engine gives logs by level and the changed rt_context', async () => {
    const code =
      'ctx.log.info("i", { n: 1 })\nctx.log.success("s")\nconsole.warn("w")\nctx.rt_context.seen = true\nctx.output = 1'
    const { logs, rt_context, output: value } = await execute(leaf(code), {}, { rtContext: { locale: 'fr-FR' } })
    expect(logs.map(({ level, message }) => [level, message])).toEqual([
      ['info', 'i {"n":1}'],
      ['success', 's'],
      ['warn', 'w'],
    ])
    expect(rt_context).toEqual({ locale: 'fr-FR', seen: true })
    expect(value).toBe(1)
  })

  it('keeps at most 1,000 lines per level, then a total', async () => {
    const code = 'for (let i = 0; i < 1500; i++) ctx.log.info(i)\nctx.log.error("still")'
    const { logs } = await execute(leaf(code), {})
    expect(logs).toHaveLength(1002)
    expect(logs.at(-2)?.message).toBe('still')
    expect(logs.at(-1)).toMatchObject({ level: 'warn', message: '500 more info lines were left out' })
  })

  it('is the same for the same run: the clock stands at now, Math.random is seeded', async () => {
    const code = `const first = [new Date().toISOString(), Date.now(), new Date(2020, 0, 1).toISOString(), Math.random()]
      for (let i = 0; i < 1e6; i++);
      ctx.output = [...first, Date.now(), Date().slice(0, 15), new Intl.DateTimeFormat('en-GB').format()]`
    const [one, two] = await Promise.all([execute(leaf(code), {}), execute(leaf(code), {})])
    expect(one.output).toEqual(two.output)
    const [iso, millis, local, random, later, text, formatted] = one.output as unknown[]
    expect([iso, millis, local, later]).toEqual([now, Date.parse(now), '2020-01-01T00:00:00.000Z', Date.parse(now)])
    expect([text, formatted]).toEqual(['Sun Mar 01 2026', '01/03/2026'])
    expect(random).toBeGreaterThanOrEqual(0)
  })

  it('MOD-007/engine supplies allowed modules, frozen, and refuses others when they are computed', async () => {
    const modules = [{ name: 'sum', version: '1.0.0', code: 'exports.sum = (a, b) => a + b' }]
    const program = await compiled(
      leaf(
        "const { sum } = require('sum')\nctx.output = [sum(1, 2), Object.isFrozen(require('sum'))]\nrequire('fs'.trim())",
      ),
      { modules },
    )
    const { output: value } = await executeComponent(
      { program, payload: {}, rtContext: {}, now },
      { signal: new AbortController().signal },
    )
    expect(value).toEqual({ error: 'Error: Module fs is not allowed' })
    const allowed = await compiled(leaf("ctx.output = [require('sum').sum(1, 2), Object.isFrozen(require('sum'))]"), {
      modules,
    })
    const run = await executeComponent(
      { program: allowed, payload: {}, rtContext: {}, now },
      { signal: new AbortController().signal },
    )
    expect(run.output).toEqual([3, true])
  })
})

describe('what code does wrong', () => {
  it("CMP-018/engine a throw is the output { error } and its stack, in the author's own lines, an error log", async () => {
    const parts = forEachRecord(
      'function price(r) {\n  return r.price.toFixed(2)\n}\nctx.output.row = [ctx.input.row].map(price)',
    )
    const { output: value, logs } = await execute(parts, { rows: [{ price: 1 }, {}] })
    expect(value).toEqual({ error: "TypeError: Cannot read properties of undefined (reading 'toFixed')" })
    expect(logs).toHaveLength(1)
    expect(logs[0]?.level).toBe('error')
    expect(logs[0]?.message).toContain('at price (Row:2:18)')
    expect(logs[0]?.message).toContain('Row:4:34')
  })

  it('keeps positions after await', async () => {
    const { logs } = await execute(leaf('await 1\n  null.x'), {})
    expect(logs[0]?.message).toContain('Leaf:2:8')
  })

  it('names line and column of a syntax error, and refuses text that closes its own function', async () => {
    const broken = await execute(leaf('const a = 1\n  let b = ;'), {})
    expect(broken.output).toEqual({ error: "SyntaxError: Unexpected token ';'" })
    expect(broken.logs[0]?.message).toContain('Leaf:2:11')
    for (const text of ['return 1 }; (function () {', '}) ; (function(){', '*/ }', 'ctx.output = 1 })(); (() => {']) {
      const { output: value } = await execute(leaf(text), {})
      expect((value as { error: string }).error).toMatch(/^SyntaxError/)
    }
  })

  it('names a misspelt output port', async () => {
    const parts = [
      { name: 'W', in: ['a'], out: ['b'], uses: ['L'], links: ['.a → L.a', 'L.b → .b'] },
      { name: 'L', in: ['a'], out: ['b'], jsCode: 'ctx.output.bb = 1' },
    ]
    const { output: value } = await execute(parts, { a: 1 })
    expect(value).toEqual({ error: "TypeError: there is no output port 'bb'; the ports are b" })
  })

  it('a payload or context that is nested too deeply is the answer, not a fault', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    const said = { output: { error: 'the payload or rt_context is nested too deeply' }, rt_context: {} }
    expect(await execute(leaf('ctx.output.b = 1'), { a: deep })).toMatchObject(said)
    expect(await execute(leaf('ctx.output.b = 1'), { a: 1 }, { rtContext: { deep } })).toMatchObject(said)
  })

  it('CMP-018/engine says that the test took too long, and where', async () => {
    const parts = forEachRecord('let n = 0\nwhile (ctx.input.row > 1)\n  n++\nctx.output.row = n')
    const failure = await execute(parts, { rows: [1, 2] }, { limits: { callMs: 2500 } }).catch(
      (problem: RunError) => problem,
    )
    expect(failure).toMatchObject({
      kind: 'timeout',
      message: 'The test took too long.',
      place: { component: 'Catalogue / Rows / Row', source: 'Row', record: 2 },
    })
    expect([2, 3]).toContain((failure as RunError).place.line)
  })
})
