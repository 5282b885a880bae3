import { describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import type { RunError } from '../../runs/run-error.ts'
import { executeComponent } from './execute-component.ts'

type Parts = Parameters<typeof compiled>[0]
type ServeRequests = (kind: 'db' | 'http', args: unknown[]) => Promise<unknown>

const now = '2026-03-01T10:00:00.000Z'
const signal = new AbortController().signal

async function run(parts: Parts, payload: unknown, serve?: ServeRequests, limits: Partial<RunnerLimits> = {}) {
  const program = await compiled(parts)
  const host = serve === undefined ? { signal } : { signal, serve }
  return executeComponent({ program, payload, rtContext: {}, now, limits }, host)
}
const both = { isDB: true, isIO: true }
const leaf = (jsCode: string, more: object = both): Parts => [{ name: 'Leaf', in: ['a'], out: ['b'], jsCode, ...more }]
const outputOf = async (code: string, serve?: ServeRequests, limits?: Partial<RunnerLimits>) =>
  (await run(leaf(code), {}, serve, limits)).output
const errorOf = async (code: string, serve?: ServeRequests, limits?: Partial<RunnerLimits>) =>
  ((await outputOf(code, serve, limits)) as { error: string }).error

/** Notes what it is asked; answers by what comes first: 'query', 'open', … or 'http'. */
function host(answers: Record<string, (args: unknown[]) => unknown>) {
  const asked: unknown[][] = []
  const serve: ServeRequests = async (kind, args) => {
    asked.push([kind, ...args])
    return answers[kind === 'http' ? 'http' : String(args[0])]?.(args)
  }
  return { asked, serve }
}

describe('who may ask', () => {
  it('only an instruction with the flag has ctx.db and ctx.http; functions and links have neither', async () => {
    const types = 'ctx.output.b = [typeof ctx.db, typeof ctx.http]'
    const seen = async (more: object) => (await run(leaf(types, more), {})).output
    expect(await seen({})).toEqual({ b: ['undefined', 'undefined'] })
    expect(await seen({ isDB: true })).toEqual({ b: ['object', 'undefined'] })
    expect(await seen({ isIO: true })).toEqual({ b: ['undefined', 'object'] })
    const asFunction = leaf('return { b: [typeof ctx.db, typeof ctx.http] }', { kind: 'function', ...both })
    expect((await run(asFunction, {})).output).toEqual({ b: ['undefined', 'undefined'] })
    const link = {
      name: 'W',
      kind: 'workflow' as const,
      in: ['a'],
      out: ['b'],
      ...both,
      links: ['.a → .b :: ctx.output = [typeof ctx.db, typeof ctx.http]'],
    }
    expect((await run([link], { a: 1 })).output).toEqual({ b: ['undefined', 'undefined'] })
  })

  it('says so when nothing is set up to answer', async () => {
    expect(await errorOf("await ctx.http.get('https://shop.example/x')")).toBe(
      'Error: ctx.http GET shop.example: ctx.http is not configured',
    )
    expect(await errorOf("await ctx.db.query('warehouse', 'select 1')")).toBe(
      "Error: ctx.db.query on 'warehouse': ctx.db is not configured",
    )
  })
})

describe('ctx.db', () => {
  it('query sends statement and parameters apart and gives rows', async () => {
    const { asked, serve } = host({ query: () => [{ n: 7 }] })
    const code = `const rows = await ctx.db.query('warehouse', 'select n from t where d = $1 and e = $2', [new Date(0), null])
      rows[0].more = 1
      ctx.output = rows`
    expect(await outputOf(code, serve)).toEqual([{ n: 7, more: 1 }])
    expect(asked).toEqual([
      ['db', 'query', 'warehouse', 'select n from t where d = $1 and e = $2', ['1970-01-01T00:00:00.000Z', null]],
    ])
  })

  it('stream takes turns where more records than 8 stream at once, and says so when none of them ends', async () => {
    let open = 0
    let most = 0
    const serve: ServeRequests = async (_kind, [what]) => {
      if (what === 'open') most = Math.max(most, ++open)
      if (what === 'close') open--
      return what === 'next' ? [{ n: 1 }] : 1
    }
    const code = "for await (const { n } of ctx.db.stream('w', 's')) {\n  ctx.output.row = n\n  break\n}"
    const rows = Array.from({ length: 100 }, (_, index) => index)
    expect((await run(forEachRecord(code, { isDB: true }), { rows }, serve)).output).toEqual({
      rows: rows.map(() => 1),
    })
    expect(most).toBe(8)
    expect(await errorOf("for (let i = 0; i < 9; i++) await ctx.db.stream('w', 's').next()", serve)).toBe(
      'Error: more than 8 streams of ctx.db are open at once',
    )
  })

  it('stream takes page after page until an empty one', async () => {
    const pages = [[{ n: 1 }, { n: 2 }], [{ n: 3 }], []]
    const { asked, serve } = host({ open: () => 'h', next: () => pages.shift() })
    const code = `let sum = 0
      for await (const row of ctx.db.stream('warehouse', 'select n from t where k = ?', ['x'])) sum += row.n
      ctx.output = sum`
    expect(await outputOf(code, serve)).toBe(6)
    expect(asked.map((args) => args.slice(1))).toEqual([
      ['open', 'warehouse', 'select n from t where k = ?', ['x']],
      ['next', 'h'],
      ['next', 'h'],
      ['next', 'h'],
    ])
  })

  it.each([
    ['break', 'for await (const row of rows) break'],
    ['a throw', 'try { for await (const row of rows) throw new Error("out") } catch {}'],
    ['return()', 'await rows.next()\nawait rows.return()'],
    ['a failing page', 'try { for await (const row of rows) fail = true } catch (e) { said = e.message }'],
  ])('stream is closed after %s', async (_how, leave) => {
    let page = 0
    const { asked, serve } = host({
      open: () => 4,
      next: () => {
        if (++page > 1) throw new Error('connection lost')
        return [{ n: 1 }]
      },
      close: () => {
        throw new Error('no matter')
      },
    })
    const code = `let fail = false, said = null\nconst rows = ctx.db.stream('w', 'select 1')\n${leave}\nctx.output = said`
    const output = await outputOf(code, serve)
    expect(asked.at(-1)).toEqual(['db', 'close', 4])
    expect(output).toBe(leave.includes('said') ? "ctx.db.stream on 'w': connection lost" : null)
  })

  it.each([
    ['query()', 'ctx.db.query(connection, sql, parameters) needs the name of a connection first'],
    ["query('w')", 'ctx.db.query(connection, sql, parameters) needs the text of a statement second'],
    ["query('w', 's', 'x')", 'ctx.db.query(connection, sql, parameters) needs a list of values third'],
    [
      "query('w', 's', [1, undefined])",
      'ctx.db.query(connection, sql, parameters): value 2 is undefined; null stands for no value',
    ],
    ["query('w', 's', [() => 1])", 'ctx.db.query(connection, sql, parameters): value 1 is a function'],
    ["query('w', 's', [NaN])", 'ctx.db.query(connection, sql, parameters): value 1 is NaN'],
    ["stream('w', {})", 'ctx.db.stream(connection, sql, parameters) needs the text of a statement second'],
  ])('%s says what it needs', async (call, message) => {
    const { asked, serve } = host({})
    expect(await errorOf(`await ctx.db.${call}`, serve)).toBe(`TypeError: ${message}`)
    expect(asked).toEqual([])
  })
})

describe('ctx.http', () => {
  const echo = host({ http: ([request]) => ({ status: 200, headers: { a: 'b' }, body: JSON.stringify(request) }) })

  it('request sends method, address with query, headers and body; the answer has status, ok, headers, text and json', async () => {
    const code = `const answer = await ctx.http.request({ method: 'put', url: 'https://shop.example/items?x=1#top',
        headers: { 'X-Key': 7 }, query: { q: 'a b&c', page: 2, none: null }, json: { n: 1 } })
      const { status, ok, headers, json } = answer
      ctx.output = { status, ok, headers, json, text: typeof answer.text, frozen: Object.isFrozen(answer) }`
    expect(await outputOf(code, echo.serve)).toEqual({
      status: 200,
      ok: true,
      headers: { a: 'b' },
      json: {
        method: 'PUT',
        url: 'https://shop.example/items?x=1&q=a%20b%26c&page=2#top',
        headers: { 'X-Key': '7', 'content-type': 'application/json' },
        body: '{"n":1}',
      },
      text: 'string',
      frozen: true,
    })
  })

  it('get and post are short for it', async () => {
    const code = `const got = await ctx.http.get('https://a.example/', { query: { k: 1 } })
      const posted = await ctx.http.post('https://a.example/', [1], { headers: { 'Content-Type': 'text/json' } })
      ctx.output = [got.json, posted.json]`
    expect(await outputOf(code, echo.serve)).toEqual([
      { method: 'GET', url: 'https://a.example/?k=1', headers: {}, body: null },
      { method: 'POST', url: 'https://a.example/', headers: { 'Content-Type': 'text/json' }, body: '[1]' },
    ])
  })

  it('answers that are no success are answers; json is null where the body is none', async () => {
    const { serve } = host({ http: () => ({ status: 404, headers: {}, body: '<p>gone' }) })
    const code =
      "const { ok, status, text, json } = await ctx.http.get('https://a.example')\nctx.output = { ok, status, text, json }"
    expect(await outputOf(code, serve)).toEqual({ ok: false, status: 404, text: '<p>gone', json: null })
  })

  it.each([
    ['request()', 'ctx.http.request({ method, url, headers, query, body, json }) needs an object'],
    ['get()', 'ctx.http.get(url, options) needs a url that begins with https:// or http://'],
    ["get('file:///etc/passwd')", 'ctx.http.get(url, options) needs a url that begins with https:// or http://'],
    [
      "get('https://a.example', { headers: { a: {} } })",
      "ctx.http.get(url, options) needs headers with texts as values; 'a' has none",
    ],
    ["get('https://a.example', { query: [1] })", 'ctx.http.get(url, options) needs a query as an object'],
    ["post('https://a.example', 1n)", 'ctx.http: json is not plain data: Do not know how to serialize a BigInt'],
    [
      "request({ url: 'https://a.example', body: 'x', json: 1 })",
      'ctx.http.request({ method, url, headers, query, body, json }) needs a body or json, not both',
    ],
  ])('%s says what it needs', async (call, message) => {
    const { asked, serve } = host({})
    expect(await errorOf(`await ctx.http.${call}`, serve)).toBe(`TypeError: ${message}`)
    expect(asked).toEqual([])
  })
})

describe('what goes wrong', () => {
  const failing: ServeRequests = async (_kind, args) => {
    if (JSON.stringify(args).includes('7')) throw new Error('relation "t" does not exist')
    return []
  }

  it("names the connection and keeps the author's line, component and record, also between waiting lanes", async () => {
    const code =
      "const { row } = ctx.input\nconst ask = (n) =>\n  ctx.db.query('warehouse', 'select * from t', [n])\nctx.output.row = await ask(row)"
    const parts = forEachRecord(code, { isDB: true })
    const program = await compiled(parts)
    const rows = [1, 2, 3, 7, 4, 5, 6]
    const { output, logs } = await executeComponent(
      { program, payload: { rows }, rtContext: {}, now },
      { signal, serve: failing },
    )
    const message = 'Error: ctx.db.query on \'warehouse\': relation "t" does not exist'
    expect(output).toEqual({ error: message })
    const place = 'Catalogue / Rows / Row, line 3, record 4'
    expect(logs[0]?.message).toBe(`${place}: ${message}\n    at ask (Row:3:10)\n    at Row:4:24`)
  })

  it('can be caught, with its message and the line in its stack', async () => {
    const code =
      "try {\n  await ctx.http.get('https://user:secret@a.example:8080/7')\n} catch (e) { ctx.output = [e.message, e.stack.split('\\n')[0], /component:0:2:/.test(e.stack)] }"
    const text = 'ctx.http GET a.example:8080: relation "t" does not exist'
    expect(await outputOf(code, failing)).toEqual([text, `Error: ${text}`, true])
  })

  it('asks for 64 records at once, in waves', async () => {
    let open = 0
    let most = 0
    const serve: ServeRequests = async () => {
      most = Math.max(most, ++open)
      await new Promise((resolve) => setTimeout(resolve, 5))
      open--
      return [{ n: 1 }]
    }
    const parts = forEachRecord("ctx.output.row = (await ctx.db.query('w', 's'))[0].n", { isDB: true })
    const rows = Array.from({ length: 200 }, (_, index) => index)
    const { output } = await run(parts, { rows }, serve)
    expect(output).toEqual({ rows: rows.map(() => 1) })
    expect(most).toBe(64)
  })

  it('CMP-004/engine forEach collects in the order of its items, whichever is done first', async () => {
    const { asked, serve } = host({ http: () => ({ status: 200, headers: {}, body: '' }) })
    const code = `for (let i = ctx.input.row; i < 5; i++) await ctx.http.get('https://shop.example/x')
      ctx.output.row = ctx.input.row`
    const rows = [0, 1, 2, 3, 4]
    expect((await run(forEachRecord(code, { isIO: true }), { rows }, serve)).output).toEqual({ rows })
    expect(asked).toHaveLength(15)
  })
})

describe('limits', () => {
  const { serve } = host({ query: () => ['x'.repeat(5000)] })
  const many = (count: number) => `await Promise.all(Array.from({ length: ${count} }, () => ctx.db.query('w', 's')))`

  it('bounds requests at once, requests of a run, and the size of each and of its reply', async () => {
    expect(await errorOf(many(9), serve, { requestsAtOnce: 8 })).toBe(
      "Error: ctx.db.query on 'w': more than 8 requests at once",
    )
    expect(await errorOf(`${many(5)}\n${many(5)}`, serve, { requests: 8 })).toBe(
      "Error: ctx.db.query on 'w': more than 8 requests in one run",
    )
    expect(await errorOf("await ctx.db.query('w', 's'.repeat(3000))", serve, { requestChars: 1000 })).toMatch(
      /^Error: ctx\.db\.query on 'w': the request has \d+ characters, more than 1000$/,
    )
    expect(await errorOf(many(1), serve, { replyChars: 1000 })).toMatch(
      /^Error: ctx\.db\.query on 'w': the reply has \d+ characters, more than 1000$/,
    )
    expect(await outputOf(`${many(8)}\nctx.output = 1`, serve, { requestsAtOnce: 8, requests: 8 })).toBe(1)
  })

  it('bounds the time of all replies together, while the clock of the code stands', async () => {
    const slow: ServeRequests = () => new Promise((resolve) => setTimeout(() => resolve([]), 700))
    const one = "await ctx.db.query('w', 's')\n"
    // Longer than a call may take.
    expect(await outputOf(`${one.repeat(3)}ctx.output = 1`, slow, { callMs: 1500 })).toBe(1)
    const failure = await run(leaf(one.repeat(6)), {}, slow, { servedMs: 1500 }).catch((problem: RunError) => problem)
    expect(failure).toMatchObject({ kind: 'timeout', message: 'The test took too long.' })
  })
})

describe('hostile requests and replies', () => {
  it.each([
    [
      'a toJSON that throws',
      "ctx.db.query('w', 's', [{ toJSON() { throw new Error('ha') } }])",
      /value 1 is not plain data: ha/,
    ],
    ['a toJSON that gives nothing', "ctx.db.query('w', 's', [{ toJSON() {} }])", /value 1 is not plain data/],
    [
      'a circle',
      "const o = {}\no.o = o\nawait ctx.http.post('https://a.example', o)",
      /json is not plain data: Converting circular/,
    ],
    ['a proxy as request', "ctx.http.request(new Proxy({}, { get() { throw new Error('trap') } }))", /trap/],
    [
      'a proxy as headers',
      "ctx.http.get('https://a.example', { headers: new Proxy({}, { ownKeys() { throw new Error('keys') } }) })",
      /keys/,
    ],
    ['a connection that is no text', "ctx.db.query({ toString: () => 'w' }, 's')", /needs the name of a connection/],
  ])('%s fails in the call that sends it', async (_name, call, message) => {
    const { asked, serve } = host({ query: () => [] })
    expect(await errorOf(call.includes('await') ? call : `await ${call}`, serve)).toMatch(message)
    expect(asked).toEqual([])
  })

  it('what a toJSON says is sent as data, and cannot break out of the message', async () => {
    const { asked, serve } = host({ query: () => [] })
    await outputOf(`await ctx.db.query('w', 's', [{ toJSON: () => '"]],[2,"http",[' }])`, serve)
    expect(asked).toEqual([['db', 'query', 'w', 's', ['"]],[2,"http",[']]])
  })

  it('replies are data: __proto__ is a key, then is no promise', async () => {
    const reply = JSON.parse('[{"__proto__":{"polluted":1},"then":"x","constructor":1}]')
    const { serve } = host({
      query: () => reply,
      http: () => ({ status: 200, headers: {}, body: '{"then":1,"__proto__":2}' }),
    })
    const code = `const [row] = await ctx.db.query('w', 's')
      const { json } = await ctx.http.get('https://a.example')
      ctx.output = [Object.keys(row), Object.keys(json), {}.polluted === undefined]`
    expect(await outputOf(code, serve)).toEqual([['__proto__', 'then', 'constructor'], ['then', '__proto__'], true])
  })

  it('ctx.db and ctx.http cannot be changed for the next record', async () => {
    const { serve } = host({ query: () => [] })
    expect(await errorOf('ctx.db.query = () => 1', serve)).toMatch(/read only/)
    expect(await errorOf('ctx.http.get.call = 1', serve)).toMatch(/read only|not extensible/)
    const parts = forEachRecord('ctx.output.row = typeof ctx.db.query\nctx.db = { query: 1 }', { isDB: true })
    expect((await run(parts, { rows: [1, 2] }, serve)).output).toEqual({ rows: ['function', 'function'] })
  })

  it('a promise kept over calls, and requests nobody waits for, leave the run as it is', async () => {
    const { serve } = host({ query: () => [{ n: 1 }] })
    expect(await outputOf("ctx.db.query('w', 's')\nctx.output = 1", serve)).toBe(1)
    const refused = await run(leaf("ctx.db.query('w', '')\nctx.output = 1"), {}, serve)
    expect(refused.output).toBe(1)
    expect(refused.logs[0]?.message).toContain('Unhandled rejection')
  })
})
