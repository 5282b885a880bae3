import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpointKeyHeader, refToSchema, tokenHeader } from '@millrace/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { sql } from 'kysely'
import { openApp } from '../../entry/app.ts'
import { setBarrier } from '../../guarantees/barrier.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { freshName, makeBadge, makeUser, type TestUser } from '../../test-support/factories.ts'

let app: TestApp
let manager: TestUser
beforeAll(async () => {
  app = await startTestApp({ worker: false, runnerLimits: { callMs: 1000 } })
  manager = await makeUser(app.db, { role: 'manager' })
})
afterAll(() => app.close())

const base = () => `${app.url}/runtime/v1`

/** A master pipeline whose component takes and gives a price, with one endpoint. */
async function makePrice(
  jsCode = 'ctx.output = { price: { amount: ctx.input.price.amount * 2 } }',
  more: { keyRequired?: boolean; route?: string } = {},
) {
  const { schemas, components, pipelines } = app.services
  const jsonSchema = { type: 'object', required: ['amount'], properties: { amount: { type: 'integer' } } }
  const schema = await schemas.save(manager, { name: freshName('Price'), jsonSchema })
  const component = await components.save(manager, {
    name: freshName('Pricing'),
    kind: 'instruction',
    inputs: [{ name: 'price', inputSchema: refToSchema(schema._id) }],
    outputs: [{ name: 'price', outputSchema: refToSchema(schema._id) }],
    jsCode,
  })
  const pipeline = await pipelines.save(manager, {
    name: freshName('EV price'),
    isMaster: true,
    component: component._id,
    endpoints: [{ route: '/price', ...more }],
  })
  return { schema, component, pipeline }
}

const publish = async (id: string) =>
  (await app.call('POST /pipelines/publish-endpoint', { as: manager, body: { id } })).data
/** Published, and known to who serves it. */
async function published(...made: Parameters<typeof makePrice>) {
  const all = await makePrice(...made)
  const endpoint = await publish(all.pipeline._id)
  const headers = await session()
  const status = async () => (await fetch(`${base()}${endpoint.path}/openapi-3.json`, { headers })).status
  await expect.poll(status, soon).toBe(200)
  return { ...all, endpoint }
}
type Published = Awaited<ReturnType<typeof publish>>

async function keyOf(endpoint: Published, body: { name: string; perMinute?: number; expireAt?: string }) {
  const { data } = await app.call('POST /pipelines/deployed-endpoint/{id}/key', {
    as: manager,
    params: { id: endpoint._id },
    body,
  })
  return data
}

