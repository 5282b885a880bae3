import type { Connection } from '../../../platform/database/database.ts'
import type { EndpointPlan } from './endpoint-plan.ts'

/** What a process that serves endpoints knows of one before it is called. */
export type PublishedEndpoint = {
  id: string
  revision: number
  path: string
  route: string
  keyRequired: boolean
  /** Version of the pipeline and of its component; null when they are gone. */
  versionId: string | null
  componentId: string | null
}

export type PublishedKey = {
  id: string
  endpointId: string
  hash: string
  expiresAt: Date | null
  perMinute: number | null
}

export const publishedEndpoints = (db: Connection): Promise<PublishedEndpoint[]> =>
  db
    .selectFrom('endpoints')
    .select([
      'id',
      'revision',
      'path',
      'route',
      'key_required as keyRequired',
      'version_id as versionId',
      'component_id as componentId',
    ])
    .execute()

export const publishedKeys = (db: Connection): Promise<PublishedKey[]> =>
  db
    .selectFrom('endpoint_keys')
    .select(['id', 'endpoint_id as endpointId', 'hash', 'expires_at as expiresAt', 'per_minute as perMinute'])
    .execute()

/** The plan as it was published; nothing when it was un-published meanwhile. */
export async function publishedPlan(
  db: Connection,
  id: string,
): Promise<{ plan: EndpointPlan; revision: number; description: string | null } | undefined> {
  const row = await db
    .selectFrom('endpoints')
    .select(['plan', 'revision', 'description'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, plan: row.plan as EndpointPlan }
}
