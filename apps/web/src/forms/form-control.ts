import { type ComponentType, createContext, use, useSyncExternalStore } from 'react'
import type { FaultStore } from './fault-store.ts'
import type { FieldMark, MarkStore } from './mark-store.ts'
import type { FieldProps } from './fields/part-props.ts'
import type { FormSchema } from './form-schema.ts'
import type { PickedBranches } from './shape/branch.ts'

/** What a picker is given; it shows `value` and tells what was chosen, or undefined for nothing. */
export type PickerProps = {
  id: string
  /** Where in the value of the form it stands. */
  pointer: string
  value: unknown
  onChange: (value: unknown) => void
  /** 'string' or 'object': what the schema says the chosen thing is kept as. */
  type: string
  disabled: boolean
  /** It can be read and copied, and not changed. */
  readOnly: boolean
  placeholder?: string | undefined
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
}
/** A picker of the product (D-121), handed in by who draws the form: forms know no documents. */
export type PickerWidget = ComponentType<PickerProps>

/** What a panel below the fields of an object is given. */
export type PanelProps = Pick<PickerProps, 'pointer' | 'value' | 'onChange' | 'readOnly'>
/** What is shown below the fields of an object, by the name that its `ui.panel` says. */
export type FormPanel = ComponentType<PanelProps>

/** What the fields of a form share; the same object as long as the schema is the same. */
export type FormControl = {
  form: FormSchema
  faults: FaultStore
  branches: PickedBranches
  pickers: Readonly<Record<string, PickerWidget>>
  panels: Readonly<Record<string, FormPanel>>
  /** What is said of the value of a field, beside it. */
  marks: MarkStore
  /** Somebody pressed the button of a mark. */
  pressMark: (pointer: string) => void
  idPrefix: string
  /** Draws a part within a part: parts that hold parts cannot import what draws them. */
  Field: ComponentType<FieldProps>
  /** The place that is to be seen and have the focus; a new object each time. */
  shown: { pointer: string } | null
  /** Puts a value at a place; undefined takes it away. */
  change: (pointer: string, value: unknown) => void
}

export const FormControlContext = createContext<FormControl | null>(null)

export function useFormControl(): FormControl {
  const control = use(FormControlContext)
  if (control === null) throw new Error('A field stands outside of a form')
  return control
}

/** What is said of where the value of a field comes from. */
export function useMark(pointer: string): FieldMark | undefined {
  const { marks } = useFormControl()
  return useSyncExternalStore(marks.subscribe, () => marks.at(pointer))
}

/** The sentences at a field. */
export function useSentences(pointer: string): readonly string[] {
  const { faults } = useFormControl()
  return useSyncExternalStore(faults.subscribe, () => faults.sentencesAt(pointer))
}
