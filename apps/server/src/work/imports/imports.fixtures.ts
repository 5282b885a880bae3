import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  apiRoot,
  type Body,
  type CallName,
  type ComponentInput,
  type DataSink,
  type DataSource,
  type Envelope,
  type JsonSchema,
  listOfSchema,
  type PipelineInput,
  type Reply,
  type Role,
  tokenHeader,
  type Upload,
} from '@millrace/contract'
import type { RunnerLimits } from '@millrace/engine'
import { type App, openApp } from '../../entry/app.ts'
import { createPgBossQueue } from '../../platform/queue/pg-boss-queue.ts'
import {
  freshName,
  makeLookups,
  makeUserOfEachRole,
  testPassword,
  type TestUser,
} from '../../test-support/factories.ts'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'

/** A person at the API: real calls over HTTP with a real session. */
export type Person = TestUser & {
  token: string
  /** The whole envelope, for refusals. */
  ask<N extends CallName>(
    name: N,
    input?: { query?: Record<string, string>; body?: Body<N> | FormData },
  ): Promise<Envelope<Reply<N>>>
  /** `data` of a successful call; fails on any other code. */
  call<N extends CallName>(
    name: N,
    input?: { query?: Record<string, string>; body?: Body<N> | FormData },
  ): Promise<Reply<N>>
}

export type ImportWorld = Awaited<ReturnType<typeof makeImportWorld>>

/** A whole server on a database of its own: HTTP and live socket on a free port, workers unless told otherwise. */
export async function makeImportWorld(
  options: { worker?: boolean; realtime?: boolean; platform?: TestPlatform; runnerLimits?: Partial<RunnerLimits> } = {},
) {
  const platform = options.platform ?? (await createTestPlatform())
  const worker = options.worker ?? true
  const { databaseUrl } = platform
  const parts = { api: true, worker, realtime: options.realtime ?? false }
  const { runnerLimits } = options
  const app: App = await openApp(platform, { databaseUrl, parts, checkReplies: true, runnerLimits })
  const port = await app.listen('127.0.0.1', 0)
  const url = `http://127.0.0.1:${port}`
  const users = await makeUserOfEachRole(platform.db)
  const people = {} as Record<Role, Person>
  for (const [role, user] of Object.entries(users)) people[role as Role] = await signIn(url, user)
  return {
    platform,
    app,
    url,
    people,
    classes: await makeLookups(platform.db),
    ...app.services,
    async close() {
      await app.close(5000)
      await platform.close()
    },
  }
}

/** A second API process in all but name: services, queue and HTTP of its own on the same database. */
export async function openSecondServer({ platform }: ImportWorld): Promise<{ url: string; close(): Promise<void> }> {
  const queue = createPgBossQueue({ url: platform.databaseUrl, log: platform.log })
  await queue.start()
  const parts = { api: true, worker: false }
  const app = await openApp({ ...platform, queue }, { databaseUrl: platform.databaseUrl, parts, checkReplies: true })
  const port = await app.listen('127.0.0.1', 0)
  return { url: `http://127.0.0.1:${port}`, close: () => app.close(2000) }
}

/** 1 in the regular run, which tests each guarantee at a tenth of its figure; 10 in `npm run test:guarantees`. */
export const scale = Number(process.env.MILLRACE_TEST_SCALE ?? 1)

async function signIn(url: string, user: TestUser): Promise<Person> {
  const answer = await send(url, 'POST /users/login', { body: { username: user.userName, password: testPassword } })
  if (answer.data === null || !('token' in answer.data)) throw new Error(`no login: ${answer.message}`)
  const token = answer.data.token.value
  const ask: Person['ask'] = (name, input = {}) => send(url, name, input, token)
  return {
    ...user,
    token,
    ask,
    async call(name, input = {}) {
      const envelope = await ask(name, input)
      if (envelope.code !== 20000) throw new Error(`${name}: ${envelope.code} ${envelope.message}`)
      return envelope.data
    },
  }
}

/** One call, answered by the envelope. */
export async function send<N extends CallName>(
  url: string,
  name: N,
  input: { query?: Record<string, string>; body?: Body<N> | FormData },
  token?: string,
): Promise<Envelope<Reply<N>>> {
  return (await (await sendRaw(url, name, input, token)).json()) as Envelope<Reply<N>>
}

/** One call, answered by whatever came: files are no envelope. */
export function sendRaw(
  url: string,
  name: CallName,
  input: { query?: Record<string, string>; body?: unknown },
  token?: string,
): Promise<Response> {
  const [method = 'GET', path = ''] = name.split(' ')
  const address = new URL(apiRoot + path, url)
  for (const [key, value] of Object.entries(input.query ?? {})) address.searchParams.set(key, value)
  const form = input.body instanceof FormData
  return fetch(address, {
    method,
    headers: {
      ...(token === undefined ? {} : { [tokenHeader]: token }),
      ...(input.body === undefined || form ? {} : { 'content-type': 'application/json' }),
    },
    body: input.body === undefined ? undefined : form ? (input.body as FormData) : JSON.stringify(input.body),
  })
}

