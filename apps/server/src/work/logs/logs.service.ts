import { type Log, maxLogPage, notFound } from '@millrace/contract'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readLogs } from './logs.reads.ts'
import { importsOf, type LogPage, pipelinesOfUploads } from './logs.repository.ts'

export type LogsService = ReturnType<typeof createLogsService>

/** Reads what uploads and imports wrote (API-033, API-034). */
export function createLogsService({ db }: Pick<Platform, 'db'>, { access }: { access: PipelineAccess }) {
  return {
    /** ApiError 40400 when one of the uploads is unknown or its pipeline is not seen; then no line of the others is answered. */
    async ofUploads(caller: Caller, ids: readonly string[], page: LogPage = {}): Promise<Log[]> {
      const pipelines = await pipelinesOfUploads(db, ids)
      if (pipelines.size !== new Set(ids).size) throw notFound()
      await access.mustSeeOfUploads(caller, [...new Set(pipelines.values())])
      return readLogs(db, { uploads: ids }, { limit: maxLogPage, ...page })
    },

    /** Lines of an import, or of all imports of a job (D-88). */
    async ofImportOrJob(caller: Caller, id: string, page: LogPage = {}): Promise<Log[]> {
      const pipelines = await importsOf(db, id)
      if (pipelines.size === 0) throw notFound()
      await access.mustSeeOfImports(caller, [...new Set(pipelines.values())])
      return readLogs(db, { imports: [...pipelines.keys()] }, { limit: maxLogPage, ...page })
    },
  }
}
