import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import type { DocumentServices } from '../document-services.ts'
import type { TestRuns } from './test-runs.service.ts'

/** Calls of components. */
export function componentsRoutes({
  components,
  documents,
  versions,
  updates,
  testRuns,
}: Pick<DocumentServices, 'components' | 'documents' | 'versions' | 'updates'> & { testRuns: TestRuns }): CallHandlers {
  return {
    'GET /components': ({ caller, query }) => components.findEach(caller, query.ids),
    'GET /components/find': ({ caller, query }) => components.find(caller, query.id),
    'GET /components/list': ({ caller }) => components.list(caller),
    'POST /components': ({ caller, body }) => components.save(caller, body),
    'DELETE /components': ({ caller, query }) => versions.deleteDocument(caller, 'component', query.id),
    'POST /components/reparent': ({ caller, body }) => documents.reparent(caller, 'component', body.id, body.parentId),
    'GET /components/version': ({ caller, query }) => versions.list(caller, 'component', query.id),
    'POST /components/version/lock': ({ caller, body }) => versions.lock(caller, 'component', body),
    'POST /components/version/new': ({ caller, body }) => versions.createNew(caller, 'component', body),
    'POST /components/version/delete': ({ caller, body }) => versions.deleteVersion(caller, 'component', body),
    'POST /components/version/compute': ({ caller, body }) => updates.compute(caller, 'component', body.id),
    'POST /components/version/update': ({ caller, body }) => updates.update(caller, 'component', body.update_data),
    'POST /components/{id}/generate': ({ caller, params }) => testRuns.generate(caller, params.id),
    'GET /components/{id}/dependencies': ({ caller, params }) => components.dependencies(caller, params.id),
    'POST /components/{id}/execute': ({ caller, params, body, reply }) =>
      testRuns.execute(caller, params.id, body, disconnectSignal(reply)),
  }
}
