import { DocKind, invalid, texts } from '@millrace/contract'
import type { DocumentServices } from '../../document-services.ts'
import type { CallHandlers } from '../../../platform/http/call-handlers.ts'

/** Calls of the trees. */
export function foldersRoutes({ folders, documents }: Pick<DocumentServices, 'folders' | 'documents'>): CallHandlers {
  return {
    'GET /folders/tree': async ({ caller, query }) => {
      const kind = DocKind.safeParse(query.kind)
      if (!kind.success) throw invalid(texts.unknownKind)
      return folders.tree(caller, kind.data)
    },
    'POST /folders': ({ caller, body }) => folders.create(caller, body),
    'DELETE /folders': ({ caller, body }) => folders.remove(caller, body),
    // One call for both: the id is a folder's or that of any version of a document (D-118).
    'POST /folders/rename': async ({ caller, body }) =>
      (await folders.has(body.id))
        ? folders.rename(caller, body.id, body.name)
        : documents.rename(caller, null, body.id, body.name),
    'POST /folders/reparent': ({ caller, body }) => folders.reparent(caller, body.id, body.parentId),
  }
}
