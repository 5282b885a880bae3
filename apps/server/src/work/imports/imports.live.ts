import { type Import, maxImportsListed, type ScheduledJob } from '@millrace/contract'
import type { Logger } from 'pino'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { followItems, type ItemReader } from '../live/item-subscription.ts'
import type { LiveSource, SubscriptionTo } from '../live/live-source.ts'
import { presentKnownImports } from './imports.presenter.ts'
import { findImports, findJobs, type ImportRow, lastImports } from './imports.repository.ts'
import { presentJobs } from './plans/plans.presenter.ts'
import { plannedJobs, plansById } from './plans/planning.repository.ts'

type Deps = { db: Database; log: Logger; access: Pick<PipelineAccess, 'items' | 'seenAmong'> }

/** The live model `imports`: imports of pipelines, or those named, as their state changes. */
export function createImportsLive({ db, log, access }: Deps): LiveSource<SubscriptionTo<'imports'>> {
  const present = (rows: readonly ImportRow[]) => presentKnownImports(access, rows)
  const reader: ItemReader<Import> = {
    model: 'imports',
    about: 'import',
    list: async (filter) =>
      present(
        'ids' in filter
          ? await findImports(db, filter.ids)
          : await lastImports(db, filter.pipelineIds, maxImportsListed),
      ),
    byIds: async (ids) => present(await findImports(db, ids)),
  }
  return {
    async pipelinesOf({ filter }) {
      return pipelinesOfRows(await findImports(db, '_id' in filter ? filter._id : []))
    },
    follow: (socket, { filter }, { pipelineIds }) => followItems({ reader, socket, log, filter, pipelineIds }),
  }
}

/** The live model `jobs`: plans. A job that is no plan, or no longer one, is none of them. */
export function createJobsLive({ db, log, access }: Deps): LiveSource<SubscriptionTo<'jobs'>> {
  /** What a plan shows of others, such as the countries of a master's, goes by the rights of now. */
  const readerFor = (allowed: Readonly<{ caller: Caller }>): ItemReader<ScheduledJob> => ({
    model: 'jobs',
    about: 'job',
    async list(filter) {
      const rows = 'ids' in filter ? await plansById(db, filter.ids) : await plannedJobs(db, filter.pipelineIds)
      return presentJobs(db, access, allowed.caller, rows)
    },
    byIds: async (ids) => presentJobs(db, access, allowed.caller, await plansById(db, ids)),
  })
  return {
    async pipelinesOf({ filter }) {
      return pipelinesOfRows(await findJobs(db, '_id' in filter ? filter._id : []))
    },
    follow: (socket, { filter }, allowed) =>
      followItems({ reader: readerFor(allowed), socket, log, filter, pipelineIds: allowed.pipelineIds }),
  }
}

const pipelinesOfRows = (rows: readonly { id: string; pipeline_id: string }[]): Map<string, string> =>
  new Map(rows.map((row) => [row.id, row.pipeline_id]))
