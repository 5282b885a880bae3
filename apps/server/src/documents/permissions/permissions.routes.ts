import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { PermissionsService } from './permissions.service.ts'

export function permissionsRoutes({ permissions }: { permissions: PermissionsService }): CallHandlers {
  return {
    'GET /permissions/explain': ({ caller, query }) => permissions.explain(caller, query),
    'POST /permissions/preview-document': ({ caller, body }) => permissions.previewDocument(caller, body),
    'POST /permissions/preview-user': ({ caller, body }) => permissions.previewUser(caller, body),
  }
}
