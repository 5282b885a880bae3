import { compareComponents, type JsonSchema } from '@millrace/contract'
import type { Reference } from '../kernel/versions/references.reads.ts'
import type { UpdateRules } from '../kernel/versions/update-rules.ts'
import { findVersions } from '../kernel/versions/versions.reads.ts'
import { movedAddresses, movedIds, withIdReferences } from '../schemas/schema-addresses.ts'
import { fieldsOfAddresses } from '../schemas/reference-fields.ts'
import { seenSchemas } from '../schemas/schema-store.ts'
import { graphOf } from './component-graphs.ts'
import { type ComponentContent, parseComponentContent } from './component.content.ts'
import { completeLinks } from './link-schemas.ts'

/** A component over other versions: its links take their schemas from the new ports, as at a save (CMP-028). */
export const componentUpdates: UpdateRules = {
  uses(stored) {
    const { inputs, outputs, instances, addresses } = parseComponentContent(stored)
    const ports = [
      ...inputs.map((port): [string, JsonSchema] => [`inputs.${port.name}`, port.inputSchema]),
      ...outputs.map((port): [string, JsonSchema] => [`outputs.${port.name}`, port.outputSchema]),
    ]
    return [
      ...instances.map(({ name, instanceOf }): Reference & { field: string } => ({
        to: instanceOf,
        role: 'instance',
        field: `instances.${name}`,
      })),
      ...fieldsOfAddresses(ports, addresses),
    ]
  },
  async repoint(tx, stored, moved) {
    // No save ever stores that a component streams.
    const { recordWise: _recordWise, ...content } = parseComponentContent(stored)
    const ids = movedIds(content.addresses, moved)
    const repointed = (schema: JsonSchema) => withIdReferences(schema, ids)
    const inputs = content.inputs.map((port) => ({ ...port, inputSchema: repointed(port.inputSchema) }))
    const outputs = content.outputs.map((port) => ({ ...port, outputSchema: repointed(port.outputSchema) }))
    const instances = content.instances.map((instance) => ({
      ...instance,
      instanceOf: moved.get(instance.instanceOf) ?? instance.instanceOf,
    }))
    const used = await findVersions(tx, [...new Set(instances.map((instance) => instance.instanceOf))])
    const ports = new Map(used.map((row) => [row.id, parseComponentContent(row.content)]))
    return {
      ...content,
      inputs,
      outputs,
      instances,
      links: completeLinks({ ...content, inputs, outputs, instances }, content.links, ports),
      addresses: movedAddresses(content.addresses, moved),
    } satisfies ComponentContent
  },
  // Diagram errors do not keep a component from being saved, nor from being updated (D-109).
  async check() {},
  async changes(db, caller, before, after) {
    const resolve = (row: typeof before) =>
      seenSchemas(db, caller, Object.values(parseComponentContent(row.content).addresses))
    const [old, fresh] = [graphOf(before), graphOf(after)]
    return compareComponents(old, fresh, { before: await resolve(before), after: await resolve(after) })
  },
}
