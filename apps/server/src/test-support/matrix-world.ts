import { listOfSchema, type Role } from '@millrace/contract'
import { newId } from '../platform/database/ids.ts'
import type { TestApp } from './app.ts'
import type { ObjectIds } from './every-call.ts'
import { assignPipeline, makeBadge, makeLookups, makeUser, type TestUser } from './factories.ts'

/** What stands for the whole test file; connections, modules, folders and people are made anew for each message. */
type Kept = Omit<ObjectIds, 'connectionId' | 'moduleId' | 'folderId' | 'personId'>
/** Whose objects are made. */
export type ObjectOwner = 'own' | 'foreign' | 'missing' | 'unwritable'

export type MatrixWorld = {
  sam: TestUser
  /** The usual caller of a role: sees and manages all that is own or unwritable. */
  callerOf(role: Role): Promise<TestUser>
  /** Another of the same rights, for calls that end a session. */
  makeCaller(role: Role): Promise<TestUser>
  /** Ids for one message. */
  objects(side: ObjectOwner): Promise<ObjectIds>
}

/**
 * Pipelines with an ended import and an upload, schemas and components: open ones, ones behind a read badge that nobody
 * holds ('foreign'), and ones behind a write badge ('unwritable'). Whatever is foreign has 'Foreign' in its name.
 */
export async function makeMatrixWorld(app: TestApp): Promise<MatrixWorld> {
  const { db, services } = app
  const sam = await makeUser(db, { role: 'super-admin' })
  const { brand, locale, productLine, dealerKind } = await makeLookups(db)
  const closed = JSON.stringify([[await makeBadge(db)]])
  const adminBadge = await makeBadge(db, undefined, 'admin')
  const pipelines: string[] = []
  const kept = { missing: missing() } as Record<ObjectOwner, Kept>
  for (const side of ['own', 'foreign', 'unwritable'] as const) {
    const name = `${side === 'own' ? 'Own' : side === 'foreign' ? 'Foreign' : 'Unwritable'} one`
    const schema = await services.schemas.save(sam, { name, jsonSchema: { type: 'object' } })
    const component = await services.components.save(sam, {
      name,
      kind: 'instruction',
      inputs: [{ name: 'rows', inputSchema: listOfSchema(schema._id) }],
      outputs: [{ name: 'out', outputSchema: listOfSchema(schema._id) }],
      jsCode: 'ctx.output = { out: ctx.input.rows }',
    })
    const pipeline = await services.pipelines.save(sam, {
      name,
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
    const documents = await db.selectFrom('documents').select(['id', 'kind']).where('name', '=', name).execute()
    const rules = {
      ...(side === 'foreign' && { read_rule: closed }),
      ...(side === 'unwritable' && { write_rule: closed }),
    }
    for (const { id, kind } of documents) {
      if (side !== 'own') await db.updateTable('documents').set(rules).where('id', '=', id).execute()
      if (kind !== 'pipeline') continue
      pipelines.push(id)
      kept[side] = { ...(await withRows(app, id, pipeline._id)), componentId: component._id, schemaId: schema._id }
    }
  }
  const schemasRoot = (await services.folders.root('schema')).id

  async function makeCaller(role: Role): Promise<TestUser> {
    const person = await makeUser(db, { role, badges: [adminBadge] })
    for (const id of pipelines) await assignPipeline(db, person.userId, id)
    return person
  }
  async function makeFolder(side: ObjectOwner): Promise<string> {
    const id = newId()
    const rules = {
      ...(side === 'foreign' && { read_rule: closed }),
      ...(side === 'unwritable' && { write_rule: closed }),
    }
    await db
      .insertInto('folders')
      .values({ id, kind: 'schema', parent_id: schemasRoot, name: id, ...rules })
      .execute()
    return id
  }
  const callers = new Map<Role, Promise<TestUser>>()
  return {
    sam,
    makeCaller,
    callerOf(role) {
      const known = callers.get(role) ?? makeCaller(role)
      callers.set(role, known)
      return known
    },
    async objects(side) {
      const ids = { connectionId: newId(), moduleId: newId() }
      if (side === 'missing') return { ...kept.missing, ...ids, folderId: newId(), personId: newId() }
      const sealed = { secret: app.platform.secrets.seal('x'), masked: '***' }
      await db
        .insertInto('connections')
        .values({ id: ids.connectionId, name: ids.connectionId, type: 'postgresql', ...sealed })
        .execute()
      await db.insertInto('modules').values({ id: ids.moduleId, name: ids.moduleId, version: '1.0.0' }).execute()
      const person = await makeUser(db, { badges: side === 'foreign' ? [] : [adminBadge] })
      return { ...kept[side], ...ids, folderId: await makeFolder(side), personId: person.userId }
    },
  }
}

const missing = (): Kept => ({
  pipelineId: newId(),
  uploadId: newId(),
  importId: newId(),
  jobId: newId(),
  componentId: newId(),
  schemaId: newId(),
})

/** An ended import of the pipeline with one upload. */
async function withRows(
  { db, platform }: TestApp,
  documentId: string,
  versionId: string,
): Promise<Pick<Kept, 'pipelineId' | 'uploadId' | 'importId' | 'jobId'>> {
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
  const pending = await platform.files.create()
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
