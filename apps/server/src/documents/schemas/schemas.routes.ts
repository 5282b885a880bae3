import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { DocumentServices } from '../document-services.ts'

/** Calls of schemas. */
export function schemasRoutes({
  schemas,
  documents,
  versions,
  updates,
}: Pick<DocumentServices, 'schemas' | 'documents' | 'versions' | 'updates'>): CallHandlers {
  return {
    'GET /schemas/byname': ({ caller, query }) => schemas.byName(caller, query.name),
    'GET /schemas': ({ caller, query }) => schemas.findEach(caller, query.ids),
    'GET /schemas/find': ({ caller, query }) => schemas.find(caller, query.id),
    'GET /schemas/list': ({ caller }) => schemas.list(caller),
    'POST /schemas': ({ caller, body }) => schemas.save(caller, body),
    'DELETE /schemas': ({ caller, query }) => versions.deleteDocument(caller, 'schema', query.id),
    'POST /schemas/reparent': ({ caller, body }) => documents.reparent(caller, 'schema', body.id, body.parentId),
    'GET /schemas/version': ({ caller, query }) => versions.list(caller, 'schema', query.id),
    'POST /schemas/version/lock': ({ caller, body }) => versions.lock(caller, 'schema', body),
    'POST /schemas/version/new': ({ caller, body }) => versions.createNew(caller, 'schema', body),
    'POST /schemas/version/delete': ({ caller, body }) => versions.deleteVersion(caller, 'schema', body),
    'POST /schemas/version/compute': ({ caller, body }) => updates.compute(caller, 'schema', body.id),
    'POST /schemas/version/update': ({ caller, body }) => updates.update(caller, 'schema', body.update_data),
  }
}
