import { notFound, type VersionContent } from '@millrace/contract'
import type { Platform } from '../platform/platform.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { ComponentsService } from './components/components.service.ts'
import { seenOr404 } from './kernel/rights-of-items.ts'
import { docRef, findVersion } from './kernel/versions/versions.reads.ts'
import type { PipelinesService } from './pipelines/pipelines.service.ts'
import type { SchemasService } from './schemas/schemas.service.ts'

type Kinds = {
  schemas: Pick<SchemasService, 'find'>
  components: Pick<ComponentsService, 'find'>
  pipelines: Pick<PipelinesService, 'find'>
}

/** What an answer says of a version beside what it holds. */
const aboutVersion = new Set([
  ...['_id', 'id', 'name', 'folder', 'version', 'sys_version', 'vLocked', 'read_only', 'versions'],
  ...['countryPipelines', 'readyMade', 'recordWise'],
])

/**
 * GET /documents/content: what a version of any kind holds, in the fields that the call that saves it takes: `jsonSchema`
 * of a schema. Secrets in addresses are masked as everywhere (S6). 40400 unknown or unseen.
 */
export const createDocumentContents =
  ({ db }: Pick<Platform, 'db'>, { schemas, components, pipelines }: Kinds) =>
  async (caller: Caller, id: string): Promise<VersionContent> => {
    const found = await findVersion(db, id)
    if (found === undefined) throw notFound()
    const { row } = await seenOr404(db, caller, found.kind, found)
    const find = {
      schema: () => schemas.find(caller, id),
      component: () => components.find(caller, id),
      pipeline: () => pipelines.find(caller, id),
    }
    const shown = await find[row.kind]()
    const content = Object.fromEntries(Object.entries(shown).filter(([field]) => !aboutVersion.has(field)))
    return { ...docRef(row), sys_version: row.sysVersion, content }
  }
