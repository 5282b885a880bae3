import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ComponentInput, listOfSchema } from '@millrace/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmptyDatabase } from '../../test-support/database.ts'
import { freshName } from '../kernel/documents.fixtures.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeBadge, makeUser, makeUserOfEachRole, type TestUser } from '../../test-support/factories.ts'
import { createTestRuns } from './test-runs.service.ts'

let app: TestApp
let people: Awaited<ReturnType<typeof makeUserOfEachRole>>
let schema: string
let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
  response.end('{"n":1}')
const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`
const role = `t_runs_${process.pid}_${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  app = await startTestApp({ worker: false, settings: { allowedHosts: [host()] } })
  people = await makeUserOfEachRole(app.db)
  const { _id } = await app.services.schemas.save(people.manager, { name: 'Row', jsonSchema: { type: 'object' } })
  schema = _id
})
afterAll(async () => {
  await app.close()
  server.closeAllConnections()
  server.close()
})

const list = () => listOfSchema(schema)
const save = (more: Partial<ComponentInput>, caller: TestUser = people.manager) =>
  app.services.components.save(caller, {
    name: freshName('Part'),
    kind: 'instruction',
    inputs: [{ name: 'rows', inputSchema: list() }],
    outputs: [{ name: 'out', outputSchema: list() }],
    ...more,
  })
const leaf = (jsCode: string, more: Partial<ComponentInput> = {}) => save({ jsCode, ...more })
const execute = (id: string, body: { payload: unknown; rt_context: unknown }, as: TestUser = people.manager) =>
  app.call('POST /components/{id}/execute', { as, params: { id }, body })
const run = async (jsCode: string, more: Partial<ComponentInput> = {}, as: TestUser = people.manager) =>
  execute((await leaf(jsCode, more))._id, { payload: { rows: [{ n: 1 }] }, rt_context: { locale: 'fr' } }, as)
const link = (from: [string, string], to: [string, string], jsCode = '') => ({
  name: `${from.join('.')} to ${to.join('.')}`,
  fromInstance: from[0],
  fromPort: from[1],
  toInstance: to[0],
  toPort: to[1],
  jsCode,
})

/** A workflow with one instance, 'box', of a workflow that contains a component; `hide` takes both from the manager. */
async function outerOfHidden() {
  const inner = await leaf(`ctx.log.info('covert line'); ctx.output.out = [{ n: 2 }]`, {
    name: freshName('Covert inner'),
  })
  const hidden = await save({
    name: freshName('Covert'),
    kind: 'workflow',
    instances: [{ name: 'inner', instanceOf: inner._id }],
    links: [link(['', 'rows'], ['inner', 'rows']), link(['inner', 'out'], ['', 'out'])],
  })
  const outer = await save({
    kind: 'workflow',
    instances: [{ name: 'box', instanceOf: hidden._id }],
    links: [link(['', 'rows'], ['box', 'rows']), link(['box', 'out'], ['', 'out'])],
  })
  const badge = await makeBadge(app.db)
  // What is inside what is not seen is closed with it, though it may be seen by itself.
  const hide = () =>
    app.services.documents.setRules(people['super-admin'], 'component', hidden._id, { read: [[badge]], write: [] })
  return { outer, hidden, hide }
}

