import type { Insertable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'

/** A key as people see it: of its text only a hash is kept, which is not read here. */
export type EndpointKeyRow = {
  id: string
  name: string
  createdAt: Date
  createdBy: string
  expiresAt: Date | null
  lastUsedAt: Date | null
  perMinute: number | null
}

const columns = [
  'id',
  'name',
  'created_at as createdAt',
  'created_by as createdBy',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
  'per_minute as perMinute',
] as const

export const keyRows = (db: Connection, endpointId: string): Promise<EndpointKeyRow[]> =>
  db
    .selectFrom('endpoint_keys')
    .select(columns)
    .where('endpoint_id', '=', endpointId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function insertKey(tx: Connection, row: Insertable<Tables['endpoint_keys']>): Promise<void> {
  await tx.insertInto('endpoint_keys').values(row).execute()
}

/** @returns the key that went, or nothing when the endpoint has none of that id */
export const removeKey = (tx: Connection, endpointId: string, id: string): Promise<EndpointKeyRow | undefined> =>
  tx
    .deleteFrom('endpoint_keys')
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
