import { isIdentifier } from '../documents/names.rule.ts'
import { texts, textWith } from '../errors.ts'
import type { ComponentGraph } from './components.messages.ts'

/** The part of a component that a diagram is drawn from. */
export type Diagram = Pick<ComponentGraph, 'inputs' | 'outputs' | 'instances' | 'links'>
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
 * What keeps a component from being built, as fixed texts, first fault first; empty when sound
 * (CMP-034, CMP-035, D-109). A leaf is judged by its port names alone. Constants of an instance need a port too.
 */
export function findDiagramFaults(diagram: Diagram, portsOf: PortsOf): string[] {
  const instances = names(diagram.instances)
  const faults = new Set([
    ...repeated(instances),
    ...repeated(names(diagram.inputs)),
    ...repeated(names(diagram.outputs)),
    ...repeated(names(diagram.links)),
    ...[...names(diagram.inputs), ...names(diagram.outputs)].filter((name) => !isPortName(name)),
    ...instances.filter((name) => name === ''),
  ])
  for (const instance of diagram.instances) {
    const ports = names(portsOf(instance.instanceOf)?.inputs ?? [])
    for (const port of Object.keys(instance.values ?? {})) if (!ports.includes(port)) faults.add(port)
  }
  for (const link of diagram.links) {
    if (!portsFrom(diagram, link.fromInstance, portsOf).includes(link.fromPort)) {
      faults.add(instances.includes(link.fromInstance) || link.fromInstance === '' ? link.fromPort : link.fromInstance)
    }
    if (!portsTo(diagram, link.toInstance, portsOf).includes(link.toPort)) {
      faults.add(instances.includes(link.toInstance) || link.toInstance === '' ? link.toPort : link.toInstance)
    }
  }
  const problems = [...faults].map((name) => textWith.portProblem(name))
  if (executionOrder(diagram) === null) problems.push(texts.componentCycle)
  return problems
}

/** The first of `findDiagramFaults`, or null. */
export const findDiagramFault = (diagram: Diagram, portsOf: PortsOf): string | null =>
  findDiagramFaults(diagram, portsOf)[0] ?? null

/** Ports are properties of ctx.input and ctx.output, so they are identifiers, and `__proto__` is none of them. */
export const isPortName = (name: string): boolean => isIdentifier(name) && name !== '__proto__'
