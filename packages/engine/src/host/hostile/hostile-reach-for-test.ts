import type { HostileCase } from './hostile-for-test.ts'

const endless = ['timeout'] as const
const eats = ['memory', 'timeout', 'error'] as const
const refused = ['error'] as const
const value = ['value'] as const

/**
 * Walks everything that can be reached from what authors get, through properties, prototypes, accessors and the results
 * of constructors, and names what does not belong to a realm of its own: objects of another realm, functions that see
 * a process, names of the sandbox's own machinery. `roots` is a list in the author's code.
 */
const walk = (roots: string): string => `
  const found = []
  const seen = new Set()
  const todo = [['this', (0, eval)('this')], ['arguments', arguments], ...Object.entries(${roots})]
  const makers = [Function, (async () => {}).constructor, (function* () {}).constructor, (async function* () {}).constructor]
  const strange = /^(Reference|Isolate|Context|Script|ExternalCopy|Callback|NativeModule|Inspector|Buffer|process|global|require)$/
  while (todo.length > 0 && seen.size < 20000) {
    const [path, thing] = todo.pop()
    if (thing === null || (typeof thing !== 'object' && typeof thing !== 'function') || seen.has(thing)) continue
    seen.add(thing)
    let top = thing
    for (let up = top; up !== null; up = Object.getPrototypeOf(top = up));
    if (top !== Object.prototype && Object.getPrototypeOf(thing) !== null) found.push(path + ' is of another realm')
    const maker = Object.getPrototypeOf(thing)?.constructor
    if (typeof maker === 'function' && strange.test(maker.name)) found.push(path + ' is a ' + maker.name)
    if (typeof thing === 'function') {
      if (thing !== Function.prototype && !makers.some((type) => thing instanceof type)) found.push(path + ' is a function of another realm')
      const made = thing.constructor
      if (typeof made === 'function') {
        let saw = ''
        try {
          saw = String(new made("return typeof process + typeof require + typeof sources + typeof module + typeof Buffer")())
        } catch {}
        if (/object|function(?!.*Promise)/.test(saw.replace(/\\[object \\w+\\]/, ''))) found.push(path + '.constructor sees ' + saw)
      }
      for (const call of [() => thing.caller, () => thing.arguments]) {
        try {
          if (call()) found.push(path + ' tells its caller')
        } catch {}
      }
    }
    todo.push([path + '.__proto__', Object.getPrototypeOf(thing)])
    for (const key of Reflect.ownKeys(thing)) {
      const name = path + '.' + String(key)
      if (typeof key === 'string' && /^(process|Reference|Isolate|ExternalCopy|dlopen|binding)$/.test(key)) found.push(name)
      const { value, get, set } = Object.getOwnPropertyDescriptor(thing, key)
      todo.push([name, value], [name + ' get', get], [name + ' set', set])
      if (get) {
        try {
          todo.push([name + '()', get.call(thing)])
        } catch (problem) {
          todo.push([name + ' thrown', problem])
        }
      }
    }
  }
  if (seen.size < 500) found.push('only ' + seen.size + ' objects were seen')
  ctx.output = found.slice(0, 20)`

/** Everything at hand without the outside world. */
export const reachCases: HostileCase[] = [
  {
    name: 'a walk through all that can be reached',
    code: walk(
      "{ ctx, require, console, stack: (() => { try { null.x } catch (e) { return e } })(), thrown: (() => { try { require('f' + 's') } catch (e) { return e } })(), frozen: (() => { try { Array.prototype.push = 1 } catch (e) { return e } })(), deep: (() => { const f = () => f(); try { f() } catch (e) { return e } })(), json: (() => { try { JSON.parse('{') } catch (e) { return e } })(), size: (() => { try { new Array(-1) } catch (e) { return e } })(), uri: (() => { try { decodeURIComponent('%') } catch (e) { return e } })(), syntax: (() => { try { (0, eval)('}') } catch (e) { return e } })(), long: (() => { try { 'x'.repeat(2 ** 30) } catch (e) { return e } })(), big: (() => { try { new ArrayBuffer(2 ** 53) } catch (e) { return e } })() }",
    ),
    ends: value,
  },
  {
    name: 'a walk through the frames of errors',
    code: walk(
      '{ own: (() => { const o = {}; Error.captureStackTrace(o); return o })(), frames: (() => { const o = { get stack() { return 1 } }; Error.captureStackTrace(o, Array); return o })(), sorted: (() => { let e; [1, 2].sort(() => { e = new Error("s"); return 0 }); return e })(), replaced: (() => { let e; "x".replace(/x/, () => { e = new Error("r") }); return e })() }',
    ),
    ends: value,
  },
]