describe('a test run', () => {
  it('S3 tells of a component that the person does not see the outputs of its instance alone', async () => {
    const { outer, hide } = await outerOfHidden()
    const run = async () => (await execute(outer._id, { payload: { rows: [{ n: 1 }] }, rt_context: {} })).data
    const placed = (data: Awaited<ReturnType<typeof run>>) => data?.links?.map(({ component }) => component)
    const open = await run()
    expect(open?.logs.map(({ message }) => message)).toEqual(['covert line'])
    expect(placed(open)).toContain(`${outer.name} / box`)
    await hide()
    const closed = await run()
    expect(closed?.output).toEqual({ out: [{ n: 2 }] })
    expect(closed?.logs).toEqual([])
    expect(placed(closed)).toEqual([outer.name, outer.name])
  })

  it('CMP-018/api CMP-019/api API-061/api runs the saved component with payload and context', async () => {
    const { code, data } = await run(
      `ctx.log.info('rows: ' + ctx.input.rows.length)
       ctx.rt_context.seen = true
       ctx.output.out = ctx.input.rows.map((row) => ({ ...row, locale: ctx.rt_context.locale }))`,
    )
    expect(code).toBe(20000)
    expect(data).toMatchObject({
      output: { out: [{ n: 1, locale: 'fr' }] },
      logs: [{ level: 'info', message: 'rows: 1', logDate: expect.any(String) }],
    })
    expect(data?.rt_context).toEqual({ locale: 'fr', seen: true })
  })

  it('CMP-019/api what the code throws is the result, and its stack an error log', async () => {
    const { code, data } = await run(`\nthrow new TypeError('no such thing')`)
    expect(code).toBe(20000)
    expect(data?.output).toEqual({ error: expect.stringContaining('no such thing') })
    expect(data?.logs).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringMatching(/no such thing[^]*line 2|:2:/) }),
    )
  })

  it('CMP-034/api answers diagram errors, and 40400 for what is not there or not seen', async () => {
    const inner = await leaf('ctx.output.out = ctx.input.rows')
    const broken = await save({
      kind: 'workflow',
      instances: [{ name: 'inner', instanceOf: inner._id }],
      links: [link(['', 'rows'], ['inner', 'nothing'])],
    })
    for (const call of ['POST /components/{id}/execute', 'POST /components/{id}/generate'] as const) {
      const refused = await app.call(call, {
        as: people.manager,
        params: { id: broken._id },
        raw: { payload: {}, rt_context: {} },
      })
      expect([refused.code, refused.message]).toEqual([40000, 'duplicate or missing port: nothing'])
    }
    const twice = <T>(one: T): T[] => [one, one]
    const repeats: [string, Partial<ComponentInput>][] = [
      ['rows', { inputs: twice({ name: 'rows', inputSchema: list() }) }],
      ['out', { outputs: twice({ name: 'out', outputSchema: list() }) }],
      ['inner', { kind: 'workflow', instances: twice({ name: 'inner', instanceOf: inner._id }) }],
      ['.rows to .out', { kind: 'workflow', links: twice(link(['', 'rows'], ['', 'out'])) }],
    ]
    for (const [name, more] of repeats) {
      const repeated = await execute((await save(more))._id, { payload: {}, rt_context: {} })
      expect([repeated.code, repeated.message]).toEqual([40000, `duplicate or missing port: ${name}`])
    }
    const missing = await execute('none', { payload: {}, rt_context: {} })
    expect([missing.code, missing.message]).toEqual([40400, 'Document not found'])
    const aSchema = await execute(schema, { payload: {}, rt_context: {} })
    expect(aSchema.code).toBe(40400)
  })

  it('one person who starts endless runs keeps nobody from theirs', async () => {
    const endless = await leaf('for (;;) {}')
    const quick = await leaf('ctx.output.out = ctx.input.rows')
    const limits = { callMs: 60_000, stallMs: 60_000, runMs: 90_000 }
    const { openComponentHost, modules } = app.services
    const runs = createTestRuns(app.platform, { openComponentHost, modules, limits })
    const stop = new AbortController()
    const payload = { rows: [] }
    const refused: unknown[] = []
    const started = Array.from({ length: 15 }, () =>
      runs.execute(people.manager, endless._id, { payload }, stop.signal).catch((error: { code: number }) => {
        if (!stop.signal.aborted) refused.push(error.code)
      }),
    )
    // One of theirs runs and ten wait.
    await vi.waitUntil(() => refused.length >= 4, { timeout: 20_000 })
    // Who is not them is served at once, long before one of those could end.
    const other = await runs.execute(people['super-admin'], quick._id, { payload }, stop.signal)
    expect(other.output).toEqual({ out: [] })
    stop.abort()
    await Promise.all(started)
    expect(refused).toEqual([42900, 42900, 42900, 42900])
  })

  it('S1 hostile code ends within its limits, in an answer or a refusal, while a neighbour succeeds', {
    timeout: 180_000,
  }, async () => {
    const limited = (limits: object) =>
      createTestRuns(app.platform, {
        openComponentHost: app.services.openComponentHost,
        modules: app.services.modules,
        limits,
      })
    const runs = limited({ callMs: 1000, stallMs: 1500, runMs: 5000 })
    const calm = limited({ callMs: 45_000, stallMs: 60_000, runMs: 90_000 })
    const hostile = [
      'for (;;) {}',
      'const a = []; for (;;) a.push(new Array(1000).fill({}))',
      'let b = 3n; for (;;) b = b * b',
      'await new Promise(() => {})',
      'const p = () => Promise.resolve().then(p); await p()',
      `return this.constructor.constructor('return process')().exit(1)`,
      `process.kill(process.ppid)`,
      `require('fs').readFileSync('/etc/passwd')`,
      `ctx.log.info.constructor('return process')().env`,
      `ctx.output.out = 'x'.repeat(2 ** 29 - 24).split('')`,
    ]
    const neighbour = await leaf('ctx.output.out = ctx.input.rows')
    const signal = new AbortController().signal
    const well = async () => {
      const { output } = await calm.execute(people.manager, neighbour._id, { payload: { rows: [{ n: 2 }] } }, signal)
      return output
    }
    for (const jsCode of hostile) {
      const { _id } = await leaf(jsCode)
      const [ended, beside] = await Promise.all([
        runs.execute(people.manager, _id, { payload: { rows: [] } }, signal).then(
          ({ output }) => JSON.stringify(output),
          (error: { code: number; message: string }) => `${error.code} ${error.message}`,
        ),
        well(),
      ])
      expect(ended, jsCode).toMatch(/^\{"error":"|^40900 The test took too long\.$|^40000 Module fs is not allowed$/)
      expect(ended, jsCode).not.toMatch(/root:|PATH/)
      expect(beside).toEqual({ out: [{ n: 2 }] })
    }
  })

  it('API-061/api says so when a test takes too long', async () => {
    const { code, message } = await run('for (;;) {}')
    expect([code, message]).toEqual([40900, 'The test took too long.'])
  })

  it('S7 ctx.http reaches allowed hosts only, and only with the flag', async () => {
    const get = (url: string) => `ctx.output.out = [(await ctx.http.get('${url}')).json]`
    answer = (_request, response) => response.end('{"n":7}')
    const allowed = await run(get(`http://${host()}/`), { isIO: true })
    expect(allowed.data?.output).toEqual({ out: [{ n: 7 }] })
    for (const url of ['http://169.254.169.254/', 'http://127.0.0.1:1/', 'http://localhost:5432/', 'http://[::1]/']) {
      const refused = await run(get(url), { isIO: true })
      expect(refused.data?.output).toEqual({ error: expect.stringContaining('MILLRACE_ALLOWED_HOSTS') })
    }
    for (const other of [{}, { isDB: true }]) {
      const unflagged = await run(get(`http://${host()}/`), other)
      expect(unflagged.data?.output).toEqual({ error: expect.stringMatching(/undefined|flagged|isIO/) })
    }
  })

  it('CMP-008/api ctx.db reads the connections that the person may use, and changes nothing', async () => {
    const shop = await createEmptyDatabase()
    const client = new pg.Client({ connectionString: shop.url })
    await client.connect()
    await client.query(`create role ${role} login password 'Very-secret-1'`)
    await client.query('create table shelf as select n as id from generate_series(1, 3) n')
    await client.query(`alter table shelf owner to ${role}`)
    const url = new URL(shop.url)
    url.username = role
    url.password = 'Very-secret-1'
    const { connections } = app.services
    const { 'super-admin': sam } = people
    const input = { type: 'postgresql' as const, cnxString: url.href }
    const badge = await makeBadge(app.db)
    await connections.create(sam, { ...input, name: 'shelf' })
    await connections.create(sam, { ...input, name: 'guarded', tags: [badge] })
    const query = (name: string, sql = 'select id from shelf where id > $1 order by id') =>
      `ctx.output.out = await ctx.db.query('${name}', \`${sql}\`, ${sql.includes('$1') ? '[1]' : '[]'})`
    const flagged = { isDB: true }
    expect((await run(query('shelf'), flagged)).data?.output).toEqual({ out: [{ id: 2 }, { id: 3 }] })
    const streamed = await run(
      `ctx.output.out = []; for await (const row of ctx.db.stream('shelf', 'select id from shelf order by 1')) ctx.output.out.push(row)`,
      flagged,
    )
    expect(streamed.data?.output).toEqual({ out: [{ id: 1 }, { id: 2 }, { id: 3 }] })
    const changed = await run(query('shelf', 'delete from shelf'), flagged)
    expect(changed.data?.output).toEqual({ error: expect.stringContaining('is for reading') })
    expect((await client.query('select from shelf')).rowCount).toBe(3)
    const holder = await makeUser(app.db, { role: 'manager', badges: [badge] })
    expect((await run(query('guarded'), flagged, holder)).data?.output).toEqual({ out: [{ id: 2 }, { id: 3 }] })
    expect((await run(query('guarded'), flagged)).data?.output).toEqual({
      error: expect.stringContaining('there is no database connection of this name'),
    })
    for (const other of [{}, { isIO: true }]) {
      const unflagged = await run(query('shelf'), other)
      expect(unflagged.data?.output).toEqual({ error: expect.stringMatching(/undefined|flagged/) })
    }
    await client.query(`drop owned by ${role}`)
    await client.query(`drop role ${role}`)
    await client.end()
    await shop.drop()
  })

  it('ends when its client goes away', async () => {
    const gone = Promise.withResolvers<void>()
    const came = Promise.withResolvers<void>()
    answer = (_request, response) => {
      came.resolve()
      response.on('close', () => gone.resolve())
    }
    const { _id } = await leaf(`await ctx.http.get('http://${host()}/')`, { isIO: true })
    const abort = new AbortController()
    const asked = fetch(`${app.url}/api/importer/v1/components/${_id}/execute`, {
      method: 'POST',
      signal: abort.signal,
      headers: { 'content-type': 'application/json', 'x-token': await app.tokenOf(people.manager) },
      body: '{"payload":{},"rt_context":{}}',
    }).catch(() => 'gone')
    await came.promise
    abort.abort()
    expect(await asked).toBe('gone')
    await gone.promise
  })

  it('runs a few at once; the others wait for their turn', async () => {
    let open = 0
    let most = 0
    const held: ServerResponse[] = []
    answer = (_request, response) => {
      most = Math.max(most, ++open)
      held.push(response)
      // The first waits for the second, however long its process takes to start; a third one would come meanwhile.
      if (most === 1) return
      setTimeout(() => {
        for (const one of held.splice(0)) {
          open--
          one.end('{}')
        }
      }, 300)
    }
    const { _id } = await leaf(`ctx.output.out = [(await ctx.http.get('http://${host()}/')).json]`, { isIO: true })
    // Of two persons: one alone has all places but one.
    const persons = Array.from({ length: 5 }, (_, n) => (n % 2 ? people['super-admin'] : people.manager))
    const all = await Promise.all(persons.map((as) => execute(_id, { payload: {}, rt_context: {} }, as)))
    expect(all.map(({ data }) => data?.output)).toEqual(Array.from({ length: 5 }, () => ({ out: [{}] })))
    expect(most).toBe(2)
  })
})

