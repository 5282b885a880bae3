import { sql } from 'kysely'
import { text } from 'node:stream/consumers'
import type { ImportWorld } from '../../imports/imports.fixtures.ts'
import type { Gathering } from './gather.ts'

/** Keys in the uploads that were gathered for a listener, sorted. */
export async function uploadedKeys({ platform }: ImportWorld, { pipelineId }: Gathering): Promise<string[]> {
  const uploads = await platform.db
    .selectFrom('uploads')
    .select('file_key')
    .where('pipeline_id', '=', pipelineId)
    .where('origin', '=', 'source')
    .execute()
  const texts = await Promise.all(uploads.map(async ({ file_key: key }) => text(await platform.files.read(key))))
  const lines = texts.flatMap((each) => each.split('\n').filter((line) => line !== ''))
  return lines.map((line) => String((JSON.parse(line) as { key: unknown }).key)).sort()
}

/** As after a pause that was longer than the lease. */
export const expireLease = ({ platform }: ImportWorld, { id }: Pick<Gathering, 'id'>): Promise<unknown> =>
  sql`update deployed_listeners set lease_until = now() - interval '1 second' where id = ${id}`.execute(platform.db)
