import type { ComponentInput, JsonSchema } from '@millrace/contract'
import { defaultLinkCode } from '@millrace/contract/components/defaults.rule'
import type { LinkEnd } from './edits.ts'
import type { ComponentDraft, ComponentEdit, DraftLink, Selection } from './draft.ts'
import { freeName, instanceNameOf } from './names.ts'

/** Selected boxes as a component of their own, and what comes in their place. */
export type Group = {
  content: Required<Pick<ComponentInput, 'kind' | 'inputs' | 'outputs' | 'instances' | 'links'>>
  /** The edit that puts one instance of the new component where the boxes were. */
  replace: (component: { _id: string; name: string }) => ComponentEdit
}

type Border = { inputs: Map<string, string>; outputs: Map<string, string> }

/**
 * Makes a component of the selected instances. The links between them move into it; each port outside that feeds them
 * becomes an input, each of theirs that is read outside an output. A link over the border keeps its code: inside where it
 * comes in, outside where it goes out.
 * @param schemaFrom what a link gets that starts at this port
 */
export function groupOf(
  draft: ComponentDraft,
  selected: Selection,
  schemaFrom: (end: LinkEnd) => JsonSchema,
): Group | { reason: string } {
  const chosen = new Set(selected.flatMap(({ part, index }) => (part === 'instances' ? [index] : [])))
  const instances = draft.instances.filter((_, index) => chosen.has(index))
  const names = new Set(instances.map(({ name }) => name))
  const reason = whyNot(draft, names)
  if (reason !== null) return { reason }
  const border: Border = { inputs: new Map(), outputs: new Map() }
  const ports = { inputs: [] as Port[], outputs: [] as Port[] }
  const portAt = (side: keyof Border, end: LinkEnd): string => {
    const key = keyOf(end)
    const known = border[side].get(key)
    if (known !== undefined) return known
    const name = freeName(
      end.port,
      ports[side].map((port) => port.name),
    )
    border[side].set(key, name)
    ports[side].push({ name, schema: schemaFrom(end) })
    return name
  }
  const inner: DraftLink[] = []
  for (const link of draft.links) {
    const [startsIn, endsIn] = [names.has(link.fromInstance), names.has(link.toInstance)]
    if (startsIn && endsIn) inner.push(link)
    else if (endsIn) inner.push({ ...link, fromInstance: '', fromPort: portAt('inputs', fromOf(link)) })
    else if (startsIn && !border.outputs.has(keyOf(fromOf(link)))) {
      const port = portAt('outputs', fromOf(link))
      inner.push({
        ...link,
        name: `${link.fromInstance} to ${port}`,
        toInstance: '',
        toPort: port,
        jsCode: defaultLinkCode,
      })
    }
  }
  return {
    content: {
      kind: 'workflow',
      inputs: ports.inputs.map(({ name, schema }) => ({ name, inputSchema: schema })),
      outputs: ports.outputs.map(({ name, schema }) => ({ name, outputSchema: schema })),
      instances,
      links: withOwnNames(inner),
    },
    replace: (component) => replaced(draft, names, border, component),
  }
}

type Port = { name: string; schema: JsonSchema }
const keyOf = ({ instance, port }: LinkEnd): string => JSON.stringify([instance, port])
const fromOf = (link: DraftLink): LinkEnd => ({ instance: link.fromInstance, port: link.fromPort })

/** One instance in place of the boxes; links over the border lead to and from it. */
function replaced(
  draft: ComponentDraft,
  names: ReadonlySet<string>,
  border: Border,
  component: { _id: string; name: string },
): ComponentEdit {
  const others = draft.instances.filter(({ name }) => !names.has(name))
  const at = draft.instances.findIndex(({ name }) => names.has(name))
  const name = freeName(
    instanceNameOf(component.name),
    others.map((other) => other.name),
  )
  const instance = { name, instanceOf: component._id }
  const fed = new Set<string>()
  const links = draft.links.flatMap((link): DraftLink[] => {
    const [startsIn, endsIn] = [names.has(link.fromInstance), names.has(link.toInstance)]
    const from = keyOf(fromOf(link))
    if (startsIn && endsIn) return []
    if (startsIn) return [{ ...link, fromInstance: name, fromPort: border.outputs.get(from) ?? link.fromPort }]
    if (!endsIn) return [link]
    const port = border.inputs.get(from)
    if (port === undefined || fed.has(port)) return []
    fed.add(port)
    return [{ ...link, toInstance: name, toPort: port, jsCode: defaultLinkCode }]
  })
  const place = Math.min(at, others.length)
  return {
    name: `group of ${names.size === 1 ? [...names][0] : `${names.size} boxes`} into ${component.name}`,
    value: { ...draft, instances: [...others.slice(0, place), instance, ...others.slice(place)], links },
    selected: [{ part: 'instances', index: place }],
  }
}

/** Why these boxes make no component, in one sentence; null where they do. */
function whyNot(draft: ComponentDraft, names: ReadonlySet<string>): string | null {
  if (names.size === 0) return 'Select the boxes that are to be one component.'
  for (const name of names)
    if (draft.instances.filter((instance) => instance.name === name).length > 1)
      return `Two boxes are called ${name}: rename one of them first.`
  const known = new Set(['', ...draft.instances.map(({ name }) => name)])
  const touching = draft.links.filter((link) => names.has(link.fromInstance) || names.has(link.toInstance))
  const loose = touching.find(
    (link) =>
      link.fromPort === '' || link.toPort === '' || !known.has(link.fromInstance) || !known.has(link.toInstance),
  )
  if (loose !== undefined) return `The link ${loose.name} has an end that leads nowhere: mend or delete it first.`
  if (draft.instances.some(({ name }) => reachedFrom(draft.links, [name]).has(name)))
    return 'The diagram has a circle: take a link out of it first.'
  const between = boxBetween(draft, names)
  return between === undefined ? null : `${between} lies between the selected boxes: select it too.`
}

/** A box outside that is fed by the group and feeds it: the component would wait for itself. */
function boxBetween(draft: ComponentDraft, names: ReadonlySet<string>): string | undefined {
  const reached = reachedFrom(draft.links, names, 'fromInstance', 'toInstance')
  const reaching = reachedFrom(draft.links, names, 'toInstance', 'fromInstance')
  return draft.instances.find(({ name }) => !names.has(name) && reached.has(name) && reaching.has(name))?.name
}

/** What links lead to from these boxes, at any distance; with the ends swapped, what leads to them. */
export function reachedFrom(
  links: readonly DraftLink[],
  start: Iterable<string>,
  near: 'fromInstance' | 'toInstance' = 'fromInstance',
  far: 'fromInstance' | 'toInstance' = 'toInstance',
): Set<string> {
  const reached = new Set<string>()
  const waiting = [...start]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
    for (const link of links) {
      const next = link[far]
      if (link[near] !== name || next === '' || reached.has(next)) continue
      reached.add(next)
      waiting.push(next)
    }
  return reached
}

/** Links that were made here may be called like others that moved in. */
function withOwnNames(links: readonly DraftLink[]): DraftLink[] {
  const taken: string[] = []
  return links.map((link) => {
    const name = freeName(link.name, taken)
    taken.push(name)
    return { ...link, name }
  })
}
