import type { Component, JsonSchema } from '@millrace/contract'
import { defaultLinkCode } from '@millrace/contract/components/defaults.rule'
import { isSameText } from '@millrace/contract/documents/merge/same-text'
import type { ComponentDraft, ComponentEdit, DraftLink, Element, Selection } from './draft.ts'
import { freeName, instanceNameOf } from './names.ts'

/** One end of a link: an instance and its port; '' is the component itself (CMP-007). */
export type LinkEnd = { instance: string; port: string }
export type Side = 'inputs' | 'outputs'

const replaceAt = <Item>(list: readonly Item[], index: number, item: Item): Item[] =>
  list.map((old, at) => (at === index ? item : old))
const namesOf = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name)

/** Puts a component into the diagram as an instance, named after it. */
export function addInstance(draft: ComponentDraft, component: Pick<Component, '_id' | 'name'>): ComponentEdit {
  const name = freeName(instanceNameOf(component.name), namesOf(draft.instances))
  return {
    name: `new instance ${name}`,
    value: { ...draft, instances: [...draft.instances, { name, instanceOf: component._id }] },
    selected: [{ part: 'instances', index: draft.instances.length }],
  }
}

/** Joins two ports by a link that copies what goes over it; null where they are joined already. */
export function connect(draft: ComponentDraft, from: LinkEnd, to: LinkEnd): ComponentEdit | null {
  if (draft.links.some((link) => isBetween(link, from, to))) return null
  const name = linkName(draft, from, to)
  return {
    name: `new link ${name}`,
    value: { ...draft, links: [...draft.links, linkBetween(name, from, to, defaultLinkCode)] },
    selected: [{ part: 'links', index: draft.links.length }],
  }
}

/**
 * Puts a component between the two ends of a link. The link leads into the new instance with the code it had; a new one
 * leads on from there and copies.
 * @param ports those of the component that the link is to pass through
 */
export function insertOnLink(
  draft: ComponentDraft,
  index: number,
  component: Pick<Component, '_id' | 'name'>,
  ports: { input: string; output: string },
): ComponentEdit | null {
  const link = draft.links[index]
  if (link === undefined) return null
  const added = addInstance(draft, component)
  const instance = added.value.instances.at(-1)?.name ?? ''
  const to = { instance: link.toInstance, port: link.toPort }
  const from = { instance, port: ports.output }
  const onward = linkBetween(linkName(draft, from, to), from, to, defaultLinkCode)
  const links = replaceAt(draft.links, index, { ...link, toInstance: instance, toPort: ports.input })
  return {
    name: `insert of ${instance} on ${link.name}`,
    value: { ...added.value, links: [...links, onward] },
    selected: added.selected,
  }
}

/** Gives an instance another name; links follow it. */
export function renameInstance(draft: ComponentDraft, index: number, name: string): ComponentEdit | null {
  const instance = draft.instances[index]
  if (instance === undefined || instance.name === name) return null
  const old = instance.name
  const isOnlyOne = namesOf(draft.instances).filter((one) => one === old).length === 1
  const follow = (end: string) => (end === old && isOnlyOne ? name : end)
  return {
    name: `rename of ${old}`,
    value: {
      ...draft,
      instances: replaceAt(draft.instances, index, { ...instance, name }),
      links: draft.links.map((link) => ({
        ...link,
        fromInstance: follow(link.fromInstance),
        toInstance: follow(link.toInstance),
      })),
    },
    selected: [{ part: 'instances', index }],
  }
}

/** Lets an instance stand for another component, or another version of the same. */
export function setInstanceOf(draft: ComponentDraft, index: number, instanceOf: string): ComponentEdit | null {
  const instance = draft.instances[index]
  if (instance === undefined || instance.instanceOf === instanceOf) return null
  return {
    name: `change of the component of ${instance.name}`,
    value: { ...draft, instances: replaceAt(draft.instances, index, { ...instance, instanceOf }) },
    selected: [{ part: 'instances', index }],
  }
}

/** Sets what input ports of an instance always get; a port that is not named gets no constant. */
export function setConstants(
  draft: ComponentDraft,
  index: number,
  values: Readonly<Record<string, unknown>>,
): ComponentEdit | null {
  const instance = draft.instances[index]
  if (instance === undefined || isSameText(instance.values ?? {}, values)) return null
  const { values: _, ...rest } = instance
  const isEmpty = Object.keys(values).length === 0
  const changed = isEmpty ? rest : { ...rest, values: values as NonNullable<typeof instance.values> }
  return {
    name: `change of the settings of ${instance.name}`,
    value: { ...draft, instances: replaceAt(draft.instances, index, changed) },
    selected: [{ part: 'instances', index }],
  }
}

