import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useFormControl } from '../form-control.ts'
import styles from '../form.module.css'
import { pointerInto } from '../value-at.ts'
import { ExtraProperties } from './ExtraProperties.tsx'
import type { PartProps } from './part-props.ts'
import { Frame } from './Frame.tsx'

/** The properties of an object on the grid of twelve columns, in the schema's order; then those it does not name. */
export function ObjectField(props: PartProps & { bars: ReactNode; isOptional: boolean }) {
  const { shape, value, pointer, lock, trail, level, label } = props
  const { Field, panels } = useFormControl()
  const Panel = props.ui.panel === undefined ? undefined : panels[props.ui.panel]
  const properties = isObject(shape.node.properties) ? shape.node.properties : {}
  const required = Array.isArray(shape.node.required) ? (shape.node.required as unknown[]) : []
  const there = isObject(value) ? value : {}
  return (
    <Frame {...props} isGroup>
      <div className={styles.grid}>
        {Object.keys(properties).map((name) => (
          <Field
            key={name}
            schema={properties[name]}
            value={Object.hasOwn(there, name) ? there[name] : undefined}
            pointer={pointerInto(pointer, name)}
            name={name}
            isRequired={required.includes(name)}
            lock={lock}
            trail={trail}
            level={level + 1}
          />
        ))}
        <ExtraProperties {...props} />
      </div>
      {Panel !== undefined && <Panel pointer={pointer} value={value} readOnly={lock !== null} onChange={props.put} />}
      {props.isOptional && props.isItem !== true && value !== undefined && lock === null && (
        <Button tone="link" onClick={() => props.put(undefined)}>
          Remove {label}
        </Button>
      )}
    </Frame>
  )
}
