'use strict'
  // First text inside the isolate, before any author's code: removes what is shared, endless or different from run to
  // run, then freezes every built-in, so that no component changes another's world or the next call's. It may be called
  // before the run is known: `startRun` of what it returns says which.
;(function realm() {
  const { apply, construct, ownKeys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Reflect
  const { freeze } = Object
  const { stringify } = JSON
  const str = String
  const { store } = Atomics

  for (const name of ['SharedArrayBuffer', 'Atomics', 'WebAssembly', 'WeakRef', 'FinalizationRegistry', 'console']) {
    delete globalThis[name]
  }
  // The state of the last match would outlive a call.
  for (const key of ownKeys(RegExp)) if (/^(\$|input|last|left|right)/.test(str(key))) delete RegExp[key]
  Error.stackTraceLimit = 30

  const clock = Date.now
  let instant = 0
  standStill()
  const random = seeded()
  Math.random = () => random.next()
  const functions = [
    Function,
    getPrototypeOf(async () => {}).constructor,
    getPrototypeOf(function* () {}).constructor,
    getPrototypeOf(async function* () {}).constructor,
  ]
  const RE = RegExp.prototype
  const exec = RE.exec
  const seen = new WeakSet()
  const consoleCalls = {}
  for (const name of ['log', 'info', 'debug', 'warn', 'error']) {
    consoleCalls[name] = (...values) => realmApi.onConsole(name, values)
  }
  globalThis.console = consoleCalls

  // The clock stands at the instant the run was planned for: a replay gives the same bytes.
  function standStill() {
    const RealDate = Date
    function FixedDate(...parts) {
      if (new.target === undefined) return new RealDate(instant).toString()
      return construct(RealDate, parts.length === 0 ? [instant] : parts, new.target)
    }
    defineProperty(FixedDate, 'name', { value: 'Date' })
    defineProperty(FixedDate, 'length', { value: 7 })
    defineProperty(FixedDate, 'prototype', { value: RealDate.prototype, writable: false })
    FixedDate.UTC = RealDate.UTC
    FixedDate.parse = RealDate.parse
    FixedDate.now = () => instant
    for (const key of ['UTC', 'parse', 'now']) defineProperty(FixedDate, key, { enumerable: false })
    defineProperty(RealDate.prototype, 'constructor', { value: FixedDate, writable: true, configurable: true })
    globalThis.Date = FixedDate
    const Format = Intl.DateTimeFormat.prototype
    const format = getOwnPropertyDescriptor(Format, 'format').get
    const parts = Format.formatToParts
    defineProperty(Format, 'format', {
      configurable: true,
      get() {
        const bound = apply(format, this, [])
        return (date) => bound(date === undefined ? instant : date)
      },
    })
    Format.formatToParts = function formatToParts(date) {
      return apply(parts, this, [date === undefined ? instant : date])
    }
  }

  // sfc32
  function seeded() {
    let words = [0, 0, 0, 0]
    let a
    let b
    let c
    let d
    const start = (stream, chunk) => {
      a = (words[0] ^ Math.imul(stream, 0x9e3779b9)) | 0
      b = (words[1] ^ Math.imul(chunk, 0x85ebca6b)) | 0
      c = words[2] | 0
      d = words[3] | 0
      for (let i = 0; i < 15; i++) next()
    }
    const next = () => {
      const t = (((a + b) | 0) + d) | 0
      d = (d + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = ((c << 21) | (c >>> 11)) + t
      c |= 0
      return (t >>> 0) / 4294967296
    }
    const seed = (all) => {
      words = all
      start(0, 0)
    }
    return { next, start, seed }
  }

  // A frozen prototype makes `x.name = …` fail on every heir. Where authors do that (errors of their own, toString),
  // the property becomes an accessor whose setter defines an own property on the heir.
  function assignable(proto, keys) {
    for (const key of keys) {
      const found = getOwnPropertyDescriptor(proto, key)
      if (!found || !('value' in found) || !found.configurable) continue
      const { value, enumerable } = found
      defineProperty(proto, key, {
        configurable: false,
        enumerable,
        get() {
          return value
        },
        set(next) {
          if (this === proto) throw new TypeError('built-in objects are frozen')
          defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true })
        },
      })
    }
  }

  // Freezes everything reachable. RegExp.prototype stays as it is: frozen, it takes V8 off its fast path and doubles
  // the time of a component, so it is compared after each call instead. Where a component runs as a closed box, or calls
  // share the realm, `startRun` freezes it too: a patch would see what others match.
  function harden(roots) {
    const todo = [...roots]
    const add = (value) => {
      if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) return
      seen.add(value)
      todo.push(value)
    }
    while (todo.length) {
      const object = todo.pop()
      if (object !== RE && !ArrayBuffer.isView(object)) freeze(object)
      add(getPrototypeOf(object))
      for (const key of ownKeys(object)) {
        const found = getOwnPropertyDescriptor(object, key)
        if (!found) continue
        add(found.value)
        add(found.get)
        add(found.set)
      }
    }
  }

  const clip = (value, length) => {
    let text
    try {
      text = str(value)
    } catch {
      text = '[unprintable]'
    }
    return text.length > length ? `${text.slice(0, length)}…` : text
  }

  const frameLine = /at (?:(?:async )?([^\n(]*) \()?((?:component|module):[^\s:)]*):(\d+):(\d+)\)?$/gm

  const realmApi = {
    /**
     * Called once, by the driver.
     * @param run `now` in ms, `seed` of four numbers, `frozen`: RegExp.prototype as well
     */
    startRun(run) {
      instant = run.now
      random.seed(run.seed)
      if (run.frozen) freeze(RE)
    },
    harden,
    clip,
    functions,
    /** Milliseconds as they pass; the authors' own clock stands still. */
    clock,
    /** Writes a number so that what was written before it is seen by whoever reads it from outside. */
    publish: store,
    /** The clock of all calls that begin now; it stands until it is set again. */
    setClock: (now) => {
      instant = now
    },
    /** Math.random starts anew, from the run's seed and these two numbers. */
    reseed: random.start,
    /** The driver takes what console gets. */
    onConsole: () => {},
    /** Whether RegExp.prototype is still what it was. */
    intact() {
      const keys = ownKeys(RE)
      if (keys.length !== expressionKeys.length || getPrototypeOf(RE) !== Object.prototype) return false
      for (let i = 0; i < keys.length; i++) {
        const now = getOwnPropertyDescriptor(RE, expressionKeys[i])
        const then = expressionNow[i]
        if (!now || now.value !== then.value || now.get !== then.get || now.set !== then.set) return false
      }
      return true
    },
    /** What a thrown value says, as plain text, never the live object; its getters may loop, so this is timed too. */
    describe(thrown) {
      try {
        if (thrown === null || (typeof thrown !== 'object' && typeof thrown !== 'function')) {
          return {
            name: '',
            message: clip(typeof thrown === 'symbol' ? thrown.toString() : thrown, 2000),
            frames: [],
          }
        }
        const frames = []
        const stack = clip(thrown.stack, 64_000)
        frameLine.lastIndex = 0
        while (frames.length < 30) {
          const match = apply(exec, frameLine, [stack])
          if (!match) break
          frames.push({ in: match[1] || '', source: match[2], line: +match[3], column: +match[4] })
        }
        const { name = '', message = stringify(thrown) } = thrown
        return { name: clip(name, 200), message: clip(message, 2000), frames }
      } catch {
        return { name: 'Error', message: '[unprintable error]', frames: [] }
      }
    },
  }

  const errors = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError]
  for (const type of [Object, ...errors]) assignable(type.prototype, ownKeys(type.prototype))
  const assigned = ['toString', 'toLocaleString', 'valueOf', 'name']
  // Not the constructor of lists: were it an accessor, V8 would take every list for one of a class of its own, and map,
  // filter and slice of a short list would cost 13 to 23 times as much (decision 8).
  assignable(Array.prototype, assigned)
  for (const type of [Function, Date, Promise, Map, Set, String, Number, Boolean]) {
    assignable(type.prototype, ['constructor', ...assigned])
  }
  // Libraries put a bind of their own on their functions.
  assignable(Function.prototype, ['bind'])
  harden([
    globalThis,
    ...functions,
    [][Symbol.iterator](),
    ''[Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    ''.matchAll(/x/g),
    Uint8Array,
    Intl,
    (function* () {})(),
    (async function* () {})(),
    [].values().map((value) => value),
    Iterator.from({ next() {} }),
  ])
  const expressionKeys = ownKeys(RE)
  const expressionNow = expressionKeys.map((key) => getOwnPropertyDescriptor(RE, key))
  return realmApi
})
