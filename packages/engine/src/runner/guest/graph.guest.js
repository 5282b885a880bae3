'use strict'
  // Prepares the plan's graphs and evaluates one graph with values at hand: the inside of a forEach, item by item.
;(function graphs(host) {
  const { at, leaves, values, gates, sources, logger, captures, note } = host
  // Vertices inside closed boxes, by uid.
  const closed = new Set()
  let uid = 0

  /** Vertices with their edges made ready; uid counts them depth first, as the host does. */
  function prepare(plan, constants, depth = 0) {
    const links = captures ? plan.links.map((link) => captures.add(link.component, link.name)) : []
    const vertices = plan.vertices.map((vertex) => {
      const ready = {
        kind: vertex.kind,
        uid: ++uid,
        path: vertex.path,
        closed: vertex.closed === true,
        gate: vertex.gate === true,
        port: vertex.port ?? '',
        outputs: vertex.outputs ?? [],
        slots: vertex.slots.map((slot) => ({
          port: slot.port,
          edges: slot.edges.map((edge) => ({
            from: edge.from,
            port: edge.port,
            code: edge.code ?? -1,
            guarded: leaves.inherited(edge.port),
            copied: false,
            link: links[edge.link],
          })),
        })),
        async: false,
        watched: [],
      }
      if (ready.closed) closed.add(ready.uid)
      if (vertex.kind === 'constant') {
        values.settle(vertex.value)
        ready.value = vertex.value
      }
      if (vertex.kind === 'leaf') {
        ready.items = ready.slots.findIndex((slot) => slot.port === vertex.items)
        ready.itemPort = vertex.items ?? ''
        ready.code = vertex.source
        ready.source = sources[vertex.source]
        ready.async = ready.source.async
        ready.log = logger(ready.uid, ready.closed)
      }
      if (vertex.kind === 'forEach') {
        ready.items = ready.slots.findIndex((slot) => slot.port === vertex.items)
        ready.itemPort = vertex.items
        // Beyond what `at` has room for, the last place is shared.
        ready.place = Math.min(2 + depth, at.length - 1)
        ready.inner = prepare(vertex.inner, (port) => port !== vertex.items, depth + 1)
        ready.async = ready.inner.async
        ready.waits = ready.inner.waits
      }
      return ready
    })
    plan.links.forEach(({ from, port, coded }, index) => {
      const watch = { port, guarded: leaves.inherited(port), link: links[index] }
      if (captures && from !== null && !coded) vertices[from].watched.push(watch)
    })
    const indexes = (kind) => vertices.flatMap((vertex, index) => (vertex.kind === kind ? [index] : []))
    const graph = {
      vertices,
      inputs: indexes('input'),
      outputs: indexes('output'),
      async: vertices.some((vertex) => vertex.async),
      waits: vertices.some((vertex) => vertex.waits || (vertex.source && (vertex.source.db || vertex.source.http))),
    }
    markCopies(graph, constants)
    return graph
  }

  // A value that goes several ways is copied for all but its last reader, so that none sees another's changes. What
  // stays the same for every item is frozen instead; a frozen constant is copied where it becomes part of the data.
  function markCopies(graph, constants) {
    const fixed = new Set()
    const last = new Map()
    graph.vertices.forEach((vertex, index) => {
      if (vertex.kind === 'constant' || (vertex.kind === 'input' && constants(vertex.port))) fixed.add(index)
      const stays = (edge) => fixed.has(edge.from) && edge.code < 0 && graph.vertices[edge.from].kind !== 'constant'
      if (vertex.kind === 'relay' && vertex.slots[0].edges.every(stays)) fixed.add(index)
      for (const slot of vertex.slots) {
        const isData = slot.edges.length > 1 || vertex.kind === 'output' || slot.port === vertex.itemPort
        for (const edge of slot.edges) {
          if (isData && graph.vertices[edge.from].kind === 'constant') edge.copied = true
          if (fixed.has(edge.from)) continue
          const key = `${edge.from} ${edge.port}`
          const before = last.get(key)
          if (before) before.copied = true
          last.set(key, edge)
        }
      }
    })
  }

  /** A value on its way through the code of a link. */
  const through = captures ? throughWatched : (edge, value) => leaves.link(edge.code, value)

  function throughWatched(edge, value) {
    if (edge.link === undefined) return leaves.link(edge.code, value)
    const result = captures.timed(edge.link, () => leaves.link(edge.code, value))
    captures.saw(edge.link, result)
    return result
  }

  /** The value of a vertex as the links without code take it. */
  function watch(vertex, value) {
    for (const watched of vertex.watched) captures.saw(watched.link, leaves.pick(value, watched))
  }

  function edgeValue(edge, out) {
    let value = leaves.pick(out[edge.from], edge)
    if (value === undefined) return undefined
    if (edge.copied) value = values.copy(value)
    return edge.code < 0 ? value : through(edge, value)
  }

  function slotValue(slot, out) {
    const { edges } = slot
    if (edges.length === 1) return edgeValue(edges[0], out)
    let merged
    for (let i = 0; i < edges.length; i++) {
      const value = edgeValue(edges[i], out)
      at[2] = -1
      merged = values.merge(merged, value, slot.port)
    }
    return merged
  }

  /** ctx.input of a vertex, or undefined when a linked port has no value: then the vertex does not run. */
  function inputOf(vertex, out) {
    const input = {}
    at[0] = vertex.uid
    at[2] = -1
    for (let i = 0; i < vertex.slots.length; i++) {
      const slot = vertex.slots[i]
      const value = slotValue(slot, out)
      if (value === undefined) return undefined
      input[slot.port] = value
    }
    return input
  }

  /** Values of all vertices for the given own inputs, keyed by port. */
  function evaluatePlain(graph, own) {
    const { vertices } = graph
    const out = []
    for (let k = 0; k < vertices.length; k++) {
      const vertex = vertices[k]
      if (vertex.kind === 'input') out.push(own[vertex.port])
      else if (vertex.kind === 'leaf') {
        const input = inputOf(vertex, out)
        out.push(input === undefined ? undefined : leaves.call(vertex, input))
      } else if (vertex.kind === 'forEach') {
        const input = inputOf(vertex, out)
        out.push(input === undefined ? undefined : loop(vertex, input))
      } else if (vertex.kind === 'constant') out.push(vertex.value)
      else {
        at[0] = vertex.uid
        out.push(slotValue(vertex.slots[0], out))
      }
    }
    return out
  }

  async function evaluateWaiting(graph, own) {
    const { vertices } = graph
    const out = []
    for (let k = 0; k < vertices.length; k++) {
      const value = valueOf(vertices[k], own, out)
      out.push(vertices[k].async ? await value : value)
    }
    return out
  }

  /** The value of a vertex, or a promise of it where the vertex waits. */
  function valueOf(vertex, own, out) {
    if (!vertex.closed) return valueAt(vertex, own, out)
    const blame = (thrown) => {
      note(thrown).vertex = vertex.uid
      throw thrown
    }
    try {
      const value = valueAt(vertex, own, out)
      return vertex.async && value !== undefined ? value.catch(blame) : value
    } catch (thrown) {
      return blame(thrown)
    }
  }

  function valueAt(vertex, own, out) {
    if (vertex.kind === 'input') return own[vertex.port]
    if (vertex.kind === 'constant') return vertex.value
    if (vertex.kind !== 'leaf' && vertex.kind !== 'forEach') {
      at[0] = vertex.uid
      const value = slotValue(vertex.slots[0], out)
      return vertex.gate ? gates.pass(value, vertex.slots[0].port) : value
    }
    const input = inputOf(vertex, out)
    if (input === undefined) return undefined
    if (vertex.kind === 'leaf') return vertex.async ? leaves.callAsync(vertex, input) : leaves.call(vertex, input)
    return vertex.async ? loopAsync(vertex, input) : loop(vertex, input)
  }

  function evaluateWatched(graph, own) {
    const out = new Array(graph.vertices.length)
    graph.vertices.forEach((vertex, k) => {
      out[k] = valueOf(vertex, own, out)
      watch(vertex, out[k])
    })
    return out
  }

  async function evaluateWatchedWaiting(graph, own) {
    const out = new Array(graph.vertices.length)
    for (const [k, vertex] of graph.vertices.entries()) {
      out[k] = await valueOf(vertex, own, out)
      watch(vertex, out[k])
    }
    return out
  }

  // Chosen once: an import pays nothing for what a test run shows.
  const evaluate = captures ? evaluateWatched : evaluatePlain
  const evaluateAsync = captures ? evaluateWatchedWaiting : evaluateWaiting

  function itemsOf(vertex, input) {
    const items = input[vertex.itemPort]
    if (items === undefined) return undefined
    if (!values.isArray(items)) throw new TypeError(`the input '${vertex.itemPort}' is not a list`)
    return items
  }

  const emptyLists = (vertex) => {
    const lists = {}
    for (const port of vertex.outputs) lists[port] = []
    return lists
  }

  /** What one item gave, appended to the lists; an undefined output leaves the item out. */
  function append(graph, out, lists) {
    const { outputs, vertices } = graph
    for (let i = 0; i < outputs.length; i++) {
      const value = out[outputs[i]]
      if (value !== undefined) lists[vertices[outputs[i]].port].push(value)
    }
  }

  function fixOthers(vertex, input) {
    for (const slot of vertex.slots) if (slot.port !== vertex.itemPort) values.settle(input[slot.port])
  }

  // Which item of which list: told with an error by `note`, and from outside by `at` while the code runs.
  function loop(vertex, input) {
    const items = itemsOf(vertex, input)
    if (items === undefined) return undefined
    fixOthers(vertex, input)
    const lists = emptyLists(vertex)
    const own = { ...input }
    const { place } = vertex
    let i = 0
    try {
      for (; i < items.length; i++) {
        if (!vertex.closed) at[place] = i + 1
        own[vertex.itemPort] = items[i]
        append(vertex.inner, evaluate(vertex.inner, own), lists)
      }
    } catch (thrown) {
      if (!vertex.closed) note(thrown).items.unshift(i + 1)
      throw thrown
    }
    at[place] = 0
    return lists
  }

  async function loopAsync(vertex, input) {
    const items = itemsOf(vertex, input)
    if (items === undefined) return undefined
    fixOthers(vertex, input)
    const lists = emptyLists(vertex)
    let i = 0
    try {
      for (; i < items.length; i++) {
        append(vertex.inner, await evaluateAsync(vertex.inner, { ...input, [vertex.itemPort]: items[i] }), lists)
      }
    } catch (thrown) {
      if (!vertex.closed) note(thrown).items.unshift(i + 1)
      throw thrown
    }
    return lists
  }

  return { prepare, closed, evaluate, evaluateAsync, append, emptyLists, through, watch, fixOthers }
})
