import type { Component } from '@millrace/contract'
import type { DiagramFault } from '@millrace/contract/components/diagram.rule'
import type { ComponentDraft, DraftLink, Element } from '../../model/draft.ts'
import type { UsedComponents } from '../../use-used-components.ts'

export type DiagramPort = {
  name: string
  /** A link leads here, and there is no such port. */
  isMissing: boolean
  /** It has a constant of the instance. */
  hasConstant: boolean
}

/** A box of the diagram: an instance, or an own input or output of the component. */
export type DiagramBox = {
  /** Stays the same while others come and go. */
  id: string
  /** null for what is missing: a link names it, and the component does not have it. */
  element: Element | null
  kind: Component['kind'] | 'input' | 'output' | 'unknown'
  name: string
  /** What the instance stands for; null where this person does not see it, or it is gone. */
  component: Pick<Component, '_id' | 'name' | 'version' | 'isDB' | 'isIO'> | null
  inputs: readonly DiagramPort[]
  outputs: readonly DiagramPort[]
  fault: string | null
}

export type DiagramEnd = { box: string; port: string }
/** A link of the diagram, from an output of a box to an input of another. */
export type DiagramLine = {
  id: string
  element: Element
  name: string
  from: DiagramEnd
  to: DiagramEnd
  fault: string | null
}

/** What is drawn of a component. */
export type DiagramGraph = { boxes: readonly DiagramBox[]; lines: readonly DiagramLine[] }

type Known = Pick<UsedComponents, 'byId' | 'isLoaded'>
/** What of a draft is drawn. */
type Drawn = Pick<ComponentDraft, 'inputs' | 'outputs' | 'instances' | 'links'>

/** What is drawn of a component: every link has two ends, where it names what is missing, too (CMP-031). */
export function graphOf(draft: Drawn, used: Known, faults: readonly DiagramFault[]): DiagramGraph {
  const faultOf = faultsByElement(faults)
  const own = (part: 'inputs' | 'outputs') =>
    withIds<{ name: string }>(part, draft[part]).map(([id, { name }, index]) =>
      ownPort(part, id, name, { part, index }, faultOf),
    )
  const instances = withIds('instances', draft.instances).map(([id, instance, index]): DiagramBox => {
    const element = { part: 'instances', index } as const
    return { ...instanceBox(draft, instance, used), id, element, fault: faultOf(element) }
  })
  const boxes = [...own('inputs'), ...instances, ...own('outputs')]
  const missing = new Map<string, DiagramBox>()
  const known = new Set(boxes.map(({ id }) => id))
  const endOf = (instance: string, port: string, part: 'inputs' | 'outputs'): string => {
    // Of names that repeat, the first one is meant.
    const id = instance === '' ? idOf(part, port) : idOf('instances', instance)
    if (known.has(id)) return id
    const box = instance === '' ? missingPort(part, port) : missingInstance(draft, instance)
    missing.set(box.id, box)
    return box.id
  }
  const lines = withIds('links', draft.links).map(([id, link, index]): DiagramLine => {
    const element = { part: 'links', index } as const
    return {
      id,
      element,
      name: link.name,
      from: { box: endOf(link.fromInstance, link.fromPort, 'inputs'), port: link.fromPort },
      to: { box: endOf(link.toInstance, link.toPort, 'outputs'), port: link.toPort },
      fault: faultOf(element),
    }
  })
  return { boxes: [...boxes, ...missing.values()], lines }
}

/** Each entry with an id made of its name; names that repeat are counted. */
function withIds<Entry extends { name: string }>(part: Element['part'], list: readonly Entry[]) {
  const seen = new Map<string, number>()
  return list.map((entry, index): [id: string, entry: Entry, index: number] => {
    const count = seen.get(entry.name) ?? 0
    seen.set(entry.name, count + 1)
    return [idOf(part, entry.name, count), entry, index]
  })
}

const idOf = (part: Element['part'], name: string, count = 0): string => `${part}:${count}:${name}`

function faultsByElement(faults: readonly DiagramFault[]): (element: Element) => string | null {
  const messages = new Map<string, string>()
  for (const { message, at } of faults)
    for (const { part, index } of at) {
      const key = `${part} ${index}`
      messages.set(key, messages.has(key) ? `${messages.get(key)}; ${message}` : message)
    }
  return ({ part, index }) => messages.get(`${part} ${index}`) ?? null
}

const nothing = { component: null, inputs: [], outputs: [] }
const port = (name: string, isMissing = false): DiagramPort => ({ name, isMissing, hasConstant: false })

/** An own input feeds the inside, so it is drawn with an output, and the other way round (CMP-007). */
function ownPort(
  part: 'inputs' | 'outputs',
  id: string,
  name: string,
  element: Element,
  faultOf: (element: Element) => string | null,
): DiagramBox {
  const ends = part === 'inputs' ? { outputs: [port(name)] } : { inputs: [port(name)] }
  const kind = part === 'inputs' ? 'input' : 'output'
  return { ...nothing, ...ends, id, element, kind, name, fault: faultOf(element) }
}

const missingPort = (part: 'inputs' | 'outputs', name: string): DiagramBox => ({
  ...nothing,
  ...(part === 'inputs' ? { outputs: [port(name, true)] } : { inputs: [port(name, true)] }),
  id: `missing:${part}:${name}`,
  element: null,
  kind: part === 'inputs' ? 'input' : 'output',
  name,
  fault: 'It does not exist.',
})

const missingInstance = (draft: Drawn, name: string): DiagramBox => ({
  component: null,
  inputs: namedBy(draft.links, name, 'to').map((one) => port(one, true)),
  outputs: namedBy(draft.links, name, 'from').map((one) => port(one, true)),
  id: `missing:instances:${name}`,
  element: null,
  kind: 'unknown',
  name,
  fault: 'It does not exist.',
})

/** An instance with the ports of its component, and those that links or constants name without their being there. */
function instanceBox(
  draft: Drawn,
  instance: ComponentDraft['instances'][number],
  { byId, isLoaded }: Known,
): Omit<DiagramBox, 'id' | 'element' | 'fault'> {
  const component = byId.get(instance.instanceOf) ?? null
  const constants = Object.keys(instance.values ?? {})
  const portsOf = (declared: readonly { name: string }[], named: readonly string[]): DiagramPort[] => {
    const names = new Set(declared.map(({ name }) => name))
    const more = new Set(named.filter((name) => !names.has(name)))
    return [...[...names].map((name) => port(name)), ...[...more].map((name) => port(name, isLoaded))]
  }
  const inputs = portsOf(component?.inputs ?? [], [...namedBy(draft.links, instance.name, 'to'), ...constants])
  return {
    kind: component?.kind ?? 'unknown',
    name: instance.name,
    component,
    inputs: inputs.map((one) => ({ ...one, hasConstant: constants.includes(one.name) })),
    outputs: portsOf(component?.outputs ?? [], namedBy(draft.links, instance.name, 'from')),
  }
}

/** The ports of an instance that links lead to, or come from, once each. */
function namedBy(links: readonly DraftLink[], instance: string, side: 'to' | 'from'): string[] {
  const ports = links
    .filter((link) => (side === 'to' ? link.toInstance : link.fromInstance) === instance)
    .map((link) => (side === 'to' ? link.toPort : link.fromPort))
  return [...new Set(ports)]
}
