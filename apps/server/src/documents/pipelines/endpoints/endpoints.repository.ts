import type { JsonSchema } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { EndpointPlan } from './endpoint-plan.ts'

/** A published endpoint without its plan, which only who serves it needs. */
export type EndpointRow = {
  id: string
  /** Document of the pipeline; null when it is gone. */
  pipelineId: string | null
  versionId: string | null
  componentId: string | null
  componentName: string
  componentVersion: number
  path: string
  route: string
  keyRequired: boolean
  jsonSchema: JsonSchema
  createdAt: Date
  createdBy: string
  updatedAt: Date | null
  updatedBy: string | null
}

const columns = [
  'id',
  'pipeline_id as pipelineId',
  'version_id as versionId',
  'component_id as componentId',
  'component_name as componentName',
  'component_version as componentVersion',
  'path',
  'route',
  'key_required as keyRequired',
  'json_schema as jsonSchema',
  'created_at as createdAt',
  'created_by as createdBy',
  'updated_at as updatedAt',
  'updated_by as updatedBy',
] as const

export const endpointRows = (db: Connection): Promise<EndpointRow[]> =>
  db.selectFrom('endpoints').select(columns).orderBy('path').execute()

export const findEndpoint = (db: Connection, id: string): Promise<EndpointRow | undefined> =>
  db.selectFrom('endpoints').select(columns).where('id', '=', id).executeTakeFirst()

/** That of the pipeline (document id). */
export const endpointOfPipeline = (db: Connection, pipelineId: string): Promise<EndpointRow | undefined> =>
  db.selectFrom('endpoints').select(columns).where('pipeline_id', '=', pipelineId).executeTakeFirst()

/** Until the end of the transaction nobody else publishes at this address. */
export const holdPath = (tx: Connection, path: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('endpoint path'), hashtext(${path}))`.execute(tx)

export const isPathTaken = async (db: Connection, path: string, pipelineId: string): Promise<boolean> =>
  (await db
    .selectFrom('endpoints')
    .select('id')
    .where('path', '=', path)
    .where((where) => where.or([where('pipeline_id', 'is', null), where('pipeline_id', '!=', pipelineId)]))
    .executeTakeFirst()) !== undefined

export type Published = {
  pipelineId: string
  versionId: string
  component: { id: string; name: string; version: number }
  path: string
  route: string
  keyRequired: boolean
  description: string | null
  plan: EndpointPlan
}

/** Publishes, or replaces what was published of the pipeline; its keys and figures stay. */
export async function storeEndpoint(tx: Connection, published: Published, by: string): Promise<EndpointRow> {
  const { component, plan, pipelineId } = published
  const values = {
    version_id: published.versionId,
    component_id: component.id,
    component_name: component.name,
    component_version: component.version,
    path: published.path,
    route: published.route,
    key_required: published.keyRequired,
    description: published.description,
    json_schema: JSON.stringify(plan.inputSchema),
    output_schema: JSON.stringify(plan.outputSchema),
    plan: JSON.stringify(plan),
  }
  return tx
    .insertInto('endpoints')
    .values({ id: newId(), pipeline_id: pipelineId, created_by: by, ...values })
    .onConflict((conflict) =>
      conflict.column('pipeline_id').doUpdateSet({
        ...values,
        revision: sql<number>`endpoints.revision + 1`,
        updated_at: sql<Date>`now()`,
        updated_by: by,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function removeEndpoint(tx: Connection, id: string): Promise<void> {
  await tx.deleteFrom('endpoints').where('id', '=', id).execute()
}
