import type { ComponentType } from 'react'
import type { Lock } from '../fields/part-props.ts'
import type { Node } from '../shape/merge.ts'

/** What every widget of the form's own is given; `onChange(undefined)` empties the value. */
export type WidgetProps = {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  placeholder: string | undefined
  node: Node
  kind: string
  nullable: boolean
  lock: Lock
  isRequired: boolean
  label: string
  'aria-label': string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}
export type Widget = ComponentType<WidgetProps>

/** The attributes of the element that has the focus. */
export const controlOf = ({ id, lock, isRequired, kind, ...props }: WidgetProps) => ({
  id,
  disabled: lock === 'disabled',
  'aria-label': props['aria-label'],
  'aria-describedby': props['aria-describedby'],
  'aria-invalid': props['aria-invalid'],
  ...(isRequired && kind !== 'boolean' ? { 'aria-required': true } : {}),
})
