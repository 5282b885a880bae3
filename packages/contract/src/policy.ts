import type { CallName } from './calls.ts'
import type { LiveModel } from './live/live.messages.ts'
import { type PublicCall, publicCalls } from './public-calls.ts'
import { type Role, roleGroups } from './roles.ts'

/**
 * What must hold of the object a call names, beyond the caller's role. The server has a function for each of them, and
 * every answer comes from a service that has called it.
 */
export type ObjectRule =
  | 'none' // names no object
  | 'own session'
  | 'list of seen pipelines' // the answer holds only what the caller sees
  | 'list of seen folders'
  | 'sees pipeline'
  | 'sees pipeline of every upload'
  | 'sees pipeline of every import'
  | 'sees pipeline of the job'
  | 'sees component'
  | 'list of usable connections'
  | 'sees connection' // holds one of its badges (D-140)
  | 'list of managed people'
  | 'manages person' // in the caller's scope (D-34); others do not exist for them
  | 'list of seen documents'
  | 'sees item' // an item is a folder or document
  | 'writes item' // which it must see as well (40400), else 40300
  | 'writes badges of item'

export type Policy = { roles: readonly Role[] | 'public'; object: ObjectRule }

const { all, operators, consult, explorers, jobManagers, superAdmin } = roleGroups

const open: Policy = { roles: 'public', object: 'none' }
const publicPolicy = Object.fromEntries(publicCalls.map((call) => [call, open])) as Record<PublicCall, Policy>

/**
 * Call × role × object rule: the one table (PRM group, S3). A call that is missing here does not compile and
 * does not start; the app reads the same table to leave out what a person may not do.
 */
