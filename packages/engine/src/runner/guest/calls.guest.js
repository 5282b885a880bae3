'use strict'
  // Calls of a published endpoint in one warm realm. What a call makes is reachable from nothing that a later one has: its
  // input is parsed anew, modules are loaded anew, rt_context is frozen, and so is every built-in.
;(function calls(host) {
  const { at, turn, realm, graphs, values, shared, remote, tell, makeRequire, notes, maxChars } = host
  const { parse, stringify } = JSON
  const { freeze } = Object
  let graph = null
  let context = {}
  let hasModules = false
  let chain = Promise.resolve()
  let done = []
  const open = new Map()

  function load(ready, given, modules) {
    graph = ready
    context = values.copy(given)
    values.settle(context)
    hasModules = modules
  }

  /** The clock and rt_context of all that begins now. */
  function setTime(now, iso) {
    realm.setClock(now)
    shared.rt = freeze({ ...context, now: iso })
    shared.closedRt = shared.rt
  }

  function begin(number, first, second) {
    at.fill(0)
    at[2] = -1
    turn[0] = number
    realm.reseed(first, second)
    shared.require = hasModules ? makeRequire() : undefined
  }

  function textOf(out) {
    const result = {}
    for (let i = 0; i < graph.outputs.length; i++) {
      const value = out[graph.outputs[i]]
      if (value === undefined) continue
      const { port } = graph.vertices[graph.outputs[i]]
      const found = values.unfit(value)
      if (found !== null) {
        at.fill(0)
        at[2] = -1
        throw new TypeError(`the output '${port}' ${found}`)
      }
      values.put(result, port, value)
    }
    const text = stringify(result)
    if (text.length > maxChars) throw new RangeError(`the answer has ${text.length} characters, more than ${maxChars}`)
    return `+${text}`
  }

  const failed = (thrown) => `-${stringify(tell(thrown))}`

  /** Each text in its turn; nothing in this program waits. */
  function serve(now, iso, seed, numbers, texts) {
    setTime(now, iso)
    const answers = []
    for (let i = 0; i < texts.length; i++) {
      begin(numbers[i], seed, numbers[i])
      try {
        answers.push(textOf(graphs.evaluate(graph, parse(texts[i]))))
      } catch (thrown) {
        answers.push(failed(thrown))
      }
    }
    turn[0] = 0
    notes.clear()
    return answers
  }

  function end(number, answer) {
    if (!open.delete(number)) return
    done.push(number, answer)
    if (open.size === 0) notes.clear()
  }

  async function run(number, text, seed) {
    begin(number, seed, number)
    try {
      end(number, textOf(await graphs.evaluateAsync(graph, parse(text))))
    } catch (thrown) {
      end(number, failed(thrown))
    }
  }

  /**
   * Begins one, and goes on until it waits for a reply; `take` tells what came of it. Modules may hold what they were
   * given, so that calls then wait for each other.
   */
  function serveWaiting(now, iso, seed, number, text) {
    setTime(now, iso)
    open.set(number, true)
    if (hasModules) chain = chain.then(() => run(number, text, seed))
    else void run(number, text, seed)
  }

  /** Called once microtasks have run: [answers so far, requests to be served, whether calls are open]. */
  function take() {
    const asked = remote.take()
    if (asked === '' && open.size > 0 && !remote.isWaiting()) {
      at.fill(0)
      at[2] = -1
      const text = failed(new Error(remote.stuck()))
      for (const number of [...open.keys()]) end(number, text)
    }
    const answers = done
    done = []
    if (open.size === 0) turn[0] = 0
    return [answers, asked, open.size > 0]
  }

  return { load, serve, serveWaiting, take }
})
