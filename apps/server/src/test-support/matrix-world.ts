import { type DocKind, docKinds, listOfSchema, type Role } from '@millrace/contract'
import { emptyComponent } from '../documents/components/component.content.ts'
import { emptyPipeline } from '../documents/pipelines/pipeline.content.ts'
import type { SchemaContent } from '../documents/schemas/schema.content.ts'
import { newId } from '../platform/database/ids.ts'
import type { TestApp } from './app.ts'
import type { ObjectIds } from './call-messages.ts'
import { assignPipeline, makeBadge, makeLookups, makeUser, type TestUser } from './factories.ts'
import { publishEndpoint, publishListener } from './published.ts'

/** What stands for the whole test file; connections, modules, folders, drafts and people are made anew after each change. */
type Kept = Omit<
  ObjectIds,
  | 'connectionId'
  | 'moduleId'
  | 'testCaseId'
  | 'schemaCaseId'
  | 'pipelineCaseId'
  | 'endpointId'
  | 'endpointKeyId'
  | 'listenerId'
  | 'folderId'
  | 'personId'
  | 'folders'
  | 'drafts'
>
/** Whose objects are made. */
export type ObjectOwner = 'own' | 'foreign' | 'missing' | 'unwritable'

export type MatrixWorld = {
  sam: TestUser
  /** The usual caller of a role: sees and manages all that is own or unwritable. */
  callerOf(role: Role): Promise<TestUser>
  /** Another of the same rights, for calls that end a session. */
  makeCaller(role: Role): Promise<TestUser>
  /** Ids for a message: the same ones until they are renewed. */
  objects(side: ObjectOwner): Promise<ObjectIds>
  /** After a message that may have changed or removed what it names of a side: the next one gets objects of its own. */
  renew(side: ObjectOwner): void
}

/**
 * Pipelines with an ended import and an upload, schemas and components: open ones, ones behind a read badge that nobody
 * holds ('foreign'), and ones behind a write badge ('unwritable'). Whatever is foreign has 'Foreign' in its name.
 */
export async function makeMatrixWorld(app: TestApp): Promise<MatrixWorld> {
  const { db, services } = app
  const sam = await makeUser(db, { role: 'super-admin' })
  const { brand, locale, productLine, dealerKind } = await makeLookups(db)
  const closedBadge = await makeBadge(db)
  const closed = JSON.stringify([[closedBadge]])
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
      endpoints: [{ route: '/rows' }],
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
      kept[side] = {
        ...(await withRows(app, id, pipeline._id)),
        componentId: component._id,
        schemaId: schema._id,
        schemaName: name,
      }
    }
  }
  const roots = {} as Record<DocKind, string>
  for (const kind of docKinds) roots[kind] = (await services.folders.root(kind)).id

  async function makeCaller(role: Role): Promise<TestUser> {
    const person = await makeUser(db, { role, badges: [adminBadge] })
    for (const id of pipelines) await assignPipeline(db, person.userId, id)
    return person
  }
  const rulesOf = (side: ObjectOwner) => ({
    ...(side === 'foreign' && { read_rule: closed }),
    ...(side === 'unwritable' && { write_rule: closed }),
  })
  async function makeFolders(side: ObjectOwner): Promise<Record<DocKind, string>> {
    const ids = newIds()
    const rows = docKinds.map((kind) => ({ id: ids[kind], kind, parent_id: roots[kind], name: ids[kind] }))
    await db
      .insertInto('folders')
      .values(rows.map((row) => ({ ...row, ...rulesOf(side) })))
      .execute()
    return ids
  }
  async function makeDrafts(side: ObjectOwner): Promise<Record<DocKind, string>> {
    const ids = newIds()
    const rows = docKinds.map((kind) => ({ id: ids[kind], kind, folder_id: roots[kind], name: `${side} ${ids[kind]}` }))
    await db
      .insertInto('documents')
      .values(rows.map((row) => ({ ...row, ...rulesOf(side) })))
      .execute()
    await db
      .insertInto('document_versions')
      .values(docKinds.map((kind) => ({ id: ids[kind], document_id: ids[kind], version: 1, content: contents[kind] })))
      .execute()
    await db
      .insertInto('pipeline_versions')
      .values({ version_id: ids.pipeline, is_master: false, is_hidden: false })
      .execute()
    return ids
  }
  async function makeObjects(side: ObjectOwner): Promise<ObjectIds> {
    const ids = {
      connectionId: newId(),
      moduleId: newId(),
      testCaseId: newId(),
      schemaCaseId: newId(),
      pipelineCaseId: newId(),
      endpointId: newId(),
      endpointKeyId: newId(),
      listenerId: newId(),
    }
    if (side === 'missing') {
      const folders = newIds()
      return { ...kept.missing, ...ids, folders, folderId: folders.schema, drafts: newIds(), personId: newId() }
    }
    const sealed = { secret: app.platform.secrets.seal('x'), masked: '***' }
    await db
      .insertInto('connections')
      .values({
        ...{ id: ids.connectionId, name: ids.connectionId, type: 'postgresql', ...sealed },
        badges: side === 'foreign' ? [closedBadge] : [],
      })
      .execute()
    await db.insertInto('modules').values({ id: ids.moduleId, name: ids.moduleId, version: '1.0.0' }).execute()
    const caseOf = async (id: string, versionId: string) => {
      const { document_id } = await db
        .selectFrom('document_versions')
        .select('document_id')
        .where('id', '=', versionId)
        .executeTakeFirstOrThrow()
      const values = { payload: '{"rows":[]}', rt_context: '{}', expected: '{"out":[]}', updated_by: 'x.y' }
      await db
        .insertInto('test_cases')
        .values({ id, document_id, name: id, ...values })
        .execute()
    }
    await caseOf(ids.testCaseId, kept[side].componentId)
    await caseOf(ids.schemaCaseId, kept[side].schemaId)
    await caseOf(ids.pipelineCaseId, kept[side].pipelineId)
    await publishEndpoint(app, ids, kept[side].pipelineId)
    await publishListener(app, ids.listenerId, kept[side].pipelineId)
    const person = await makeUser(db, { badges: side === 'foreign' ? [] : [adminBadge] })
    const folders = await makeFolders(side)
    const drafts = await makeDrafts(side)
    return { ...kept[side], ...ids, folders, folderId: folders.schema, drafts, personId: person.userId }
  }
  const callers = new Map<Role, Promise<TestUser>>()
  const objects = new Map<ObjectOwner, Promise<ObjectIds>>()
  return {
    sam,
    makeCaller,
    callerOf(role) {
      const known = callers.get(role) ?? makeCaller(role)
      callers.set(role, known)
      return known
    },
    objects(side) {
      const known = objects.get(side) ?? makeObjects(side)
      objects.set(side, known)
      return known
    },
    renew: (side) => void objects.delete(side),
  }
}

const missing = (): Kept => ({
  pipelineId: newId(),
  uploadId: newId(),
  importId: newId(),
  jobId: newId(),
  componentId: newId(),
  schemaId: newId(),
  schemaName: newId(),
})

const newIds = (): Record<DocKind, string> => ({ schema: newId(), component: newId(), pipeline: newId() })

const contents: Record<DocKind, string> = {
  schema: JSON.stringify({ format: 1, jsonSchema: { type: 'object' }, addresses: {} } satisfies SchemaContent),
  component: JSON.stringify(emptyComponent),
  pipeline: JSON.stringify(emptyPipeline),
}

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
