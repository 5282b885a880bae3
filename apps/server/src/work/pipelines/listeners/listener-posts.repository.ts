import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { hashOf } from './brokers/broker.ts'
import { storeWaiting } from './gather.repository.ts'

/** An HTTP listener that posts may go to. `hasKey`: the hashed key is one of its pipeline's endpoint, and still good. */
export type PostedListener = { pipelineId: string; paused: boolean; hasKey: boolean }

export async function postedTo(db: Database, id: string, keyHash: string | null): Promise<PostedListener | undefined> {
  const { rows } = await sql<PostedListener>`
    select l.pipeline_id as "pipelineId", l.paused, exists (
      select 1 from endpoint_keys k join endpoints e on e.id = k.endpoint_id
      where e.pipeline_id = l.pipeline_id and k.hash = ${keyHash} and (k.expires_at is null or k.expires_at > now())
    ) as "hasKey"
    from deployed_listeners l where l.id = ${id} and l.kind = 'http' and l.pipeline_id is not null`.execute(db)
  return rows[0]
}

/** Stores a posted message to be gathered; one with the same repeat key as an earlier one is that one. */
export async function storePost(db: Database, id: string, body: Buffer, repeatKey: string | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (repeatKey !== null) {
      const identity = `post-${hashOf(repeatKey)}`
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('taken_messages')
        .values({ listener_id: id, identity })
        .onConflict((one) => one.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) return
    }
    await storeWaiting(tx, id, [body])
    await sql`
      update deployed_listeners set received = received + 1, last_message_at = now() where id = ${id}`.execute(tx)
  })
}
