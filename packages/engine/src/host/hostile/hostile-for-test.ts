import type { RunnerLimits } from '../../runs/limits.ts'

/** Between two runs beside the hostile ones: without it they would take a third of the processors from what is tested. */
export const neighbourPauseMs = 1000

/** What a hostile or careless text may end in: its value, or a kind of RunError. */
export type HostileCase = { name: string; code: string; ends: readonly ('value' | 'error' | 'memory' | 'timeout')[] }

/** Far longer than any text takes on a busy machine. */
const long = { callMs: 45_000, stallMs: 60_000, runMs: 90_000 }
/** Whatever an endless text does, it does it from the start. */
const endlessLimits = { callMs: 150, graceMs: 300 }
/** What grows is at these limits soon, before its time is over and a gigabyte was collected again and again. */
const growingLimits = { callMs: 350, graceMs: 300, isolateMiB: 64, parserMiB: 100, overshootMiB: 100 }

/** Short where the clock or the memory is what ends a text. */
export function limitsFor(ends: HostileCase['ends']): Partial<RunnerLimits> {
  if (!ends.includes('timeout')) return long
  return ends.length === 1 ? endlessLimits : growingLimits
}

const endless = ['timeout'] as const
const eats = ['memory', 'timeout', 'error'] as const
const refused = ['error'] as const
const value = ['value'] as const

/** Texts that never come back by themselves. */
export const endlessCases: HostileCase[] = [
  { name: 'busy loop', code: 'for (;;) {}', ends: endless },
  { name: 'loop that catches its end', code: 'while (true) { try { for (;;) {} } catch {} }', ends: endless },
  { name: 'loop in finally', code: 'try { for (;;) {} } finally { for (;;) {} }', ends: endless },
  { name: 'generator loop', code: 'function* g() { for (;;) yield 1 }\nfor (const x of g()) {}', ends: endless },
  { name: 'proxy whose trap loops', code: 'const p = new Proxy({}, { get() { for (;;) {} } })\np.x', ends: endless },
  { name: 'getter that loops', code: 'ctx.output = { get b() { for (;;) {} } }', ends: endless },
  {
    name: 'an output whose proxy loops',
    code: 'ctx.output = new Proxy({}, { getPrototypeOf() { for (;;) {} } })',
    ends: endless,
  },
  { name: 'sort with an endless comparison', code: '[1, 2, 3].sort(() => { for (;;) {} })', ends: endless },
  { name: 'backtracking pattern', code: `/^(a+)+$/.test('${'a'.repeat(40)}b')`, ends: endless },
  { name: 'replace with a backtracking pattern', code: `'${'x'.repeat(50)}'.replace(/(x+x+)+y/g, '')`, ends: endless },
  {
    name: 'deep recursion that catches',
    code: 'const f = () => f() + 1\nfor (;;) { try { f() } catch {} }',
    ends: endless,
  },
  { name: 'thrown object with a looping getter', code: 'throw { get message() { for (;;) {} } }', ends: endless },
  { name: 'thrown object with a looping stack', code: 'throw { get stack() { for (;;) {} } }', ends: endless },
  { name: 'thrown object with a looping name', code: 'throw { name: { toString() { for (;;) {} } } }', ends: endless },
  { name: 'log argument that loops', code: 'ctx.log.info({ toJSON() { for (;;) {} } })', ends: endless },
  {
    name: 'thenable that loops',
    code: 'ctx.output = { then() { for (;;) {} } }\nreturn { then() { for (;;) {} } }',
    ends: ['timeout', 'value'],
  },
  {
    name: 'microtasks without end',
    code: 'const f = () => Promise.resolve().then(f)\nf()\nawait new Promise(() => {})',
    ends: endless,
  },
  { name: 'await without end', code: 'for (;;) await 1', ends: endless },
  { name: 'padding in a loop', code: "for (;;) 'x'.repeat(1e6).split('').join('y')", ends: ['timeout', 'memory'] },
]

