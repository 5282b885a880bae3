import { portsFrom, portsTo, type PortsOf } from '@millrace/contract/components/diagram.rule'
import { createContext, use } from 'react'
import styles from './component-editor.module.css'
import type { PickerProps, PickerWidget } from '../../forms/form-control.ts'
import type { ComponentDraft } from './model/draft.ts'

/** What the ends of a link may be. */
type LinkEnds = { draft: ComponentDraft; portsOf: PortsOf }

export const LinkEndsContext = createContext<LinkEnds | null>(null)

const itself = 'This component'

/** The instance at an end of a link, or the component itself (CMP-007). */
function InstancePicker(props: PickerProps) {
  const ends = use(LinkEndsContext)
  const names = ends?.draft.instances.map(({ name }) => name) ?? []
  return <EndSelect {...props} options={[['', itself], ...names.map((name) => [name, name] as const)]} />
}

/** The port at an end of a link, out of those that the instance has there (CMP-030). */
function PortPicker(props: PickerProps) {
  const ends = use(LinkEndsContext)
  const ports = ends === null ? [] : portsAt(ends, props.pointer)
  return <EndSelect {...props} options={[['', 'Choose a port'], ...ports.map((port) => [port, port] as const)]} />
}

function portsAt({ draft, portsOf }: LinkEnds, pointer: string): string[] {
  const [, index, field] = /\/links\/(\d+)\/(\w+)$/.exec(pointer) ?? []
  const link = draft.links[Number(index)]
  if (link === undefined) return []
  const diagram = { ...draft, links: [] }
  return field === 'fromPort'
    ? portsFrom(diagram, link.fromInstance, portsOf)
    : portsTo(diagram, link.toInstance, portsOf)
}

type Options = readonly (readonly [value: string, text: string])[]

function EndSelect({
  options,
  value,
  onChange,
  readOnly,
  disabled,
  type: _,
  placeholder: __,
  pointer: ___,
  ...rest
}: PickerProps & { options: Options }) {
  const chosen = typeof value === 'string' ? value : ''
  const isKnown = options.some(([option]) => option === chosen)
  return (
    <select
      {...rest}
      className={styles.select}
      value={chosen}
      disabled={disabled || readOnly}
      onChange={({ target }) => onChange(target.value)}
    >
      {!isKnown && <option value={chosen}>{chosen} (not there)</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** The widgets of the form of a component that know its diagram. */
export const linkPickers: Readonly<Record<string, PickerWidget>> = {
  'link-instance-picker': InstancePicker,
  'link-port-picker': PortPicker,
}
