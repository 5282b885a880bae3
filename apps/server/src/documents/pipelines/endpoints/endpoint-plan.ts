import { type ComponentGraph, invalid, type JsonSchema, portSchemas, texts } from '@millrace/contract'
import { CompileError, compileProgram, type Program, type ResolveModule } from '@millrace/engine'
import type { Connection } from '../../../platform/database/database.ts'
import { graphOf, loadGraphs, schemaIdsOf } from '../../components/component-graphs.ts'
import type { PipelineAccess } from '../pipelines.types.ts'
import { parsePipelineContent } from '../pipeline.content.ts'
import { loadSchemas } from '../../schemas/schema-store.ts'
import { findVersion, type VersionRow } from '../../kernel/versions/versions.reads.ts'
import { wholePorts } from './bundle-schema.ts'

/** All that serving an endpoint takes; plain data, stored as it is. */
export type EndpointPlan = {
  program: Program
  /** Schemas of body and answer, each with all it refers to. */
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** What code finds in ctx.rt_context, besides `now`. */
  rtContext: Record<string, unknown>
}

/** Body and answer of a component: an object with one property per port, none left out of the body. */
export async function endpointSchemas(
  db: Connection,
  component: VersionRow,
): Promise<{ inputSchema: JsonSchema; outputSchema: JsonSchema }> {
  const graph = graphOf(component)
  const store = await loadSchemas(db, await schemaIdsOf(db, [component.id]))
  const { inputSchema, outputSchema } = portSchemas(graph)
  const required = graph.inputs.map((port) => port.name)
  const body = { ...inputSchema, ...(required.length > 0 && { required }), additionalProperties: false }
  return { inputSchema: wholePorts(body, store), outputSchema: wholePorts(outputSchema, store) }
}

/**
 * Compiles what a pipeline version serves (D-134).
 * @throws ApiError 40000 'Master pipeline must invoke a component', or a diagram error
 */
export async function planEndpoint(
  db: Connection,
  pipeline: VersionRow,
  { modules, timeZone, items }: { modules: ResolveModule; timeZone: string } & Pick<PipelineAccess, 'items'>,
): Promise<{ component: VersionRow; plan: EndpointPlan }> {
  const { component: id } = parsePipelineContent(pipeline.content)
  const component = id === null ? undefined : await findVersion(db, id)
  const item = (await items([pipeline.id])).get(pipeline.id)
  if (component === undefined || item === undefined) throw invalid(texts.masterNeedsComponent)
  const graphs = new Map((await loadGraphs(db, component.id)).map((graph) => [graph._id, graph]))
  const program = await compiled(graphOf(component), graphs, modules)
  const { locale, brand, productLine, datakind } = item
  const rtContext = {
    pipeline: { name: pipeline.name, version: pipeline.version },
    ...{ locale, brand, productLine, datakind },
    timeZone,
    settings: {},
  }
  return { component, plan: { program, ...(await endpointSchemas(db, component)), rtContext } }
}

async function compiled(
  root: ComponentGraph,
  graphs: ReadonlyMap<string, ComponentGraph>,
  modules: ResolveModule,
): Promise<Program> {
  try {
    return await compileProgram(root, (id) => graphs.get(id), { modules })
  } catch (error) {
    throw error instanceof CompileError ? invalid(error.message) : error
  }
}
