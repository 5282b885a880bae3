import { type DocumentChange, portSchemas } from '@millrace/contract'
import { isSameJson } from '@millrace/contract/schemas/json-equality'
import { graphOf } from '../components/component-graphs.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Reference } from '../kernel/versions/references.reads.ts'
import type { UpdateRules } from '../kernel/versions/update-rules.ts'
import { findVersion } from '../kernel/versions/versions.reads.ts'
import { fieldsOfAddresses } from '../schemas/reference-fields.ts'
import { movedAddresses, movedIds, withIdReferences } from '../schemas/schema-addresses.ts'
import { parsePipelineContent, type PipelineContent } from './pipeline.content.ts'

type Derived = Pick<PipelineContent, 'component' | 'inputSchema' | 'outputSchema'>

/** A master takes the schemas of its new component; a country takes component and schemas of its new master (D-106). */
async function derive(
  tx: Connection,
  content: PipelineContent,
  { masterPipeline, component }: { masterPipeline: string | null; component: string | null },
): Promise<Derived> {
  if (masterPipeline !== null) {
    const master = await findVersion(tx, masterPipeline)
    if (master === undefined) throw new Error(`the master version ${masterPipeline} vanished during an update`)
    const { component: inherited, inputSchema, outputSchema } = parsePipelineContent(master.content)
    return { component: inherited, inputSchema, outputSchema }
  }
  const row = component === null ? undefined : await findVersion(tx, component)
  const { inputSchema, outputSchema } = row === undefined ? content : portSchemas(graphOf(row))
  return { component, inputSchema, outputSchema }
}

/** A pipeline over other versions; what is its own stays: sources, sinks, endpoints, listeners. */
export const pipelineUpdates: UpdateRules = {
  uses(stored) {
    const { masterPipeline, component, pipelineSchema, addresses } = parsePipelineContent(stored)
    const one = (to: string | null, role: Reference['role'], field: string) =>
      to === null ? [] : [{ to, role, field }]
    return [
      ...one(masterPipeline, 'master', 'masterPipeline'),
      ...one(component, 'component', 'component'),
      ...fieldsOfAddresses([['pipelineSchema', pipelineSchema]], addresses),
    ]
  },
  async repoint(tx, stored, moved) {
    const content = parsePipelineContent(stored)
    const to = (id: string | null) => (id === null ? null : (moved.get(id) ?? id))
    const masterPipeline = to(content.masterPipeline)
    return {
      ...content,
      masterPipeline,
      ...(await derive(tx, content, { masterPipeline, component: to(content.component) })),
      pipelineSchema: withIdReferences(content.pipelineSchema, movedIds(content.addresses, moved)),
      addresses: movedAddresses(content.addresses, moved),
    } satisfies PipelineContent
  },
  // A draft need not be ready to run; what it lacks is told when it is locked or started.
  async check() {},
  async changes(_db, _caller, before, after) {
    const [old, fresh] = [parsePipelineContent(before.content), parsePipelineContent(after.content)]
    const fields = ['component', 'dataSources', 'dataSinks', 'pipelineSchema', 'endpoints', 'listeners'] as const
    return fields
      .filter((field) => !isSameJson(old[field], fresh[field]))
      .map((path): DocumentChange => ({ path, text: 'changed', effect: 'safe' }))
  },
}