describe('the generated code', () => {
  const generate = (id: string, as: TestUser = people.manager) =>
    app.call('POST /components/{id}/generate', { as, params: { id } })

  it('CMP-037/api API-060/api shows the plan and every source under a heading', async () => {
    const inner = await leaf('ctx.output.out = ctx.input.rows', { name: 'Pass\non' })
    const outer = await save({
      name: 'Whole\nthing */',
      kind: 'workflow',
      instances: [{ name: 'pass', instanceOf: inner._id }],
      links: [
        link(['', 'rows'], ['pass', 'rows'], 'ctx.output = ctx.input.slice(1)'),
        link(['pass', 'out'], ['', 'out']),
      ],
    })
    const { data } = await generate(outer._id)
    expect(data?._id).toBe(outer._id)
    expect(data?.warnings).toEqual([])
    const lines = data?.jsCode.split('\n') ?? []
    const codeFrom = lines.findIndex((line) => line === '')
    expect(lines.slice(0, codeFrom).every((line) => line.startsWith('//'))).toBe(true)
    expect(lines.slice(0, codeFrom).join('\n')).toMatch(/input rows[^]*pass/)
    expect(data?.jsCode).toMatch(/\n\/\/ Pass on: instruction\nctx\.output\.out = ctx\.input\.rows\n/)
    expect(data?.jsCode).toMatch(/\/\/ link [^]*link\nctx\.output = ctx\.input\.slice\(1\)\n/)
  })

  it('S3 shows a component that the reader does not see as one closed line', async () => {
    const { outer, hidden, hide } = await outerOfHidden()
    const before = await generate(outer._id)
    expect(before.data?.jsCode).toMatch(/Covert inner \d+: instruction[^]*covert line/)
    expect(before.data?.warnings).toEqual([expect.stringContaining("the input 'rows' is not used")])
    await hide()
    const { data } = await generate(outer._id)
    expect(data?.warnings).toEqual([])
    expect(data?.jsCode.replace(/\([0-9a-f]{12}\)/, '()')).toBe(
      [
        `// ${outer.name} (): rows → out`,
        '//   0 input rows',
        `//   1 closed ${outer.name} / box ← rows: 0`,
        '//   2 output out ← out: 1.out',
        '',
      ].join('\n'),
    )
    expect((await generate(hidden._id)).code).toBe(40400)
  })

  it('S3 tells of a fault of a component that the reader does not see only where it is', async () => {
    const { outer, hidden, hide } = await outerOfHidden()
    await hide()
    await app.services.components.save(people['super-admin'], {
      _id: hidden._id,
      sys_version: hidden.sys_version,
      name: hidden.name,
      links: [link(['', 'rows'], ['inner', 'covert'])],
    })
    for (const answer of [await generate(outer._id), await execute(outer._id, { payload: {}, rt_context: {} })])
      expect([answer.code, answer.message]).toEqual([40000, `${outer.name} / box: an error inside`])
    const told = await app.call('POST /components/{id}/generate', {
      as: people['super-admin'],
      params: { id: outer._id },
    })
    expect(told.message).toBe('duplicate or missing port: covert')
  })

  it('warns of what looks like an oversight', async () => {
    const odd = await leaf(`ctx.output.out = await ctx.db.query('a', 'b'); ctx.http.get('c')`, { name: 'Odd' })
    const fn = await leaf('return { out: ctx.db }', { name: 'Fn', kind: 'function' })
    const empty = await leaf(' ', { name: 'Empty' })
    const each = await save({ name: 'Each', kind: 'forEach' })
    const says = await leaf('ctx.log.info(String(ctx.input.rows.length))', { name: 'Says', outputs: [] })
    const outer = await save({
      name: 'Outer',
      kind: 'workflow',
      outputs: [
        { name: 'out', outputSchema: list() },
        { name: 'more', outputSchema: list() },
      ],
      inputs: [
        { name: 'rows', inputSchema: list() },
        { name: 'spare', inputSchema: list() },
      ],
      instances: [odd, fn, empty, each, says].map(({ name, _id }) => ({ name: name.toLowerCase(), instanceOf: _id })),
      links: [
        link(['', 'rows'], ['each', 'rows'], 'ctx.output = ctx.input.reverse()'),
        link(['', 'rows'], ['odd', 'rows']),
        link(['', 'rows'], ['fn', 'rows']),
        link(['', 'rows'], ['says', 'rows']),
        link(['odd', 'out'], ['', 'out']),
      ],
    })
    expect((await generate(outer._id)).data?.warnings.toSorted()).toEqual(
      [
        "Each: no link leads to the output 'out'",
        "Each: the input 'rows' is not used",
        'Empty: there is no code',
        'Fn: a function has no ctx.db; an instruction flagged isDB has',
        "Fn: the input 'rows' is not used",
        'Odd: the code uses ctx.db, but the component is not flagged isDB',
        'Odd: the code uses ctx.http, but the component is not flagged isIO',
        "Odd: the input 'rows' is not used",
        "Outer: no link leads to the output 'more'",
        "Outer: nothing feeds the input 'rows' of the instance 'empty'",
        "Outer: nothing uses what the instance 'each' gives",
        "Outer: nothing uses what the instance 'empty' gives",
        "Outer: nothing uses what the instance 'fn' gives",
        "Outer: the input 'spare' is not used",
        "Outer: the link '.rows to each.rows' has code, so that the whole list is gathered for it",
      ].toSorted(),
    )
  })
})
