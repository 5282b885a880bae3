import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { ModulesService } from './modules.service.ts'

export function modulesRoutes({ modules }: { modules: ModulesService }): CallHandlers {
  return {
    'GET /allowed-modules': ({ caller }) => modules.list(caller),
    'POST /allowed-modules': ({ caller, body }) => modules.create(caller, body),
    'PUT /allowed-modules': ({ caller, body }) => modules.update(caller, body),
    'DELETE /allowed-modules/{id}': ({ caller, params }) => modules.remove(caller, params.id),
    'POST /allowed-modules/{id}/install': ({ caller, params }) => modules.install(caller, params.id),
  }
}
