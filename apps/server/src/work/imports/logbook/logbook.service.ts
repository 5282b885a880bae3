import type { ImportChain, Reply } from '@millrace/contract'
import type { PipelineAccess } from '../../../documents/pipelines/pipelines.types.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { presentImports } from '../imports.presenter.ts'
import { findJobs } from '../imports.repository.ts'
import { presentChain } from './logbook.presenter.ts'
import { type ImportInRow, logbookRows, matchingAmong } from './logbook-rows.repository.ts'
import { type LogbookFilter, logbookFilters, logbookPage } from './logbook.repository.ts'

export type LogbookService = ReturnType<typeof createLogbookService>

/** The list of all imports whose pipelines the caller sees (LOG group). */
export function createLogbookService({ db }: Pick<Platform, 'db'>, { access }: { access: PipelineAccess }) {
  return {
    /**
     * One page of the logbook (API-044), of single imports or of rows in which a chain is one.
     * @throws ApiError 40400 for a pipeline that the caller does not see
     */
    async list(caller: Caller, filter: LogbookFilter): Promise<Reply<'POST /imports/listAll'>> {
      const seen = await access.allSeen(caller)
      const listed = filter.pipeline ? await access.withCountries(caller, filter.pipeline) : [...seen]
      if (filter.grouped !== true) {
        const { rows, totalCount } = await logbookPage(db, listed, filter)
        return { imports: await presentImports(access, rows, totalCount), totalCount }
      }
      const { imports, totalCount } = await logbookRows(db, { seen: [...seen], listed }, filter)
      const chains = chainsOf(imports)
      const ids = chains.flat().map(({ id }) => id)
      const matching = await matchingAmong(db, listed, filter, ids)
      return {
        imports: await presentImports(access, imports, totalCount),
        totalCount,
        chains: await presentChains(db, access, { seen, chains, matching }),
      }
    },

    /** The values that its filters offer (API-045). */
    async filters(caller: Caller): Promise<Reply<'GET /imports/listAllFilters'>> {
      return logbookFilters(db, [...(await access.allSeen(caller))])
    },
  }
}

/** Rows of more than one import, each with its imports in the order in which they run. */
const chainsOf = (imports: readonly ImportInRow[]): ImportInRow[][] =>
  [...Map.groupBy(imports, ({ rowNumber }) => rowNumber).values()].filter(({ length }) => length > 1)

/** Chains with their masters, of which those that the caller does not see have no name. */
async function presentChains(
  db: Connection,
  access: Pick<PipelineAccess, 'items'>,
  { seen, chains, matching }: { seen: ReadonlySet<string>; chains: ImportInRow[][]; matching: ReadonlySet<string> },
): Promise<ImportChain[]> {
  const found = await findJobs(db, [...new Set(chains.flatMap(([first]) => first?.job_id ?? []))])
  const jobs = new Map(found.filter((job) => seen.has(job.pipeline_id)).map((job) => [job.id, job.version_id]))
  const items = await access.items([...new Set(jobs.values())])
  return chains.map((imports) => {
    const version = jobs.get(imports[0]?.job_id ?? '')
    return presentChain(imports, (version === undefined ? undefined : items.get(version)) ?? null, matching)
  })
}
