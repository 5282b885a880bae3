import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'

/** What one process counted of one endpoint in one minute. */
export type EndpointMinute = {
  endpointId: string
  /** Start of the minute. */
  at: Date
  calls: number
  errors: number
  refused: number
  /** Calls by how long they took, as `timeBuckets` says. */
  times: number[]
}

export type EndpointFault = { endpointId: string; at: Date; status: number; message: string }

export async function addMinutes(db: Connection, minutes: readonly EndpointMinute[]): Promise<void> {
  for (const { endpointId, at, calls, errors, refused, times } of minutes) {
    // One that was un-published meanwhile has no figures.
    await sql`
      insert into endpoint_minutes as m (endpoint_id, at, calls, errors, refused, times)
      select id, ${at}, ${calls}::integer, ${errors}::integer, ${refused}::integer, ${times}::integer[]
        from endpoints where id = ${endpointId}
      on conflict (endpoint_id, at) do update set
        calls = m.calls + excluded.calls, errors = m.errors + excluded.errors, refused = m.refused + excluded.refused,
        times = array(select coalesce(a, 0) + coalesce(b, 0)
          from unnest(m.times, excluded.times) with ordinality as t(a, b, n) order by n)`.execute(db)
  }
}

const keptErrors = 50

/** Adds what failed; of each endpoint the newest are kept. */
export async function addErrors(db: Connection, errors: readonly EndpointFault[]): Promise<void> {
  for (const { endpointId, at, status, message } of errors) {
    await sql`
      insert into endpoint_errors (id, endpoint_id, at, status, message)
      select ${newId()}, id, ${at}, ${status}::integer, ${message} from endpoints where id = ${endpointId}`.execute(db)
  }
  for (const endpointId of new Set(errors.map((error) => error.endpointId))) {
    await sql`
      delete from endpoint_errors where id in (
        select id from endpoint_errors where endpoint_id = ${endpointId} order by at desc, id desc offset ${keptErrors})`.execute(
      db,
    )
  }
}

export async function noteKeysUsed(db: Connection, used: ReadonlyMap<string, Date>): Promise<void> {
  for (const [id, at] of used) {
    await sql`update endpoint_keys set last_used_at = greatest(last_used_at, ${at}) where id = ${id}`.execute(db)
  }
}

export async function removeOldMinutes(db: Connection, before: Date): Promise<void> {
  await db.deleteFrom('endpoint_minutes').where('at', '<', before).execute()
}

export const minutesOf = (
  db: Connection,
  endpointId: string,
  since: Date,
): Promise<Omit<EndpointMinute, 'endpointId'>[]> =>
  db
    .selectFrom('endpoint_minutes')
    .select(['at', 'calls', 'errors', 'refused', 'times'])
    .where('endpoint_id', '=', endpointId)
    .where('at', '>=', since)
    .orderBy('at')
    .execute()

export const errorsOf = (db: Connection, endpointId: string): Promise<Omit<EndpointFault, 'endpointId'>[]> =>
  db
    .selectFrom('endpoint_errors')
    .select(['at', 'status', 'message'])
    .where('endpoint_id', '=', endpointId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
