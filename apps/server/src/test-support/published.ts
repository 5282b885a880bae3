import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/**
 * Publishes an endpoint with a key, both with these ids, in place of the one that the pipeline had; nothing serves it.
 * @param versionId of the pipeline
 */
export async function publishEndpoint(
  { db }: TestApp,
  ids: { endpointId: string; endpointKeyId: string },
  versionId: string,
): Promise<void> {
  const { pipeline_id } = await db
    .selectFrom('document_versions')
    .select('document_id as pipeline_id')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('endpoints').where('pipeline_id', '=', pipeline_id).execute()
  const component = { component_id: null, component_name: 'Gone', component_version: 1 }
  const served = { path: `/${ids.endpointId}/v1`, route: '/rows', key_required: false, created_by: 'x.y' }
  const nothing = { json_schema: '{}', output_schema: '{}', plan: '{}' }
  await db
    .insertInto('endpoints')
    .values({ id: ids.endpointId, pipeline_id, version_id: versionId, ...component, ...served, ...nothing })
    .execute()
  await db
    .insertInto('endpoint_keys')
    .values({
      ...{ id: ids.endpointKeyId, endpoint_id: ids.endpointId, name: ids.endpointKeyId },
      ...{ hash: ids.endpointKeyId, created_by: 'x.y' },
    })
    .execute()
}

/** Publishes a listener to HTTP posts with this id; nothing holds it. @param versionId of the pipeline */
export async function publishListener({ db, platform }: TestApp, id: string, versionId: string): Promise<void> {
  await sql`
    insert into deployed_listeners (id, pipeline_id, version_id, name, kind, source, topic, sealed_url, gather_count,
      gather_seconds, created_by, publisher_id)
    select ${id}, document_id, id, ${id}, 'http', 'rows', '', ${platform.secrets.seal('')}, 1, 1, 'x.y', 'x'
    from document_versions where id = ${versionId}`.execute(db)
}