async function post(
  endpoint: Pick<Published, 'path' | 'route'>,
  body: unknown,
  headers: Record<string, string>,
  at = base(),
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${at}${endpoint.path}${endpoint.route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const session = async (as: TestUser = manager) => ({ [tokenHeader]: await app.tokenOf(as) })
const soon = { timeout: 10_000 }

describe('publishing', () => {
  it('API-084/api DEP-007/api PIP-020/api publishes, tells what is published, and un-publishes', async () => {
    const { pipeline, component } = await makePrice()
    const get = async (id: string) =>
      (await app.call('GET /pipelines/deployed-endpoint/{id}', { as: manager, params: { id } })).data
    expect(await get(pipeline._id)).toBeNull()
    const endpoint = await publish(pipeline._id)
    expect(endpoint).toMatchObject({
      path: `/${pipeline.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}/v1`,
      route: '/price',
      ...{
        name: component.name,
        version: 1,
        pipelineId: pipeline._id,
        pipelineName: pipeline.name,
        pipelineVersion: 1,
      },
      ...{ pipelineVLocked: false, createUsername: manager.userName, updateDate: null, updateUsername: null },
      ...{ isValid: true, reason: null },
      jsonSchema: { type: 'object', required: ['price'], properties: { price: { $ref: '#/definitions/schema1' } } },
    })
    expect(await get(pipeline._id)).toEqual(endpoint)
    expect(await get(endpoint._id)).toEqual(endpoint)
    const list = (await app.call('GET /pipelines/deployed-endpoint', { as: manager })).data
    expect(list).toContainEqual(endpoint)
    const again = await publish(pipeline._id)
    expect(again).toMatchObject({ _id: endpoint._id, updateUsername: manager.userName, updateDate: expect.any(String) })
    const gone = await app.call('DELETE /pipelines/deployed-endpoint', { as: manager, query: { id: endpoint._id } })
    expect(gone.data).toEqual({ deleted: endpoint._id })
    expect(await get(pipeline._id)).toBeNull()
  })

  it('one of two pipelines that are published at the same address at once is refused', async () => {
    const { component } = await makePrice()
    const name = freshName('Twin')
    // Of names that differ in signs alone the addresses are the same.
    const twins = [name, `${name}.`].map((each) =>
      app.services.pipelines.save(manager, {
        ...{ name: each, isMaster: true, component: component._id, endpoints: [{ route: '/price' }] },
      }),
    )
    const barrier = await setBarrier(app.platform.databaseUrl, 'endpoints')
    const answers = (await Promise.all(twins)).map(({ _id }) =>
      app.call('POST /pipelines/publish-endpoint', { as: manager, body: { id: _id } }),
    )
    // One waits at the barrier, the other one there or for the first.
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await waiting.execute(app.db)).rows[0]?.n, soon).toBe(2)
    await barrier.lift()
    const told = (await Promise.all(answers)).map(({ code, message }) => [code, message])
    expect(told.sort()).toEqual([
      [20000, 'ok'],
      [40900, expect.stringMatching(/^The address \/.+ belongs to another published pipeline/)],
    ])
  })

  it('refuses what cannot be served: no endpoint, no component, a route, code that cannot be read', async () => {
    const { pipelines } = app.services
    const refused = async (id: string) =>
      (await app.call('POST /pipelines/publish-endpoint', { as: manager, body: { id } })).message
    const without = await pipelines.save(manager, { name: freshName('Shop') })
    expect(await refused(without._id)).toBe('The pipeline has no endpoint')
    const alone = await pipelines.save(manager, { name: freshName('Shop'), endpoints: [{ route: '/x' }] })
    expect(await refused(alone._id)).toBe('Master pipeline must invoke a component')
    expect(await refused((await makePrice(undefined, { route: '/a b' })).pipeline._id)).toContain(
      'The route /a b cannot be',
    )
    const broken = await makePrice('ctx.output = = 1')
    expect(await refused(broken.pipeline._id)).toMatch(
      new RegExp(`^The endpoint cannot be served: ${broken.component.name}.*line 1.*SyntaxError`),
    )
  })

  it('needs the write badges, not the lock rule', async () => {
    const { pipeline } = await makePrice()
    await app.services.versions.lock(manager, 'pipeline', { id: pipeline._id, force: true })
    expect(await publish(pipeline._id)).toMatchObject({ pipelineVLocked: true })
    const badge = await makeBadge(app.db)
    const row = app.db.selectFrom('document_versions').select('document_id').where('id', '=', pipeline._id)
    await app.db
      .updateTable('documents')
      .set({ write_rule: JSON.stringify([[badge]]) })
      .where('id', 'in', row)
      .execute()
    const { code } = await app.call('POST /pipelines/publish-endpoint', { as: manager, body: { id: pipeline._id } })
    expect(code).toBe(40300)
  })

  it('D-137 is told as not valid, with the reason, when the input is another or the component or pipeline is gone', async () => {
    const { pipeline, endpoint, schema } = await published()
    const state = async () =>
      (await app.call('GET /pipelines/deployed-endpoint/{id}', { as: manager, params: { id: endpoint._id } })).data
    const changed = { ...schema, jsonSchema: { type: 'object', required: ['amount', 'currency'] } }
    await app.services.schemas.save(manager, {
      _id: schema._id,
      name: schema.name,
      sys_version: schema.sys_version,
      jsonSchema: changed.jsonSchema,
    })
    expect(await state()).toMatchObject({
      isValid: false,
      reason: expect.stringContaining('Publish the pipeline again'),
    })
    // Callers get what was published.
    expect((await post(endpoint, { price: { amount: 2 } }, await session())).body).toEqual({ price: { amount: 4 } })
    expect(await publish(pipeline._id)).toMatchObject({ isValid: true })
    await app.db.updateTable('endpoints').set({ component_id: null }).where('id', '=', endpoint._id).execute()
    expect(await state()).toMatchObject({ isValid: false, reason: expect.stringContaining('no longer exists') })
  })

  it('counts as a use: neither the pipeline nor its component can be deleted under it', async () => {
    const { pipeline, component } = await published()
    const refused = await app.call('DELETE /pipelines', { as: manager, query: { id: pipeline._id } })
    expect(refused).toMatchObject({
      code: 40900,
      message: `Document is used by the published endpoint of ${pipeline.name}`,
    })
    const used = await app.call('POST /components/version/delete', { as: manager, body: { id: component._id } })
    expect(used).toMatchObject({ code: 40900, message: `Document is used by ${pipeline.name}` })
  })

  it('API-086/api tells the address of the runtime', async () => {
    const { data } = await app.call('GET /pipelines/get-runtime-api-url', { as: manager })
    expect(data).toBe(app.platform.settings.runtimeUrl)
  })
})

