import type { component } from '../../components/components-for-test.ts'
import type { HostileCase } from './hostile-for-test.ts'

type Part = Parameters<typeof component>[0]

const endless = ['timeout'] as const
const eats = ['memory', 'timeout', 'error'] as const
const refused = ['error'] as const
const value = ['value'] as const

/** What authors may do with ctx.db and ctx.http; the host answers queries with one row and pages without end. */
export const requestCases: HostileCase[] = [
  {
    name: 'a parameter whose toJSON loops',
    code: "await ctx.db.query('w', 's', [{ toJSON() { for (;;); } }])",
    ends: endless,
  },
  {
    name: 'a header that loops',
    code: "await ctx.http.get('https://a.example', { headers: { get a() { for (;;); } } })",
    ends: endless,
  },
  {
    name: 'a list of parameters without end',
    code: "await ctx.db.query('w', 's', new Proxy([], { get: (list, key) => (key === 'length' ? 2 ** 53 : 1) }))",
    ends: eats,
  },
  {
    name: 'a request that grows',
    code: "await ctx.http.post('https://a.example', { toJSON: () => 'x'.repeat(3e8) })",
    ends: eats,
  },
  { name: 'requests nobody waits for, without end', code: "for (;;) ctx.db.query('w', 's')", ends: eats },
  {
    name: 'requests one after the other, without end',
    code: "for (;;) await ctx.db.query('w', 's')",
    ends: ['error', 'timeout'],
  },
  {
    name: 'a stream without end',
    code: "for await (const row of ctx.db.stream('w', 's'));",
    ends: ['error', 'timeout'],
  },
  {
    name: 'rows kept without end',
    code: "const all = []\nfor await (const row of ctx.db.stream('w', 's')) all.push(row)",
    ends: eats,
  },
  { name: 'an answer that never comes', code: "await ctx.db.query('never', 's')", ends: endless },
  { name: 'an answer that is too large', code: "await ctx.db.query('large', 's')", ends: refused },
  {
    name: 'streams left open',
    code: "for (let i = 0; i < 200; i++) await ctx.db.stream('w', 's').next()\nctx.output = 1",
    ends: refused,
  },
  {
    name: 'process through a request',
    code: "await ctx.http.request.constructor('return process')().exit()",
    ends: refused,
  },
  {
    name: 'process through a row',
    code: "const [row] = await ctx.db.query('w', 's')\nrow.constructor.constructor('return process')().exit()",
    ends: refused,
  },
  {
    name: 'process through an error of the host',
    code: "try { await ctx.db.query('bad', 's') } catch (e) { e.constructor.constructor('return process')().exit() }",
    ends: refused,
  },
  { name: 'a changed ctx.db', code: 'ctx.db.query = () => []', ends: refused },
  {
    name: 'a changed stream',
    code: "Object.getPrototypeOf(ctx.db.stream('w', 's')).next = () => ({ done: true })",
    ends: refused,
  },
  {
    name: 'a changed answer',
    code: "const answer = await ctx.http.get('https://a.example')\nanswer.status = 500",
    ends: refused,
  },
  {
    name: 'changed headers',
    code: "const { headers } = await ctx.http.get('https://a.example')\nheaders.x = 1",
    ends: refused,
  },
  {
    name: 'a thenable as connection',
    code: "await ctx.db.query({ then(go) { go('w') } }, 's')",
    ends: refused,
  },
  {
    name: 'an answer that is a promise to some',
    code: "const { json } = await ctx.http.get('https://a.example')\nctx.output = [json.then, (await json).then]",
    ends: value,
  },
  {
    name: 'pollution by a row',
    code: "const [row] = await ctx.db.query('w', 's')\nctx.output = [{}.polluted === undefined, Object.keys(row).includes('__proto__')]",
    ends: value,
  },
  {
    name: 'a request while a promise is kept for ever',
    code: "new Promise(() => {})\nawait ctx.db.query('w', 's')\nctx.output = 1",
    ends: value,
  },
]

const two = (jsCode: string, second = 'ctx.output.b = 1'): Part[] => [
  { name: 'W', in: ['a'], out: ['b'], uses: ['One', 'Two'], links: ['.a → One.a', 'One.b → Two.a', 'Two.b → .b'] },
  { name: 'One', in: ['a'], out: ['b'], jsCode },
  { name: 'Two', in: ['a'], out: ['b'], jsCode: second },
]

