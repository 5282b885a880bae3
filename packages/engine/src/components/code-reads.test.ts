import { describe, expect, it } from 'vitest'
import { fieldsReadBy } from './code-reads.ts'

const read = (code: string, isAsync = false): string[] | null => {
  const fields = fieldsReadBy(code, isAsync, 'row')
  return fields === null ? null : [...fields].sort()
}

describe('fields that code reads of a record', () => {
  it.each<[string, string[]]>([
    ['ctx.output.row = { a: ctx.input.row.a }', ['a']],
    ['const { row } = ctx.input\nctx.output = { row: { a: row.a, b: row["b c"] } }', ['a', 'b c']],
    ['const { input, output } = ctx\noutput.row = { a: input.row.a }', ['a']],
    [
      'const { input: { row: { a, b: other = 2, "c d": c } } } = ctx\nctx.output.row = { a, other, c }',
      ['a', 'b', 'c d'],
    ],
    ['const { "row": r } = ctx["input"]\nctx.output.row = { a: r.a.b.c }', ['a']],
    ['const { a: { b }, c: [d] } = ctx.input.row\nctx.output.row = { b, d }', ['a', 'c']],
    ['let r = ctx.input.row\nconst again = r\nctx.output.row = { a: again?.a ?? r.b }', ['a', 'b']],
    ['ctx.output.row = { a: ctx?.input?.row?.a }', ['a']],
    ['ctx.log.info(ctx.input.row.a, ctx.rt_context.x)\nctx.output.row = { n: 1 }', ['a']],
    ['const title = (row) => row.a + row.b\nconst { row } = ctx.input\nctx.output.row = { t: title(row) }', ['a', 'b']],
    ['function title({ a, b }) { return a + b }\nctx.output.row = { t: title(ctx.input.row) }', ['a', 'b']],
    ['const of = (x, { a }) => x + a\nctx.output.row = { t: of(1, ctx.input.row) }', ['a']],
    ['const make = (ctx) => ({ a: ctx.input.row.a })\nctx.output.row = make(ctx)', ['a']],
    ['const deep = (r, n) => n ? deep(r, n - 1) : r.a\nctx.output.row = { a: deep(ctx.input.row, 3) }', ['a']],
    ['const { row } = ctx.input\nctx.output.row = { a: [1].map((row) => row), b: row.b }', ['b']],
    ['const { row } = ctx.input\nctx.output.row = row.a ? { a: row.a.trim() } : undefined', ['a']],
    [
      'const { row } = ctx.input\nif (!row) throw new Error("none")\nctx.output.row = { k: typeof row, a: row.a }',
      ['a'],
    ],
    ['const { row } = ctx.input\nctx.output.row = { a: [row.a, row.b].filter((x) => x !== "") }', ['a', 'b']],
    ['const { row } = ctx.input\nconst late = () => row.a\nctx.output.row = { a: late() }', ['a']],
    ['const { row, other } = ctx.input\nctx.output.row = { ...other, a: row.a }', ['a']],
    ['return { row: { a: ctx.input.row.a, re: /(?:[}{]|(?<x>y))/u.source } }', ['a']],
    ['const { row } = ctx.input\n{ const row = { z: 1 }; ctx.output.row = row }\nctx.log.info(row.a)', ['a']],
    ['class Row { #x = 1; row() { return this.#x } }\nctx.output.row = { n: new Row().row() }', []],
    ['ctx.output.row = { n: 1 }', []],
    ['', []],
  ])('%s', (code, fields) => {
    expect(read(code)).toEqual(fields)
  })

  it('code that waits', () => {
    const code =
      'const { row } = ctx.input\nconst got = await ctx.http.get(row.url)\nctx.output.row = { got, id: row.id }'
    expect(read(code, true)).toEqual(['id', 'url'])
    // Without being async, the text is no code.
    expect(read(code)).toBeNull()
  })
})

