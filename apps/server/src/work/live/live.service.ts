import {
  forbidden,
  invalid,
  type LiveFilter,
  mayFollow,
  mayOpenTree,
  notFound,
  Subscription,
  textWith,
} from '@millrace/contract'
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { Database } from '../../platform/database/database.ts'
import type { FoldersService } from '../../documents/kernel/folders/folders.service.ts'
import { presentImport } from '../imports/imports.presenter.ts'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { presentUpload } from '../uploads/uploads.presenter.ts'
import { findUploads, lastUploads } from '../uploads/uploads.repository.ts'
import { followDocuments } from './document-subscription.ts'
import { followItems, type ItemReader } from './item-subscription.ts'
import type { LogTails } from './log-tails.ts'
import { followLogLines } from './log-subscription.ts'
import type { LiveSubscription } from './subscription.ts'
import { plannedJobs, plansById } from '../imports/plans/planning.repository.ts'
import { presentJobs } from '../imports/plans/plans.presenter.ts'
import type { Import, ScheduledJob, Upload } from '@millrace/contract'

export type LiveDeps = {
  db: Database
  access: PipelineAccess
  folders: Pick<FoldersService, 'tree'>
  log: Logger
}

/** Imports of a pipeline that a subscription begins with. */
const importsListed = 50

/** The subscription a client sent, checked for form. @throws ApiError 40000 naming what is missing or wrong */
export function readSubscription(message: unknown): Subscription {
  const parsed = Subscription.safeParse(message)
  if (parsed.success) return parsed.data
  const fields = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? 'subscription')))]
  throw invalid(textWith.missingFields(fields))
}

/** The same model and filter is the same subscription, in whatever order the ids come. */
export function subscriptionKey({ model, filter }: Pick<Subscription, 'model' | 'filter'>): string {
  const [[name, values] = ['', []]] = Object.entries(filter as Record<string, string | string[]>)
  return JSON.stringify([model, name, [...new Set([values].flat())].sort()])
}

/** What a subscription may follow, asked again while it is open, and who follows it. */
export type Allowed = { pipelineIds: string[] | null; caller: Caller }

/**
 * Pipelines as document ids when the filter names pipelines.
 * @throws ApiError 40300 when the role follows no such things, 40400 unless all that is named is known and seen
 */
export async function allow(
  { db, access }: LiveDeps,
  caller: Caller,
  filter: LiveFilter,
  model: Subscription['model'],
): Promise<Allowed> {
  if (!mayFollow(caller.role, model)) throw forbidden()
  if ('kind' in filter) {
    if (!mayOpenTree(caller.role, filter.kind)) throw forbidden()
    return { pipelineIds: null, caller }
  }
  const lists = filter as Partial<Record<'uploadId' | 'importId' | '_id' | 'pipelineId', string[]>>
  if (lists.pipelineId !== undefined) {
    const pipelineIds: string[] = []
    for (const id of new Set(lists.pipelineId)) pipelineIds.push((await access.seen(caller, id)).pipelineId)
    return { pipelineIds, caller }
  }
  const uploads = lists.uploadId ?? (model === 'uploads' ? lists._id : undefined)
  const ids = [...new Set(uploads ?? lists.importId ?? lists._id ?? [])]
  const rows = await db
    .selectFrom(uploads !== undefined ? 'uploads' : model === 'jobs' ? 'jobs' : 'imports')
    .select(['id', 'pipeline_id'])
    .where('id', 'in', ids)
    .execute()
  if (rows.length !== ids.length) throw notFound()
  const pipelines = [...new Set(rows.map((row) => row.pipeline_id))]
  const seen = await access.seenAmong(caller, pipelines)
  if (pipelines.some((id) => !seen.has(id))) throw notFound()
  return { pipelineIds: null, caller }
}

export function follow(
  deps: LiveDeps & { tails: LogTails; socket: Socket },
  subscription: Subscription,
  allowed: Allowed,
): LiveSubscription {
  const { db, tails, socket, log } = deps
  if (subscription.model === 'logs') {
    return followLogLines({ db, tails, socket, log }, subscription.filter, subscription.after ?? {})
  }
  if (subscription.model === 'documents') {
    return followDocuments({
      tree: (caller, kind) => deps.folders.tree(caller, kind),
      socket,
      log,
      filter: subscription.filter,
      allowed,
    })
  }
  const { filter } = subscription
  const { pipelineIds } = allowed
  const options = { socket, log, filter, pipelineIds }
  if (subscription.model === 'uploads') return followItems({ reader: uploadReader(deps), ...options })
  if (subscription.model === 'jobs') return followItems({ reader: jobReader(deps, allowed), ...options })
  return followItems({ reader: importReader(deps), ...options })
}

const uploadReader = ({ db }: LiveDeps): ItemReader<Upload> => ({
  model: 'uploads',
  about: 'upload',
  async list(filter) {
    const rows = 'ids' in filter ? await findUploads(db, filter.ids) : await lastUploads(db, filter.pipelineIds)
    return rows.map(presentUpload)
  },
  async byIds(ids) {
    return (await findUploads(db, ids)).map(presentUpload)
  },
})

/** Plans: a job that is no plan, or no longer one, is none of them. */
const jobReader = ({ db, access }: LiveDeps, allowed: Readonly<Allowed>): ItemReader<ScheduledJob> => ({
  model: 'jobs',
  about: 'job',
  async list(filter) {
    const rows = 'ids' in filter ? await plansById(db, filter.ids) : await plannedJobs(db, filter.pipelineIds)
    return presentJobs(db, access, allowed.caller, rows)
  },
  byIds: async (ids) => presentJobs(db, access, allowed.caller, await plansById(db, ids)),
})

function importReader({ db, access }: LiveDeps): ItemReader<Import> {
  const read = async (column: 'id' | 'pipeline_id', ids: readonly string[]): Promise<Import[]> => {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('imports')
      .selectAll()
      .where(column, 'in', [...ids])
      .orderBy('scheduled_at', 'desc')
      .orderBy('id', 'desc')
      .$if(column === 'pipeline_id', (query) => query.limit(importsListed))
      .execute()
    const items = await access.items([...new Set(rows.map((row) => row.version_id))])
    return rows.flatMap((row) => {
      const item = items.get(row.version_id)
      return item === undefined ? [] : [presentImport(row, item)]
    })
  }
  return {
    model: 'imports',
    about: 'import',
    list: (filter) => ('ids' in filter ? read('id', filter.ids) : read('pipeline_id', filter.pipelineIds)),
    byIds: (ids) => read('id', ids),
  }
}
