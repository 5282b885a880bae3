import { randomUUID } from 'node:crypto'
import { type CallName, type DocKind, docKinds } from '@millrace/contract'

/** What a call is made with in the matrix. */
export type Message = { params?: Record<string, string>; query?: Record<string, string | number>; body?: unknown }

/** Ids a message may name: a pipeline, an upload and an import that belong together, and what stands alone. */
export type ObjectIds = {
  pipelineId: string
  uploadId: string
  importId: string
  jobId: string
  componentId: string
  schemaId: string
  connectionId: string
  moduleId: string
  /** A test case of the component. */
  testCaseId: string
  schemaCaseId: string
  pipelineCaseId: string
  /** What is published of the pipeline. */
  endpointId: string
  endpointKeyId: string
  /** A published listener of the pipeline. */
  listenerId: string
  /** Name of the schema. */
  schemaName: string
  /** A folder of schemas with nothing in it. */
  folderId: string
  /** Folders of each kind with nothing in them. */
  folders: Record<DocKind, string>
  /** A draft of each kind that nothing uses, its document's only version. */
  drafts: Record<DocKind, string>
  /** A person of role user. */
  personId: string
}

/** A name that no document has. */
const freshName = () => `Fresh ${randomUUID()}`

/** A well-formed message for every call, with the given objects in it. */
export const messages: Record<CallName, (objects: ObjectIds) => Message> = {
  'POST /users/login': () => ({ body: { username: 'nobody.here', password: 'Wrong-pass-1' } }),
  'POST /users/tfa': () => ({ body: { _id: 'unknown', code: '123456' } }),
  'POST /users/refresh-token': () => ({ body: { refreshToken: 'unknown' } }),
  'POST /users/create-password': () => ({ body: { password: 'Another-pass-2', token: 'unknown' } }),
  'POST /users/forgotten': () => ({ body: { email: `${randomUUID()}@example.org` } }),
  'GET /users/info': () => ({}),
  'POST /users/logout': () => ({}),
  'GET /users/pipelines': () => ({}),
  'GET /locales/list': () => ({}),
  'GET /brands/list': () => ({}),
  'GET /productlines/list': () => ({}),
  'GET /datakinds/list': () => ({}),
  'GET /pipelines': () => ({}),
  'POST /uploads': ({ pipelineId }) => ({ body: uploadForm(pipelineId) }),
  'GET /uploads/status': ({ uploadId }) => ({ query: { ids: uploadId } }),
  'GET /uploads/last': ({ pipelineId }) => ({ query: { pipelineId, dataSubKind: 'rows' } }),
  'GET /uploads/last-all': ({ pipelineId }) => ({ query: { pipelineId } }),
  'GET /uploads/import': ({ importId }) => ({ query: { importId } }),
  'GET /uploads/senders': ({ uploadId }) => ({ query: { ids: uploadId } }),
  'GET /imports/upload': ({ uploadId }) => ({ query: { uploadId } }),
  'POST /uploads/disable': ({ uploadId }) => ({ body: { uploadId } }),
  'POST /uploads/export': ({ uploadId }) => ({ body: { uploadIds: [uploadId] } }),
  'POST /uploads/rejected': ({ uploadId }) => ({ body: { uploadId, format: 'csv' } }),
  'POST /uploads/table': ({ uploadId }) => ({ body: { uploadId, format: 'csv' } }),
  'GET /uploads/payload': ({ uploadId }) => ({ query: { id: uploadId, n: '1' } }),
  'GET /uploads/record': ({ uploadId }) => ({ query: { id: uploadId, n: '1' } }),
  'GET /uploads/records': ({ uploadId }) => ({ query: { id: uploadId, which: 'first' } }),
  'GET /uploads/findings': ({ uploadId }) => ({ query: { id: uploadId } }),
  'POST /uploads/fetchRealTime': ({ pipelineId }) => ({ body: { pipeline: pipelineId, dataSubKinds: ['rows'] } }),
  'POST /uploads/toJson': () => ({ body: { name: 'a.csv', mimeType: 'text/csv', data: 'YQoxCg==' } }),
  'GET /logs/uploads': ({ uploadId }) => ({ query: { ids: uploadId } }),
  'GET /logs/jobs': ({ importId }) => ({ query: { id: importId } }),
  'GET /imports/pipeline': ({ pipelineId }) => ({ query: { pipelineId } }),
  'GET /imports/latest': () => ({}),
  'POST /imports': ({ pipelineId }) => ({ body: { pipelineId, kind: 'immediate' } }),
  'POST /imports/runAllImport': ({ pipelineId }) => ({ body: { pipelineId } }),
  'GET /imports/job': ({ pipelineId }) => ({ query: { pipelineId } }),
  'POST /imports/plan': ({ pipelineId }) => ({ body: { pipelineId, kind: 'immediate' } }),
  'POST /imports/job': ({ jobId }) => ({ body: { jobId, kind: 'immediate' } }),
  'GET /imports/listScheduled': () => ({}),
  'DELETE /imports/job': ({ jobId }) => ({ query: { jobId } }),
  'DELETE /imports': ({ importId }) => ({ query: { importId } }),
  'POST /imports/abort': ({ importId }) => ({ body: { importId } }),
  'POST /imports/pause': () => ({ body: { reason: 'The warehouse moves' } }),
  'DELETE /imports/pause': () => ({}),
  'POST /imports/listAll': () => ({ body: { pageNumber: 1, nbItemsPerPage: 9 } }),
  'GET /imports/listAllFilters': () => ({}),
  'GET /overview': () => ({}),
  'GET /folders/tree': () => ({ query: { kind: 'pipeline' } }),
  'POST /folders': ({ folderId }) => ({ body: { name: 'Inner', kind: 'schema', parent: folderId } }),
  'DELETE /folders': ({ folderId }) => ({ body: { id: folderId, kind: 'schema' } }),
  'POST /folders/rename': ({ folderId }) => ({ body: { id: folderId, name: 'Renamed' } }),
  'POST /folders/reparent': ({ folderId }) => ({ body: { id: folderId, parentId: folderId } }),
  'POST /schemas/generate': () => ({ body: example }),
  'POST /schemas/infer': () => ({ body: { examples: [example] } }),
  'GET /documents/usages': ({ schemaId }) => ({ query: { id: schemaId } }),
  'GET /documents/content': ({ schemaId }) => ({ query: { id: schemaId } }),
  'GET /schemas/byname': ({ schemaName }) => ({ query: { name: schemaName } }),
  'GET /pipelines/id': ({ pipelineId }) => ({ query: { id: pipelineId } }),
  'GET /schemas': ({ schemaId }) => ({ query: { ids: schemaId } }),
  'GET /schemas/find': ({ schemaId }) => ({ query: { id: schemaId } }),
  'GET /schemas/list': () => ({}),
  'POST /schemas': ({ folders }) => ({ body: { name: freshName(), folder: folders.schema } }),
  'DELETE /schemas': ({ drafts }) => ({ query: { id: drafts.schema } }),
  'POST /schemas/reparent': ({ drafts, folders }) => ({ body: { id: drafts.schema, parentId: folders.schema } }),
  'GET /schemas/version': ({ schemaId }) => ({ query: { id: schemaId } }),
  'POST /schemas/version/lock': ({ drafts }) => ({ body: { id: drafts.schema } }),
  'POST /schemas/version/new': ({ drafts }) => ({ body: { id: drafts.schema } }),
  'POST /schemas/version/compute': ({ drafts }) => ({ body: { id: drafts.schema } }),
  'POST /schemas/version/update': ({ drafts }) => ({ body: { update_data: { old: { _id: drafts.schema } } } }),
  'POST /schemas/version/delete': ({ drafts }) => ({ body: { id: drafts.schema } }),
  'GET /components': ({ componentId }) => ({ query: { ids: componentId } }),
  'GET /components/find': ({ componentId }) => ({ query: { id: componentId } }),
  'GET /components/list': () => ({}),
  'POST /components': ({ folders }) => ({ body: { name: freshName(), folder: folders.component } }),
  'DELETE /components': ({ drafts }) => ({ query: { id: drafts.component } }),
  'POST /components/reparent': ({ drafts, folders }) => ({
    body: { id: drafts.component, parentId: folders.component },
  }),
  'GET /components/version': ({ componentId }) => ({ query: { id: componentId } }),
  'POST /components/version/lock': ({ drafts }) => ({ body: { id: drafts.component } }),
  'POST /components/version/new': ({ drafts }) => ({ body: { id: drafts.component } }),
  'POST /components/version/compute': ({ drafts }) => ({ body: { id: drafts.component } }),
  'POST /components/version/update': ({ drafts }) => ({ body: { update_data: { old: { _id: drafts.component } } } }),
  'POST /components/version/delete': ({ drafts }) => ({ body: { id: drafts.component } }),
  'GET /pipelines/masters': () => ({}),
  'GET /pipelines/pipelinesOfMaster': ({ pipelineId }) => ({ query: { id: pipelineId } }),
  'POST /pipelines/compareDataStream': ({ pipelineId }) => ({ body: { id: pipelineId } }),
  'POST /pipelines': ({ folders }) => ({ body: { name: freshName(), folder: folders.pipeline } }),
  'DELETE /pipelines': ({ drafts }) => ({ query: { id: drafts.pipeline } }),
  'POST /pipelines/reparent': ({ drafts, folders }) => ({ body: { id: drafts.pipeline, parentId: folders.pipeline } }),
  'GET /pipelines/version': ({ pipelineId }) => ({ query: { id: pipelineId } }),
  'GET /pipelines/countries': ({ pipelineId }) => ({ query: { id: pipelineId } }),
  'POST /pipelines/countries/take-over': ({ drafts }) => ({
    body: { country: drafts.pipeline, sys_version: 1, pointers: ['/brand'] },
  }),
  'POST /pipelines/countries/roll-out': ({ drafts }) => ({
    body: { master: drafts.pipeline, sys_version: 1, countries: [{ id: drafts.pipeline, sys_version: 1 }] },
  }),
  'POST /pipelines/version/lock': ({ drafts }) => ({ body: { id: drafts.pipeline } }),
  'POST /pipelines/version/new': ({ drafts }) => ({ body: { id: drafts.pipeline } }),
  'POST /pipelines/version/compute': ({ drafts }) => ({ body: { id: drafts.pipeline } }),
  'POST /pipelines/version/update': ({ drafts }) => ({ body: { update_data: { old: { _id: drafts.pipeline } } } }),
  'GET /pipelines/version/mass-compute': () => ({ query: { kind: 'lock' } }),
  // Nothing to do: the calls answer when all is through, and here nobody is at work.
  'POST /pipelines/version/mass-update': () => ({ body: { ids: [] } }),
  'POST /pipelines/version/mass-lock': () => ({ body: { ids: [] } }),
  'GET /pipelines/version/mass-runs': () => ({ query: { kind: 'update' } }),
  'POST /pipelines/version/delete': ({ drafts }) => ({ body: { id: drafts.pipeline } }),
  'POST /components/{id}/generate': ({ componentId }) => ({ params: { id: componentId } }),
  'POST /components/{id}/execute': ({ componentId }) => ({
    params: { id: componentId },
    body: { payload: { rows: [] }, rt_context: {} },
  }),
  'GET /components/{id}/dependencies': ({ componentId }) => ({ params: { id: componentId } }),
  'GET /components/test-cases': ({ componentId }) => ({ query: { id: componentId } }),
  'POST /components/test-cases': ({ componentId }) => ({ body: { id: componentId, name: freshName() } }),
  'DELETE /components/test-cases': ({ testCaseId }) => ({ query: { id: testCaseId } }),
  'POST /components/test-cases/run': ({ componentId, testCaseId }) => ({
    body: { id: componentId, cases: [testCaseId] },
  }),
  'POST /components/test-cases/needed': ({ componentId }) => ({ body: { id: componentId, needed: false } }),
  'GET /schemas/test-cases': ({ schemaId }) => ({ query: { id: schemaId } }),
  'POST /schemas/test-cases': ({ schemaId }) => ({ body: { id: schemaId, name: freshName() } }),
  'DELETE /schemas/test-cases': ({ schemaCaseId }) => ({ query: { id: schemaCaseId } }),
  'POST /schemas/test-cases/run': ({ schemaId, schemaCaseId }) => ({ body: { id: schemaId, cases: [schemaCaseId] } }),
  'POST /schemas/test-cases/needed': ({ schemaId }) => ({ body: { id: schemaId, needed: false } }),
  'POST /schemas/test-cases/try': ({ schemaId }) => ({ body: { id: schemaId, payload: {} } }),
  'GET /pipelines/test-cases': ({ pipelineId }) => ({ query: { id: pipelineId } }),
  'POST /pipelines/test-cases': ({ pipelineId }) => ({ body: { id: pipelineId, name: freshName() } }),
  'DELETE /pipelines/test-cases': ({ pipelineCaseId }) => ({ query: { id: pipelineCaseId } }),
  'POST /pipelines/test-cases/run': ({ pipelineId, pipelineCaseId }) => ({
    body: { id: pipelineId, cases: [pipelineCaseId] },
  }),
  'POST /pipelines/test-cases/needed': ({ pipelineId }) => ({ body: { id: pipelineId, needed: false } }),
  'POST /pipelines/preview-source': ({ pipelineId }) => ({
    body: { id: pipelineId, source: exampleSource, file: example },
  }),
  'POST /pipelines/try-source': ({ pipelineId }) => ({ body: { id: pipelineId, source: exampleSource } }),
  'POST /pipelines/check-sink': ({ pipelineId }) => ({ body: { id: pipelineId, sink: { name: 'out' } } }),
  'POST /pipelines/look-at-file': () => ({ body: { file: example } }),
  'POST /pipelines/from-file': ({ folders }) => ({ body: pipelineFromFile(folders) }),
  'POST /pipelines/test-cases/try': ({ pipelineId }) => ({ body: { id: pipelineId, payload: {} } }),
  'POST /pipelines/publish-listener': ({ pipelineId }) => ({ body: { id: pipelineId } }),
  'GET /pipelines/deployed-listener': () => ({}),
  'GET /pipelines/deployed-listener/{id}': ({ listenerId }) => ({ params: { id: listenerId } }),
  'DELETE /pipelines/deployed-listener': ({ listenerId }) => ({ query: { id: listenerId } }),
  'POST /pipelines/deployed-listener/{id}/pause': ({ listenerId }) => ({
    params: { id: listenerId },
    body: { paused: true },
  }),
  'GET /pipelines/deployed-listener/{id}/messages': ({ listenerId }) => ({
    params: { id: listenerId },
    query: { state: 'held' },
  }),
  'POST /pipelines/deployed-listener/{id}/messages/resume': ({ listenerId }) => ({
    params: { id: listenerId },
    body: { ids: ['unknown'] },
  }),
  'POST /pipelines/deployed-listener/{id}/messages/drop': ({ listenerId }) => ({
    params: { id: listenerId },
    body: { ids: ['unknown'] },
  }),
  'POST /pipelines/deployed-listener/try': ({ pipelineId }) => ({ body: { id: pipelineId, message: '{}' } }),
  'POST /components/{id}/compareLocked': ({ drafts }) => ({ params: { id: drafts.component } }),
  'POST /pipelines/publish-endpoint': ({ pipelineId }) => ({ body: { id: pipelineId } }),
  'GET /pipelines/deployed-endpoint': () => ({}),
  'GET /pipelines/deployed-endpoint/{id}': ({ endpointId }) => ({ params: { id: endpointId } }),
  'DELETE /pipelines/deployed-endpoint': ({ endpointId }) => ({ query: { id: endpointId } }),
  'GET /pipelines/deployed-endpoint/{id}/keys': ({ endpointId }) => ({ params: { id: endpointId } }),
  'POST /pipelines/deployed-endpoint/{id}/key': ({ endpointId }) => ({
    params: { id: endpointId },
    body: { name: freshName() },
  }),
  'DELETE /pipelines/deployed-endpoint/{id}/key': ({ endpointId, endpointKeyId }) => ({
    params: { id: endpointId },
    query: { keyId: endpointKeyId },
  }),
  'GET /pipelines/deployed-endpoint/{id}/calls': ({ endpointId }) => ({ params: { id: endpointId } }),
  'GET /pipelines/get-runtime-api-url': () => ({}),
  'GET /database-connections': () => ({}),
  'POST /database-connections': () => ({ body: connection }),
  'PUT /database-connections': ({ connectionId }) => ({ body: { ...connection, _id: connectionId } }),
  'DELETE /database-connections/{id}': ({ connectionId }) => ({ params: { id: connectionId } }),
  'POST /database-connections/test': () => ({ body: connection }),
  'GET /database-connections/usable': () => ({}),
  'GET /database-connections/tables': ({ connectionId }) => ({ query: { id: connectionId } }),
  'GET /allowed-modules': () => ({}),
  'POST /allowed-modules': () => ({ body: { name: 'left-pad', version: '1.3.0' } }),
  'PUT /allowed-modules': ({ moduleId }) => ({ body: { _id: moduleId, name: 'left-pad', version: '1.3.1' } }),
  'DELETE /allowed-modules/{id}': ({ moduleId }) => ({ params: { id: moduleId } }),
  'POST /allowed-modules/{id}/install': ({ moduleId }) => ({ params: { id: moduleId } }),
  'GET /tags/list': () => ({}),
  'POST /tags': () => ({ body: { name: 'Everywhere', type: 'project' } }),
  'DELETE /tags': () => ({ query: { ids: 'unknown' } }),
  'GET /tags/cache-reload': () => ({}),
  'POST /tags/update-document-tags': ({ folderId }) => ({
    body: { id: folderId, tags: { read: [], write: [] }, type: 'folder' },
  }),
  'GET /audit': () => ({}),
  'GET /audit/filters': () => ({}),
  'POST /audit/export': () => ({ body: { format: 'ndjson' } }),
  'GET /permissions/explain': ({ personId, folderId }) => ({
    query: { userId: personId, kind: 'folder', id: folderId, action: 'read' },
  }),
  'POST /permissions/preview-document': ({ folderId }) => ({
    body: { id: folderId, type: 'folder', tags: { read: [], write: [] } },
  }),
  'POST /permissions/preview-user': ({ personId }) => ({ body: { userId: personId, project_tags: [] } }),
  'GET /users': () => ({}),
  'POST /users': ({ personId }) => ({
    body: { _id: personId, firstName: 'Zoe', lastName: 'Other', email: `${personId}@example.org`, role: 'user' },
  }),
  'POST /users/toggle': ({ personId }) => ({ body: { ids: [personId], enabled: false } }),
  'POST /users/assign': ({ personId }) => ({ body: { ids: [personId], give: {}, take: {} } }),
  'DELETE /users': ({ personId }) => ({ query: { ids: personId } }),
  'POST /users/reset-password': ({ personId }) => ({ body: { id: personId } }),
  'POST /users/reset-tfa': ({ personId }) => ({ body: { id: personId } }),
  'POST /users/invite': ({ personId }) => ({ body: { id: personId } }),
  'POST /users/invitation-link': ({ personId }) => ({ body: { id: personId } }),
  'POST /users/export': () => ({ body: {} }),
  'GET /users/pipelinesFor': ({ personId }) => ({ query: { id: personId } }),
}

