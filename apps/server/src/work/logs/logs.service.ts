import { type Log, maxLogPage, notFound } from '@millrace/contract'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { presentLog } from './logs.presenter.ts'
import { type LogPage, readLogs } from './logs.repository.ts'

export type LogsService = ReturnType<typeof createLogsService>

/** Reads what uploads and imports wrote (API-033, API-034, settled point 18). */
export function createLogsService({ db }: Pick<Platform, 'db'>, { access }: { access: PipelineAccess }) {
  return {
    /** ApiError 40400 when an upload is unknown or its pipeline is not seen; nothing is told of the others then. */
    async ofUploads(caller: Caller, ids: readonly string[], page: LogPage = {}): Promise<Log[]> {
      const rows = await db
        .selectFrom('uploads')
        .select(['id', 'pipeline_id'])
        .where('id', 'in', [...ids])
        .execute()
      if (rows.length !== new Set(ids).size) throw notFound()
      await access.mustSeeOfUploads(caller, [...new Set(rows.map((row) => row.pipeline_id))])
      return (await readLogs(db, { uploads: ids }, { limit: maxLogPage, ...page })).map(presentLog)
    },

    /** Lines of an import, or of all imports of a job (D-88). */
    async ofImportOrJob(caller: Caller, id: string, page: LogPage = {}): Promise<Log[]> {
      const rows = await db
        .selectFrom('imports')
        .select(['id', 'pipeline_id'])
        .where((where) => where.or([where('id', '=', id), where('job_id', '=', id)]))
        .orderBy('position')
        .execute()
      if (rows.length === 0) throw notFound()
      await access.mustSeeOfImports(caller, [...new Set(rows.map((row) => row.pipeline_id))])
      const imports = rows.map((row) => row.id)
      return (await readLogs(db, { imports }, { limit: maxLogPage, ...page })).map(presentLog)
    },
  }
}
