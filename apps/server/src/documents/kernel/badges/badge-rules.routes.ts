import type { CallHandlers } from '../../../platform/http/call-handlers.ts'
import type { DocumentsService } from '../documents.service.ts'
import type { FoldersService } from '../folders/folders.service.ts'

/** The call of badges that is about documents: which badges a folder or document asks for. */
export function badgeRulesRoutes({
  folders,
  documents,
}: {
  folders: FoldersService
  documents: DocumentsService
}): CallHandlers {
  return {
    'POST /tags/update-document-tags': ({ caller, body: { id, type, tags } }) =>
      type === 'folder' ? folders.setRules(caller, id, tags) : documents.setRules(caller, type, id, tags),
  }
}
