import type { JsonSchema } from '@millrace/contract'
import type { SchemaStore } from '@millrace/contract/schemas/schema-set'
import { useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { FaultStore, type FormIssue } from './fault-store.ts'
import { Field } from './fields/Field.tsx'
import { FormControlContext, type FormControl, type FormPanel, type PickerWidget } from './form-control.ts'
import { type FieldMark, MarkStore } from './mark-store.ts'
import styles from './form.module.css'
import { openFormSchema } from './form-schema.ts'
import { focusField } from './focus-field.ts'
import { PickedBranches } from './shape/branch.ts'
import { defaultOf } from './shape/defaults.ts'
import { withValueAt } from './value-at.ts'

type Props = {
  schema: JsonSchema | boolean
  /** Schemas that references lead to, by address without '#…'. */
  store?: SchemaStore
  /** undefined is a value that is yet to be made: the form begins with the schema's defaults. */
  value: unknown
  onChange: (value: unknown) => void
  readOnly?: boolean
  pickers?: Readonly<Record<string, PickerWidget>>
  /** What is shown below the fields of objects whose `ui.panel` names it. */
  panels?: Readonly<Record<string, FormPanel>>
  /** What is said of values, by their places. */
  marks?: ReadonlyMap<string, FieldMark>
  /** The button of a mark was pressed. */
  onMark?: (pointer: string) => void
  /** What the server found, shown at its fields. */
  issues?: readonly FormIssue[]
  /** Also says which values are needed where nobody has been yet, as after a try to save. */
  showAll?: boolean
  /** The field to be brought into sight and given the focus; a new object each time. */
  shown?: { pointer: string } | null
  /** Begins the ids of the fields, where two forms stand on a page. */
  idPrefix?: string
  /** Names the form where its schema has no title. */
  label?: string
}

const noStore: SchemaStore = {}
const noPickers = {}
const noMarks: ReadonlyMap<string, FieldMark> = new Map()
const noIssues: readonly FormIssue[] = []

/**
 * A form drawn from a draft-07 schema and its `ui` (SCH-009 to SCH-011, SCH-014). It is controlled and has no button to
 * send it. Values that the schema does not know stay as they are; nothing is changed that nobody touched. What is wrong
 * is told at the field in the server's sentences.
 */
export function JsonForm({ schema, store = noStore, value, onChange, pickers = noPickers, ...rest }: Props) {
  const { readOnly = false, issues = noIssues, showAll = false, shown = null, label = 'Form' } = rest
  const { panels = noPickers, marks: marked = noMarks } = rest
  const ownPrefix = useId()
  const idPrefix = rest.idPrefix ?? ownPrefix
  const form = useMemo(() => openFormSchema(schema, store), [schema, store])
  const [faults] = useState(() => new FaultStore())
  const [picks, countPick] = useReducer((count: number) => count + 1, 0)
  const [branches] = useState(() => new PickedBranches(countPick))
  const change = useChange(value, onChange)
  const [marks] = useState(() => new MarkStore())
  useLayoutEffect(() => marks.set(marked), [marks, marked])
  const pressMark = useNewestMark(rest.onMark)
  const control = useMemo<FormControl>(
    () => ({ form, faults, branches, pickers, panels, marks, pressMark, idPrefix, shown, change, Field }),
    [form, faults, branches, pickers, panels, marks, pressMark, idPrefix, shown, change],
  )
  // A key is shown before the whole value has been checked.
  const settled = useDeferredValue(value)
  useEffect(
    () => {
      // Of a value that nobody has made yet nothing is wrong.
      const found = settled === undefined && !showAll ? [] : form.validate(settled, branches)
      faults.set([...found, ...issues], showAll)
    },
    // oxlint-disable-next-line react/exhaustive-deps -- `picks` counts what `branches` holds
    [faults, form, settled, branches, picks, issues, showAll],
  )
  useEffect(() => {
    const start = value === undefined && !readOnly ? defaultOf(form, form.root) : undefined
    if (start !== undefined) change('', start)
  }, [form, value, readOnly, change])

  useEffect(() => {
    if (shown === null) return
    // A list opens the item on the way there first.
    const opened = setTimeout(() => focusField(idPrefix, shown.pointer))
    return () => clearTimeout(opened)
  }, [shown, idPrefix])

  return (
    <FormControlContext value={control}>
      <div className={styles.form} role="group" aria-label={label}>
        {form.problem !== null && <p className={styles.problem}>{form.problem}</p>}
        <div className={styles.grid}>
          <Field
            schema={form.root}
            value={value}
            pointer=""
            name=""
            isRequired
            lock={readOnly ? 'readonly' : null}
            trail="set:/0 "
            level={0}
          />
        </div>
      </div>
    </FormControlContext>
  )
}

/** The same function each time, so that fields are not drawn anew; it calls the newest one. */
function useNewestMark(onMark: Props['onMark']): FormControl['pressMark'] {
  const latest = useRef(onMark)
  useLayoutEffect(() => {
    latest.current = onMark
  })
  const [press] = useState(() => (pointer: string) => latest.current?.(pointer))
  return press
}

/** Puts values into the newest whole value, also when two fields change before the form is drawn again. */
function useChange(value: unknown, onChange: (value: unknown) => void): FormControl['change'] {
  const latest = useRef({ value, onChange })
  useLayoutEffect(() => {
    latest.current = { value, onChange }
  })
  const [change] = useState(() => (pointer: string, inner: unknown) => {
    const now = latest.current
    now.value = withValueAt(now.value, pointer, inner)
    now.onChange(now.value)
  })
  return change
}
