import type { DocumentServices } from '../../documents/kernel/document-services.ts'
import type { CallHandlers } from '../../platform/http/call-handlers.ts'

/** Calls of badges (wire contract, section 5). */
export function badgesRoutes({
  badges,
  folders,
  documents,
}: Pick<DocumentServices, 'badges' | 'folders' | 'documents'>): CallHandlers {
  return {
    'GET /tags/list': ({ caller }) => badges.list(caller),
    'POST /tags': ({ caller, body }) => badges.save(caller, body),
    'DELETE /tags': ({ caller, query }) => badges.remove(caller, query.ids),
    // Rules and badges are read anew with every call; what is left to do is the client's, who loads its lists again (D-53).
    'GET /tags/cache-reload': async () => null,
    'POST /tags/update-document-tags': ({ caller, body }) =>
      body.type === 'folder'
        ? folders.setRules(caller, body.id, body.tags)
        : documents.setRules(caller, body.type, body.id, body.tags),
  }
}