/** What authors do about stacks, evaluated text and receivers. */
export const trickCases: HostileCase[] = [
  {
    name: 'prepareStackTrace by definition',
    code: "Object.defineProperty(Error, 'prepareStackTrace', { value: (e, frames) => frames })",
    ends: refused,
  },
  {
    name: 'prepareStackTrace on an own error class',
    code: 'class E extends Error { static prepareStackTrace(e, frames) { return frames } }\nctx.output = typeof new E().stack === "string"',
    ends: value,
  },
  {
    name: 'prepareStackTrace through the prototype of Object',
    code: 'Object.prototype.prepareStackTrace = (e, frames) => frames',
    ends: refused,
  },
  {
    name: 'prepareStackTrace from evaluated text',
    code: "new Function('Error.prepareStackTrace = (e, frames) => frames')()\nctx.output = typeof new Error().stack === 'string' && Error.prepareStackTrace === undefined",
    ends: value,
  },
  {
    name: 'stack traces without end',
    code: "new Function('Error.stackTraceLimit = Infinity')()\nctx.output = Error.stackTraceLimit",
    ends: value,
  },
  {
    name: 'evaluated text that closes its function',
    code: "new Function('}); escaped = 1; (function () {')()",
    ends: refused,
  },
  {
    name: 'parameters that close their function',
    code: "new Function('a = 1){ return typeof process } //', '')",
    ends: refused,
  },
  { name: 'a comment that eats the wrapper', code: 'ctx.output = 1 /*', ends: refused },
  { name: 'a template that eats the wrapper', code: 'ctx.output = `', ends: refused },
  { name: 'an HTML comment as the last line', code: 'ctx.output = 1\n-->', ends: ['error', 'value'] },
  {
    name: 'sloppy receivers',
    code: "const inside = new Function('return this')()\nctx.output = inside === (0, eval)('this') && typeof inside.process",
    ends: value,
  },
  {
    name: 'callers from evaluated text',
    code: "const spy = new Function('return arguments.callee.caller')\nctx.output = [spy() === null, [1].map(spy)[0] === null]",
    ends: value,
  },
  {
    name: 'a callee that looks up from a comparison',
    code: "const up = []\n;[2, 1].sort(new Function('up', 'return function cmp() { up.push(cmp.caller); return 0 }')(up))\nctx.output = up.every((f) => f === null || typeof f === 'function')",
    ends: value,
  },
  {
    name: 'a species of an own kind',
    code: 'class L extends Array { static get [Symbol.species]() { for (;;) {} } }\nnew L(1, 2).map(String)',
    ends: endless,
  },
  {
    name: 'a primitive that loops',
    code: 'ctx.log.info(`${{ [Symbol.toPrimitive]() { for (;;) {} } }}`)',
    ends: endless,
  },
  {
    name: 'a changed instanceof',
    code: 'Object.defineProperty(Promise, Symbol.hasInstance, { value: () => false })',
    ends: refused,
  },
  { name: 'a deleted built-in', code: 'delete Array.prototype.map', ends: refused },
  { name: 'a changed prototype', code: 'Object.setPrototypeOf(Array.prototype, null)', ends: refused },
  { name: 'a changed prototype of the world', code: "Object.setPrototypeOf((0, eval)('this'), {})", ends: refused },
  { name: 'a changed console', code: 'console.log = () => {}', ends: refused },
  { name: 'a changed require', code: 'require.cache = {}', ends: refused },
  {
    name: 'a built-in that was hidden',
    code: "(0, eval)('var Array = 1')\nctx.output = [].map.name",
    ends: ['error', 'value'],
  },
  { name: 'an evaluated global', code: "(0, eval)('function leaked() {}')", ends: ['error', 'value'] },
  {
    name: 'a constructor that returns the world',
    code: "ctx.output = Object.keys(new (class { constructor() { return (0, eval)('this') } })()).filter((k) => /process|require/.test(k))",
    ends: value,
  },
]

