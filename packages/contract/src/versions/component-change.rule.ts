import type { JsonSchema } from '../primitives.ts'
import { isSameJson } from '../schemas/json-equality.ts'
import { compareSchemas, type DocumentChange, type ResolveReference } from './schema-change.rule.ts'

/** What of a component others can rely on, and what it does inside. */
type ComparedComponent = {
  kind: string
  inputs: readonly { name: string; inputSchema: JsonSchema }[]
  outputs: readonly { name: string; outputSchema: JsonSchema }[]
  jsCode: string
  instances: readonly unknown[]
  links: readonly unknown[]
}
type Ports = Map<string, JsonSchema>

/**
 * What became of a component from one version to a newer one. A port that is gone breaks what is linked to it, a new
 * input is fed by nobody yet; of the ports that stay, inputs must take what they took and outputs promise what they
 * promised. What it does inside is told, and breaks nothing by itself.
 */
export function compareComponents(
  before: ComparedComponent,
  after: ComparedComponent,
  resolve: { before?: ResolveReference; after?: ResolveReference } = {},
): DocumentChange[] {
  const inputs = (of: ComparedComponent): Ports => new Map(of.inputs.map((port) => [port.name, port.inputSchema]))
  const outputs = (of: ComparedComponent): Ports => new Map(of.outputs.map((port) => [port.name, port.outputSchema]))
  const changes = [
    ...comparePorts('input', inputs(before), inputs(after), resolve),
    ...comparePorts('output', outputs(before), outputs(after), resolve),
  ]
  const inner: [string, unknown, unknown][] = [
    [`kind ${before.kind} became ${after.kind}`, before.kind, after.kind],
    ['the code changed', before.jsCode, after.jsCode],
    ['its instances changed', before.instances, after.instances],
    ['its links changed', before.links, after.links],
  ]
  for (const [text, was, is] of inner) if (!isSameJson(was, is)) changes.push({ path: '', text, effect: 'safe' })
  return changes
}

function comparePorts(
  side: 'input' | 'output',
  was: Ports,
  is: Ports,
  resolve: { before?: ResolveReference; after?: ResolveReference },
): DocumentChange[] {
  const changes: DocumentChange[] = []
  for (const [name, schema] of is) {
    const old = was.get(name)
    if (old === undefined)
      changes.push({ path: name, text: `${side} added`, effect: side === 'input' ? 'breaking' : 'safe' })
    else {
      const direction = side === 'input' ? 'in' : 'out'
      for (const change of compareSchemas(old, schema, { ...resolve, direction })) {
        const path = change.path === '' ? '' : change.path.startsWith('[') ? change.path : `.${change.path}`
        changes.push({ ...change, path: name + path })
      }
    }
  }
  for (const name of was.keys())
    if (!is.has(name)) changes.push({ path: name, text: `${side} removed`, effect: 'breaking' })
  return changes
}
