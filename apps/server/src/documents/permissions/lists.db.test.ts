import { type CallName, docKinds, policy, type Role } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import { ensureBrand, ensureDatakind, ensureLocale, ensureProductLine } from '../lookups/lookups.service.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import type { Message } from '../../test-support/call-messages.ts'
import { assignPipeline, makeBadge, makeUser, type TestUser } from '../../test-support/factories.ts'
import { publishEndpoint, publishListener } from '../../test-support/published.ts'

let app: TestApp
/** Ids of everything that only a super-admin sees; all of it has 'Foreign' in its name as well. */
const foreign = new Set<string>()
const callers = {} as Record<Role, TestUser>
let theirs: { master: string; planId: string; schema: string; component: string }
let own: {
  schema: string
  component: string
  person: string
  master: string
  folder: string
  importId: string
  uploadId: string
}

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  const { db } = app
  const closedBadge = await makeBadge(db)
  const closed = JSON.stringify([[closedBadge]])
  const adminBadge = await makeBadge(db, undefined, 'admin')
  for (const role of ['user', 'manager', 'admin', 'super-admin'] as const) {
    callers[role] = await makeUser(db, { role, badges: [adminBadge], unrestrictedUpload: true })
  }
  const hidden = await makeBadge(db, 'Foreign hidden')
  await db.updateTable('badges').set({ is_hidden: true }).where('id', '=', hidden).execute()
  foreign.add(hidden)
  foreign.add(await makeConnection('Foreign', [closedBadge]))
  await makeConnection('Own', [])
  const mine = await makeSide('Own', null)
  const other = await makeSide('Foreign', closed)
  for (const id of Object.values(other)) foreign.add(id)
  theirs = other
  // One country of one's own master, and one name in its plan, is foreign.
  const odd = await makeCountry('Foreign country of an own master', mine)
  await db.updateTable('documents').set({ read_rule: closed }).where('id', '=', odd.countryDocument).execute()
  for (const id of Object.values(odd)) foreign.add(id)
  await db
    .updateTable('jobs')
    .set({ list_pipelines: [mine.country, odd.country] })
    .where('id', '=', mine.planId)
    .execute()
  const stranger = await makeNamed('Foreign', [])
  foreign.add(stranger)
  const person = await makeNamed('Owned', [adminBadge])
  const pipelines = await db.selectFrom('documents').select('id').where('kind', '=', 'pipeline').execute()
  // Assigned to everybody, since being assigned alone shows nothing.
  for (const userId of [callers.user.userId, person]) {
    for (const { id } of pipelines) await assignPipeline(db, userId, id)
  }
  own = { ...mine, person }
})
afterAll(() => app.close())

async function makeNamed(firstName: string, badges: string[]): Promise<string> {
  const { userId } = await makeUser(app.db, { badges })
  const names = { first_name: firstName, user_name: `${firstName}.${userId}`.toLowerCase() }
  await app.db.updateTable('users').set(names).where('id', '=', userId).execute()
  return userId
}

async function makeConnection(side: string, badges: string[]): Promise<string> {
  const id = newId()
  const sealed = { secret: app.platform.secrets.seal('x'), masked: '***' }
  await app.db
    .insertInto('connections')
    .values({ id, name: `${side} connection`, type: 'postgresql', badges, ...sealed })
    .execute()
  return id
}

type Classed = { brand: string; locale: string; productLine: string; datakind: string }
const classedBy = new Map<string, Classed>()

