import type { ReactNode } from 'react'
import { useFormControl } from '../form-control.ts'
import styles from '../form.module.css'
import { widgets } from '../widgets/widgets.ts'
import type { PartProps } from './part-props.ts'
import { Frame, useFieldIds } from './Frame.tsx'
import type { Drawing } from './widget-of.ts'

/** A part that one widget shows and changes, or a sentence that none can (SCH-014). */
export function WidgetField(props: PartProps & { widget: Drawing; bars: ReactNode }) {
  const { widget, value, shape, ui, lock, isRequired, label, look, put, pointer } = props
  const { faults, pickers } = useFormControl()
  const { id, describedBy, sentences } = useFieldIds(props)
  const isNamed = ui.showLabel !== false && label !== '' && look === undefined
  // A cell's name is what the column and row say; the label of its own would be the column's alone.
  const name = look === 'cell' ? props.name : label
  const common = {
    id,
    value,
    onChange: put,
    placeholder: ui.placeholder ?? (shape.node.default === undefined ? undefined : String(shape.node.default)),
    'aria-describedby': describedBy,
    'aria-invalid': sentences.length > 0 || undefined,
    'aria-label': isNamed ? undefined : name === '' ? 'Value' : name,
  }
  const Picker = widget.kind === 'picker' ? pickers[widget.name] : undefined
  const Widget = widgets[widget.kind === 'picker' && shape.kind === 'string' ? 'input' : widget.name]
  return (
    <Frame {...props} isGroup={false}>
      <div onBlur={() => faults.leave(pointer)}>
        {Picker !== undefined && (
          <Picker
            {...common}
            pointer={pointer}
            type={shape.kind}
            disabled={lock === 'disabled'}
            readOnly={lock === 'readonly'}
          />
        )}
        {Picker === undefined && Widget !== undefined && (
          <Widget
            {...common}
            node={shape.node}
            kind={shape.kind}
            nullable={shape.nullable}
            lock={lock}
            isRequired={isRequired}
            label={name}
          />
        )}
        {Picker === undefined && Widget === undefined && (
          <p className={styles.problem}>No renderer for type {widget.name}</p>
        )}
      </div>
    </Frame>
  )
}