describe('code that may see all of a record', () => {
  it.each([
    ['hands it on', 'ctx.output.row = ctx.input.row'],
    ['hands ctx.input on', 'ctx.output = ctx.input'],
    ['returns it', 'return { row: ctx.input.row }'],
    ['returns it from a helper', 'const same = (r) => r\nctx.output.row = same(ctx.input.row)'],
    ['spreads it', 'ctx.output.row = { ...ctx.input.row, a: 1 }'],
    ['takes the rest', 'const { a, ...others } = ctx.input.row\nctx.output.row = others'],
    ['takes the rest of the input', 'const { x, ...others } = ctx.input\nctx.output.row = others.row'],
    ['takes the rest of ctx', 'const { output, ...others } = ctx\noutput.row = others.input.row'],
    ['lists its keys', 'ctx.output.row = { n: Object.keys(ctx.input.row).length }'],
    ['walks over it', 'let n = 0\nfor (const key in ctx.input.row) n++\nctx.output.row = { n }'],
    ['asks for a key', 'ctx.output.row = { has: "a" in ctx.input.row }'],
    ['writes it as JSON', 'ctx.output.row = { text: JSON.stringify(ctx.input.row) }'],
    ['logs it', 'ctx.log.info(ctx.input.row)'],
    ['logs ctx.input', 'ctx.log.info(ctx.input)'],
    ['makes a text of it', 'ctx.output.row = { t: `${ctx.input.row}` }'],
    ['computes a name', 'const key = "a"\nctx.output.row = { a: ctx.input.row[key] }'],
    ['computes a name in a pattern', 'const key = "a"\nconst { [key]: a } = ctx.input.row\nctx.output.row = { a }'],
    ['computes the port', 'ctx.output.row = ctx.input["r" + "ow"]'],
    ['computes the name of input', 'ctx.output.row = ctx["in" + "put"].row'],
    ['changes it', 'ctx.input.row.a = 1\nctx.output.row = { a: ctx.input.row.a }'],
    ['counts up in it', 'ctx.input.row.a++'],
    ['deletes in it', 'delete ctx.input.row.a'],
    ['writes into it by a pattern', '[ctx.input.row.a] = [1]'],
    ['writes into it by an object pattern', '({ x: ctx.input.row.a } = { x: 1 })'],
    ['writes into it by a loop', 'for (ctx.input.row.a of [1]);'],
    ['puts another in its place', 'ctx.input.row = 1'],
    ['puts another input in its place', 'ctx.input = 1'],
    ['a name is used again', 'let { row } = ctx.input\nrow = 1'],
    ['compares it', 'ctx.output.row = { same: ctx.input.row === 1 }'],
    ['keeps it', 'ctx.rt_context.row = ctx.input.row'],
    ['throws it', 'throw ctx.input.row'],
    ['gives it to a module', 'ctx.output.row = require("lodash").pick(ctx.input.row, ["a"])'],
    ['gives it to a function that may change', 'let f = (r) => r.a\nf = JSON.stringify\nf(ctx.input.row)'],
    ['gives it to a chosen function', 'const f = 1 ? JSON.stringify : String\nf(ctx.input.row)'],
    ['gives it as this', 'ctx.output.row = (function () { return this.b }).call(ctx.input.row)'],
    ['gives it behind a spread', 'const f = (a, r) => r\nf(...[], ctx.input.row)'],
    ['gives it to rest parameters', 'const f = (...all) => all\nf(ctx.input.row)'],
    ['gives it to a default', 'const f = (r = 1) => r.a\nf(ctx.input.row)'],
    ['makes something new of it', 'class A { constructor(r) { this.r = r } }\nnew A(ctx.input.row)'],
    ['awaits it', 'const f = async () => (await ctx.input.row).b'],
    ['yields it', 'function* f() { yield ctx.input.row }'],
    ['assigns by a pattern', 'let a, x\nx = { a } = ctx.input.row'],
    ['reads arguments', 'const all = arguments\nctx.output.row = all[0].input.row'],
    ['has eval', 'ctx.output.row = eval("ctx.input.row")'],
    ['calls a method of it', 'ctx.output.row = ctx.input.row.valueOf()'],
    ['calls a field of it', 'ctx.input.row.a()'],
    ['calls a field of it, perhaps', '(ctx.input.row?.a)?.()'],
    ['tags with a field', 'ctx.input.row.a`x`'],
    ['calls a method of the input', 'ctx.output.row = ctx.input.valueOf().row'],
    ['calls what it put into ctx', 'ctx.output = function () { return this.input }\nctx.output()'],
    ['puts more into ctx', 'ctx.f = function () { return this.input }\nctx.f()'],
    ['what every object has', 'ctx.output.row = { p: ctx.input.row.__proto__ }'],
    ['its constructor', 'const { constructor } = ctx.input.row'],
    ['two names alike', 'var row = ctx.input.row\nvar row = 1'],
    ['a parameter called like a variable', 'const f = (r) => { var r; return r }\nf(ctx.input.row)'],
    ['ctx declared again', 'var ctx\nctx.output.row = ctx.input.row'],
    ['what was caught has its name', 'try { throw 1 } catch (e) { var e = ctx.input.row; ctx.output.row = e }'],
    ['a switch around its name', 'const r = ctx.input.row\nswitch (ctx.log.info(r)) { case 1: let r }'],
    ['a default value outside the body', 'const r = ctx.input.row\nconst f = (x = () => r) => { var r; return x() }'],
    ['no code', 'const {'],
    ['ends its function', '}); (function (ctx) { '],
    ['ends its function and is called', 'ctx.input.row.a }).call(1, function () {'],
    ['nested too deep', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['very long', `ctx.input.row.a\n${' '.repeat(20_000)}`],
  ])('%s', (_what, code) => {
    expect(read(code)).toBeNull()
  })

  it('a port that every object has', () => {
    expect(fieldsReadBy('ctx.input.valueOf.a', false, 'valueOf')).toBeNull()
  })
})
