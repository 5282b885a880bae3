import type { Connection } from '../../../platform/database/database.ts'
import { parsePipelineContent } from '../pipeline.content.ts'
import { findVersion, type VersionRow } from '../../kernel/versions/versions.reads.ts'
import { endpointSchemas } from './endpoint-plan.ts'
import type { EndpointRow } from './endpoints.repository.ts'

/**
 * Why an endpoint is not valid any more, as a sentence, or null (D-137). What is published goes on to be served as it was,
 * unless pipeline or component is gone.
 */
export async function endpointFault(
  db: Connection,
  row: EndpointRow,
  pipeline: VersionRow | undefined,
): Promise<string | null> {
  if (pipeline === undefined) return 'The pipeline no longer exists. Un-publish the endpoint.'
  const { component: id } = parsePipelineContent(pipeline.content)
  const component = id === null ? undefined : await findVersion(db, id)
  if (row.componentId === null || component === undefined) {
    return `The component ${row.componentName} version ${row.componentVersion} no longer exists. Choose another one in the pipeline and publish it again.`
  }
  const { inputSchema } = await endpointSchemas(db, component)
  // Key order counts as well: it is the author's, and both come about in the same way.
  if (JSON.stringify(inputSchema) === JSON.stringify(row.jsonSchema)) return null
  return `The input of ${component.name} is no longer what was published. Publish the pipeline again; callers get the published one until then.`
}
