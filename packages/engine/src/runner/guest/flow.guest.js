'use strict'
  // The outermost graph as a push network: chunks of lists stream through record-wise vertices in order, every other
  // vertex gathers all its inputs and then runs once. Each port gets, per link, any number of 'chunk', then 'end'; or
  // one 'value' (undefined = no value).
;(function flow(host) {
  const { at, leaves, values, gates, graphs, graph, width, captures, note } = host
  const outbox = new Map()
  const singles = new Map()
  const ended = new Set()
  const targets = new Map()
  const nodes = graph.vertices.map((vertex, index) => {
    const slots = vertex.slots.map((slot) => ({ port: slot.port, turn: 0, kind: null, merged: undefined, edges: [] }))
    return { vertex, index, slots }
  })

  for (const node of nodes) {
    node.take = receiver(node)
    node.vertex.slots.forEach((slot, slotIndex) => {
      slot.edges.forEach((edge, order) => {
        const way = { edge, order, node, slot: node.slots[slotIndex], slotIndex, held: [], queue: [] }
        node.slots[slotIndex].edges.push(way)
        const key = `${edge.from} ${edge.port}`
        if (!targets.has(key)) targets.set(key, [])
        targets.get(key).push(way)
      })
    })
  }

  /** What goes over the links without code, in a test run. */
  function watch(index, port, op, data) {
    for (const watched of graph.vertices[index].watched) {
      if (watched.port !== port || op === 'end') continue
      if (op === 'chunk') captures.sawChunk(watched.link, data)
      else captures.saw(watched.link, data)
    }
  }

  async function emit(index, port, op, data) {
    if (captures) watch(index, port, op, data)
    const ways = targets.get(`${index} ${port}`)
    if (!ways) return
    for (const way of ways) {
      await deliver(way, op, way.edge.copied && op !== 'end' ? values.copy(data) : data)
    }
  }

  async function emitAll(node, op, results) {
    for (const port of node.vertex.outputs) {
      if (op === 'end') await emit(node.index, port, 'end')
      else if (op === 'chunk') {
        if (results[port].length > 0) await emit(node.index, port, 'chunk', results[port])
      } else {
        const value = results && leaves.pick(results, { port, guarded: leaves.inherited(port) })
        await emit(node.index, port, 'value', value)
      }
    }
  }

  // Link code sees the whole value of a port, so a list is gathered for it.
  async function deliver(way, op, data) {
    if (way.edge.code < 0) return arrive(way, op, data)
    if (op === 'chunk') {
      for (let i = 0; i < data.length; i++) way.held.push(data[i])
      return
    }
    let value = op === 'end' ? way.held : data
    way.held = []
    if (value !== undefined) {
      at[0] = way.node.vertex.uid
      value = graphs.through(way.edge, value)
    }
    await arrive(way, 'value', value)
  }

  // Links into one port count in link order: a later one waits until those before it have ended.
  async function arrive(way, op, data) {
    const { slot } = way
    if (slot.edges.length === 1) return way.node.take(way.slotIndex, op, data)
    if (way.order !== slot.turn) {
      way.queue.push([op, data])
      return
    }
    await combine(way, op, data)
    while (slot.turn < slot.edges.length && slot.edges[slot.turn].queue.length) {
      const [nextOp, nextData] = slot.edges[slot.turn].queue.shift()
      await combine(slot.edges[slot.turn], nextOp, nextData)
    }
  }

  async function combine(way, op, data) {
    const { slot, node } = way
    const list = op !== 'value' || values.isArray(data)
    at[0] = node.vertex.uid
    at[2] = -1
    if (list && slot.kind === 'value') values.merge(slot.merged, [], slot.port)
    if (list) {
      slot.kind = 'list'
      if (op !== 'end') await node.take(way.slotIndex, 'chunk', data)
    } else if (data !== undefined) {
      if (slot.kind === 'list') values.merge([], data, slot.port)
      slot.kind = 'value'
      slot.merged = values.merge(slot.merged, data, slot.port)
    }
    if (op === 'chunk' || ++slot.turn < slot.edges.length) return
    if (slot.kind === 'list') await node.take(way.slotIndex, 'end')
    else await node.take(way.slotIndex, 'value', slot.merged)
  }

  function receiver(node) {
    switch (node.vertex.kind) {
      case 'relay':
        return node.vertex.gate ? gate(node) : (_slot, op, data) => emit(node.index, '', op, data)
      case 'output':
        return output(node.vertex.port)
      case 'leaf':
        return node.vertex.items < 0 ? leaf(node) : stream(node, leafBatch)
      case 'forEach':
        return stream(node, forEachBatch)
      default:
        return () => {}
    }
  }

  function gate({ vertex, index }) {
    const { port } = vertex.slots[0]
    return (_slot, op, data) => {
      at[0] = vertex.uid
      at[2] = -1
      return emit(index, '', op, op === 'end' ? data : gates.pass(data, port))
    }
  }

  function output(port) {
    return (_slot, op, data) => {
      if (op === 'end') ended.add(port)
      else if (op === 'chunk' || values.isArray(data)) {
        if (!outbox.has(port)) outbox.set(port, [])
        outbox.get(port).push(data)
        if (op === 'value') ended.add(port)
      } else if (data !== undefined) singles.set(port, data)
    }
  }

  /** Gathers slots until each is complete; `done` gets the complete input, or undefined when one has no value. */
  function gatherer(node, wanted, done) {
    const input = {}
    let open = wanted.length
    let missing = false
    return async (slotIndex, op, data) => {
      const { port } = node.slots[slotIndex]
      if (op === 'chunk') {
        if (!input[port]) input[port] = []
        const list = input[port]
        for (let i = 0; i < data.length; i++) list.push(data[i])
        return
      }
      if (op === 'end') input[port] ??= []
      else if (data === undefined) missing = true
      else input[port] = data
      if (--open === 0) await done(missing ? undefined : ordered(node, input))
    }
  }

  function ordered(node, input) {
    const result = {}
    for (const slot of node.slots) if (input[slot.port] !== undefined) result[slot.port] = input[slot.port]
    return result
  }

  const call = (vertex, input) => (vertex.async ? leaves.callAsync(vertex, input) : leaves.call(vertex, input))

  function leaf(node) {
    node.start = async (input) => {
      at[1] = 0
      const result = input === undefined ? undefined : await call(node.vertex, input)
      await emitAll(node, 'value', result)
    }
    return gatherer(node, node.slots, node.start)
  }

  /** A record-wise leaf is called with each chunk as it is; an empty list is one chunk, so that it is called at all. */
  function leafBatch({ vertex }) {
    // The other inputs stay the same, so that what a block prepares of them serves all chunks.
    let kept = null
    const once = Object.freeze((work) => (kept ??= { value: work() }).value)
    let offset = 0
    return async (items, fixed) => {
      at[1] = 0
      const lists = await leaves.callChunk(vertex, { ...fixed, [vertex.itemPort]: items }, { offset, once })
      offset += items.length
      return lists
    }
  }

  function forEachBatch({ vertex }) {
    let record = 0

    function run(items, fixed) {
      const lists = graphs.emptyLists(vertex)
      const own = { ...fixed }
      for (let i = 0; i < items.length; i++) {
        at[1] = vertex.closed ? 0 : ++record
        own[vertex.itemPort] = items[i]
        graphs.append(vertex.inner, graphs.evaluate(vertex.inner, own), lists)
      }
      return lists
    }

    async function runWaiting(items, fixed) {
      const lists = graphs.emptyLists(vertex)
      const results = new Array(items.length)
      const first = record
      record += items.length
      let next = 0
      const lane = async () => {
        while (next < items.length) {
          const i = next++
          at[1] = vertex.closed ? 0 : first + i + 1
          try {
            results[i] = await graphs.evaluateAsync(vertex.inner, { ...fixed, [vertex.itemPort]: items[i] })
          } catch (thrown) {
            if (!vertex.closed) note(thrown).record = first + i + 1
            next = items.length
            throw thrown
          }
        }
      }
      const lanes = []
      for (let i = 0; i < (vertex.waits ? width : 1); i++) lanes.push(lane())
      await Promise.all(lanes)
      for (const out of results) graphs.append(vertex.inner, out, lists)
      return lists
    }

    return vertex.async ? runWaiting : run
  }

  /** Chunks of the list on the item port go through `batch` as they come, once the other inputs are complete. */
  function stream(node, makeBatch) {
    const { vertex } = node
    const batch = makeBatch(node)
    const others = node.slots.filter((_slot, index) => index !== vertex.items)
    let fixed = others.length === 0 ? {} : null
    let skipped = false
    let over = false
    let chunks = 0
    let held = []

    async function flush() {
      if (fixed === null) return
      if (over && chunks + held.length === 0 && vertex.kind === 'leaf') held.push([])
      const waiting = held
      held = []
      chunks += waiting.length
      for (const items of waiting) await emitAll(node, 'chunk', await batch(items, fixed))
      if (over) await emitAll(node, 'end')
    }

    async function skip() {
      skipped = true
      held = []
      await emitAll(node, 'value', undefined)
    }

    const complete = gatherer(node, others, async (input) => {
      if (skipped) return
      if (input === undefined) return skip()
      graphs.fixOthers(vertex, input)
      fixed = input
      await flush()
    })
    node.start = skip
    return async (slotIndex, op, data) => {
      if (slotIndex !== vertex.items) return complete(slotIndex, op, data)
      if (skipped) return
      if (op === 'value' && data === undefined) return skip()
      if (op === 'value' && !values.isArray(data)) {
        at[0] = vertex.uid
        at[2] = -1
        throw new TypeError(`the input '${vertex.itemPort}' is not a list`)
      }
      if (op !== 'end') held.push(data)
      if (op !== 'chunk') over = true
      await flush()
    }
  }

  const inputIndex = (port) => graph.inputs.find((index) => graph.vertices[index].port === port)

  return {
    /** Vertices that nothing feeds, and constants. */
    async begin() {
      for (const node of nodes) {
        if (node.vertex.kind === 'leaf' && node.slots.length === 0) await node.start({})
        if (node.vertex.kind === 'forEach' && node.vertex.items < 0) await node.start()
        if (node.vertex.kind === 'constant') await emit(node.index, '', 'value', node.vertex.value)
      }
    },
    push: (port, op, data) => emit(inputIndex(port), '', op, data),
    /** At most `most` records of each own output, in order, and whether there are more. */
    take(most) {
      const rows = {}
      let more = false
      for (const [port, chunks] of outbox) {
        const list = (rows[port] = [])
        while (chunks.length && list.length < most) {
          const chunk = chunks[0]
          if (list.length === 0 && chunk.length <= most) {
            rows[port] = chunks.shift()
            break
          }
          const room = most - list.length
          for (let i = 0; i < Math.min(room, chunk.length); i++) list.push(chunk[i])
          if (chunk.length <= room) chunks.shift()
          else chunks[0] = chunk.slice(room)
        }
        if (chunks.length) more = true
        else outbox.delete(port)
      }
      return { rows, more }
    },
    /** Own outputs that are no lists. */
    singles,
    ended,
    /** Everything of the own outputs, for a test run. */
    result() {
      const result = {}
      for (const index of graph.outputs) {
        const { port } = graph.vertices[index]
        if (singles.has(port)) result[port] = singles.get(port)
        else if (outbox.has(port)) result[port] = outbox.get(port).flat()
        else if (ended.has(port)) result[port] = []
      }
      return result
    },
  }
})
