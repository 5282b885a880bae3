import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import type { ComponentInput } from '@millrace/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../../test-support/database.ts'
import { makeBadge, makeUser } from '../../test-support/factories.ts'
import { type ComponentWorld, link, makeComponentWorld } from './components.fixtures.ts'

let world: ComponentWorld
let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
  response.end('{"n":1}')
const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`
const role = `t_runs_${process.pid}_${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world = await makeComponentWorld({ settings: { allowedHosts: [host()] } })
})
afterAll(async () => {
  await world.close()
  server.closeAllConnections()
  server.close()
})

describe('a test run', () => {
  it('S3 tells of a component that the person does not see the outputs of its instance alone', async () => {
    const { execute, outerOfHidden } = world
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

  it('CMP-001/api CMP-007/api uses one component twice, over links with code, from own input to own output', async () => {
    const { save, leaf, execute } = world
    const plusOne = await leaf('ctx.output.out = ctx.input.rows.map(({ n }) => ({ n: n + 1 }))')
    const outer = await save({
      kind: 'workflow',
      instances: ['first', 'second'].map((name) => ({ name, instanceOf: plusOne._id })),
      links: [
        link(['', 'rows'], ['first', 'rows']),
        link(['first', 'out'], ['second', 'rows'], 'ctx.output = ctx.input.map(({ n }) => ({ n: n * 10 }))'),
        link(['second', 'out'], ['', 'out']),
      ],
    })
    const { data } = await execute(outer._id, { payload: { rows: [{ n: 1 }, { n: 2 }] }, rt_context: {} })
    expect(data?.output).toEqual({ out: [{ n: 21 }, { n: 31 }] })
  })

  it('CMP-004/api a component of each kind runs as what it is, and there is no other kind', async () => {
    const { app, people, save, leaf, execute } = world
    const outputOf = async ({ _id }: { _id: string }) =>
      (await execute(_id, { payload: { rows: [{ n: 1 }, { n: 2 }] }, rt_context: {} })).data?.output
    const sized = 'ctx.output.out = await Promise.resolve({ size: ctx.input.rows.length ?? null })'
    const instruction = await leaf(sized)
    const around = {
      instances: [{ name: 'inner', instanceOf: instruction._id }],
      links: [link(['', 'rows'], ['inner', 'rows']), link(['inner', 'out'], ['', 'out'])],
    }
    expect(await outputOf(instruction)).toEqual({ out: { size: 2 } })
    expect(await outputOf(await leaf('return { out: ctx.input.rows.length }', { kind: 'function' }))).toEqual({
      out: 2,
    })
    expect(await outputOf(await save({ kind: 'workflow', ...around }))).toEqual({ out: { size: 2 } })
    expect(await outputOf(await save({ kind: 'forEach', ...around }))).toEqual({
      out: [{ size: null }, { size: null }],
    })
    const raw = { name: 'Loop', kind: 'loop' }
    expect(await app.call('POST /components', { as: people.manager, raw })).toMatchObject({ code: 40000 })
  })

  it('CMP-018/api CMP-019/api API-061/api runs the saved component with payload and context', async () => {
    const { run } = world
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
    const { run } = world
    const { code, data } = await run(`\nthrow new TypeError('no such thing')`)
    expect(code).toBe(20000)
    expect(data?.output).toEqual({ error: expect.stringContaining('no such thing') })
    expect(data?.logs).toContainEqual(
      expect.objectContaining({ level: 'error', message: expect.stringMatching(/no such thing[^]*line 2|:2:/) }),
    )
  })

  it('CMP-034/api CMP-035/api answers diagram errors, and 40400 for what is not there or not seen', async () => {
    const { app, people, schema, list, save, leaf, execute } = world
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
    const lost = await save({ kind: 'workflow', links: [link(['', 'rows'], ['nobody', 'rows'])] })
    const toNobody = await execute(lost._id, { payload: {}, rt_context: {} })
    expect([toNobody.code, toNobody.message]).toEqual([40000, 'duplicate or missing port: nobody'])
    const missing = await execute('none', { payload: {}, rt_context: {} })
    expect([missing.code, missing.message]).toEqual([40400, 'Document not found'])
    const aSchema = await execute(schema, { payload: {}, rt_context: {} })
    expect(aSchema.code).toBe(40400)
  })

  it('S7 ctx.http reaches allowed hosts only, and only with the flag', async () => {
    const { run } = world
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

  it('names the connection whose server does not answer, at the line that asks it', async () => {
    const { app, people, run } = world
    const silent = createTcpServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    for (const type of ['postgresql', 'mysql'] as const) {
      const cnxString = `${type}://a:Very-secret-1@127.0.0.1:${port}/x`
      await app.services.connections.create(people['super-admin'], { name: `silent ${type}`, type, cnxString })
      const { code, data } = await run(`const one = 1\nawait ctx.db.query('silent ${type}', 'select 1')`, {
        isDB: true,
      })
      expect([code, data?.fault?.line]).toEqual([20000, 2])
      expect(data?.output).toEqual({
        error: expect.stringMatching(
          new RegExp(
            `The database connection 'silent ${type}': 127\\.0\\.0\\.1, port ${port}, does not answer as a .* within 4 s`,
          ),
        ),
      })
    }
    silent.close()
  })

  it('CMP-008/api ctx.db reads the connections that the person may use, and changes nothing', async () => {
    const { app, people, run } = world
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
    const { app, people, leaf } = world
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
})