const example = { omitStartingArray: true, name: 'a.csv', mimeType: 'text/csv', data: 'YQoxCg==' }
const exampleSource = { dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv' }
const pipelineFromFile = (folders: Record<DocKind, string>) => ({
  file: example,
  schema: { name: freshName(), folder: folders.schema },
  component: { name: freshName(), folder: folders.component },
  pipeline: { name: freshName(), folder: folders.pipeline },
  country: freshName(),
  ...{ port: 'rows', format: 'csv', brand: null, locale: null, productLine: null, datakind: null },
})
const connection = { name: 'shop', type: 'postgresql', cnxString: 'postgres://a:b@127.0.0.1:1/shop' }

function uploadForm(pipelineId: string): FormData {
  const form = new FormData()
  form.set('pipelineId', pipelineId)
  form.set('rows', new Blob(['key,name\n1,one\n']), 'rows.csv')
  return form
}

const rules = { read: [], write: [] }
const documents = {
  pipeline: ({ pipelineId }: ObjectIds) => pipelineId,
  schema: ({ schemaId }: ObjectIds) => schemaId,
  component: ({ componentId }: ObjectIds) => componentId,
}
/** The same message for a document of each kind. */
const ofEachKind = (message: (kind: DocKind, id: string, objects: ObjectIds) => Message) =>
  Object.fromEntries(
    docKinds.map((kind) => [`a ${kind}`, (objects: ObjectIds) => message(kind, documents[kind](objects), objects)]),
  )

const savedDraft =
  (kind: DocKind) =>
  ({ drafts }: ObjectIds): Message => ({ body: { _id: drafts[kind], name: freshName(), sys_version: 1 } })

/** Other messages of calls that name things of more than one kind. */
export const otherMessages: Partial<Record<CallName, Record<string, (objects: ObjectIds) => Message>>> = {
  'GET /documents/usages': ofEachKind((_kind, id) => ({ query: { id } })),
  'GET /documents/content': ofEachKind((_kind, id) => ({ query: { id } })),
  'POST /schemas': { 'a draft': savedDraft('schema') },
  'POST /components': { 'a draft': savedDraft('component') },
  'POST /pipelines': { 'a draft': savedDraft('pipeline') },
  'POST /folders/rename': ofEachKind((kind, _id, { drafts }) => ({
    body: { id: drafts[kind], name: freshName() },
  })),
  'POST /tags/update-document-tags': ofEachKind((type, id) => ({ body: { id, type, tags: rules } })),
  'GET /permissions/explain': ofEachKind((kind, id, { personId }) => ({
    query: { userId: personId, kind, id, action: 'write' },
  })),
  'POST /permissions/preview-document': ofEachKind((type, id) => ({ body: { id, type, tags: rules } })),
  'GET /pipelines/deployed-endpoint/{id}': {
    'a pipeline': ({ pipelineId }) => ({ params: { id: pipelineId } }),
  },
  'GET /pipelines/deployed-listener/{id}': {
    'of a pipeline': ({ pipelineId }) => ({ params: { id: pipelineId } }),
  },
  'GET /logs/jobs': { 'a job': ({ jobId }) => ({ query: { id: jobId } }) },
  'POST /imports': {
    'a list': ({ pipelineId }) => ({ body: { listPipelines: [pipelineId], kind: 'immediate' } }),
  },
  'GET /uploads/last': {
    'files of an import': ({ pipelineId }) => ({ query: { pipelineId, dataSubKind: 'out' } }),
  },
}

/** Messages that name one's own and something else: whatever the other is, nothing is done and nothing is told. */
export const mixedMessages: Partial<Record<CallName, (own: ObjectIds, other: ObjectIds) => Message[]>> = {
  'GET /uploads/status': (own, other) => [{ query: { ids: `${own.uploadId},${other.uploadId}` } }],
  'GET /logs/uploads': (own, other) => [{ query: { ids: `${own.uploadId},${other.uploadId}` } }],
  'POST /uploads/export': (own, other) => [{ body: { uploadIds: [own.uploadId, other.uploadId] } }],
  'POST /imports': (own, other) => [{ body: { listPipelines: [own.pipelineId, other.pipelineId], kind: 'immediate' } }],
  'POST /folders/reparent': (own, other) => [
    { body: { id: own.folderId, parentId: other.folderId } },
    { body: { id: other.folderId, parentId: own.folderId } },
  ],
  'POST /schemas/reparent': (own, other) => [
    { body: { id: own.drafts.schema, parentId: other.folderId } },
    { body: { id: other.drafts.schema, parentId: own.folderId } },
  ],
  'POST /pipelines/countries/roll-out': (own, other) => [
    {
      body: {
        master: own.drafts.pipeline,
        sys_version: 1,
        countries: [own, other].map(({ drafts }) => ({ id: drafts.pipeline, sys_version: 1 })),
      },
    },
    {
      body: { master: other.drafts.pipeline, sys_version: 1, countries: [{ id: own.drafts.pipeline, sys_version: 1 }] },
    },
  ],
  'GET /permissions/explain': (own, other) => [
    { query: { userId: own.personId, kind: 'folder', id: other.folderId, action: 'read' } },
    { query: { userId: other.personId, kind: 'folder', id: own.folderId, action: 'read' } },
  ],
  'POST /users/toggle': (own, other) => [{ body: { ids: [own.personId, other.personId], enabled: false } }],
  'POST /users/assign': (own, other) => [{ body: { ids: [own.personId, other.personId], give: {}, take: {} } }],
  'DELETE /users': (own, other) => [{ query: { ids: `${own.personId},${other.personId}` } }],
}
