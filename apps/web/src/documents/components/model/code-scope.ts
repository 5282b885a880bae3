import { type PortSchemasOf, schemaFrom, schemaTo } from '@millrace/contract/components/link-schemas.rule'
import type { CodeScope } from '../../../code/code-scope.ts'
import type { ComponentDraft, DraftLink } from './draft.ts'

/** What code may ask for beside its ports; null where this person is not told. */
export type CodeSurroundings = Pick<CodeScope, 'modules' | 'connections'>
/** A scope without the schemas that others refer to, which have to be asked for. */
export type OwnScope = Omit<CodeScope, 'store'>

/** What the code of a component sees; null for a kind without code. */
export function leafScope(draft: ComponentDraft, surroundings: CodeSurroundings, recordWise = false): OwnScope | null {
  const { kind, isDB, isIO } = draft
  if (kind !== 'instruction' && kind !== 'function') return null
  return {
    ...surroundings,
    kind,
    inputs: draft.inputs.map(({ name, inputSchema }) => ({ name, schema: inputSchema })),
    outputs: draft.outputs.map(({ name, outputSchema }) => ({ name, schema: outputSchema })),
    isDB: kind === 'instruction' && isDB,
    isIO: kind === 'instruction' && isIO,
    recordWise,
  }
}

/** What the code of a link sees: what the port it comes from gives, and what the one it leads to wants. */
export function linkScope(
  draft: ComponentDraft,
  link: DraftLink,
  portsOf: PortSchemasOf,
  surroundings: CodeSurroundings,
): OwnScope {
  const from = schemaFrom(draft, { instance: link.fromInstance, port: link.fromPort }, portsOf)
  const to = schemaTo(draft, { instance: link.toInstance, port: link.toPort }, portsOf)
  return {
    ...surroundings,
    kind: 'link',
    inputs: [{ name: link.fromPort, schema: from }],
    outputs: [{ name: link.toPort, schema: to, shared: isShared(draft, link) }],
  }
}

/** Whether something else fills the port as well: what comes is merged, so that each gives a part (D-108). */
function isShared({ links, instances }: ComponentDraft, { toInstance, toPort, name }: DraftLink): boolean {
  const values = instances.find((instance) => instance.name === toInstance)?.values ?? {}
  return (
    Object.hasOwn(values, toPort) ||
    links.some((other) => other.name !== name && other.toInstance === toInstance && other.toPort === toPort)
  )
}

/** Whether both say the same: a component is made anew with each key, its ports stay the ones they were. */
export const isSameScope = (one: OwnScope, other: OwnScope): boolean =>
  one.kind === other.kind &&
  one.isDB === other.isDB &&
  one.isIO === other.isIO &&
  one.recordWise === other.recordWise &&
  one.modules === other.modules &&
  one.connections === other.connections &&
  arePortsSame(one.inputs, other.inputs) &&
  arePortsSame(one.outputs, other.outputs)

type Port = OwnScope['outputs'][number]

const arePortsSame = (some: readonly Port[], others: readonly Port[]): boolean =>
  some.length === others.length &&
  some.every(({ name, schema, shared }, index) => {
    const other = others[index]
    return name === other?.name && shared === other.shared && isSameSchema(schema, other.schema)
  })

const isSameSchema = (one: Port['schema'], other: Port['schema']): boolean =>
  one === other || (isAny(one) && isAny(other))

const isAny = (schema: Port['schema']): boolean => typeof schema === 'object' && Object.keys(schema).length === 0
