'use strict'
  // Prepares the plan's graphs and evaluates one graph with values at hand: the inside of a forEach, item by item.
;(function graphs(host) {
  const { at, leaves, values, sources, logger } = host
  let uid = 0

  /** Vertices with their edges made ready; uid counts them depth first, as the host does. */
  function prepare(plan, constants) {
    const vertices = plan.vertices.map((vertex) => {
      const ready = {
        kind: vertex.kind,
        uid: ++uid,
        path: vertex.path,
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
          })),
        })),
        async: false,
      }
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
        ready.log = logger(ready.uid)
      }
      if (vertex.kind === 'forEach') {
        ready.items = ready.slots.findIndex((slot) => slot.port === vertex.items)
        ready.itemPort = vertex.items
        ready.inner = prepare(vertex.inner, (port) => port !== vertex.items)
        ready.async = ready.inner.async
        ready.waits = ready.inner.waits
      }
      return ready
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

  function edgeValue(edge, out) {
    let value = leaves.pick(out[edge.from], edge)
    if (value === undefined) return undefined
    if (edge.copied) value = values.copy(value)
    return edge.code < 0 ? value : leaves.link(edge.code, value)
  }

  function slotValue(slot, out) {
    const { edges } = slot
    if (edges.length === 1) return edgeValue(edges[0], out)
    let merged
    for (let i = 0; i < edges.length; i++) merged = values.merge(merged, edgeValue(edges[i], out), slot.port)
    return merged
  }

  /** ctx.input of a vertex, or undefined when a linked port has no value: then the vertex does not run. */
  function inputOf(vertex, out) {
    const input = {}
    at[0] = vertex.uid
    for (let i = 0; i < vertex.slots.length; i++) {
      const slot = vertex.slots[i]
      const value = slotValue(slot, out)
      if (value === undefined) return undefined
      input[slot.port] = value
    }
    return input
  }

  /** Values of all vertices for the given own inputs, keyed by port. */
  function evaluate(graph, own) {
    const { vertices } = graph
    const out = new Array(vertices.length)
    for (let k = 0; k < vertices.length; k++) {
      const vertex = vertices[k]
      if (vertex.kind === 'input') out[k] = own[vertex.port]
      else if (vertex.kind === 'leaf') {
        const input = inputOf(vertex, out)
        out[k] = input === undefined ? undefined : leaves.call(vertex, input)
      } else if (vertex.kind === 'forEach') {
        const input = inputOf(vertex, out)
        out[k] = input === undefined ? undefined : loop(vertex, input)
      } else if (vertex.kind === 'constant') out[k] = vertex.value
      else {
        at[0] = vertex.uid
        out[k] = slotValue(vertex.slots[0], out)
      }
    }
    return out
  }

  async function evaluateAsync(graph, own) {
    const { vertices } = graph
    const out = new Array(vertices.length)
    for (let k = 0; k < vertices.length; k++) {
      const vertex = vertices[k]
      if (vertex.kind === 'input') out[k] = own[vertex.port]
      else if (vertex.kind === 'leaf') {
        const input = inputOf(vertex, out)
        if (input === undefined) out[k] = undefined
        else out[k] = vertex.async ? await leaves.callAsync(vertex, input) : leaves.call(vertex, input)
      } else if (vertex.kind === 'forEach') {
        const input = inputOf(vertex, out)
        if (input === undefined) out[k] = undefined
        else out[k] = vertex.async ? await loopAsync(vertex, input) : loop(vertex, input)
      } else if (vertex.kind === 'constant') out[k] = vertex.value
      else {
        at[0] = vertex.uid
        out[k] = slotValue(vertex.slots[0], out)
      }
    }
    return out
  }

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

  /** What one item gave, appended to the lists; an undefined output leaves the item out (settled point 11). */
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

  function loop(vertex, input) {
    const items = itemsOf(vertex, input)
    if (items === undefined) return undefined
    fixOthers(vertex, input)
    const lists = emptyLists(vertex)
    const own = { ...input }
    for (let i = 0; i < items.length; i++) {
      own[vertex.itemPort] = items[i]
      append(vertex.inner, evaluate(vertex.inner, own), lists)
    }
    return lists
  }

  async function loopAsync(vertex, input) {
    const items = itemsOf(vertex, input)
    if (items === undefined) return undefined
    fixOthers(vertex, input)
    const lists = emptyLists(vertex)
    for (let i = 0; i < items.length; i++) {
      append(vertex.inner, await evaluateAsync(vertex.inner, { ...input, [vertex.itemPort]: items[i] }), lists)
    }
    return lists
  }

  return { prepare, evaluate, evaluateAsync, append, emptyLists, edgeValue, fixOthers }
})
