import { randomUUID } from 'node:crypto'
import { type CallName, calls, mayCall, policy, type Role, roles } from '@millrace/contract'

/** What a call is made with in the matrix. */
export type Message = { params?: Record<string, string>; query?: Record<string, string | number>; body?: unknown }

/** Ids a message may name: a pipeline, an upload and an import that belong together, and what stands alone. */
export type Objects = {
  pipelineId: string
  uploadId: string
  importId: string
  jobId: string
  componentId: string
  connectionId: string
  moduleId: string
  /** A folder of schemas with nothing in it. */
  folderId: string
  /** A person of role user. */
  personId: string
}

export type MatrixCase = {
  call: CallName
  /** Who calls; null is nobody. */
  role: Role | null
  /** Which objects the message names. 'missing' ones were never made, 'foreign' ones are not seen by the caller. */
  objects: 'own' | 'foreign' | 'missing'
  expected: 'allowed' | 'no session' | 'forbidden' | 'not found'
}

/** Rules whose calls name objects one by one; super-admin sees every object, so none is foreign to them. */
const namesObjects = (call: CallName): boolean => /^(sees|manages) /.test(policy[call].object)

/** A well-formed message for every call, with the given objects in it. */
export const messages: Record<CallName, (objects: Objects) => Message> = {
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
  'POST /uploads/disable': ({ uploadId }) => ({ body: { uploadId } }),
  'POST /uploads/export': ({ uploadId }) => ({ body: { uploadIds: [uploadId] } }),
  'POST /uploads/rejected': ({ uploadId }) => ({ body: { uploadId, format: 'csv' } }),
  'GET /uploads/findings': ({ uploadId }) => ({ query: { id: uploadId } }),
  'POST /uploads/fetchRealTime': ({ pipelineId }) => ({ body: { pipeline: pipelineId, dataSubKinds: ['rows'] } }),
  'POST /uploads/toJson': () => ({ body: { name: 'a.csv', mimeType: 'text/csv', data: 'YQoxCg==' } }),
  'GET /logs/uploads': ({ uploadId }) => ({ query: { ids: uploadId } }),
  'GET /logs/jobs': ({ importId }) => ({ query: { id: importId } }),
  'GET /imports/pipeline': ({ pipelineId }) => ({ query: { pipelineId } }),
  'POST /imports': ({ pipelineId }) => ({ body: { pipelineId, kind: 'immediate' } }),
  'POST /imports/runAllImport': ({ pipelineId }) => ({ body: { pipelineId } }),
  'GET /imports/job': ({ pipelineId }) => ({ query: { pipelineId } }),
  'POST /imports/plan': ({ pipelineId }) => ({ body: { pipelineId, kind: 'immediate' } }),
  'POST /imports/job': ({ jobId }) => ({ body: { jobId, kind: 'immediate' } }),
  'GET /imports/listScheduled': () => ({}),
  'DELETE /imports/job': ({ jobId }) => ({ query: { jobId } }),
  'DELETE /imports': ({ importId }) => ({ query: { importId } }),
  'POST /imports/abort': ({ importId }) => ({ body: { importId } }),
  'POST /imports/listAll': () => ({ body: { pageNumber: 1, nbItemsPerPage: 9 } }),
  'GET /imports/listAllFilters': () => ({}),
  'GET /folders/tree': () => ({ query: { kind: 'pipeline' } }),
  'POST /folders': ({ folderId }) => ({ body: { name: 'Inner', kind: 'schema', parent: folderId } }),
  'DELETE /folders': ({ folderId }) => ({ body: { id: folderId, kind: 'schema' } }),
  'POST /folders/rename': ({ folderId }) => ({ body: { id: folderId, name: 'Renamed' } }),
  'POST /folders/reparent': ({ folderId }) => ({ body: { id: folderId, parentId: folderId } }),
  'POST /components/{id}/generate': ({ componentId }) => ({ params: { id: componentId } }),
  'POST /components/{id}/execute': ({ componentId }) => ({
    params: { id: componentId },
    body: { payload: { rows: [] }, rt_context: {} },
  }),
  'GET /database-connections': () => ({}),
  'POST /database-connections': () => ({ body: connection }),
  'PUT /database-connections': ({ connectionId }) => ({ body: { ...connection, _id: connectionId } }),
  'DELETE /database-connections/{id}': ({ connectionId }) => ({ params: { id: connectionId } }),
  'POST /database-connections/test': () => ({ body: connection }),
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
  'DELETE /users': ({ personId }) => ({ query: { ids: personId } }),
  'POST /users/reset-password': ({ personId }) => ({ body: { id: personId } }),
  'POST /users/reset-tfa': ({ personId }) => ({ body: { id: personId } }),
  'GET /users/pipelinesFor': ({ personId }) => ({ query: { id: personId } }),
}

const connection = { name: 'shop', type: 'postgresql', cnxString: 'postgres://a:b@127.0.0.1:1/shop' }

function uploadForm(pipelineId: string): FormData {
  const form = new FormData()
  form.set('pipelineId', pipelineId)
  form.set('rows', new Blob(['key,name\n1,one\n']), 'rows.csv')
  return form
}

/** Every call with every role and nobody, on own, foreign and missing objects, with what the policy says of it. */
export function everyCallWithEveryRole(): MatrixCase[] {
  return (Object.keys(calls) as CallName[]).flatMap((call) => {
    const open = policy[call].roles === 'public'
    const objects = namesObjects(call) ? (['own', 'foreign', 'missing'] as const) : (['own'] as const)
    return [null, ...roles].flatMap((role) =>
      objects
        .filter((which) => which !== 'foreign' || role !== 'super-admin')
        .map((which): MatrixCase => {
          if (open) return { call, role, objects: which, expected: 'allowed' }
          if (role === null) return { call, role, objects: which, expected: 'no session' }
          if (!mayCall(role, call)) return { call, role, objects: which, expected: 'forbidden' }
          return { call, role, objects: which, expected: which === 'own' ? 'allowed' : 'not found' }
        }),
    )
  })
}
