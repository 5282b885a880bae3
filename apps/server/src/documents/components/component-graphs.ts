import { type ComponentGraph, findDiagramFault, invalid, type PortsOf, textWith } from '@millrace/contract'
import type { ResolveModule } from '@millrace/engine'
import { findRequiredModules } from '@millrace/engine/components/required-modules'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { withIdReferences } from '../schemas/schema-addresses.ts'
import { filterSeen } from '../kernel/rights-of-items.ts'
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
export const loadGraphs = async (db: Connection, rootId: string): Promise<ComponentGraph[]> =>
  (await loadRows(db, rootId)).map(graphOf)

async function loadRows(db: Connection, rootId: string): Promise<VersionRow[]> {
  return findVersions(db, [rootId, ...(await reachableFrom(db, [rootId], ['instance']))])
}

/** A component and all it contains, and which of these run as closed boxes for the caller. */
export type SeenGraphs = { graphs: ReadonlyMap<string, ComponentGraph>; isClosed(id: string): boolean }

/** As `loadGraphs`, by id; those that the caller does not see are closed (S3). */
export async function loadSeenGraphs(db: Connection, caller: Caller, rootId: string): Promise<SeenGraphs> {
  const rows = await loadRows(db, rootId)
  const seen = new Set((await filterSeen(db, caller, rows)).map((row) => row.id))
  return {
    graphs: new Map(rows.map((row) => [row.id, graphOf(row)])),
    isClosed: (id) => !seen.has(id),
  }
}

/** As `loadGraphs`, with the ids of the schema versions that the ports of all of them name. */
export async function loadGraphsToRun(
  db: Connection,
  rootId: string,
): Promise<{ graphs: ComponentGraph[]; schemaIds: string[] }> {
  const rows = await loadRows(db, rootId)
  return { graphs: rows.map(graphOf), schemaIds: rows.flatMap(schemaIdsIn) }
}

/** Ids of the schema versions that the ports of these components name. */
export const schemaIdsOf = async (db: Connection, componentIds: readonly string[]): Promise<string[]> =>
  (await findVersions(db, componentIds)).flatMap(schemaIdsIn)

const schemaIdsIn = (row: VersionRow): string[] => Object.values(parseComponentContent(row.content).addresses)

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
