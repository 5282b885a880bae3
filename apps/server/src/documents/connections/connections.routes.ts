import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { ConnectionsService } from './connections.service.ts'

export function connectionsRoutes({ connections }: { connections: ConnectionsService }): CallHandlers {
  return {
    'GET /database-connections': ({ caller }) => connections.list(caller),
    'POST /database-connections': ({ caller, body }) => connections.create(caller, body),
    'PUT /database-connections': ({ caller, body }) => connections.update(caller, body),
    'DELETE /database-connections/{id}': ({ caller, params }) => connections.remove(caller, params.id),
    'GET /database-connections/usable': ({ caller }) => connections.listUsable(caller),
    'GET /database-connections/tables': ({ caller, query }) => connections.tables(caller, query),
    'POST /database-connections/test': ({ caller, body }) => connections.test(caller, body),
  }
}