export const policy: Record<CallName, Policy> = {
  ...publicPolicy,
  'GET /users/info': { roles: all, object: 'own session' },
  'POST /users/logout': { roles: all, object: 'own session' },
  'GET /users/pipelines': { roles: all, object: 'list of seen pipelines' },
  'GET /locales/list': { roles: all, object: 'none' },
  'GET /brands/list': { roles: all, object: 'none' },
  'GET /productlines/list': { roles: all, object: 'none' },
  'GET /datakinds/list': { roles: all, object: 'none' },
  'GET /pipelines': { roles: all, object: 'list of seen pipelines' },
  'POST /uploads': { roles: all, object: 'sees pipeline' },
  'GET /uploads/status': { roles: all, object: 'sees pipeline of every upload' },
  'GET /uploads/last': { roles: all, object: 'sees pipeline' },
  'GET /uploads/last-all': { roles: all, object: 'sees pipeline' },
  // Who sent an upload and what became of it: who consults uploads.
  'GET /uploads/senders': { roles: consult, object: 'sees pipeline of every upload' },
  'GET /imports/upload': { roles: consult, object: 'sees pipeline of every upload' },
  'GET /uploads/import': { roles: operators, object: 'sees pipeline of every import' },
  'POST /uploads/disable': { roles: operators, object: 'sees pipeline of every upload' },
  'POST /uploads/export': { roles: operators, object: 'sees pipeline of every upload' },
  'POST /uploads/rejected': { roles: operators, object: 'sees pipeline of every upload' },
  'POST /uploads/table': { roles: operators, object: 'sees pipeline of every upload' },
  'GET /uploads/record': { roles: operators, object: 'sees pipeline of every upload' },
  'GET /uploads/payload': { roles: consult, object: 'sees pipeline of every upload' },
  // Payloads of test runs, beside the file that is converted for one.
  'GET /uploads/records': { roles: consult, object: 'sees pipeline of every upload' },
  'GET /uploads/findings': { roles: all, object: 'sees pipeline of every upload' },
  'POST /uploads/fetchRealTime': { roles: all, object: 'sees pipeline' },
  'POST /uploads/toJson': { roles: consult, object: 'none' },
  'GET /logs/uploads': { roles: all, object: 'sees pipeline of every upload' },
  'GET /logs/jobs': { roles: all, object: 'sees pipeline of every import' },
  'GET /imports/pipeline': { roles: operators, object: 'sees pipeline' },
  'GET /imports/latest': { roles: operators, object: 'list of seen pipelines' },
  'POST /imports': { roles: operators, object: 'sees pipeline' },
  'POST /imports/runAllImport': { roles: operators, object: 'sees pipeline' },
  'GET /imports/job': { roles: operators, object: 'sees pipeline' },
  'POST /imports/plan': { roles: operators, object: 'sees pipeline' },
  'POST /imports/job': { roles: operators, object: 'sees pipeline of the job' },
  'GET /imports/listScheduled': { roles: jobManagers, object: 'list of seen pipelines' },
  'DELETE /imports/job': { roles: all, object: 'sees pipeline of the job' },
  'DELETE /imports': { roles: operators, object: 'sees pipeline of every import' },
  'POST /imports/abort': { roles: consult, object: 'sees pipeline of every import' },
  'POST /imports/pause': { roles: superAdmin, object: 'none' },
  'DELETE /imports/pause': { roles: superAdmin, object: 'none' },
  'POST /imports/listAll': { roles: consult, object: 'list of seen pipelines' },
  'GET /imports/listAllFilters': { roles: consult, object: 'list of seen pipelines' },
  // Role user for the kind pipeline only (D-131).
  'GET /folders/tree': { roles: all, object: 'list of seen folders' },
  'POST /folders': { roles: explorers, object: 'writes item' },
  'DELETE /folders': { roles: explorers, object: 'writes item' },
  'POST /folders/rename': { roles: explorers, object: 'writes item' },
  'POST /folders/reparent': { roles: explorers, object: 'writes item' },
  'POST /schemas/generate': { roles: consult, object: 'none' },
  'POST /schemas/infer': { roles: consult, object: 'none' },
  'GET /documents/usages': { roles: explorers, object: 'sees item' },
  'GET /documents/content': { roles: consult, object: 'sees item' },
  // Form definitions are for everybody; other schemas as in GET /schemas/find, which the server asks besides (D-122).
  'GET /schemas/byname': { roles: all, object: 'sees item' },
  'GET /schemas': { roles: consult, object: 'list of seen documents' },
  'GET /schemas/find': { roles: consult, object: 'sees item' },
  'GET /schemas/list': { roles: explorers, object: 'list of seen documents' },
  // An admin makes empty documents only, here and below, which the server asks besides (D-130).
  'POST /schemas': { roles: explorers, object: 'writes item' },
  'DELETE /schemas': { roles: explorers, object: 'writes item' },
  'POST /schemas/reparent': { roles: explorers, object: 'writes item' },
  'GET /schemas/version': { roles: explorers, object: 'sees item' },
  'POST /schemas/version/lock': { roles: consult, object: 'writes item' },
  'POST /schemas/version/new': { roles: consult, object: 'writes item' },
  'POST /schemas/version/compute': { roles: consult, object: 'writes item' },
  'POST /schemas/version/update': { roles: consult, object: 'writes item' },
  'POST /schemas/version/delete': { roles: consult, object: 'writes item' },
  'GET /components': { roles: consult, object: 'list of seen documents' },
  'GET /components/find': { roles: consult, object: 'sees component' },
  'GET /components/list': { roles: explorers, object: 'list of seen documents' },
  'POST /components': { roles: explorers, object: 'writes item' },
  'DELETE /components': { roles: explorers, object: 'writes item' },
  'POST /components/reparent': { roles: explorers, object: 'writes item' },
  'GET /components/version': { roles: explorers, object: 'sees item' },
  'POST /components/version/lock': { roles: consult, object: 'writes item' },
  'POST /components/version/new': { roles: consult, object: 'writes item' },
  'POST /components/version/compute': { roles: consult, object: 'writes item' },
  'POST /components/version/update': { roles: consult, object: 'writes item' },
  'POST /components/version/delete': { roles: consult, object: 'writes item' },
  'GET /pipelines/id': { roles: consult, object: 'sees item' },
  'GET /pipelines/masters': { roles: consult, object: 'list of seen pipelines' },
  'GET /pipelines/pipelinesOfMaster': { roles: operators, object: 'sees pipeline' },
  'POST /pipelines/compareDataStream': { roles: consult, object: 'sees item' },
  'POST /pipelines': { roles: explorers, object: 'writes item' },
  'DELETE /pipelines': { roles: explorers, object: 'writes item' },
  'POST /pipelines/reparent': { roles: explorers, object: 'writes item' },
  'GET /pipelines/version': { roles: explorers, object: 'sees item' },
  'GET /pipelines/countries': { roles: consult, object: 'sees item' },
  'POST /pipelines/countries/take-over': { roles: consult, object: 'writes item' },
  'POST /pipelines/countries/roll-out': { roles: consult, object: 'writes item' },
  'POST /pipelines/version/lock': { roles: consult, object: 'writes item' },
  'POST /pipelines/version/new': { roles: consult, object: 'writes item' },
  'POST /pipelines/version/compute': { roles: consult, object: 'writes item' },
  'POST /pipelines/version/update': { roles: consult, object: 'writes item' },
  // They reach every document (D-102).
  'GET /pipelines/version/mass-compute': { roles: superAdmin, object: 'none' },
  'POST /pipelines/version/mass-update': { roles: superAdmin, object: 'none' },
  'POST /pipelines/version/mass-lock': { roles: superAdmin, object: 'none' },
  'GET /pipelines/version/mass-runs': { roles: superAdmin, object: 'none' },
  'POST /pipelines/version/delete': { roles: consult, object: 'writes item' },
  'POST /pipelines/preview-source': { roles: consult, object: 'sees item' },
  // These two use what the pipeline keeps secret, and the connections of the caller.
  'POST /pipelines/try-source': { roles: consult, object: 'writes badges of item' },
  'POST /pipelines/check-sink': { roles: consult, object: 'writes badges of item' },
  'POST /pipelines/look-at-file': { roles: consult, object: 'none' },
  'POST /pipelines/from-file': { roles: consult, object: 'writes item' },
  'POST /components/{id}/generate': { roles: consult, object: 'sees component' },
  'POST /components/{id}/execute': { roles: consult, object: 'sees component' },
  'GET /components/{id}/dependencies': { roles: consult, object: 'sees component' },
  'GET /components/test-cases': { roles: consult, object: 'sees item' },
  'POST /components/test-cases': { roles: consult, object: 'writes badges of item' },
  'DELETE /components/test-cases': { roles: consult, object: 'writes badges of item' },
  'POST /components/test-cases/run': { roles: consult, object: 'sees item' },
  'POST /components/test-cases/needed': { roles: consult, object: 'writes badges of item' },
  'GET /schemas/test-cases': { roles: consult, object: 'sees item' },
  'POST /schemas/test-cases': { roles: consult, object: 'writes badges of item' },
  'DELETE /schemas/test-cases': { roles: consult, object: 'writes badges of item' },
  'POST /schemas/test-cases/run': { roles: consult, object: 'sees item' },
  'POST /schemas/test-cases/needed': { roles: consult, object: 'writes badges of item' },
  'POST /schemas/test-cases/try': { roles: consult, object: 'sees item' },
  'GET /pipelines/test-cases': { roles: consult, object: 'sees item' },
  'POST /pipelines/test-cases': { roles: consult, object: 'writes badges of item' },
  'DELETE /pipelines/test-cases': { roles: consult, object: 'writes badges of item' },
  'POST /pipelines/test-cases/run': { roles: consult, object: 'sees item' },
  'POST /pipelines/test-cases/needed': { roles: consult, object: 'writes badges of item' },
  'POST /pipelines/test-cases/try': { roles: consult, object: 'sees item' },
  'POST /pipelines/publish-listener': { roles: consult, object: 'writes badges of item' },
  'GET /pipelines/deployed-listener': { roles: explorers, object: 'list of seen pipelines' },
  'GET /pipelines/deployed-listener/{id}': { roles: explorers, object: 'sees item' },
  'DELETE /pipelines/deployed-listener': { roles: explorers, object: 'writes badges of item' },
  'POST /pipelines/deployed-listener/{id}/pause': { roles: consult, object: 'writes badges of item' },
  'GET /pipelines/deployed-listener/{id}/messages': { roles: consult, object: 'sees item' },
  'POST /pipelines/deployed-listener/{id}/messages/resume': { roles: consult, object: 'writes badges of item' },
  'POST /pipelines/deployed-listener/{id}/messages/drop': { roles: consult, object: 'writes badges of item' },
  'POST /pipelines/deployed-listener/try': { roles: consult, object: 'sees item' },
  'POST /components/{id}/compareLocked': { roles: consult, object: 'writes badges of item' },
  'POST /pipelines/publish-endpoint': { roles: consult, object: 'writes badges of item' },
  // Those without a pipeline for an admin and a super-admin, which the server asks besides.
  'GET /pipelines/deployed-endpoint': { roles: explorers, object: 'list of seen documents' },
  'GET /pipelines/deployed-endpoint/{id}': { roles: explorers, object: 'sees item' },
  'DELETE /pipelines/deployed-endpoint': { roles: explorers, object: 'writes badges of item' },
  'GET /pipelines/deployed-endpoint/{id}/keys': { roles: consult, object: 'sees item' },
  'POST /pipelines/deployed-endpoint/{id}/key': { roles: consult, object: 'writes badges of item' },
  'DELETE /pipelines/deployed-endpoint/{id}/key': { roles: consult, object: 'writes badges of item' },
  'GET /pipelines/deployed-endpoint/{id}/calls': { roles: consult, object: 'sees item' },
  'GET /pipelines/get-runtime-api-url': { roles: explorers, object: 'none' },
  'GET /database-connections': { roles: superAdmin, object: 'none' },
  'POST /database-connections': { roles: superAdmin, object: 'none' },
  'PUT /database-connections': { roles: superAdmin, object: 'none' },
  'DELETE /database-connections/{id}': { roles: superAdmin, object: 'none' },
  'POST /database-connections/test': { roles: superAdmin, object: 'none' },
  'GET /database-connections/usable': { roles: consult, object: 'list of usable connections' },
  'GET /database-connections/tables': { roles: consult, object: 'sees connection' },
  'GET /allowed-modules': { roles: superAdmin, object: 'none' },
  'POST /allowed-modules': { roles: superAdmin, object: 'none' },
  'PUT /allowed-modules': { roles: superAdmin, object: 'none' },
  'DELETE /allowed-modules/{id}': { roles: superAdmin, object: 'none' },
  'POST /allowed-modules/{id}/install': { roles: superAdmin, object: 'none' },
  'GET /tags/list': { roles: explorers, object: 'none' },
  'POST /tags': { roles: superAdmin, object: 'none' },
  'DELETE /tags': { roles: superAdmin, object: 'none' },
  'GET /tags/cache-reload': { roles: superAdmin, object: 'none' },
  'POST /tags/update-document-tags': { roles: jobManagers, object: 'writes badges of item' },
  'GET /overview': { roles: superAdmin, object: 'none' },
  'GET /audit': { roles: superAdmin, object: 'none' },
  'GET /audit/filters': { roles: superAdmin, object: 'none' },
  'POST /audit/export': { roles: superAdmin, object: 'none' },
  'GET /permissions/explain': { roles: jobManagers, object: 'sees item' },
  'POST /permissions/preview-document': { roles: jobManagers, object: 'sees item' },
  'POST /permissions/preview-user': { roles: explorers, object: 'manages person' },
  'GET /users': { roles: explorers, object: 'list of managed people' },
  'POST /users': { roles: explorers, object: 'manages person' },
  'POST /users/toggle': { roles: explorers, object: 'manages person' },
  'POST /users/assign': { roles: explorers, object: 'manages person' },
  'DELETE /users': { roles: explorers, object: 'manages person' },
  'POST /users/reset-password': { roles: explorers, object: 'manages person' },
  'POST /users/reset-tfa': { roles: explorers, object: 'manages person' },
  'POST /users/invite': { roles: explorers, object: 'manages person' },
  'POST /users/invitation-link': { roles: explorers, object: 'manages person' },
  'POST /users/export': { roles: explorers, object: 'list of managed people' },
  'GET /users/pipelinesFor': { roles: explorers, object: 'manages person' },
}

/** Whether the role may make the call at all; the server asks the object rule besides. */
export function mayCall(role: Role | null, call: CallName): boolean {
  const { roles } = policy[call]
  return roles === 'public' || (role !== null && roles.includes(role))
}

/** Live models × role: what a role may read over HTTP it may follow. */
export const livePolicy: Record<LiveModel, readonly Role[]> = {
  logs: all,
  uploads: all,
  imports: operators,
  jobs: all,
  // Role user: the tree of pipelines alone, which the server asks besides (D-131).
  documents: all,
  presence: consult,
  testRuns: consult,
}

/** Whether the role may follow the model at all; which items, the server asks besides (S8). */
export const mayFollow = (role: Role, model: LiveModel): boolean => livePolicy[model].includes(role)
