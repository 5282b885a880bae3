import { isPortName } from '@millrace/contract/components/diagram.rule'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { ComponentDraft, ComponentEdit, DraftLink, Element, Selection } from './draft.ts'
import { freeName } from './names.ts'

/** Says in the text on the clipboard what it is, and how it is written. */
const marker = 'millrace/component-parts@1'

/** Boxes with the links between them, as they are copied from one component to another. */
type Parts = Pick<ComponentDraft, 'inputs' | 'outputs' | 'instances' | 'links'>
export type Outcome = { edit: ComponentEdit } | { reason: string }

/** The selected boxes and the links between them as JSON text; null where no box is selected. */
export function writeParts(draft: ComponentDraft, selected: Selection): string | null {
  const parts = partsOf(draft, selected)
  const { inputs, outputs, instances } = parts
  if (inputs.length + outputs.length + instances.length === 0) return null
  return JSON.stringify({ marker, ...parts }, null, 2)
}

function partsOf(draft: ComponentDraft, selected: Selection): Parts {
  const isIn = (part: Element['part'], index: number) =>
    selected.some((element) => element.part === part && element.index === index)
  const inputs = draft.inputs.filter((_, index) => isIn('inputs', index))
  const outputs = draft.outputs.filter((_, index) => isIn('outputs', index))
  const instances = draft.instances.filter((_, index) => isIn('instances', index))
  const names = { inputs: namesOf(inputs), outputs: namesOf(outputs), instances: namesOf(instances) }
  const links = draft.links.filter(
    (link) =>
      (link.fromInstance === '' ? names.inputs.has(link.fromPort) : names.instances.has(link.fromInstance)) &&
      (link.toInstance === '' ? names.outputs.has(link.toPort) : names.instances.has(link.toInstance)),
  )
  return { inputs, outputs, instances, links }
}

/**
 * Adds what the text holds. Names that are taken get a number, and the links between what is pasted follow.
 * @param refuse why no instance of that component may stand here; null where one may
 */
export function pasteParts(
  draft: ComponentDraft,
  text: string,
  refuse: (instanceOf: string) => string | null,
): Outcome {
  const parts = readParts(text)
  if (parts === null) return { reason: 'The clipboard holds no boxes of a component. Copy some first.' }
  for (const { instanceOf } of parts.instances) {
    const reason = refuse(instanceOf)
    if (reason !== null) return { reason }
  }
  const names = {
    inputs: newNames(parts.inputs, draft.inputs),
    outputs: newNames(parts.outputs, draft.outputs),
    instances: newNames(parts.instances, draft.instances),
    links: newNames(parts.links, draft.links),
  }
  const renamed = <Item extends { name: string }>(items: readonly Item[], given: readonly string[]): Item[] =>
    items.map((item, index) => ({ ...item, name: given[index] ?? item.name }))
  const after = (items: readonly { name: string }[], given: readonly string[], name: string): string =>
    given[items.findIndex((item) => item.name === name)] ?? name
  const follow = (link: DraftLink): DraftLink => ({
    ...link,
    fromInstance: link.fromInstance && after(parts.instances, names.instances, link.fromInstance),
    fromPort: link.fromInstance === '' ? after(parts.inputs, names.inputs, link.fromPort) : link.fromPort,
    toInstance: link.toInstance && after(parts.instances, names.instances, link.toInstance),
    toPort: link.toInstance === '' ? after(parts.outputs, names.outputs, link.toPort) : link.toPort,
  })
  const value: ComponentDraft = {
    ...draft,
    inputs: [...draft.inputs, ...renamed(parts.inputs, names.inputs)],
    outputs: [...draft.outputs, ...renamed(parts.outputs, names.outputs)],
    instances: [...draft.instances, ...renamed(parts.instances, names.instances)],
    links: [...draft.links, ...renamed(parts.links.map(follow), names.links)],
  }
  const pasted = (['inputs', 'outputs', 'instances'] as const).flatMap((part) =>
    parts[part].map((_, index) => ({ part, index: draft[part].length + index })),
  )
  const [only] = [...names.inputs, ...names.outputs, ...names.instances]
  const what = pasted.length === 1 ? (only ?? '') : `${pasted.length} boxes`
  return { edit: { name: `paste of ${what}`, value, selected: pasted } }
}

/** What a text from the clipboard holds; null for anything that was not copied from a component. */
export function readParts(text: string): Parts | null {
  const read = parsed(text)
  if (!isObject(read) || read.marker !== marker) return null
  const { inputs, outputs, instances, links } = read
  const isSound =
    isListOf(inputs, (port) => isNamedPort(port) && isObject(port.inputSchema)) &&
    isListOf(outputs, (port) => isNamedPort(port) && isObject(port.outputSchema)) &&
    isListOf(instances, isInstance) &&
    isListOf(links, isLink)
  if (!isSound) return null
  // What else stands in the text is left out.
  return {
    inputs: (inputs as Parts['inputs']).map(({ name, inputSchema }) => ({ name, inputSchema })),
    outputs: (outputs as Parts['outputs']).map(({ name, outputSchema }) => ({ name, outputSchema })),
    instances: (instances as Parts['instances']).map(({ name, instanceOf, values }) => ({
      name,
      instanceOf,
      ...(values === undefined ? {} : { values }),
    })),
    links: (links as DraftLink[]).map(({ name, fromInstance, fromPort, toInstance, toPort, jsCode }) => ({
      name,
      fromInstance,
      fromPort,
      toInstance,
      toPort,
      jsCode,
    })),
  }
}

type Fields = Record<string, unknown>
const isListOf = (value: unknown, isEntry: (entry: Fields) => boolean): boolean =>
  Array.isArray(value) && value.every((entry) => isObject(entry) && isEntry(entry))
const isNamedPort = ({ name }: Fields): boolean => typeof name === 'string' && isPortName(name)
const isInstance = ({ name, instanceOf, values }: Fields): boolean =>
  typeof name === 'string' &&
  name !== '' &&
  typeof instanceOf === 'string' &&
  (values === undefined || isObject(values))
const isLink = (link: Fields): boolean =>
  ['name', 'fromInstance', 'fromPort', 'toInstance', 'toPort', 'jsCode'].every((key) => typeof link[key] === 'string')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const namesOf = (list: readonly { name: string }[]): Set<string> => new Set(list.map(({ name }) => name))

/** A free name for each, none of them twice. */
function newNames(added: readonly { name: string }[], there: readonly { name: string }[]): string[] {
  const taken = there.map(({ name }) => name)
  return added.map(({ name }) => {
    const free = freeName(name, taken)
    taken.push(free)
    return free
  })
}