/** Folders, documents, a plan, an import and an upload, all named after the side and behind the rule. */
async function makeSide(side: 'Own' | 'Foreign', rule: string | null) {
  const { db, services } = app
  const sam = callers['super-admin']
  const classed = {
    brand: await ensureBrand(db, `${side} brand`),
    locale: await ensureLocale(
      db,
      side === 'Own' ? { language: 'fr', country: 'FR' } : { language: 'de', country: 'AT' },
    ),
    productLine: await ensureProductLine(db, side, `${side} line`),
    datakind: await ensureDatakind(db, `${side} kind`),
  }
  const folders = {} as Record<(typeof docKinds)[number], string>
  for (const kind of docKinds) {
    folders[kind] = (await services.folders.create(sam, { name: `${side} folder`, kind, parent: null })).id
    if (rule !== null)
      await db.updateTable('folders').set({ read_rule: rule }).where('id', '=', folders[kind]).execute()
  }
  const schema = await services.schemas.save(sam, {
    name: `${side} schema`,
    folder: folders.schema,
    jsonSchema: { type: 'object' },
  })
  const component = await services.components.save(sam, {
    name: `${side} component`,
    folder: folders.component,
    kind: 'function',
  })
  const master = await services.pipelines.save(sam, {
    name: `${side} master`,
    folder: folders.pipeline,
    isMaster: true,
    component: component._id,
    ...classed,
  })
  classedBy.set(master._id, classed)
  const country = await makeCountry(`${side} country`, { master: master._id, folder: folders.pipeline })
  const documentId = await documentOf(master._id)
  const published = { endpointId: newId(), endpointKeyId: newId(), listenerId: newId() }
  await publishEndpoint(app, published, master._id)
  await publishListener(app, published.listenerId, master._id)
  const starter = await makeNamed(side, [])
  const who = { user_id: starter, user_name: `${side}.starter`.toLowerCase() }
  const pipeline = { pipeline_id: documentId, version_id: master._id }
  const planId = newId()
  const uploadId = newId()
  const ids = { importId: newId(), pending: newId() }
  const due = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('jobs')
    .values({
      id: planId,
      kind: 'repeat',
      repeat_pattern: 'H 1',
      time_zone: 'UTC',
      next_due_at: due,
      ...pipeline,
      ...who,
    })
    .execute()
  for (const [id, state] of [
    [ids.importId, 'completed'],
    [ids.pending, 'pending'],
  ] as const) {
    const success = state === 'completed' ? true : null
    const scheduled = { scheduled_at: state === 'completed' ? new Date() : due }
    const names = { first_name: side, last_name: 'Starter' }
    await db
      .insertInto('imports')
      .values({ id, job_id: planId, kind: 'repeat', state, success, ...scheduled, ...names, ...pipeline, ...who })
      .execute()
  }
  const file = { file_key: uploadId, size: 1, sha256: '', original_filename: `${side}.csv` }
  await db
    .insertInto('uploads')
    .values({ id: uploadId, status: 'valid', data_sub_kind: 'rows', origin: 'source', ...file, ...pipeline })
    .execute()
  return {
    folder: folders.pipeline,
    schemaFolder: folders.schema,
    componentFolder: folders.component,
    schema: schema._id,
    component: component._id,
    master: master._id,
    documentId,
    ...country,
    planId,
    uploadId,
    ...ids,
    ...published,
    starter,
    ...classed,
  }
}

async function makeCountry(name: string, { master, folder }: { master: string; folder: string }) {
  const classed = classedBy.get(master)
  if (classed === undefined) throw new Error('the master is not known')
  const made = await app.services.pipelines.save(callers['super-admin'], {
    name,
    folder,
    isMaster: false,
    masterPipeline: master,
    ...classed,
  })
  return { country: made._id, countryDocument: await documentOf(made._id) }
}

const documentOf = async (versionId: string): Promise<string> =>
  (
    await app.db
      .selectFrom('document_versions')
      .select('document_id as id')
      .where('id', '=', versionId)
      .executeTakeFirstOrThrow()
  ).id

/** Every call whose answer lists things, with messages that name nothing foreign. */
const lists: Partial<Record<CallName, () => Message[]>> = {
  'GET /users/pipelines': () => [{}],
  'GET /pipelines': () => [{}],
  'GET /pipelines/masters': () => [{}],
  'GET /pipelines/deployed-endpoint': () => [{}],
  'GET /pipelines/deployed-listener': () => [{}],
  'GET /folders/tree': () => [{ query: { kind: 'pipeline' } }],
  'GET /imports/listScheduled': () => [{}],
  'GET /imports/latest': () => [{}],
  'POST /imports/listAll': () => [
    { body: { pageNumber: 1, nbItemsPerPage: 100 } },
    { body: { pageNumber: 1, nbItemsPerPage: 100, pending: true } },
    { body: { pageNumber: 1, nbItemsPerPage: 100, grouped: true } },
  ],
  'GET /imports/listAllFilters': () => [{}],
  'GET /users': () => [{}],
  'POST /users/export': () => [{ body: {} }],
  'GET /users/pipelinesFor': () => [{}, { query: { id: own.person } }],
  'GET /tags/list': () => [{}],
  'GET /schemas': () => [{ query: { ids: [own.schema, theirs.schema].join(',') } }],
  'GET /schemas/list': () => [{}],
  'GET /components': () => [{ query: { ids: [own.component, theirs.component].join(',') } }],
  'GET /components/list': () => [{}],
  'GET /documents/usages': () => [{ query: { id: own.schema } }],
  'GET /components/{id}/dependencies': () => [{ params: { id: own.component } }],
  'GET /database-connections/usable': () => [{}],
  'GET /imports/job': () => [{ query: { pipelineId: own.master } }],
  'GET /imports/pipeline': () => [{ query: { pipelineId: own.master } }],
  'GET /uploads/last-all': () => [{ query: { pipelineId: own.master } }],
  'GET /uploads/status': () => [{ query: { ids: own.uploadId } }],
  'GET /uploads/import': () => [{ query: { importId: own.importId } }],
  'GET /uploads/senders': () => [{ query: { ids: own.uploadId } }],
  'GET /imports/upload': () => [{ query: { uploadId: own.uploadId } }],
  'GET /logs/jobs': () => [{ query: { id: own.importId } }],
  'GET /logs/uploads': () => [{ query: { ids: own.uploadId } }],
  'POST /permissions/preview-user': () => [
    { body: { userId: own.person, role: 'manager' } },
    { body: { userId: own.person, isActive: false } },
  ],
  'POST /permissions/preview-document': () => [
    { body: { id: own.folder, type: 'folder', tags: { read: [], write: [] } } },
  ],
}

