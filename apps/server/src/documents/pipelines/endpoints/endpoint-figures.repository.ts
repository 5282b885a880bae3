import type { Connection } from '../../../platform/database/database.ts'

/** What one process counted of one endpoint in one minute. */
type EndpointMinute = {
  endpointId: string
  /** Start of the minute. */
  at: Date
  calls: number
  errors: number
  refused: number
  /** Calls by how long they took, as `timeBuckets` says. */
  times: number[]
}

type EndpointFault = { endpointId: string; at: Date; status: number; message: string }

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
