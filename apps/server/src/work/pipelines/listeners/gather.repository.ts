import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { BrokerMessage } from './brokers/broker.ts'

/** A listener as one process holds it; an older fence can write nothing any more (G5). */
export type Held = { id: string; fence: number }

/** A message that waits in the database. */
export type WaitingMessage = { id: string; body: Buffer; receivedAt: Date }
const maxReason = 1000
export type SetAside = { state: 'held' | 'dead'; reason: string; body: Buffer }

/** Another process holds the listener, or it was published anew, paused or ended. */
export class FencedError extends Error {}

/** Counts messages that were taken, for whoever still holds the listener. @throws FencedError */
export async function countReceived(tx: Connection, held: Held, count: number): Promise<void> {
  const row = await tx
    .updateTable('deployed_listeners')
    .set((set) => ({ received: set('received', '+', count), ...(count > 0 && { last_message_at: sql<Date>`now()` }) }))
    .where('id', '=', held.id)
    .where('fence', '=', held.fence)
    .where('lease_until', '>', sql<Date>`now()`)
    .where('paused', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new FencedError('the listener is held by another')
}

/** Places of a broker's messages that were taken before: `content-…` and `packet-…` stand once for each delivery. */
const prefixOf = (message: BrokerMessage): string => `${message.identity}:`

/** Whether a message that comes again was taken before; the place of one that is not exact is given free by that. */
async function wasTaken(tx: Connection, listenerId: string, message: BrokerMessage): Promise<boolean> {
  if (message.isExact) {
    const known = tx.selectFrom('taken_messages').select('identity').where('listener_id', '=', listenerId)
    return (await known.where('identity', '=', message.identity).executeTakeFirst()) !== undefined
  }
  if (!message.isRepeated) return false
  const { rows } = await sql`
    delete from taken_messages where listener_id = ${listenerId} and identity = (
      select identity from taken_messages
      where listener_id = ${listenerId} and starts_with(identity, ${prefixOf(message)}) limit 1)
    returning identity`.execute(tx)
  return rows.length > 0
}

/** A number of the broker's that is given to the next message was given free by the one before: MQTT's packets. */
async function forgetPacket(tx: Connection, listenerId: string, { identity }: BrokerMessage): Promise<void> {
  const packet = /^packet-\d+-/.exec(identity)?.[0]
  if (packet === undefined) return
  await sql`
    delete from taken_messages where listener_id = ${listenerId} and starts_with(identity, ${packet})`.execute(tx)
}

/** Remembers messages in the transaction that stores them, under the id of their batch. @returns those that were not taken before */
export async function takeFresh(
  tx: Connection,
  listenerId: string,
  messages: readonly BrokerMessage[],
  batch: string,
): Promise<BrokerMessage[]> {
  const fresh: BrokerMessage[] = []
  for (const [place, message] of messages.entries()) {
    if (await wasTaken(tx, listenerId, message)) continue
    await forgetPacket(tx, listenerId, message)
    const identity = message.isExact ? message.identity : `${prefixOf(message)}${batch}-${place}`
    await tx.insertInto('taken_messages').values({ listener_id: listenerId, identity }).execute()
    fresh.push(message)
  }
  return fresh
}

/** Forgets contents of a batch once the broker has heard that it is stored: it does not send them again. */
export async function forgetContents(db: Connection, listenerId: string, batch: string): Promise<void> {
  await sql`
    delete from taken_messages
    where listener_id = ${listenerId} and starts_with(identity, 'content-') and strpos(identity, ${`:${batch}-`}) > 0`.execute(
    db,
  )
}

/** Ids of senders are remembered for so many days; a broker that sends one again after that is believed. */
export async function forgetOld(db: Connection, days: number): Promise<void> {
  await sql`delete from taken_messages where taken_at < now() - make_interval(days => ${days})`.execute(db)
}

export async function storeWaiting(tx: Connection, listenerId: string, bodies: readonly Buffer[]): Promise<void> {
  if (bodies.length === 0) return
  const rows = bodies.map((body) => ({ id: newId(), listener_id: listenerId, state: 'waiting' as const, body }))
  await tx.insertInto('listener_messages').values(rows).execute()
}

export async function storeSetAside(tx: Connection, listenerId: string, list: readonly SetAside[]): Promise<void> {
  if (list.length === 0) return
  const rows = list.map(({ reason, ...one }) => ({
    ...{ id: newId(), listener_id: listenerId, ...one },
    // It may quote the message: PostgreSQL has no text with a zero character, and nobody reads more.
    reason: reason.replaceAll('\0', '\uFFFD').slice(0, maxReason),
  }))
  await tx.insertInto('listener_messages').values(rows).execute()
}

/** How many messages wait in the database, as far as `limit`, with their bytes and since when the oldest does. */
export async function countWaiting(
  db: Connection,
  listenerId: string,
  limit: number,
): Promise<{ count: number; bytes: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; bytes: number; oldest: Date | null }>`
    select count(*)::int as count, coalesce(sum(octet_length(body)), 0)::float8 as bytes, min(received_at) as oldest
    from (select body, received_at from listener_messages
      where listener_id = ${listenerId} and state = 'waiting' order by id limit ${limit}) waiting`.execute(db)
  return rows[0] ?? { count: 0, bytes: 0, oldest: null }
}

/** The oldest messages that wait in the database, no more than fit into so many bytes, but at least one. */
export async function readWaiting(
  db: Connection,
  listenerId: string,
  limit: number,
  maxBytes: number,
): Promise<WaitingMessage[]> {
  const { rows } = await sql<WaitingMessage>`
    select id, body, received_at as "receivedAt" from (
      select id, body, received_at, sum(octet_length(body)) over (order by id) as total, octet_length(body) as own
      from listener_messages where listener_id = ${listenerId} and state = 'waiting' order by id limit ${limit}
    ) waiting where total <= ${maxBytes} or total = own order by id`.execute(db)
  return rows
}

/** Removes messages that go into an upload. @throws FencedError when one of them is gone: somebody else took it */
export async function removeWaiting(tx: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await tx
    .deleteFrom('listener_messages')
    .where('id', 'in', [...ids])
    .where('state', '=', 'waiting')
    .returning('id')
    .execute()
  if (gone.length !== ids.length) throw new FencedError('messages were taken by another')
}
