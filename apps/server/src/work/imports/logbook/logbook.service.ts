import type { Reply } from '@millrace/contract'
import type { PipelineAccess } from '../../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { presentImports } from '../imports.presenter.ts'
import { type LogbookFilter, logbookFilters, logbookPage } from './logbook.repository.ts'

export type LogbookService = ReturnType<typeof createLogbookService>

/** The list of all imports whose pipelines the caller sees (LOG group). */
export function createLogbookService({ db }: Pick<Platform, 'db'>, { access }: { access: PipelineAccess }) {
  return {
    /** One page of the logbook (API-044). @throws ApiError 40400 for a pipeline that the caller does not see */
    async list(caller: Caller, filter: LogbookFilter): Promise<Reply<'POST /imports/listAll'>> {
      const seen = await access.allSeen(caller)
      const pipelineIds = filter.pipeline ? await access.withCountries(caller, filter.pipeline) : [...seen]
      const { rows, totalCount } = await logbookPage(db, pipelineIds, filter)
      return { imports: await presentImports(access, rows, totalCount), totalCount }
    },

    /** The values that its filters offer (API-045). */
    async filters(caller: Caller): Promise<Reply<'GET /imports/listAllFilters'>> {
      return logbookFilters(db, [...(await access.allSeen(caller))])
    },
  }
}