/** Texts that grow until something gives. */
export const growingCases: HostileCase[] = [
  { name: 'BigInt growth', code: 'let b = 3n\nfor (;;) b = b * b', ends: [...eats] },
  { name: 'array of arrays', code: 'const a = []\nfor (;;) a.push(new Array(1000).fill({}))', ends: [...eats] },
  { name: 'Map growth', code: 'const m = new Map()\nfor (let i = 0; ; i++) m.set(i, {})', ends: [...eats] },
  { name: 'Set growth', code: 'const s = new Set()\nfor (let i = 0; ; i++) s.add(i)', ends: [...eats] },
  { name: 'string doubling', code: "let s = 'x'\nfor (;;) s += s", ends: [...eats] },
  {
    name: 'flattened strings',
    code: "const a = []\nfor (let i = 0; ; i++) a.push('x'.repeat(1e6) + i + a.length).toString()",
    ends: [...eats],
  },
  { name: 'typed arrays', code: 'const a = []\nfor (;;) a.push(new Uint8Array(1e7).fill(1))', ends: [...eats] },
  {
    name: 'one huge buffer',
    code: 'const b = new ArrayBuffer(2e9)\nctx.output = b.byteLength',
    ends: [...eats, 'value'],
  },
  { name: 'object spread', code: 'let o = {}\nfor (let i = 0; ; i++) o = { ...o, [i]: o }', ends: [...eats] },
  { name: 'closures', code: 'const a = []\nfor (;;) a.push(() => a)', ends: [...eats] },
  {
    name: 'huge pattern',
    code: "const r = new RegExp('(' + 'a|'.repeat(3e6) + 'b)')\nr.test('c')",
    ends: [...eats, 'value'],
  },
  { name: 'long join', code: "new Array(2 ** 29).join('abc')", ends: [...eats, 'value'] },
  { name: 'promises', code: 'const a = []\nfor (;;) a.push(new Promise(() => {}))', ends: [...eats] },
  { name: 'symbols', code: 'const o = {}\nfor (;;) o[Symbol()] = 1', ends: [...eats] },
]

/** Texts that try to get out, or to change what others see. */
export const escapingCases: HostileCase[] = [
  { name: 'process', code: 'process.exit(1)', ends: refused },
  { name: 'require of a built-in', code: "require('f' + 's')", ends: refused },
  {
    name: 'process through a constructor',
    code: "this.constructor.constructor('return process')().exit()",
    ends: refused,
  },
  { name: 'process through ctx', code: "ctx.log.info.constructor('return process')().exit()", ends: refused },
  { name: 'process through require', code: "require.constructor('return process')().exit()", ends: refused },
  {
    name: 'process through an error',
    code: "try { null.x } catch (e) { e.constructor.constructor('return process')().exit() }",
    ends: refused,
  },
  {
    name: 'process through an async function',
    code: "(async () => {}).constructor('return process.exit()')()",
    ends: ['error', 'value'],
  },
  { name: 'dynamic import', code: "await import('node:fs')", ends: refused },
  { name: 'caller of a function', code: '(function f() { return f.caller })()', ends: refused },
  { name: 'arguments.callee', code: 'return (function () { return arguments.callee })()', ends: refused },
  { name: 'prepareStackTrace', code: 'Error.prepareStackTrace = (e, frames) => frames', ends: refused },
  { name: 'stack trace limit', code: 'Error.stackTraceLimit = 1e9', ends: refused },
  { name: 'a changed Array.prototype', code: 'Array.prototype.push = () => 1', ends: refused },
  { name: 'a changed Object.prototype', code: 'Object.prototype.polluted = 1', ends: refused },
  {
    name: 'pollution through __proto__',
    code: 'JSON.parse(\'{"__proto__":{"polluted":1}}\')\nctx.output = {}.polluted === undefined',
    ends: value,
  },
  { name: 'pollution by assignment', code: "const o = {}\no['__proto__'].polluted = 1", ends: refused },
  { name: 'a changed JSON', code: 'JSON.stringify = () => "{}"', ends: refused },
  { name: 'a changed Promise', code: 'Promise.prototype.then = function () {}', ends: refused },
  { name: 'a changed Date', code: 'Date.now = () => 0', ends: refused },
  { name: 'a changed iterator', code: '[][Symbol.iterator]().__proto__.next = () => ({ done: true })', ends: refused },
  { name: 'a changed RegExp', code: 'RegExp.prototype.exec = () => null', ends: refused },
  {
    name: 'a changed RegExp flag',
    code: "Object.defineProperty(RegExp.prototype, 'global', { get: () => false })",
    ends: refused,
  },
  { name: 'a new global', code: 'globalThis.leak = 1', ends: refused },
  { name: 'an implicit global', code: 'leak = 1', ends: refused },
  { name: 'a changed ctx.log', code: 'ctx.log.info = () => {}', ends: refused },
  { name: 'this is nothing', code: 'ctx.output = this === undefined', ends: value },
  {
    name: 'shared memory is gone',
    code: 'ctx.output = [typeof SharedArrayBuffer, typeof Atomics, typeof WebAssembly].join()',
    ends: value,
  },
  {
    name: 'weak references are gone',
    code: 'ctx.output = [typeof WeakRef, typeof FinalizationRegistry].join()',
    ends: value,
  },
  {
    name: 'no host objects',
    code: 'ctx.output = [typeof fetch, typeof setTimeout, typeof Buffer, typeof performance].join()',
    ends: value,
  },
  {
    name: 'eval sees no driver',
    code: "ctx.output = (0, eval)('typeof sources + typeof realm + typeof options')",
    ends: value,
  },
  {
    name: 'an own Error class',
    code: "class E extends Error { constructor() { super('m'); this.name = 'E' } }\ntry { throw new E() } catch (e) { ctx.output = e.name + e.message }",
    ends: value,
  },
]