describe('a call', () => {
  it('DEP-001/api is answered by the component: for a session of who sees the pipeline, and with a key', async () => {
    const { endpoint } = await published()
    const { key } = await keyOf(endpoint, { name: 'shop' })
    const body = { price: { amount: 21 } }
    expect(await post(endpoint, body, await session())).toEqual({ status: 200, body: { price: { amount: 42 } } })
    await expect
      .poll(() => post(endpoint, body, { [endpointKeyHeader]: key }), soon)
      .toEqual({ status: 200, body: { price: { amount: 42 } } })
  })

  it('is refused with a place, or with a reason that tells nothing of what there is', async () => {
    const { endpoint } = await published()
    const as = await session()
    const price = { price: { amount: 1 } }
    expect(await post(endpoint, { price: { amount: 'two' } }, as)).toMatchObject({
      status: 400,
      body: {
        code: 40000,
        message: expect.stringContaining('/price/amount'),
        data: { findings: [{ path: '/price/amount', rule: 'type' }] },
      },
    })
    expect(await post(endpoint, '{"price": }', as)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('offset 10') },
    })
    expect(await post(endpoint, price, {})).toMatchObject({ status: 401, body: { code: 50008 } })
    const nowhere = { path: '/nothing/v1', route: '/x' }
    expect(await post(nowhere, price, {})).toEqual(await post(endpoint, price, {}))
    expect(await post(nowhere, price, as)).toMatchObject({ status: 404, body: { code: 40400, data: null } })
    const wrong = { [endpointKeyHeader]: 'mr_wrong' }
    expect(await post(endpoint, price, wrong)).toMatchObject({ status: 401, body: { code: 40100 } })
    expect(await post(nowhere, price, wrong)).toEqual(await post(endpoint, price, wrong))
    expect(await post(endpoint, { price: { amount: 1, note: 'x'.repeat(1.5e6) } }, as)).toMatchObject({
      status: 413,
      body: { code: 41300 },
    })
    const stranger = await makeUser(app.db, { role: 'user' })
    expect(await post(endpoint, price, await session(stranger))).toMatchObject({ status: 404 })
  })

  it('S1 that never ends is answered 504, one that throws 500, and the next is answered', async () => {
    const { endpoint } = await published(
      'if (ctx.input.price.amount === 0) for (;;);\nif (ctx.input.price.amount < 0) throw new Error("below zero")\nctx.output = ctx.input.price.amount > 9 ? { price: {} } : ctx.input',
    )
    const as = await session()
    const of = (amount: number) => post(endpoint, { price: { amount } }, as)
    expect(await of(1)).toMatchObject({ status: 200 })
    const answers = await Promise.all([of(1), of(0), of(2)])
    expect(answers.map(({ status }) => status)).toEqual([200, 504, 200])
    expect(answers[1]?.body).toMatchObject({ code: 50400, message: 'The endpoint took too long.' })
    expect(await of(-1)).toMatchObject({ status: 500, body: { message: 'The endpoint failed: Error: below zero' } })
    expect(await of(10)).toMatchObject({ status: 500, body: { message: 'The answer does not fit its schema.' } })
    expect(await of(3)).toMatchObject({ status: 200, body: { price: { amount: 3 } } })
  })

  it('is counted: calls, errors, refused, times, and the errors themselves with their place', async () => {
    const { endpoint, component } = await published(
      'if (ctx.input.price.amount < 0) throw new Error("below zero")\nctx.output = ctx.input',
    )
    const as = await session()
    for (const amount of [1, 2, -1, 'x']) await post(endpoint, { price: { amount } }, as)
    const figures = async () =>
      (await app.call('GET /pipelines/deployed-endpoint/{id}/calls', { as: manager, params: { id: endpoint._id } }))
        .data
    await expect.poll(figures, soon).toMatchObject({
      ...{ calls: 3, errors: 1, refused: 1, p50: expect.any(Number), p99: expect.any(Number) },
      lastErrors: [
        { status: 500, message: expect.stringMatching(new RegExp(`^${component.name}.*line 1.*below zero`)) },
      ],
    })
    const { minutes } = await figures()
    expect(minutes).toHaveLength(60)
    expect(minutes.reduce((sum, { calls }) => sum + calls, 0)).toBe(3)
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    expect(metrics).toContain(`millrace_endpoint_seconds_count{endpoint="${endpoint.path}",status="200"} 2`)
  })

  it('S8 is open to pages of the app, which may have another address, and to no other page', async () => {
    const { endpoint } = await published()
    const own = new URL(app.platform.settings.publicUrl).origin
    const ask = async (origin: string) => {
      const headers = { origin, 'access-control-request-method': 'POST' }
      const response = await fetch(`${base()}${endpoint.path}${endpoint.route}`, { method: 'OPTIONS', headers })
      return [response.status, response.headers.get('access-control-allow-origin')]
    }
    expect(await ask(own)).toEqual([204, own])
    expect(await ask('https://evil.example')).toEqual([401, null])
    const answered = async (origin: string) => {
      const response = await fetch(`${base()}${endpoint.path}${endpoint.route}`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', ...(await session()) },
        body: '{"price":{"amount":1}}',
      })
      return [response.status, response.headers.get('access-control-allow-origin')]
    }
    expect(await answered(own)).toEqual([200, own])
    expect(await answered('https://evil.example')).toEqual([200, null])
  })

  it('API-087/api is described by an OpenAPI 3 document', async () => {
    const { endpoint, pipeline } = await published()
    const response = await fetch(`${base()}${endpoint.path}/openapi-3.json`, { headers: await session() })
    const document = (await response.json()) as Record<string, unknown>
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: pipeline.name, version: '1' },
      paths: { '/price': { post: { operationId: 'call' } } },
    })
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    const text = JSON.stringify(document)
    expect(text).not.toContain('importer://')
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#([^"]+)"/g)) {
      const found = pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document)
      expect(found, pointer).toBeDefined()
    }
    expect((await fetch(`${base()}${endpoint.path}/openapi-3.json`)).status).toBe(401)
  })
})