/** Values that go over links of a test run, where they are looked at. */
export const linkCases: { name: string; parts: Part[]; ends: HostileCase['ends'] }[] = [
  { name: 'a getter that loops', parts: two('ctx.output.b = { get x() { for (;;); } }'), ends: value },
  { name: 'a getter that throws', parts: two('ctx.output.b = { get x() { throw 1 } }'), ends: value },
  { name: 'a toJSON that loops', parts: two('ctx.output.b = { toJSON() { for (;;); } }'), ends: value },
  {
    name: 'a proxy that throws',
    parts: two("ctx.output.b = new Proxy({}, { ownKeys() { throw new Error('k') } })"),
    ends: value,
  },
  {
    name: 'a proxy that loops',
    parts: two('ctx.output.b = new Proxy({}, { getPrototypeOf() { for (;;); } })'),
    ends: endless,
  },
  {
    name: 'a proxy of a list without end',
    parts: two("ctx.output.b = new Proxy([], { get: (l, k) => (k === 'length' ? 2 ** 40 : 1) })"),
    ends: ['value', ...eats],
  },
  { name: 'a value in itself', parts: two('const o = {}\no.o = o\nctx.output.b = o'), ends: value },
  {
    name: 'a deep value',
    parts: two('let o = {}\nfor (let i = 0; i < 1e5; i++) o = { o }\nctx.output.b = o'),
    ends: ['value', 'error'],
  },
  {
    name: 'a wide value',
    parts: two('const o = {}\nfor (let i = 0; i < 1e5; i++) o["k" + i] = i\nctx.output.b = o'),
    ends: value,
  },
  { name: 'a long text', parts: two("ctx.output.b = 'x'.repeat(5e6)"), ends: value },
  { name: 'a list with holes', parts: two('ctx.output.b = new Array(1e7)'), ends: value },
  {
    name: 'odd keys',
    parts: two('ctx.output.b = JSON.parse(\'{"__proto__":{"polluted":1},"constructor":1}\')'),
    ends: value,
  },
  { name: 'a function', parts: two('ctx.output.b = () => 1'), ends: value },
  {
    name: 'an output port that is inherited',
    parts: [
      { name: 'W', in: ['a'], out: ['toString'], uses: ['One'], links: ['.a → One.a', 'One.toString → .toString'] },
      { name: 'One', in: ['a'], out: ['toString'], jsCode: 'ctx.output = {}' },
    ],
    ends: value,
  },
]

/** Texts of modules, required by a component that then looks at what is left. */
export const moduleCases: HostileCase[] = [
  { name: 'a module that loops', code: 'for (;;);', ends: endless },
  { name: 'a module that throws', code: 'throw new Error("no")', ends: refused },
  { name: 'a module that closes its function', code: '}) ; (function () {', ends: refused },
  {
    name: 'a module that changes built-ins',
    code: 'Array.prototype.map = () => 1\nDate.now = () => 1\nJSON.parse = null',
    ends: value,
  },
  {
    name: 'a strict module that changes built-ins',
    code: '"use strict"\nArray.prototype.map = () => 1',
    ends: refused,
  },
  { name: 'a module that leaves a global', code: 'leak = 1', ends: ['error', 'value'] },
  {
    name: 'a module that reaches for the process',
    code: "exports.p = this.constructor.constructor('return process')()",
    ends: refused,
  },
  { name: 'a module that requires a built-in', code: "require('node:' + 'fs')", ends: refused },
  {
    name: 'a module that exports a proxy',
    code: "module.exports = new Proxy({}, { ownKeys() { throw new Error('k') } })",
    ends: refused,
  },
  {
    name: 'a module that exports a looping proxy',
    code: 'module.exports = new Proxy({}, { getPrototypeOf() { for (;;); } })',
    ends: endless,
  },
  {
    name: 'a module with a looping getter',
    code: 'Object.defineProperty(exports, "x", { get() { for (;;); } })',
    ends: value,
  },
  { name: 'a module that requires itself', code: "exports.self = require('m') === exports", ends: value },
  { name: 'a module that grows', code: 'const a = []\nfor (;;) a.push(new Array(1000).fill({}))', ends: eats },
]
