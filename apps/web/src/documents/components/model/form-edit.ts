import { portsFrom, portsTo, type PortsOf } from '@millrace/contract/components/diagram.rule'
import type { ComponentDraft, ComponentEdit, DraftLink } from './draft.ts'

/** What of a component its form calls each part, for Undo. */
const words: Record<keyof ComponentDraft, string> = {
  name: 'name',
  description: 'description',
  kind: 'kind',
  isDB: 'databases',
  isIO: 'files and network',
  inputs: 'inputs',
  outputs: 'outputs',
  instances: 'instances',
  links: 'links',
  jsCode: 'code',
  testPayload: 'test payload',
  testContext: 'test context',
}
const empty: ComponentDraft = {
  name: '',
  description: '',
  kind: 'workflow',
  isDB: false,
  isIO: false,
  inputs: [],
  outputs: [],
  instances: [],
  links: [],
  jsCode: '',
  testPayload: '',
  testContext: '',
}
const keys = Object.keys(words) as (keyof ComponentDraft)[]

/**
 * What the form has made of a component. Fields that were emptied there are empty texts and lists again, new entries have
 * all their fields, and the ports of links whose ends changed are settled (CMP-030).
 */
export function formEdit(before: ComponentDraft, value: unknown, portsOf: PortsOf): ComponentEdit | null {
  const given = value as Partial<ComponentDraft>
  const next = { ...empty, ...dropUndefined(given) }
  const inputs = next.inputs.map((port) => completed(port, { name: '', inputSchema: {} }))
  const outputs = next.outputs.map((port) => completed(port, { name: '', outputSchema: {} }))
  const instances = next.instances.map((instance) => completed(instance, { name: '', instanceOf: '' }))
  const draft: ComponentDraft = { ...next, inputs, outputs, instances, links: [] }
  const links = next.links.map((link, index) =>
    settlePorts(draft, completed(link, noLink), before.links[index], portsOf),
  )
  const after = withKept(before, { ...draft, links })
  const changed = keys.filter((key) => after[key] !== before[key])
  const [first] = changed
  if (first === undefined) return null
  return { name: `change of ${words[first]}`, value: after, selected: [], joins: `form ${changed.join(' ')}` }
}

const noLink: DraftLink = { name: '', fromInstance: '', fromPort: '', toInstance: '', toPort: '', jsCode: '' }

/** The entry itself where it lacks nothing. */
function completed<Entry extends object>(entry: Entry, all: Entry): Entry {
  const given = dropUndefined(entry)
  return Object.keys(all).every((key) => Object.hasOwn(given, key)) ? entry : { ...all, ...given }
}

const dropUndefined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value

/** Lists whose entries are all the same stay the same list, so that nothing counts as changed that is not. */
function withKept(before: ComponentDraft, after: ComponentDraft): ComponentDraft {
  const kept = <Item>(old: readonly Item[], list: readonly Item[]) =>
    old.length === list.length && old.every((item, index) => item === list[index])
  const merged = { ...after }
  for (const key of ['inputs', 'outputs', 'instances', 'links'] as const)
    if (kept<object>(before[key], after[key])) Object.assign(merged, { [key]: before[key] })
  return merged
}

/**
 * A link whose end leads to another instance now: a port that this one does not have is cleared, and its only port is
 * chosen by itself (CMP-030).
 */
function settlePorts(draft: ComponentDraft, link: DraftLink, old: DraftLink | undefined, portsOf: PortsOf): DraftLink {
  const diagram = { ...draft, links: [] }
  const from =
    link.fromInstance === old?.fromInstance
      ? link.fromPort
      : settlePort(link.fromPort, portsFrom(diagram, link.fromInstance, portsOf))
  const to =
    link.toInstance === old?.toInstance
      ? link.toPort
      : settlePort(link.toPort, portsTo(diagram, link.toInstance, portsOf))
  return from === link.fromPort && to === link.toPort ? link : { ...link, fromPort: from, toPort: to }
}

function settlePort(port: string, valid: readonly string[]): string {
  if (valid.includes(port)) return port
  return valid.length === 1 ? (valid[0] ?? '') : ''
}