/** A form as the upload call takes it: content by data sub kind. */
export function uploadForm(
  pipelineId: string | null,
  files: Record<string, { name: string; content: string | Uint8Array<ArrayBuffer> }>,
): FormData {
  const form = new FormData()
  if (pipelineId !== null) form.set('pipelineId', pipelineId)
  for (const [kind, { name, content }] of Object.entries(files)) form.set(kind, new Blob([content]), name)
  return form
}

export const rowSchema: JsonSchema = {
  type: 'object',
  properties: { key: { type: 'string', minLength: 1 }, name: { type: 'string' }, price: { type: 'number' } },
  required: ['key', 'name'],
}

export type FamilyOptions = {
  component?: Partial<ComponentInput>
  sources?: DataSource[]
  sinks?: DataSink[]
  master?: Partial<PipelineInput>
  country?: Partial<PipelineInput>
  schema?: JsonSchema
  countries?: number
}

export const manualSource = (dataSubKind: string, more: Partial<DataSource> = {}): DataSource => ({
  dataSubKind,
  connectorType: 'manual',
  contentType: 'csv',
  dataFromMaster: false,
  enabled: true,
  ...more,
})

/** A component that hands `rows` on as `out`, a master over it and its countries, made by the super-admin. */
export async function makePipelines(world: ImportWorld, options: FamilyOptions = {}) {
  const sam = world.people['super-admin']
  const { brand, locale, productLine, datakind } = world.classes
  const classed = { brand, locale, productLine, datakind }
  const schema = await world.schemas.save(sam, { name: freshName('Row'), jsonSchema: options.schema ?? rowSchema })
  const component = await world.components.save(sam, {
    name: freshName('Copy'),
    kind: 'instruction',
    inputs: [{ name: 'rows', inputSchema: listOfSchema(schema._id) }],
    outputs: [{ name: 'out', outputSchema: listOfSchema(schema._id) }],
    jsCode: 'ctx.output = { out: ctx.input.rows }',
    ...options.component,
  })
  const common = {
    ...classed,
    dataSources: options.sources ?? [manualSource('rows')],
    dataSinks: options.sinks ?? [{ name: 'out', format: 'ndjson' as const }],
  }
  const master = await world.pipelines.save(sam, {
    name: freshName('Master'),
    isMaster: true,
    component: component._id,
    ...common,
    ...options.master,
  })
  const countries = []
  for (let n = 0; n < (options.countries ?? 1); n++) {
    const name = freshName('Country')
    const base = { name, isMaster: false, masterPipeline: master._id, ...common }
    countries.push(await world.pipelines.save(sam, { ...base, ...options.country }))
  }
  const [country] = countries
  if (country === undefined) throw new Error('a family has a country')
  return { schema, component, master, country, countries }
}

export const csv = (rows: number, from = 0): string =>
  `key,name,price\n${Array.from({ length: rows }, (_, i) => `k${from + i},Name ${from + i},${i}.5`).join('\n')}\n`

/** Waits for a condition, asking every 50 ms. @throws Error naming what did not happen */
export async function until<T>(
  what: string,
  condition: () => Promise<T | null | undefined | false>,
  ms = 60_000,
): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const value = await condition()
    if (value !== null && value !== undefined && value !== false) return value
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`)
    await sleep(50)
  }
}

/** Sends one file and waits until it is validated. */
export async function sendFile(
  person: Person,
  pipelineId: string,
  dataSubKind: string,
  content: string | Uint8Array<ArrayBuffer>,
  name = `${dataSubKind}.csv`,
): Promise<Upload> {
  const [upload] = await person.call('POST /uploads', {
    body: uploadForm(pipelineId, { [dataSubKind]: { name, content } }),
  })
  if (upload === undefined) throw new Error('no upload was answered')
  return until(`validation of ${name}`, async () => {
    const [now] = await person.call('GET /uploads/status', { query: { ids: upload._id } })
    return now !== undefined && now.status !== 'validating' ? now : null
  })
}

/** Waits until the import has ended. */
export const ended = (world: ImportWorld, importId: string, ms = 90_000) =>
  until(
    `the end of import ${importId}`,
    async () => {
      const row = await world.platform.db
        .selectFrom('imports')
        .selectAll()
        .where('id', '=', importId)
        .executeTakeFirstOrThrow()
      return ['completed', 'failed', 'aborted'].includes(row.state) ? row : null
    },
    ms,
  )

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
