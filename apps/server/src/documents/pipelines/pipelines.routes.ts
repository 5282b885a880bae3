import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
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
  massRuns,
}: Pick<
  DocumentServices,
  'access' | 'pipelines' | 'dataStream' | 'documents' | 'versions' | 'updates' | 'massRuns'
>): CallHandlers {
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
    'GET /pipelines/version/mass-compute': ({ caller, query }) => massRuns.candidates(caller, query.kind),
    'POST /pipelines/version/mass-update': async ({ caller, body, reply }) => {
      const runId = await massRuns.start(caller, 'update', body.ids, body.previews)
      const rows = await massRuns.rowsAtTheEnd(runId, disconnectSignal(reply))
      return rows.map(({ old, new: made, error }) => ({ old, new: made, ...(error === null ? {} : { error }) }))
    },
    'POST /pipelines/version/mass-lock': async ({ caller, body, reply }) => {
      const runId = await massRuns.start(caller, 'lock', body.ids)
      const rows = await massRuns.rowsAtTheEnd(runId, disconnectSignal(reply))
      return rows.map(({ old: { _id, name, version }, error }) => ({
        ...{ _id, name, version },
        ...(error === null ? {} : { error }),
      }))
    },
    'GET /pipelines/version/mass-runs': ({ caller, query }) => massRuns.last(caller, query.kind),
    'POST /pipelines/version/delete': ({ caller, body }) => versions.deleteVersion(caller, 'pipeline', body),
  }
}
