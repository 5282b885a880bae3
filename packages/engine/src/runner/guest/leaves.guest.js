'use strict'
  // Calls the authors' functions: an instruction or function with ctx keyed by port, a link with ctx of one port. They are
  // called without a receiver: `this` would hand them an object of the driver.
;(function leaves(host) {
  const { at, sources, shared, values, note } = host
  // Of an endpoint each call has modules of its own.
  const requireOf = (source) => shared.require ?? source.require
  const inherited = (port) => port in Object.prototype

  /** The value of a port in what a component put out. */
  function pick(outputs, edge) {
    if (edge.port === '') return outputs
    if (outputs === undefined || outputs === null) return undefined
    if (edge.guarded && !Object.hasOwn(outputs, edge.port)) return undefined
    return outputs[edge.port]
  }

  function link(code, value) {
    const source = sources[code]
    at[2] = code
    const ctx = { input: value, output: undefined, rt_context: contextOf(source), log: source.log }
    const { fn } = source
    try {
      const returned = fn(ctx, requireOf(source))
      refuseWaiting(source, returned)
      return returned === undefined ? ctx.output : returned
    } catch (thrown) {
      if (source.closed) Object.assign(note(thrown), { vertex: at[0], source: code })
      throw thrown
    }
  }

  const contextOf = (source) => (source.closed ? shared.closedRt : shared.rt)

  function refuseWaiting(source, returned) {
    if (returned instanceof Promise) {
      const what = source.kind === 'link' ? 'a link' : `a ${source.kind}`
      throw new TypeError(`${what} returned a promise; only an instruction may wait, with 'await'`)
    }
  }

  const context = (vertex, input) => {
    const source = vertex.source
    at[0] = vertex.uid
    at[2] = vertex.code
    const ctx = { input, output: {}, rt_context: contextOf(source), log: vertex.log }
    if (source.db) ctx.db = source.db
    if (source.http) ctx.http = source.http
    return ctx
  }

  function checked(vertex, output) {
    if (vertex.items >= 0) lists(vertex, output)
    if (output === undefined || output === null) return undefined
    if (typeof output !== 'object' || values.isArray(output)) {
      throw new TypeError(`the output must be an object with the ports ${vertex.outputs.join(', ')}`)
    }
    // Looked at only where something is missing: a misspelt port must not pass for an empty one.
    for (let i = 0; i < vertex.outputs.length; i++) {
      if (output[vertex.outputs[i]] !== undefined) continue
      for (const key of Object.keys(output)) {
        if (!vertex.outputs.includes(key)) {
          throw new TypeError(`there is no output port '${key}'; the ports are ${vertex.outputs.join(', ')}`)
        }
      }
      break
    }
    return output
  }

  const take = (vertex, ctx, returned) =>
    vertex.source.kind === 'function' ? returned : returned === undefined ? ctx.output : returned

  function call(vertex, input) {
    const ctx = context(vertex, input)
    const { fn } = vertex.source
    const returned = fn(ctx, requireOf(vertex.source))
    refuseWaiting(vertex.source, returned)
    return checked(vertex, take(vertex, ctx, returned))
  }

  const callAsync = (vertex, input) => finish(vertex, context(vertex, input))

  /**
   * A record-wise leaf with one chunk of its list. Beside the usual ctx it has `offset`, the records before this chunk,
   * and `once(work)`, which does the work for the first chunk and gives its result to all; it may say in `record` at
   * which record of the chunk it is, for errors to name.
   */
  async function callChunk(vertex, input, { offset, once }) {
    const ctx = Object.assign(context(vertex, input), { offset, once, record: undefined })
    try {
      return await finish(vertex, ctx)
    } catch (thrown) {
      if (Number.isInteger(ctx.record) && !vertex.closed) note(thrown).record = offset + ctx.record + 1
      throw thrown
    }
  }

  // Several calls may wait at once: where each was is said again when it goes on, or fails.
  async function finish(vertex, ctx) {
    const { fn } = vertex.source
    let returned
    try {
      returned = fn(ctx, requireOf(vertex.source))
      if (vertex.source.async) returned = await returned
    } catch (thrown) {
      Object.assign(note(thrown), { vertex: vertex.uid, source: vertex.code })
      throw thrown
    }
    at[0] = vertex.uid
    at[2] = vertex.code
    if (!vertex.source.async) refuseWaiting(vertex.source, returned)
    return checked(vertex, take(vertex, ctx, returned))
  }

  /** What a record-wise leaf made of one chunk: a list for each of its outputs. */
  function lists(vertex, output) {
    for (const port of vertex.outputs) {
      if (!values.isArray(output?.[port])) throw new TypeError(`the output '${port}' is not a list`)
    }
    return output
  }

  return { pick, link, call, callAsync, callChunk, take, context, inherited, refuseWaiting }
})