describe('S3 lists', () => {
  it('every call that answers a list is tried here', () => {
    const named = Object.entries(policy).filter(([, { object }]) => object.startsWith('list of '))
    expect(Object.keys(lists)).toEqual(expect.arrayContaining(named.map(([call]) => call)))
  })

  for (const [name, make] of Object.entries(lists)) {
    const call = name as CallName
    const { roles } = policy[call]
    if (roles === 'public') continue
    for (const role of roles) {
      it(`${call} answers ${role} ${role === 'super-admin' ? 'everything' : 'nothing foreign'}`, async () => {
        let found = 0
        for (const message of make()) {
          const response = await app.fetchCall(call, { as: callers[role], ...message })
          const text = await response.text()
          const isFile = response.headers.get('content-type')?.startsWith('text/csv') === true
          if (!isFile) expect((JSON.parse(text) as { code: number }).code, text).toBe(20000)
          const told = [...foreign].filter((id) => text.includes(id))
          found += told.length + (/foreign/i.test(text) ? 1 : 0)
          if (role === 'super-admin') continue
          expect(told, text).toEqual([])
          expect(text).not.toMatch(/foreign/i)
        }
        // What a super-admin is told shows that there is something to find.
        if (role === 'super-admin' && policy[call].object.startsWith('list of ')) expect(found).toBeGreaterThan(0)
      })
    }
  }

  for (const kind of ['schema', 'component']) {
    for (const role of ['manager', 'admin'] as const) {
      it(`GET /folders/tree of kind ${kind} answers ${role} nothing foreign`, async () => {
        const { data } = await app.call('GET /folders/tree', { as: callers[role], query: { kind } })
        expect(JSON.stringify(data)).toContain('Own folder')
        expect(JSON.stringify(data)).not.toMatch(/foreign/i)
      })
    }
  }

  it('versions: every version that a list names opens for the person it was named to', async () => {
    for (const role of ['user', 'manager', 'admin'] as const) {
      const tree = await app.call('GET /folders/tree', { as: callers[role], query: { kind: 'pipeline' } })
      const versions = [...JSON.stringify(tree.data).matchAll(/"_id":"([^"]+)"/g)].map(([, id]) => id ?? '')
      const items = (await app.call('GET /pipelines', { as: callers[role] })).data
      const named = [
        ...versions,
        ...items.flatMap((item) => [item._id, ...(item.countryPipelines ?? []).map((c) => c._id)]),
      ]
      expect(named.length).toBeGreaterThan(0)
      for (const id of named) {
        const { code } = await app.call('GET /uploads/last-all', { as: callers[role], query: { pipelineId: id } })
        expect(code, `${role} ${id}`).toBe(20000)
      }
    }
  })

  // Last, because the id of its master is in every list from here on (PIC-011).
  it('a country in the chain of a master that is not seen is told nothing of the plan', async () => {
    const country = await makeCountry('Country of another master', { master: theirs.master, folder: own.folder })
    for (const { userId } of Object.values(callers)) await assignPipeline(app.db, userId, country.countryDocument)
    await app.db
      .insertInto('imports')
      .values({
        id: newId(),
        job_id: theirs.planId,
        kind: 'sequential',
        state: 'sequential',
        pipeline_id: country.countryDocument,
        version_id: country.country,
        scheduled_at: new Date(),
        user_id: newId(),
        user_name: 'x.y',
        first_name: 'X',
        last_name: 'Y',
      })
      .execute()
    const current = (role: Role) =>
      app.call('GET /imports/job', { as: callers[role], query: { pipelineId: country.country } })
    for (const role of ['user', 'manager'] as const) {
      expect((await current(role)).data).toMatchObject({ imp: { state: 'sequential' }, job: null })
    }
    expect((await current('super-admin')).data.job).toMatchObject({ _id: theirs.planId })
  })
})
