import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from '../form.module.css'
import { pointerInto } from '../value-at.ts'
import { ExtraProperties } from './ExtraProperties.tsx'
import { Field, type PartProps } from './Field.tsx'
import { Frame } from './Frame.tsx'

/** The properties of an object on the grid of twelve columns, in the schema's order; then those it does not name. */
export function ObjectField(props: PartProps & { bars: ReactNode }) {
  const { shape, value, pointer, lock, trail, level, label, isRequired } = props
  const properties = isObject(shape.node.properties) ? shape.node.properties : {}
  const required = Array.isArray(shape.node.required) ? (shape.node.required as unknown[]) : []
  const there = isObject(value) ? value : {}
  const isAgain = trail.split(' ').length > level + 2 || shape.nullable
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
      {isAgain && level > 0 && !isRequired && props.isItem !== true && value !== undefined && lock === null && (
        <Button tone="link" onClick={() => props.put(undefined)}>
          Remove {label}
        </Button>
      )}
    </Frame>
  )
}
