import { isIdentifier } from '../documents/names.rule.ts'
import { texts, textWith } from '../errors.ts'
import type { ComponentGraph, ComponentLink } from './components.messages.ts'

/** A link as far as a diagram shows it: its name and what it joins. */
type DiagramLink = Pick<ComponentLink, 'name' | 'fromInstance' | 'fromPort' | 'toInstance' | 'toPort'>

/** The part of a component that a diagram is drawn from. */
export type Diagram = Pick<ComponentGraph, 'inputs' | 'outputs' | 'instances'> & { links: readonly DiagramLink[] }

/** A part of a diagram by its place in its list: names may repeat while a draft is unfinished. */
export type DiagramElement = { part: keyof Diagram; index: number }

/** What keeps a component from being built, as a fixed text, and the parts that it concerns. */
export type DiagramFault = { message: string; at: readonly DiagramElement[] }

/** Names of the ports of a component that an instance stands for. */
export type Ports = { inputs: readonly { name: string }[]; outputs: readonly { name: string }[] }
/** Ports of the component version with this id; undefined when there is none. */
export type PortsOf = (componentId: string) => Ports | undefined

const names = (list: readonly { name: string }[]): string[] => list.map((entry) => entry.name)

function repeated(list: readonly string[]): string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const name of list) (seen.has(name) ? twice : seen).add(name)
  return [...twice]
}

/** Ports a link may start from on this instance; '' is the component itself, whose inputs feed its inside (CMP-007). */
export function portsFrom(diagram: Diagram, instance: string, portsOf: PortsOf): string[] {
  if (instance === '') return names(diagram.inputs)
  const found = diagram.instances.find((entry) => entry.name === instance)
  return found === undefined ? [] : names(portsOf(found.instanceOf)?.outputs ?? [])
}

/** Ports a link may lead to on this instance; '' is the component itself, whose outputs are fed from inside (CMP-007). */
export function portsTo(diagram: Diagram, instance: string, portsOf: PortsOf): string[] {
  if (instance === '') return names(diagram.outputs)
  const found = diagram.instances.find((entry) => entry.name === instance)
  return found === undefined ? [] : names(portsOf(found.instanceOf)?.inputs ?? [])
}

/**
 * Instances in the order they run: each after all that feed it, ties by the first link that names them (D-108).
 * null when the links form a cycle. Links to unknown instances are passed over; `findDiagramFaults` names them.
 */
export function executionOrder(diagram: Pick<Diagram, 'instances' | 'links'>): string[] | null {
  const known = new Set(names(diagram.instances))
  const links = diagram.links.filter((link) => known.has(link.fromInstance) && known.has(link.toInstance))
  const byLink = diagram.links.flatMap((link) => [link.fromInstance, link.toInstance]).filter((name) => known.has(name))
  const waiting = new Set([...byLink, ...known])
  const order: string[] = []
  while (waiting.size > 0) {
    const next = [...waiting].find(
      (name) => !links.some((link) => link.toInstance === name && waiting.has(link.fromInstance)),
    )
    if (next === undefined) return null
    waiting.delete(next)
    order.push(next)
  }
  return order
}

/**
 * What keeps a component from being built, first fault first; empty when sound (CMP-034, CMP-035, D-109). A leaf is
 * judged by its port names alone. Constants of an instance need a port too.
 */
export function findDiagramFaults(diagram: Diagram, portsOf: PortsOf): DiagramFault[] {
  const places = new Map<string, DiagramElement[]>()
  const add = (name: string, part: DiagramElement['part'], index: number) => {
    const known = places.get(name) ?? []
    const isKnown = known.some((element) => element.part === part && element.index === index)
    places.set(name, isKnown ? known : [...known, { part, index }])
  }
  for (const part of ['instances', 'inputs', 'outputs', 'links'] as const) {
    const twice = repeated(names(diagram[part]))
    for (const [index, { name }] of diagram[part].entries()) if (twice.includes(name)) add(name, part, index)
  }
  for (const part of ['inputs', 'outputs'] as const)
    for (const [index, { name }] of diagram[part].entries()) if (!isPortName(name)) add(name, part, index)
  for (const [index, { name }] of diagram.instances.entries()) if (name === '') add(name, 'instances', index)
  for (const [index, instance] of diagram.instances.entries()) {
    const ports = names(portsOf(instance.instanceOf)?.inputs ?? [])
    for (const port of Object.keys(instance.values ?? {})) if (!ports.includes(port)) add(port, 'instances', index)
  }
  const instances = names(diagram.instances)
  const missing = (instance: string, port: string) =>
    instances.includes(instance) || instance === '' ? port : instance
  for (const [index, { fromInstance, fromPort, toInstance, toPort }] of diagram.links.entries()) {
    if (!portsFrom(diagram, fromInstance, portsOf).includes(fromPort))
      add(missing(fromInstance, fromPort), 'links', index)
    if (!portsTo(diagram, toInstance, portsOf).includes(toPort)) add(missing(toInstance, toPort), 'links', index)
  }
  const faults = [...places].map(([name, at]) => ({ message: textWith.portProblem(name), at }))
  if (executionOrder(diagram) !== null) return faults
  return [...faults, { message: texts.componentCycle, at: elementsOfCycles(diagram) }]
}

/** The message of the first of `findDiagramFaults`, or null. */
export const findDiagramFault = (diagram: Diagram, portsOf: PortsOf): string | null =>
  findDiagramFaults(diagram, portsOf)[0]?.message ?? null

/** The instances that lead back to themselves, and the links between them. */
function elementsOfCycles({ instances, links }: Diagram): DiagramElement[] {
  const next = Map.groupBy(links, ({ fromInstance }) => fromInstance)
  const reach = (start: string): Set<string> => {
    const found = new Set<string>()
    for (const open = [start]; open.length > 0; )
      for (const { toInstance } of next.get(open.pop() as string) ?? [])
        if (toInstance !== '' && !found.has(toInstance)) {
          found.add(toInstance)
          open.push(toInstance)
        }
    return found
  }
  const reached = new Map(instances.map(({ name }) => [name, reach(name)]))
  const leadsBack = (name: string) => reached.get(name)?.has(name) ?? false
  const isInCycle = ({ fromInstance, toInstance }: DiagramLink) => reached.get(toInstance)?.has(fromInstance) ?? false
  return [
    ...instances.flatMap(({ name }, index) => (leadsBack(name) ? { part: 'instances' as const, index } : [])),
    ...links.flatMap((link, index) => (isInCycle(link) ? { part: 'links' as const, index } : [])),
  ]
}

/** Ports are properties of ctx.input and ctx.output, so they are identifiers, and `__proto__` is none of them. */
export const isPortName = (name: string): boolean => isIdentifier(name) && name !== '__proto__'