/** More than a run may say or give. */
export const floodCases: HostileCase[] = [
  { name: 'a million lines', code: "for (let i = 0; i < 1e6; i++) ctx.log.error('line ' + i)", ends: value },
  {
    name: 'a line of 4 GiB',
    code: "const part = 'x'.repeat(2 ** 29 - 24)\nctx.log.info(part, part, part, part, part, part, part, part)",
    ends: ['value', ...eats],
  },
  { name: 'a line of an endless list', code: 'ctx.log.info(new Array(2 ** 32 - 1))', ends: ['value', ...eats] },
  { name: 'a line of many parts', code: 'ctx.log.info(...new Array(1e5).fill(0))', ends: ['value', 'error'] },
  { name: 'a deep line', code: 'let o = {}\nfor (let i = 0; i < 2e4; i++) o = { o }\nctx.log.warn(o)', ends: value },
  { name: 'lines of control characters', code: "ctx.log.info('\\u0000\\ud800\\u2028\\r\\n\\u001b[2J')", ends: value },
  { name: 'console without end', code: "for (;;) console.log('x')", ends: endless },
  {
    name: 'a wide object',
    code: 'const o = {}\nfor (let i = 0; i < 2e6; i++) o["k" + i] = i\nctx.output = o',
    ends: [...eats, 'value'],
  },
  {
    name: 'keys of every record',
    code: 'const o = {}\nfor (let i = 0; i < 1e5; i++) o[String(i).repeat(20)] = i\nctx.output = o',
    ends: ['value', ...eats],
  },
  {
    name: 'a list with a length of its own',
    code: 'const l = []\nl.length = 2 ** 32 - 1\nctx.output = l',
    ends: ['value', ...eats],
  },
  {
    name: 'a text that grows on the way',
    code: "ctx.output = { a: '\\u0000'.repeat(3e7) }",
    ends: [...eats, 'value'],
  },
  { name: 'numbers that are none', code: 'ctx.output = { a: [NaN, Infinity, -0, 5e-324] }', ends: ['value', 'error'] },
  {
    name: 'names of the language as keys',
    code: `ctx.output = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"then":1,"length":-1,"toString":null}')`,
    ends: value,
  },
  { name: 'halves of characters', code: "ctx.output = { a: '\\ud800', ['\\udc00']: '\\u0000' }", ends: value },
]

/** ctx.rt_context is the run's own, and leaves a test run. */
export const contextCases: HostileCase[] = [
  { name: 'a context in itself', code: 'ctx.rt_context.self = ctx.rt_context', ends: ['error', 'value'] },
  { name: 'a context with a BigInt', code: 'ctx.rt_context.n = 1n', ends: ['error', 'value'] },
  {
    name: 'a context whose toJSON loops',
    code: 'ctx.rt_context.toJSON = () => { for (;;) {} }',
    ends: ['timeout', 'value', 'error'],
  },
  {
    name: 'a context whose getter loops',
    code: "Object.defineProperty(ctx.rt_context, 'x', { enumerable: true, get() { for (;;) {} } })",
    ends: ['timeout', 'value', 'error'],
  },
  { name: 'a huge context', code: "ctx.rt_context.x = 'x'.repeat(2e7)", ends: ['error', 'value'] },
  {
    name: 'a context that grows',
    code: "for (let i = 0; ; i++) ctx.rt_context['k' + i] = new Array(1e4).fill(i)",
    ends: [...eats],
  },
  { name: 'another context', code: 'ctx.rt_context = { get a() { for (;;) {} } }', ends: ['value', 'error'] },
  {
    name: 'a context with another prototype',
    code: 'Object.setPrototypeOf(ctx.rt_context, new Proxy({}, {}))',
    ends: ['value', 'error'],
  },
  {
    name: 'a context named __proto__',
    code: "ctx.rt_context['__proto__'] = { polluted: 1 }\nctx.output = {}.polluted === undefined",
    ends: value,
  },
]

