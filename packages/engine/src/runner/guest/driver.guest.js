'use strict'
  // What the host calls. It holds no handle to the host: requests (db, http) and log lines leave as plain data when a
  // call returns.
;(function driver(realm, parts, options, sharedMemory, liveMemory) {
  const { stringify } = JSON
  realm.startRun(options)
  // [vertex, record, source or -1, item, item …] (the items of lists inside the record), read by the host from outside, also
  // when nothing here answers any more.
  const at = new Int32Array(sharedMemory, 0, sharedMemory.byteLength / 4 - 1)
  // Of an endpoint: the number of the call that the code is at.
  const turn = new Int32Array(sharedMemory, sharedMemory.byteLength - 4)
  // Of a test run: what code writes to its log is read there before it ends.
  const live =
    liveMemory === undefined
      ? null
      : { length: new Int32Array(liveMemory, 0, 1), chars: new Uint16Array(liveMemory, 4) }
  let isLiveFull = false
  const [syncFunction, asyncFunction] = realm.functions
  const levels = ['info', 'warn', 'error', 'success']
  const counted = new Map(levels.map((level) => [level, { lines: 0, chars: 0, dropped: 0 }]))
  const sources = []
  const modules = new Map()
  // `closedRt`: what code inside closed boxes has; what it writes there is not told.
  const shared = { rt: undefined, closedRt: undefined }
  const columns = parts[4](syncFunction)
  const remote = parts[5](realm, options, turn)
  const values = parts[0]()
  const captures = options.keep ? parts[6](realm.clock) : null
  const gates = parts[7](values)
  const taken = new Map()
  const fed = new Map()
  const answers = new Map()
  let lines = []
  let chain = Promise.resolve()
  let open = 0
  let isStuck = false
  let failure = null
  let program = null
  let network = null
  let tops = []
  let calls = null
  const notes = new Map()

  function text(parts) {
    let line = ''
    for (let i = 0; i < parts.length && line.length < options.logLine; i++) {
      let part
      try {
        part = typeof parts[i] === 'string' ? parts[i] : (stringify(parts[i]) ?? String(parts[i]))
      } catch {
        part = '[unprintable]'
      }
      line += (i ? ' ' : '') + part.slice(0, options.logLine)
    }
    return line.slice(0, options.logLine)
  }

  function write(level, vertex, parts) {
    // Nobody reads the log of an endpoint, and what stays here would be one caller's.
    if (options.calls) return
    const count = counted.get(level)
    if (count.lines >= options.logLines || count.chars >= options.logChars) {
      count.dropped++
      return
    }
    // A fresh flat string: a slice would keep its parent alive.
    const line = stringify([level, vertex, at[1], text(parts)])
    count.lines++
    count.chars += line.length
    lines.push(line)
    if (live !== null && !isLiveFull) tellNow(line)
  }

  function tellNow(line) {
    const from = live.length[0]
    const until = from + line.length + 1
    // A later line that fits would stand before this one.
    isLiveFull = until > live.chars.length
    if (isLiveFull) return
    for (let i = 0; i < line.length; i++) live.chars[from + i] = line.charCodeAt(i)
    live.chars[until - 1] = 10
    realm.publish(live.length, 0, until)
  }

  /** ctx.log of one vertex; nothing that a closed box says is told. */
  function logger(vertex, closed) {
    const log = {}
    for (const level of levels) log[level] = Object.freeze((...parts) => closed || write(level, vertex, parts))
    return Object.freeze(log)
  }
  realm.onConsole = (name, parts) => {
    if (!options.closed || calledOpenly()) write(name === 'warn' || name === 'error' ? name : 'info', at[0], parts)
  }

  /** Whether the code that calls console is told to be no box's: the vertex at hand may be another's after a wait. */
  function calledOpenly() {
    const caller = realm.describe(new Error('')).frames.find(({ source }) => source.startsWith('component:'))
    return caller !== undefined && !isClosedFrame(caller)
  }

  const isClosedFrame = ({ source }) => source.startsWith('component:') && sources[+source.slice(10)].closed

  function makeRequire() {
    const loaded = new Map()
    const require = Object.freeze((wanted) => {
      const name = String(wanted)
      if (loaded.has(name)) return loaded.get(name).exports
      const load = modules.get(name)
      if (!load) throw new Error(`Module ${name} is not allowed`)
      const module = { exports: {} }
      loaded.set(name, module)
      load(module, module.exports, require)
      const { exports } = module
      if (exports !== null && (typeof exports === 'object' || typeof exports === 'function')) realm.harden([exports])
      return exports
    })
    return require
  }
  const require = makeRequire()
  // A module may keep what it is given: closed boxes have modules of their own.
  const closedRequire = options.closed ? makeRequire() : require

  const fail = (thrown) => {
    failure ??= tell(thrown)
  }

  /** What was thrown, as plain data. */
  function tell(thrown) {
    const place = { vertex: at[0], record: at[1], source: at[2], ...note(thrown) }
    const told = realm.describe(thrown)
    const closed = isClosedPlace(place) || told.frames.some(isClosedFrame)
    return closed ? { ...place, source: -1, closed, name: '', message: '', frames: [] } : { ...place, ...told }
  }

  const isClosedPlace = ({ vertex, source }) =>
    program !== null && (program.closed.has(vertex) || (source >= 0 && sources[source].closed))

  /** What is known of an error on its way out: several calls may wait at once, so that `at` may be another's by then. */
  function note(thrown) {
    if (!notes.has(thrown)) notes.set(thrown, { items: [] })
    return notes.get(thrown)
  }

  // Random numbers start anew with each batch of each input: what one record draws does not move the numbers of others.
  function reseed(port, chunk) {
    realm.reseed(program.graph.inputs.findIndex((index) => tops[index].port === port) + 1, chunk)
  }

  function takeLines() {
    if (lines.length === 0) return ''
    const all = `[${lines.join()}]`
    lines = []
    return all
  }

  /** Does one step after those before it and answers with what it put out. */
  function step(work) {
    open++
    const done = chain.then(async () => {
      try {
        if (!failure) await work()
        if (!failure && !realm.intact()) throw new Error('RegExp.prototype was changed')
      } catch (thrown) {
        fail(thrown)
      }
      open--
    })
    chain = done
    return done
  }

  // An object such as a dayjs date would leave as its inner properties, and not as what it says of itself.
  function refuseOwnJSON(port, keys, list) {
    for (let i = 0; i < list.length; i++) {
      const value = list[i]
      if (value === null || typeof value !== 'object' || !('toJSON' in value) || value instanceof Date) continue
      at.fill(0)
      at[2] = -1
      const key = Array.isArray(keys) ? keys[i] : keys
      throw new TypeError(`the output '${port}' holds an object with a toJSON of its own at ${realm.clip(key, 100)}`)
    }
  }

  function packed(call, out) {
    try {
      for (const port of Object.keys(out.rows)) {
        const rows = columns.pack(out.rows[port]) ?? out.rows[port]
        if (Array.isArray(rows))
          for (const row of rows) {
            // Of a text, each character would be a key.
            if (row !== null && typeof row === 'object') refuseOwnJSON(port, Object.keys(row), Object.values(row))
          }
        else
          for (const [i, { data, kind, odd }] of rows.columns.entries()) {
            refuseOwnJSON(port, rows.keys[i], odd)
            if (kind === 'v') refuseOwnJSON(port, rows.keys[i], data)
          }
        out.rows[port] = rows
      }
      // Looked at again when they turn out to be no data that can leave. Packed they cost the collector next to nothing.
      taken.set(call, out.rows)
      taken.delete(call - 4)
      return out
    } catch (thrown) {
      // A getter of the author's own.
      fail(thrown)
      return { rows: {}, more: false }
    }
  }

  function answer(call) {
    const { rows, more } =
      failure || options.keep ? { rows: {}, more: false } : packed(call, network.take(options.rows))
    const result = { failure: failure ? stringify(failure) : '', lines: takeLines(), rows, more }
    // A rejection that nobody handled hides the answer of its call; it can be asked for again.
    if (program.graph.async) {
      answers.set(call, result)
      answers.delete(call - 8)
    }
    return result
  }

  /** What JSON would leave out or change without a word must not look right in a test run. */
  function refuseUnfit(output) {
    if (!values.plain(output)) {
      const whole = values.unfit(output)
      if (whole !== null) throw new TypeError(`the output ${whole}`)
      return
    }
    for (const port of Object.keys(output)) {
      const found = values.unfit(output[port])
      if (found !== null) throw new TypeError(`the output '${port}' ${found}`)
    }
  }

  const openCalls = (graphs) =>
    parts[8]({ at, turn, realm, graphs, values, shared, remote, tell, makeRequire, notes, maxChars: options.result })

  const api = {
    serve: (...args) => calls.serve(...args),
    serveWaiting: (...args) => calls.serveWaiting(...args),
    take: () => calls.take(),
    /** V8's own check that the text is exactly one function body; throws SyntaxError. */
    check(code, isAsync, parameters) {
      ;new (isAsync ? asyncFunction : syncFunction)(...parameters, code)
    },
    source(index, fn, source) {
      const { kind, db, io } = source
      sources[index] = {
        fn,
        kind,
        async: source.async,
        closed: source.closed,
        require: source.closed ? closedRequire : require,
        log: logger(0, source.closed),
        db: db ? remote.db : null,
        http: io ? remote.http : null,
      }
    },
    module(name, fn) {
      modules.set(name, fn)
    },
    load(graph, context) {
      shared.rt = context
      if (options.closed) shared.closedRt = values.copy(context)
      const [, makeLeaves, makeGraphs, makeFlow] = parts
      const leaves = makeLeaves({ at, sources, shared, values, note })
      const graphs = makeGraphs({ at, leaves, values, gates, sources, logger, captures, note })
      if (options.calls) calls = openCalls(graphs)
      program = { graph: graphs.prepare(graph, () => false), leaves, closed: graphs.closed }
      tops = program.graph.vertices
      if (options.calls) return calls.load(program.graph, context, modules.size > 0)
      network = makeFlow({
        at,
        leaves,
        values,
        gates,
        graphs,
        graph: program.graph,
        width: options.width,
        captures,
        note,
      })
    },
    async begin(call) {
      captures?.start()
      await step(() => network.begin())
      return answer(call)
    },
    /** `number` of the chunk among those of its input, from 0; where it is not given, they are counted here. */
    async feed(call, port, rows, number = fed.get(port) ?? 0) {
      fed.set(port, number + 1)
      await step(() => {
        reseed(port, number + 1)
        return network.push(port, 'chunk', Array.isArray(rows) ? rows : columns.unpack(rows))
      })
      return answer(call)
    },
    async end(call, port) {
      await step(() => {
        reseed(port, 0)
        return network.push(port, 'end')
      })
      return answer(call)
    },
    async value(call, port, value) {
      await step(() => network.push(port, 'value', value))
      return answer(call)
    },
    async drain(call) {
      await step(() => {})
      return answer(call)
    },
    again: (call) => answers.get(call) ?? null,
    /** Why what a call put out is no data that can leave: "the output 'x' holds a function at a.b"; '' when it is. */
    unfit(call) {
      const rows = taken.get(call) ?? {}
      for (const port of Object.keys(rows)) {
        const list = Array.isArray(rows[port]) ? rows[port] : columns.unpack(rows[port])
        for (let i = 0; i < list.length; i++) {
          const found = values.unfit(list[i])
          if (found !== null) return `the output '${port}' ${found}`
        }
      }
      return ''
    },
    /** What went over each link of a test run, as JSON text. */
    links: () => stringify(captures ? captures.all() : []),
    /** Called after the microtasks of a step have run: open work without requests never settles. */
    state() {
      const listed = remote.take()
      if (listed !== '') return listed
      if (open > 0 && !remote.isWaiting() && !failure) {
        fail(new Error(remote.stuck()))
        isStuck = true
      }
      // Said to all that ask from now on: who finds it may be asking for a call that was answered long ago.
      if (isStuck) return 'stuck'
      return open > 0 ? 'open' : ''
    },
    reply: (replies) => remote.reply(replies),
    /** A leaf by itself, with the payload as ctx.input and its output as it is (CMP-018). */
    async leaf(call, payload) {
      await step(async () => {
        const vertex = tops.find((top) => top.kind === 'leaf')
        const ctx = program.leaves.context(vertex, payload)
        const { fn } = vertex.source
        let returned = fn(ctx, vertex.source.require)
        if (vertex.source.async) returned = await returned
        else program.leaves.refuseWaiting(vertex.source, returned)
        shared.single = program.leaves.take(vertex, ctx, returned)
      })
      return answer(call)
    },
    /** Output and rt_context of a test run as JSON text. */
    result(single) {
      if (failure) return { failure: stringify(failure), lines: takeLines(), text: '' }
      try {
        const output = single ? shared.single : network.result()
        // What is said now is said of the whole.
        at.fill(0)
        at[2] = -1
        refuseUnfit(output)
        const context = values.unfit(shared.rt)
        if (context !== null) throw new TypeError(`rt_context ${context}`)
        const body = stringify({ output: output ?? null, rt_context: shared.rt ?? null })
        if (body.length > options.result) {
          throw new RangeError(`the result has ${body.length} characters, more than ${options.result}`)
        }
        return { failure: '', lines: takeLines(), text: body }
      } catch (thrown) {
        fail(thrown)
        return { failure: stringify(failure), lines: takeLines(), text: '' }
      }
    },
    lines: takeLines,
    /** What the run leaves: own outputs that are no lists, outputs without a value, lines beyond the limit. */
    summary() {
      const dropped = {}
      for (const [level, count] of counted) if (count.dropped) dropped[level] = count.dropped
      const singles = [...network.singles.keys()]
      const silent = program.graph.outputs
        .map((index) => tops[index].port)
        .filter((port) => !network.ended.has(port) && !network.singles.has(port))
      return { dropped, singles, silent, lines: takeLines() }
    },
  }
  return api
})