/** Results and messages that are too much, or that are no data. */
export const oddCases: HostileCase[] = [
  { name: 'a promise that never settles', code: 'await new Promise(() => {})', ends: refused },
  { name: 'a huge text', code: "ctx.output = 'x'.repeat(2e7)", ends: refused },
  { name: 'a huge list', code: 'ctx.output = new Array(5e6).fill(1)', ends: [...eats] },
  { name: 'a circle', code: 'const o = {}\no.o = o\nctx.output = o', ends: refused },
  { name: 'a BigInt', code: 'ctx.output = 1n', ends: refused },
  { name: 'a function', code: 'ctx.output = () => 1', ends: refused },
  { name: 'a toJSON', code: 'ctx.output = { toJSON() { for (;;) {} } }', ends: refused },
  {
    name: 'deep nesting',
    code: 'let o = {}\nfor (let i = 0; i < 1e5; i++) o = { o }\nctx.output = o',
    ends: ['error', 'memory'],
  },
  { name: 'a log flood', code: "for (let i = 0; i < 1e6; i++) ctx.log.info('x'.repeat(100))", ends: value },
  { name: 'huge log lines', code: "for (let i = 0; i < 300; i++) ctx.log.warn('x'.repeat(1e6))", ends: value },
  { name: 'an error with a huge message', code: "throw new Error('x'.repeat(1e7))", ends: refused },
  { name: 'a thrown text', code: "throw 'only text'", ends: refused },
  { name: 'a thrown nothing', code: 'throw null', ends: refused },
  { name: 'a thrown symbol', code: "throw Symbol('s')", ends: refused },
  { name: 'a thrown proxy', code: "throw new Proxy({}, { get() { throw new Error('again') } })", ends: refused },
  { name: 'a rejection nobody handles', code: "Promise.reject(new Error('lost'))\nctx.output = 1", ends: value },
  { name: 'deep recursion', code: 'const f = () => f()\nf()', ends: refused },
]

/** Texts that try to close the wrapper they are put in. */
export const wrapperCases: HostileCase[] = [
  '}) ; (function(){',
  '} ; for (;;) {} {',
  'return 1 } }); (() => { (() => {',
  '`',
  '/*',
  '*/ } /*',
  '<!-- ',
  '"use strict"; }); leak = 1; (function () {',
  '}, ctx) => {',
].map((code) => ({ name: JSON.stringify(code), code, ends: ['error', 'value'] as const }))