/** What goes on after the code has returned. */
export const leftoverCases: HostileCase[] = [
  {
    name: 'a chain of promises left behind',
    code: '(async () => { for (;;) await 0 })()\nctx.output = 1',
    ends: endless,
  },
  {
    name: 'a chain that grows behind',
    code: '(async () => { const a = []; for (;;) { a.push(new Array(1e4).fill(0)); await 0 } })()\nctx.output = 1',
    ends: [...eats],
  },
  {
    name: 'a chain that breaks the next call',
    code: '(async () => { await 0; try { Array.prototype.push = 1 } catch {} })()\nctx.output = [].push.name',
    ends: value,
  },
  {
    name: 'a rejection left behind',
    code: "(async () => { await 0; throw new Error('later') })()\nctx.output = 1",
    ends: ['value', 'error'],
  },
  {
    name: 'an output changed later',
    code: 'const o = { a: 1 }\nPromise.resolve().then(() => { o.self = o })\nctx.output = o',
    ends: ['value', 'error'],
  },
  {
    name: 'a thenable that answers twice',
    code: 'await { then(a, b) { a(1); b(2); a({ then() { for (;;) {} } }) } }\nctx.output = 1',
    ends: value,
  },
  {
    name: 'an async iterator without end',
    code: 'const all = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false }) }) }\nfor await (const x of all);',
    ends: endless,
  },
  {
    name: 'a return that is a thenable',
    code: 'return { then(done) { done({ then() { for (;;) {} } }) } }',
    ends: ['timeout', 'value', 'error'],
  },
]

/** What requests and their answers lead to; the host answers as `hostileServe` does. */
export const remoteReachCases: HostileCase[] = [
  {
    name: 'a walk through ctx.db, ctx.http and what they give',
    code: walk(
      "{ ctx, rows: await ctx.db.query('w', 's'), answer: await ctx.http.get('https://a.example'), stream: ctx.db.stream('w', 's'), step: await ctx.db.stream('w', 's').next(), refused: await ctx.db.query('bad', 's').catch((e) => e), large: await ctx.db.query('large', 's').catch((e) => e), pending: ctx.db.query('w', 's'), wrong: await ctx.db.query().catch((e) => e), denied: await ctx.http.get('file:///etc/passwd').catch((e) => e) }",
    ),
    ends: value,
  },
  {
    name: 'thousands of requests at once',
    code: "const all = await Promise.allSettled(Array.from({ length: 5000 }, () => ctx.db.query('w', 's')))\nctx.output = all.filter((one) => one.status === 'rejected').length > 3000",
    ends: value,
  },
  {
    name: 'a request left behind that goes on',
    code: "(async () => { for (;;) await ctx.db.query('w', 's') })()\nctx.output = 1",
    ends: ['value', 'error', 'timeout'],
  },
  {
    name: 'frames of the wire in a text',
    code: 'const [row] = await ctx.db.query(\'w\', \']],[1,"db",["query"]],[[\')\nctx.output = row.n',
    ends: value,
  },
  {
    name: 'a connection named __proto__',
    code: "const rows = await ctx.db.query('__proto__', 's')\nctx.output = rows.length",
    ends: ['value', 'error'],
  },
  {
    name: 'headers named __proto__',
    code: `const answer = await ctx.http.request({ url: 'https://a.example', headers: JSON.parse('{"__proto__":"x","constructor":"y"}') })\nctx.output = [answer.status, {}.x === undefined]`,
    ends: ['value', 'error'],
  },
  { name: 'parameters in themselves', code: "const p = []\np.push(p)\nawait ctx.db.query('w', 's', p)", ends: refused },
  {
    name: 'parameters that change while they are read',
    code: "const p = [1, 2]\nObject.defineProperty(p, 0, { get() { p.length = 0; return 1 } })\nawait ctx.db.query('w', 's', p)",
    ends: ['value', 'error'],
  },
  {
    name: 'a deep parameter',
    code: "let o = []\nfor (let i = 0; i < 2e4; i++) o = [o]\nawait ctx.db.query('w', 's', [o])",
    ends: refused,
  },
  { name: 'a url that loops', code: 'await ctx.http.request({ get url() { for (;;) {} } })', ends: endless },
  {
    name: 'a stream thrown into',
    code: "const s = ctx.db.stream('w', 's')\nawait s.next()\nawait s.throw(new Error('in'))",
    ends: refused,
  },
]