/** Changes fields of a link. */
export function changeLink(draft: ComponentDraft, index: number, change: Partial<DraftLink>): ComponentEdit | null {
  const link = draft.links[index]
  if (link === undefined) return null
  return {
    name: `change of ${link.name}`,
    value: { ...draft, links: replaceAt(draft.links, index, { ...link, ...change }) },
    selected: [{ part: 'links', index }],
  }
}

const portOf = (side: Side, name: string, schema: JsonSchema) =>
  side === 'inputs' ? { name, inputSchema: schema } : { name, outputSchema: schema }

/** Adds a port of the component's own; it takes and gives anything until it has a schema. */
export function addPort(draft: ComponentDraft, side: Side): ComponentEdit {
  const name = freeName(side === 'inputs' ? 'input' : 'output', namesOf(draft[side]))
  return {
    name: `new ${side === 'inputs' ? 'input' : 'output'} ${name}`,
    value: { ...draft, [side]: [...draft[side], portOf(side, name, {})] },
    selected: [{ part: side, index: draft[side].length }],
  }
}

/** Gives a port of the component another name; its links inside follow. */
export function renamePort(draft: ComponentDraft, side: Side, index: number, name: string): ComponentEdit | null {
  const port = draft[side][index]
  if (port === undefined || port.name === name) return null
  const isOnlyOne = namesOf(draft[side]).filter((one) => one === port.name).length === 1
  const follows = (link: DraftLink) =>
    isOnlyOne &&
    (side === 'inputs'
      ? link.fromInstance === '' && link.fromPort === port.name
      : link.toInstance === '' && link.toPort === port.name)
  return {
    name: `rename of ${port.name}`,
    value: {
      ...draft,
      [side]: replaceAt<object>(draft[side], index, { ...port, name }),
      links: draft.links.map((link) =>
        follows(link) ? { ...link, [side === 'inputs' ? 'fromPort' : 'toPort']: name } : link,
      ),
    },
    selected: [{ part: side, index }],
  }
}

/** Sets what goes through a port of the component. */
export function setPortSchema(
  draft: ComponentDraft,
  side: Side,
  index: number,
  schema: JsonSchema,
): ComponentEdit | null {
  const port = draft[side][index]
  if (port === undefined) return null
  return {
    name: `change of the schema of ${port.name}`,
    value: { ...draft, [side]: replaceAt<object>(draft[side], index, portOf(side, port.name, schema)) },
    selected: [{ part: side, index }],
  }
}

/** Takes away what is selected, and the links that lead to or from it. */
export function removeElements(draft: ComponentDraft, selected: Selection): ComponentEdit | null {
  const goes = (part: Element['part']) => (_: unknown, index: number) =>
    selected.some((element) => element.part === part && element.index === index)
  const stays = (part: Element['part']) => (item: unknown, index: number) => !goes(part)(item, index)
  const instances = draft.instances.filter(stays('instances'))
  const inputs = draft.inputs.filter(stays('inputs'))
  const outputs = draft.outputs.filter(stays('outputs'))
  const gone = {
    instances: lost(draft.instances, instances),
    inputs: lost(draft.inputs, inputs),
    outputs: lost(draft.outputs, outputs),
  }
  const links = draft.links
    .filter(stays('links'))
    .filter(
      (link) =>
        !gone.instances.includes(link.fromInstance) &&
        !gone.instances.includes(link.toInstance) &&
        !(link.fromInstance === '' && gone.inputs.includes(link.fromPort)) &&
        !(link.toInstance === '' && gone.outputs.includes(link.toPort)),
    )
  const names = selected.flatMap(({ part, index }) => draft[part][index]?.name ?? [])
  if (names.length === 0) return null
  return {
    name: names.length === 1 ? `removal of ${names[0]}` : `removal of ${names.length} parts`,
    value: { ...draft, instances, inputs, outputs, links },
    selected: [],
  }
}

/** Names that stood in a list and stand in it no more. */
function lost(before: readonly { name: string }[], after: readonly { name: string }[]): string[] {
  const kept = new Set(namesOf(after))
  return namesOf(before).filter((name) => !kept.has(name))
}

const isBetween = (link: DraftLink, from: LinkEnd, to: LinkEnd): boolean =>
  link.fromInstance === from.instance &&
  link.fromPort === from.port &&
  link.toInstance === to.instance &&
  link.toPort === to.port

const linkBetween = (name: string, from: LinkEnd, to: LinkEnd, jsCode: string): DraftLink => ({
  name,
  fromInstance: from.instance,
  fromPort: from.port,
  toInstance: to.instance,
  toPort: to.port,
  jsCode,
})

/** 'rows to join', after the two ends that it joins. */
function linkName(draft: ComponentDraft, from: LinkEnd, to: LinkEnd): string {
  const end = ({ instance, port }: LinkEnd) => (instance === '' ? port : instance)
  return freeName(`${end(from)} to ${end(to)}`, namesOf(draft.links))
}
