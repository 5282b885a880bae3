'use strict'
  // ctx.db and ctx.http. Nothing here reaches the host: requests are listed as text, which the host fetches when a call
  // returns, and its replies come in as text.
;(function requests(realm, options, turn) {
  const { stringify, parse } = JSON
  const { isArray } = Array
  const waiting = new Map()
  const maxStreams = 8
  const queued = []
  let streaming = 0
  let listed = []
  let next = 1

  // What went wrong is told with the place of the author's call: where a reply comes in, nobody's code is on the stack.
  function failing(called, what, reason) {
    const problem = new Error(`${what}: ${reason}`)
    const frames = called.stack.indexOf('\n')
    problem.stack = `Error: ${problem.message}${frames < 0 ? '' : called.stack.slice(frames)}`
    return problem
  }

  /** Asks the host; `what` begins what is said when it fails. */
  function ask(kind, args, what, called) {
    return new Promise((resolve, reject) => {
      const body = stringify(args)
      const refuse = (reason) => reject(failing(called, what, reason))
      if (body.length > options.request) {
        refuse(`the request has ${body.length} characters, more than ${options.request}`)
      } else if (waiting.size >= options.waiting) refuse(`more than ${options.waiting} requests at once`)
      else if (next > options.requests) refuse(`more than ${options.requests} requests in one run`)
      else {
        const id = next++
        // Whose call goes on when the reply comes, where several share the realm.
        waiting.set(id, { resolve, refuse, turn: turn[0] })
        listed.push(`[${id},"${kind}",${body}]`)
      }
    })
  }

  const isText = (value) => typeof value === 'string' && value !== ''

  /** Arguments of a query as plain data; what JSON would lose without a word is refused. */
  function queryArguments(call, connection, sql, parameters) {
    const form = `ctx.db.${call}(connection, sql, parameters)`
    if (!isText(connection)) throw new TypeError(`${form} needs the name of a connection first`)
    if (!isText(sql)) throw new TypeError(`${form} needs the text of a statement second`)
    if (parameters === undefined || parameters === null) return [connection, sql, []]
    if (!isArray(parameters)) throw new TypeError(`${form} needs a list of values third`)
    const list = []
    for (let i = 0; i < parameters.length; i++) {
      const value = parameters[i]
      const said = (reason) => new TypeError(`${form}: value ${i + 1} ${reason}`)
      if (value === undefined) throw said('is undefined; null stands for no value')
      if (typeof value === 'function' || typeof value === 'symbol') throw said(`is a ${typeof value}`)
      if (typeof value === 'number' && !Number.isFinite(value)) throw said(`is ${value}`)
      list.push(typeof value === 'bigint' ? String(value) : parse(jsonOf(value, said)))
    }
    return [connection, sql, list]
  }

  function jsonOf(value, said) {
    let text
    try {
      text = stringify(value)
    } catch (problem) {
      throw said(`is not plain data: ${realm.clip(problem.message, 200)}`)
    }
    if (text === undefined) throw said('is not plain data')
    return text
  }

  async function query(connection, sql, parameters) {
    const called = new Error('')
    const args = queryArguments('query', connection, sql, parameters)
    return ask('db', ['query', ...args], `ctx.db.query on '${connection}'`, called)
  }

  function stream(connection, sql, parameters) {
    const called = new Error('')
    return pages(queryArguments('stream', connection, sql, parameters), `ctx.db.stream on '${connection}'`, called)
  }

  // Records that wait at once may each open a stream; those beyond what the host holds open take turns.
  async function streamTurn() {
    if (streaming < maxStreams) streaming++
    else await new Promise((resolve) => queued.push(resolve))
  }

  function streamEnded() {
    const first = queued.shift()
    if (first) first()
    else streaming--
  }

  async function* pages(args, what, called) {
    await streamTurn()
    let handle = null
    let over = false
    try {
      handle = await ask('db', ['open', ...args], what, called)
      for (;;) {
        const rows = await ask('db', ['next', handle], what, called)
        if (rows.length === 0) {
          over = true
          return
        }
        for (let i = 0; i < rows.length; i++) yield rows[i]
      }
    } finally {
      // The reason to leave early counts; that closing failed too would only hide it.
      if (!over && handle !== null) await ask('db', ['close', handle], what, called).catch(() => {})
      streamEnded()
    }
  }

  // Every stream would inherit what one author puts there.
  Object.freeze(pages.prototype)

  const needsRequest = 'ctx.http.request({ method, url, headers, query, body, json }) needs'

  function pairsOf(given, what, form) {
    if (given === undefined || given === null) return []
    if (typeof given !== 'object' || isArray(given)) throw new TypeError(`${form} ${what} as an object`)
    const pairs = []
    for (const name of Object.keys(given)) {
      const value = given[name]
      if (value === undefined || value === null) continue
      if (!['string', 'number', 'boolean', 'bigint'].includes(typeof value)) {
        throw new TypeError(`${form} ${what} with texts as values; '${realm.clip(name, 100)}' has none`)
      }
      pairs.push([name, String(value)])
    }
    return pairs
  }

  function wireRequest(given, form) {
    if (given === null || typeof given !== 'object') throw new TypeError(`${form} an object`)
    const { method = 'GET', url, headers, query: wanted, body, json } = given
    if (!isText(url) || !/^https?:\/\//i.test(url))
      throw new TypeError(`${form} a url that begins with https:// or http://`)
    if (!isText(method)) throw new TypeError(`${form} a method as text`)
    if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError(`${form} a body as text`)
    if (json !== undefined && body !== undefined && body !== null)
      throw new TypeError(`${form} a body or json, not both`)
    const sent = Object.fromEntries(pairsOf(headers, 'headers', form))
    if (json !== undefined && !Object.keys(sent).some((name) => name.toLowerCase() === 'content-type')) {
      sent['content-type'] = 'application/json'
    }
    const text =
      json === undefined ? (body ?? null) : jsonOf(json, (reason) => new TypeError(`ctx.http: json ${reason}`))
    return {
      method: method.toUpperCase(),
      url: withQuery(url, pairsOf(wanted, 'a query', form)),
      headers: sent,
      body: text,
    }
  }

  function withQuery(url, pairs) {
    if (pairs.length === 0) return url
    const added = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
    const [, head, tail] = /^([^#]*)(#[^]*)?$/.exec(url)
    return `${head}${head.includes('?') ? '&' : '?'}${added}${tail ?? ''}`
  }

  async function send(given, form, called) {
    const request = wireRequest(given, form)
    const host = /^https?:\/\/([^/?#]*)/i.exec(request.url)[1].replace(/^[^]*@/, '')
    const { status, headers, body } = await ask('http', [request], `ctx.http ${request.method} ${host}`, called)
    return response(status, headers ?? {}, body ?? '')
  }

  function response(status, headers, text) {
    let json = null
    try {
      json = parse(text)
    } catch {
      // No JSON: the text is there.
    }
    return Object.freeze({ status, ok: status >= 200 && status < 300, headers: Object.freeze(headers), text, json })
  }

  const options3 = (given, form) => {
    if (given === undefined || given === null) return {}
    if (typeof given !== 'object') throw new TypeError(`${form} options as an object`)
    return given
  }
  const get = 'ctx.http.get(url, options) needs'
  const post = 'ctx.http.post(url, json, options) needs'

  return {
    db: Object.freeze({ query: Object.freeze(query), stream: Object.freeze(stream) }),
    http: Object.freeze({
      request: Object.freeze(async (given) => send(given, needsRequest, new Error(''))),
      get: Object.freeze(async (url, more) => send({ ...options3(more, get), method: 'GET', url }, get, new Error(''))),
      post: Object.freeze(async (url, json, more) =>
        send({ ...options3(more, post), method: 'POST', url, json: json ?? null }, post, new Error('')),
      ),
    }),
    /** Requests not fetched yet, as text; '' when there are none. */
    take() {
      if (listed.length === 0) return ''
      const all = `[${listed.join()}]`
      listed = []
      return all
    },
    isWaiting: () => waiting.size > 0,
    /** Why nothing goes on, where nothing is asked. */
    stuck: () =>
      queued.length > 0 ? `more than ${maxStreams} streams of ctx.db are open at once` : 'a promise never settles',
    reply(replies) {
      for (const [id, ok, value] of parse(replies)) {
        const pending = waiting.get(id)
        waiting.delete(id)
        if (pending) turn[0] = pending.turn
        if (pending) ok ? pending.resolve(value) : pending.refuse(String(value))
      }
    },
  }
})
