import type { Upload } from '@millrace/contract'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { followItems, type ItemReader } from '../live/item-subscription.ts'
import type { LiveSource, SubscriptionTo } from '../live/live-source.ts'
import { presentUpload } from './uploads.presenter.ts'
import { findUploads, lastUploads } from './uploads.reads.ts'

/** The live model `uploads`: files of pipelines, or those named, as their state changes. */
export function createUploadsLive({ db, log }: { db: Database; log: Logger }): LiveSource<SubscriptionTo<'uploads'>> {
  const reader: ItemReader<Upload> = {
    model: 'uploads',
    about: 'upload',
    async list(filter) {
      const rows = 'ids' in filter ? await findUploads(db, filter.ids) : await lastUploads(db, filter.pipelineIds)
      return rows.map(presentUpload)
    },
    byIds: async (ids) => (await findUploads(db, ids)).map(presentUpload),
  }
  return {
    async pipelinesOf({ filter }) {
      const rows = await findUploads(db, '_id' in filter ? filter._id : [])
      return new Map(rows.map((row) => [row.id, row.pipeline_id]))
    },
    follow: (socket, { filter }, { pipelineIds }) => followItems({ reader, socket, log, filter, pipelineIds }),
  }
}
