import type { Component } from '@millrace/contract'
import { portsFrom, portsTo, type PortsOf } from '@millrace/contract/components/diagram.rule'
import { findMisfit } from '@millrace/contract/components/port-fit.rule'
import { schemaFrom, schemaTo, type PortSchemasOf } from '@millrace/contract/components/link-schemas.rule'
import type { SchemaStore } from '@millrace/contract/schemas/schema-set'
import type { ComponentDraft } from './draft.ts'
import type { LinkEnd } from './edits.ts'
import { reachedFrom } from './group.ts'

/** What is known of the ports around a diagram: those of the components used, and the schemas that they refer to. */
export type KnownPorts = { portsOf: PortsOf & PortSchemasOf; store: SchemaStore }

/** 'rows' of the component itself, or 'join › left' of an instance. */
export const wordsOfEnd = ({ instance, port }: LinkEnd): string => (instance === '' ? port : `${instance} › ${port}`)

/** The ports that a link may start from. */
export function startsOf(draft: ComponentDraft, { portsOf }: KnownPorts): LinkEnd[] {
  const diagram = { ...draft, links: [] }
  return boxesOf(draft).flatMap((instance) => portsFrom(diagram, instance, portsOf).map((port) => ({ instance, port })))
}

/** A port at which a link may end, or begin. */
export type Target = {
  end: LinkEnd
  /** Why the values need converting on the way; null where they fit as they are. */
  misfit: string | null
}

/** Where a link from this port may lead: ports that it is not joined to, and that make no circle; those that fit first. */
export function targetsOf(draft: ComponentDraft, from: LinkEnd, known: KnownPorts): Target[] {
  const diagram = { ...draft, links: [] }
  const targets = boxesOf(draft)
    .flatMap((instance) => portsTo(diagram, instance, known.portsOf).map((port) => ({ instance, port })))
    .filter((end) => whyNotConnect(draft, from, end) === null)
    .map((end) => ({ end, misfit: misfitBetween(draft, from, end, known) }))
  return targets.toSorted(fittingFirst)
}

/** Where a link to this port may come from, as `targetsOf` says where one from a port may lead. */
export function sourcesOf(draft: ComponentDraft, to: LinkEnd, known: KnownPorts): Target[] {
  return startsOf(draft, known)
    .filter((end) => whyNotConnect(draft, end, to) === null)
    .map((end) => ({ end, misfit: misfitBetween(draft, end, to, known) }))
    .toSorted(fittingFirst)
}

const fittingFirst = (one: Target, other: Target): number => Number(one.misfit !== null) - Number(other.misfit !== null)

/** Why these two ports cannot be joined, in one sentence; null where they can. */
export function whyNotConnect({ links }: ComponentDraft, from: LinkEnd, to: LinkEnd): string | null {
  const isJoined = links.some(
    (link) =>
      link.fromInstance === from.instance &&
      link.fromPort === from.port &&
      link.toInstance === to.instance &&
      link.toPort === to.port,
  )
  if (isJoined) return `${wordsOfEnd(from)} and ${wordsOfEnd(to)} are joined already.`
  const isCircle =
    from.instance !== '' && (from.instance === to.instance || reachedFrom(links, [to.instance]).has(from.instance))
  return isCircle && to.instance !== '' ? 'This link would close a circle.' : null
}

/** Why values of the one port have to be converted for the other one; null where they fit as they are. */
function misfitBetween(draft: ComponentDraft, from: LinkEnd, to: LinkEnd, known: KnownPorts): string | null {
  return findMisfit(schemaFrom(draft, from, known.portsOf), schemaTo(draft, to, known.portsOf), known.store)
}

/** The component itself, whose ports are the borders of the diagram, and its instances. */
const boxesOf = ({ instances }: ComponentDraft): string[] => ['', ...new Set(instances.map(({ name }) => name))]

/**
 * The ports of a component through which a link is led that it is put on: the first ones that fit what comes and what is
 * needed, else its first ones; null for a component without an input or output.
 */
export function portsOnLink(
  draft: ComponentDraft,
  index: number,
  { inputs, outputs }: Pick<Component, 'inputs' | 'outputs'>,
  { portsOf, store }: KnownPorts,
): { input: string; output: string } | null {
  const link = draft.links[index]
  if (link === undefined) return null
  const comes = schemaFrom(draft, { instance: link.fromInstance, port: link.fromPort }, portsOf)
  const needed = schemaTo(draft, { instance: link.toInstance, port: link.toPort }, portsOf)
  const input = inputs.find((port) => findMisfit(comes, port.inputSchema, store) === null) ?? inputs[0]
  const output = outputs.find((port) => findMisfit(port.outputSchema, needed, store) === null) ?? outputs[0]
  return input === undefined || output === undefined ? null : { input: input.name, output: output.name }
}
