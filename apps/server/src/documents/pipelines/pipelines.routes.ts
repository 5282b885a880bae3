import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { DocumentServices } from '../document-services.ts'

/** Calls of pipelines. */
export function pipelinesRoutes({
  access,
  pipelines,
  dataStream,
  documents,
  versions,
  updates,
}: Pick<DocumentServices, 'access' | 'pipelines' | 'dataStream' | 'documents' | 'versions' | 'updates'>): CallHandlers {
  return {
    'GET /pipelines': ({ caller }) => access.newest(caller),
    'GET /pipelines/id': ({ caller, query }) => pipelines.find(caller, query.id),
    'GET /pipelines/masters': ({ caller }) => access.masters(caller),
    'GET /pipelines/pipelinesOfMaster': async ({ caller, query }) => {
      await access.seen(caller, query.id)
      return (await access.countries(caller, query.id)).map(({ item }) => item)
    },
    'POST /pipelines/compareDataStream': ({ caller, body }) => dataStream(caller, body.id),
    'POST /pipelines': ({ caller, body }) => pipelines.save(caller, body),
    'DELETE /pipelines': ({ caller, query }) => versions.deleteDocument(caller, 'pipeline', query.id),
    'POST /pipelines/reparent': ({ caller, body }) => documents.reparent(caller, 'pipeline', body.id, body.parentId),
    'GET /pipelines/version': ({ caller, query }) => versions.list(caller, 'pipeline', query.id),
    'POST /pipelines/version/lock': ({ caller, body }) => versions.lock(caller, 'pipeline', body),
    'POST /pipelines/version/new': ({ caller, body }) => versions.createNew(caller, 'pipeline', body),
    'POST /pipelines/version/compute': ({ caller, body }) => updates.compute(caller, 'pipeline', body.id),
    'POST /pipelines/version/update': ({ caller, body }) => updates.update(caller, 'pipeline', body.update_data),
    'POST /pipelines/version/delete': ({ caller, body }) => versions.deleteVersion(caller, 'pipeline', body),
  }
}