describe('keys', () => {
  it('S6 are shown once and stored as hashes; named, with an end, a rate and their last use', async () => {
    const { endpoint } = await published(undefined, { keyRequired: true })
    const params = { id: endpoint._id }
    const [slow, gone] = [
      await keyOf(endpoint, { name: 'slow', perMinute: 2 }),
      await keyOf(endpoint, { name: 'gone' }),
    ]
    const stored = JSON.stringify(
      await app.db.selectFrom('endpoint_keys').selectAll().where('endpoint_id', '=', endpoint._id).execute(),
    )
    for (const { key } of [slow, gone]) expect(stored).not.toContain(key)
    const price = { price: { amount: 1 } }
    expect(await post(endpoint, price, await session())).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('X-Api-Key') },
    })
    const call = async (key: string) => (await post(endpoint, price, { [endpointKeyHeader]: key })).status
    await expect.poll(() => call(gone.key), soon).toBe(200)
    expect([await call(slow.key), await call(slow.key), await call(slow.key)]).toEqual([200, 200, 429])
    await app.db
      .updateTable('endpoint_keys')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', slow._id)
      .execute()
    await app.call('DELETE /pipelines/deployed-endpoint/{id}/key', { as: manager, params, query: { keyId: gone._id } })
    await expect.poll(() => call(gone.key), soon).toBe(401)
    expect(await post(endpoint, price, { [endpointKeyHeader]: slow.key })).toMatchObject({
      status: 401,
      body: { message: 'The key has expired.' },
    })
    const keys = async () =>
      (await app.call('GET /pipelines/deployed-endpoint/{id}/keys', { as: manager, params })).data
    await expect
      .poll(keys, soon)
      .toMatchObject([{ name: 'slow', perMinute: 2, lastUsedAt: expect.any(String), createUsername: manager.userName }])
    const twice = await app.call('POST /pipelines/deployed-endpoint/{id}/key', {
      as: manager,
      params,
      body: { name: 'SLOW' },
    })
    expect(twice.code).toBe(40900)
  })
})

describe('several servers', () => {
  it('what one publishes another serves within seconds, and goes on to serve while it is published again', async () => {
    const other = await openApp(app.platform, {
      databaseUrl: app.platform.databaseUrl,
      parts: { api: false, worker: false, realtime: true },
    })
    try {
      const at = `http://127.0.0.1:${await other.listen('127.0.0.1', 0)}`
      const { endpoint, component, pipeline } = await published()
      const headers = await session()
      const call = () => post(endpoint, { price: { amount: 3 } }, headers, `${at}/runtime/v1`)
      await expect.poll(call, soon).toEqual({ status: 200, body: { price: { amount: 6 } } })
      await app.services.components.save(manager, {
        _id: component._id,
        name: component.name,
        sys_version: component.sys_version,
        jsCode: 'ctx.output = { price: { amount: 7 } }',
      })
      expect((await call()).body).toEqual({ price: { amount: 6 } })
      const statuses = new Set<number>()
      let last: unknown
      const publishing = publish(pipeline._id)
      const end = Date.now() + 10_000
      while (JSON.stringify(last) !== '{"price":{"amount":7}}' && Date.now() < end) {
        const answers = await Promise.all([call(), call(), call()])
        for (const { status } of answers) statuses.add(status)
        last = answers[0]?.body
      }
      await publishing
      expect(last).toEqual({ price: { amount: 7 } })
      expect([...statuses]).toEqual([200])
      expect((await fetch(`${at}/readyz`)).status).toBe(200)
      expect((await fetch(`${at}/api/importer/v1/brands/list`)).status).toBe(404)
      await app.call('DELETE /pipelines/deployed-endpoint', { as: manager, query: { id: endpoint._id } })
      await expect.poll(async () => (await call()).status, soon).toBe(404)
    } finally {
      await other.close(2000)
    }
  })
})
