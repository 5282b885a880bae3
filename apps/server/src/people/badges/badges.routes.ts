import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { BadgesService } from './badges.service.ts'

/** Calls of badges; the one that puts badges on documents is theirs (`documents/kernel/badges`). */
export function badgesRoutes({ badges }: { badges: BadgesService }): CallHandlers {
  return {
    'GET /tags/list': ({ caller }) => badges.list(caller),
    'POST /tags': ({ caller, body }) => badges.save(caller, body),
    'DELETE /tags': ({ caller, query }) => badges.remove(caller, query.ids),
    // Rules and badges are read anew with every call; what is left to do is the client's, who loads its lists again (D-53).
    'GET /tags/cache-reload': async () => null,
  }
}
