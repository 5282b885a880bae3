import { describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { executeComponent } from './execute-component.ts'

type Parts = Parameters<typeof compiled>[0]

const now = '2026-03-01T10:00:00.000Z'
const signal = new AbortController().signal

/** The error a person reads first: place, then what happened; and the lines below. */
async function told(parts: Parts, payload: unknown, options?: Parameters<typeof compiled>[1]) {
  const program = await compiled(parts, options)
  const { logs, output, fault } = await executeComponent({ program, payload, rtContext: {}, now }, { signal })
  const error = logs.find((line) => line.level === 'error')?.message ?? ''
  const [first = '', ...stack] = error.split('\n')
  return { first, stack, error: (output as { error?: string } | null)?.error, fault }
}
const leaf = (jsCode: string, more: object = {}): Parts => [{ name: 'Leaf', in: ['a'], out: ['b'], jsCode, ...more }]
const rows = [{ n: 1 }, {}, { n: 3 }]

describe('errors name component, line and record', () => {
  it('of code called for each record', async () => {
    const { first, stack, fault } = await told(
      forEachRecord('const { row } = ctx.input\n\n  row.n.toFixed()\nctx.output.row = row'),
      { rows },
    )
    expect(first).toBe(
      "Catalogue / Rows / Row, line 3, record 2: TypeError: Cannot read properties of undefined (reading 'toFixed')",
    )
    expect(stack).toEqual(['    at Row:3:9'])
    expect(fault).toEqual({
      message: "TypeError: Cannot read properties of undefined (reading 'toFixed')",
      component: 'Catalogue / Rows / Row',
      source: 'Row',
      line: 3,
      column: 9,
      record: 2,
      items: [],
    })
  })

  it.each([
    ['after await', 'await 1\nctx.input.row.n.toFixed()'],
    ['of a rejected promise', 'await 1\nawait Promise.reject(ctx.input.row.n ?? new Error("lost"))'],
    [
      'of an awaited function',
      'const f = async () => {\n  await 1; if (!ctx.input.row.n) throw new Error("in f") }\nawait f()',
    ],
  ])('%s, between other records that wait', async (_what, code) => {
    const parts = forEachRecord(code)
    const payload = { rows: _what.includes('rejected') ? [{}] : rows }
    expect((await told(parts, payload)).first).toMatch(/^Catalogue \/ Rows \/ Row, line 2, record [12]: \w*Error: /)
  })

  it('of link code, in a diagram and in a forEach', async () => {
    const code = '\nctx.output = ctx.input.n.toFixed()'
    const outer: Parts = [{ name: 'W', kind: 'workflow', in: ['a'], out: ['b'], links: [`.a → .b :: ${code}`] }]
    expect((await told(outer, { a: {} })).first).toMatch(/^W, link 'link 1' of W, line 2: TypeError/)
    const [catalogue, each, row] = forEachRecord('ctx.output.row = ctx.input.row')
    const inner = [catalogue, { ...each, links: [`.rows → Row.row :: ${code}`, 'Row.row → .rows'] }, row] as Parts
    expect((await told(inner, { rows })).first).toMatch(
      /^Catalogue \/ Rows \/ Row, link 'link 1' of Rows, line 2, record 2: TypeError/,
    )
  })

  const nested = (jsCode: string): Parts => [
    {
      name: 'W',
      in: ['orders'],
      out: ['out'],
      uses: ['Orders'],
      links: ['.orders → Orders.orders', 'Orders.out → .out'],
    },
    {
      name: 'Orders',
      kind: 'forEach',
      in: ['orders'],
      out: ['out'],
      uses: ['Lines'],
      links: ['.orders → Lines.lines', 'Lines.out → .out'],
    },
    {
      name: 'Lines',
      kind: 'forEach',
      in: ['lines'],
      out: ['out'],
      uses: ['Parts'],
      links: ['.lines → Parts.parts', 'Parts.out → .out'],
    },
    {
      name: 'Parts',
      kind: 'forEach',
      in: ['parts'],
      out: ['out'],
      uses: ['Leaf'],
      links: ['.parts → Leaf.a', 'Leaf.b → .out'],
    },
    { name: 'Leaf', in: ['a'], out: ['b'], jsCode },
  ]
  it('of a list in a list in a list: the record and the items in it', async () => {
    const orders = [[[1]], [[1], [2], [3, 4, 0, 5]]]
    const at = 'W / Orders / Lines / Parts / Leaf, line 1, record 2, item 3, item 3: Error: zero'
    expect((await told(nested('if (ctx.input.a === 0) throw new Error("zero")'), { orders })).first).toBe(at)
    expect((await told(nested('if (await ctx.input.a === 0) throw new Error("zero")'), { orders })).first).toBe(at)
  })

  it('of what is thrown and is no error', async () => {
    const throwing = (what: string) => told(forEachRecord(`throw ${what}`), { rows: [1] })
    const at = 'Catalogue / Rows / Row, record 1: '
    expect((await throwing('"only text"')).first).toBe(`${at}only text`)
    expect((await throwing('null')).first).toBe(`${at}null`)
    expect((await throwing('undefined')).first).toBe(`${at}undefined`)
    expect((await throwing('{ code: 5, message: "an object" }')).first).toBe(`${at}an object`)
    expect((await throwing('{ code: 5 }')).first).toBe(`${at}{"code":5}`)
    expect((await throwing('Object.assign(new Error("m"), { name: "" })')).first).toMatch(/line 1, record 1: m$/)
  })

  it('of errors in getters and of recursion without end', async () => {
    expect((await told(leaf('ctx.output = {\n  get b() { return null.x } }'), {})).first).toMatch(
      /^Leaf, line 2: TypeError/,
    )
    const parts = forEachRecord('const f = () => f()\nctx.output.row = f()')
    const { first, stack } = await told(parts, { rows })
    expect(first).toBe('Catalogue / Rows / Row, line 1, record 1: RangeError: Maximum call stack size exceeded')
    expect(stack.length).toBeLessThan(32)
  })

  it('of text that does not compile, with the path of where it is used', async () => {
    const { first } = await told(forEachRecord('const a = 1\n  let b = ;'), { rows })
    expect(first).toBe("Catalogue / Rows / Row, line 2: SyntaxError: Unexpected token ';'")
    const link: Parts = [{ name: 'W', kind: 'workflow', in: ['a'], out: ['b'], links: ['.a → .b :: ctx.output = = 1'] }]
    expect((await told(link, {})).first).toBe("W, link 'link 1' of W, line 1: SyntaxError: Unexpected token '='")
  })

  it('of a module, by the line that called it', async () => {
    const modules = [{ name: 'm', version: '1.0.0', code: 'exports.fail = () => {\n  throw new Error("inside") }' }]
    const { first, stack } = await told(leaf("const m = require('m')\nm.fail()"), {}, { modules })
    expect(first).toBe('Leaf, line 2: Error: inside')
    expect(stack).toEqual(['    at exports.fail (module m:2:9)', '    at Leaf:2:3'])
    const broken = [{ name: 'm', version: '1.0.0', code: 'exports. = 1' }]
    expect((await told(leaf("require('m')"), {}, { modules: broken })).first).toMatch(/^module m, line 1: SyntaxError/)
  })
})

describe('outputs that are no plain data', () => {
  it.each([
    ['a function', '() => 1', 'a function'],
    ['a symbol', 'Symbol("s")', 'a symbol'],
    ['a BigInt', '5n', 'a BigInt'],
    ['a Map', 'new Map()', 'a Map'],
    ['a Set', 'new Set()', 'a Set'],
    ['a pattern', '/x/', 'a RegExp'],
    ['an error', 'new Error("e")', 'an Error'],
    ['bytes', 'new Uint8Array(2)', 'binary data'],
    ['a date that is none', 'new Date(NaN)', 'an invalid date'],
    ['an object that says itself what it is', '{ toJSON: () => 1 }', 'an object with a toJSON of its own'],
  ])('%s: the port and the way to it are named', async (_name, value, what) => {
    expect((await told(leaf(`ctx.output.b = { a: [0, { b: ${value} }] }`), {})).error).toBe(
      `TypeError: the output 'b' holds ${what} at a[1].b`,
    )
  })

  it('names what is no data all by itself, and a circle', async () => {
    expect((await told(leaf('ctx.output.b = () => 1'), {})).error).toBe("TypeError: the output 'b' is a function")
    expect((await told(leaf('ctx.output = () => 1'), {})).error).toBe('TypeError: the output is a function')
    expect((await told(leaf('const o = { o: {} }\no.o.p = o\nctx.output.b = o'), {})).error).toBe(
      "TypeError: the output 'b' holds itself at o.p",
    )
    const twice = leaf('const o = { n: 1 }\nctx.output.b = [o, o, new Date(0), undefined, null]')
    expect(await told(twice, {})).toMatchObject({ first: '', error: undefined })
  })
})
