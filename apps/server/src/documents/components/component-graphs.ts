import { type ComponentGraph, findDiagramFault, invalid, type PortsOf, textWith } from '@millrace/contract'
import type { ResolveModule } from '@millrace/engine'
import { findRequiredModules } from '@millrace/engine/components/required-modules'
import type { Connection } from '../../platform/database/database.ts'
import { withIdReferences } from '../schemas/schema-addresses.ts'
import { reachableFrom } from '../kernel/versions/references.reads.ts'
import { findVersions, type VersionRow } from '../kernel/versions/versions.reads.ts'
import { parseComponentContent } from './component.content.ts'

/** A component as the engine takes it; references in its ports name versions by id. */
export function graphOf(row: VersionRow): ComponentGraph {
  const content = parseComponentContent(row.content)
  const ids = (schema: Record<string, unknown>) => withIdReferences(schema, content.addresses)
  return {
    _id: row.id,
    name: row.name,
    version: row.version,
    kind: content.kind,
    inputs: content.inputs.map((port) => ({ name: port.name, inputSchema: ids(port.inputSchema) })),
    outputs: content.outputs.map((port) => ({ name: port.name, outputSchema: ids(port.outputSchema) })),
    instances: content.instances,
    links: content.links.map((link) => ({
      ...link,
      inputSchema: ids(link.inputSchema),
      outputSchema: ids(link.outputSchema),
    })),
    jsCode: content.jsCode,
    isDB: content.isDB,
    isIO: content.isIO,
    ...(content.recordWise === true ? { recordWise: true } : {}),
  }
}

/** The component version and every component it contains, at any depth. Two queries however deep. */
export async function loadGraphs(db: Connection, rootId: string): Promise<ComponentGraph[]> {
  const inner = await reachableFrom(db, [rootId], ['instance'])
  return (await findVersions(db, [rootId, ...inner])).map(graphOf)
}

/** Ids of the schema versions that the ports of these components name. */
export async function schemaIdsOf(db: Connection, componentIds: readonly string[]): Promise<string[]> {
  const rows = await findVersions(db, componentIds)
  return rows.flatMap((row) => Object.values(parseComponentContent(row.content).addresses))
}

/** Refuses a component that may not be locked: the diagram errors, and 40000 'Module {name} is not allowed'. */
export async function checkComponent(db: Connection, row: VersionRow, resolve: ResolveModule): Promise<void> {
  await checkDiagram(db, row)
  const { jsCode, links } = graphOf(row)
  for (const name of findRequiredModules([jsCode, ...links.map((link) => link.jsCode)].join('\n'))) {
    if (!(await resolve(name))) throw invalid(textWith.moduleNotAllowed(name))
  }
}

/** Refuses a component that cannot be built, with the first fault of its diagram (D-109). */
async function checkDiagram(db: Connection, row: VersionRow): Promise<void> {
  const whole = graphOf(row)
  const isLeaf = whole.kind === 'instruction' || whole.kind === 'function'
  // Instances and links drawn before a component became a leaf play no part in it.
  const graph = isLeaf ? { ...whole, instances: [], links: [] } : whole
  const inner = new Map(
    (
      await findVersions(
        db,
        graph.instances.map((instance) => instance.instanceOf),
      )
    ).map((used) => [used.id, graphOf(used)]),
  )
  const portsOf: PortsOf = (id) => inner.get(id)
  const problem = findDiagramFault(graph, portsOf)
  if (problem !== null) throw invalid(problem)
}
