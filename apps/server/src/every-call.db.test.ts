import { listOfSchema, type Role } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from './database/ids.ts'
import { startTestApp, type TestApp } from './test-support/app.ts'
import { everyCallWithEveryRole, messages, type Objects } from './test-support/every-call.ts'
import {
  assignPipeline,
  makeBadge,
  makeLookups,
  makeUser,
  makeUserOfEachRole,
  type TestUser,
} from './test-support/factories.ts'

let app: TestApp
/** Somebody new for each case: logging out ends a session, and no case may lean on another. */
async function makePerson(role: Role): Promise<TestUser> {
  const person = await makeUser(app.db, { role, badges: [adminBadge] })
  for (const id of documents) await assignPipeline(app.db, person.userId, id)
  return person
}
/** The documents of the own and the foreign pipeline. */
const documents: string[] = []
type Kept = Omit<Objects, 'connectionId' | 'moduleId' | 'folderId' | 'personId'>
let schemasRoot: string
let closedRule: string[][]
/** Of the callers and the people in their scope. */
let adminBadge: string
const objects = {
  missing: { pipelineId: newId(), uploadId: newId(), importId: newId(), jobId: newId(), componentId: newId() },
} as Record<'own' | 'foreign' | 'missing', Kept>

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  const { db, services } = app
  const sam = (await makeUserOfEachRole(db))['super-admin']
  const { brand, locale, productLine, dealerKind } = await makeLookups(db)
  const badge = await makeBadge(db)
  adminBadge = await makeBadge(db, undefined, 'admin')
  const schema = await services.schemas.save(sam, {
    name: 'Row',
    jsonSchema: { type: 'object', properties: { key: { type: 'string' } } },
  })
  const component = await services.components.save(sam, {
    name: 'Copy',
    kind: 'instruction',
    inputs: [{ name: 'rows', inputSchema: listOfSchema(schema._id) }],
    outputs: [{ name: 'out', outputSchema: listOfSchema(schema._id) }],
    jsCode: 'ctx.output = { out: ctx.input.rows }',
  })
  for (const which of ['own', 'foreign'] as const) {
    const pipeline = await services.pipelines.save(sam, {
      name: `Pipeline ${which}`,
      isMaster: true,
      component: component._id,
      brand,
      locale,
      productLine,
      datakind: dealerKind,
      dataSources: [
        { dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv', dataFromMaster: false, enabled: true },
      ],
      dataSinks: [{ name: 'out' }],
    })
    const { document_id: id } = await db
      .selectFrom('document_versions')
      .select('document_id')
      .where('id', '=', pipeline._id)
      .executeTakeFirstOrThrow()
    documents.push(id)
    const own = which === 'own' ? component : await services.components.save(sam, { name: 'Foreign', kind: 'function' })
    objects[which] = { ...(await withRows(id, pipeline._id)), componentId: own._id }
  }
  closedRule = [[badge]]
  schemasRoot = (await services.folders.root('schema')).id
  await db
    .updateTable('documents')
    .set({ read_rule: JSON.stringify(closedRule) })
    .where((where) => where.or([where('id', '=', documents[1] ?? ''), where('name', '=', 'Foreign')]))
    .execute()
})
afterAll(() => app.close())

/** An ended import of the pipeline with one upload. */
async function withRows(documentId: string, versionId: string): Promise<Omit<Kept, 'componentId'>> {
  const { db } = app
  const jobId = newId()
  const ids = { pipelineId: versionId, uploadId: newId(), importId: newId(), jobId }
  const who = { user_id: newId(), user_name: 'x.y' }
  const pipeline = { pipeline_id: documentId, version_id: versionId }
  await db
    .insertInto('jobs')
    .values({ id: jobId, kind: 'immediate', ...pipeline, ...who, time_zone: 'UTC' })
    .execute()
  await db
    .insertInto('imports')
    .values({
      id: ids.importId,
      job_id: jobId,
      kind: 'immediate',
      ...pipeline,
      ...who,
      state: 'completed',
      success: true,
      scheduled_at: new Date(),
      first_name: 'X',
      last_name: 'Y',
    })
    .execute()
  const pending = await app.platform.files.create()
  pending.stream.write('key,name\n')
  const file = await pending.commit(ids.uploadId)
  await db
    .insertInto('uploads')
    .values({
      id: ids.uploadId,
      ...pipeline,
      status: 'valid',
      original_filename: 'rows.csv',
      data_sub_kind: 'rows',
      origin: 'source',
      file_key: file.key,
      size: file.size,
      sha256: file.sha256,
    })
    .execute()
  return ids
}

async function answerOf({ call, role, objects: which }: ReturnType<typeof everyCallWithEveryRole>[number]) {
  const as = role === null ? null : await makePerson(role)
  const connectionId = newId()
  const connection = { id: connectionId, name: connectionId, secret: app.platform.secrets.seal('x'), masked: '***' }
  await app.db
    .insertInto('connections')
    .values({ ...connection, type: 'postgresql' })
    .execute()
  const moduleId = newId()
  await app.db.insertInto('modules').values({ id: moduleId, name: moduleId, version: '1.0.0' }).execute()
  const folderId = newId()
  if (which !== 'missing') {
    const folder = { id: folderId, kind: 'schema' as const, parent_id: schemasRoot, name: folderId }
    const rule = JSON.stringify(which === 'foreign' ? closedRule : [])
    await app.db
      .insertInto('folders')
      .values({ ...folder, read_rule: rule })
      .execute()
  }
  const personId =
    which === 'missing' ? newId() : (await makeUser(app.db, { badges: which === 'own' ? [adminBadge] : [] })).userId
  const named = { ...objects[which], connectionId, moduleId, folderId, personId }
  const response = await app.fetchCall(call, { as, ...messages[call](named) })
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
  return isEnvelope ? ((await response.json()) as { code: number; message: string }) : { code: 20000, message: 'file' }
}

describe('API-007/api every call with every role', () => {
  for (const which of everyCallWithEveryRole()) {
    const { call, role, objects: named, expected } = which
    it(`${call} by ${role ?? 'nobody'} on ${named} objects: ${expected}`, async () => {
      const { code, message } = await answerOf(which)
      if (expected === 'no session') expect(code).toBe(50008)
      else if (expected === 'forbidden') expect([code, message]).toEqual([40300, 'You are not allowed to do this.'])
      else if (expected === 'not found') expect([code, message]).toEqual([40400, 'Document not found'])
      // What may still be in the way of an allowed call is the state of things, such as nothing to run.
      else if (call === 'POST /users/login' || call === 'POST /users/tfa') expect(code).toBe(40100)
      else if (call === 'POST /users/refresh-token') expect(code).toBe(50008)
      else expect([20000, 40000, 40900], message).toContain(code)
    })
  }
})

describe('the roles of the policy', () => {
  const allowed = (call: string, which: string) =>
    everyCallWithEveryRole()
      .filter((each) => each.call === call && each.objects === which && each.expected === 'allowed')
      .map(({ role }) => role)

  it('PRM-001/api PRM-003/api PRM-004/api are those of the specification', () => {
    expect(allowed('POST /imports', 'own')).toEqual(['user', 'manager', 'super-admin'])
    expect(allowed('POST /uploads/export', 'own')).toEqual(['user', 'manager', 'super-admin'])
    expect(allowed('POST /imports/listAll', 'own')).toEqual(['manager', 'super-admin'])
  })
})
