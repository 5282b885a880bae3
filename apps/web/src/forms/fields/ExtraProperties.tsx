import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { compileNativePattern } from '@millrace/contract/schemas/native-pattern'
import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useFormControl } from '../form-control.ts'
import styles from '../form.module.css'
import { startOf } from '../shape/defaults.ts'
import type { Node } from '../shape/merge.ts'
import { pointerInto } from '../value-at.ts'
import type { PartProps } from './part-props.ts'

/** Properties that the schema does not name: those it allows by `additionalProperties` or a pattern, and those in the way. */
export function ExtraProperties({ shape: { node }, value, pointer, lock, trail, level, label }: PartProps) {
  const { form, change, Field } = useFormControl()
  const named = isObject(node.properties) ? node.properties : {}
  const { additionalProperties: additional } = node
  const patterns = isObject(node.patternProperties) ? node.patternProperties : {}
  const isOpen = additional === true || isObject(additional) || Object.keys(patterns).length > 0
  const extra = isObject(value) ? Object.keys(value).filter((name) => !Object.hasOwn(named, name)) : []
  // What the schema says nothing about stays as it is, unseen.
  if (!isOpen && additional !== false) return null
  const schemaOf = (name: string) => patternSchema(patterns, name) ?? (additional === false ? {} : (additional ?? {}))
  return (
    <>
      {extra.map((name) => (
        <div key={name} className={styles.extra}>
          <Field
            schema={schemaOf(name)}
            value={(value as Node)[name]}
            pointer={pointerInto(pointer, name)}
            name={name}
            isRequired={false}
            lock={lock}
            trail={trail}
            level={level + 1}
          />
          {lock === null && (
            <Button aria-label={`Remove ${name}`} onClick={() => change(pointerInto(pointer, name), undefined)}>
              Remove
            </Button>
          )}
        </div>
      ))}
      {isOpen && lock === null && (
        <AddProperty
          owner={label}
          taken={(name) => Object.hasOwn(named, name) || extra.includes(name)}
          onAdd={(name) => change(pointerInto(pointer, name), startOf(form, schemaOf(name)))}
        />
      )}
    </>
  )
}

/** The schema of a name by the first pattern it fits; a pattern that is none fits nothing. */
function patternSchema(patterns: Node, name: string): unknown {
  for (const [pattern, schema] of Object.entries(patterns)) {
    try {
      if (compileNativePattern(pattern).test(name)) return schema
    } catch {
      // The form says above what is wrong with the schema.
    }
  }
  return undefined
}

type AddProps = { owner: string; taken: (name: string) => boolean; onAdd: (name: string) => void }

function AddProperty({ owner, taken, onAdd }: AddProps) {
  const [name, setName] = useState('')
  const id = useId()
  const isTaken = taken(name)
  const add = () => {
    if (name === '' || isTaken) return
    onAdd(name)
    setName('')
  }
  return (
    <div className={styles.addKey}>
      <label htmlFor={id}>New property{owner === '' ? '' : ` of ${owner}`}</label>
      <input
        id={id}
        className={styles.input}
        value={name}
        aria-invalid={isTaken}
        aria-describedby={isTaken ? `${id}:taken` : undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button disabled={name === '' || isTaken} onClick={add}>
        Add
      </Button>
      {isTaken && (
        <p id={`${id}:taken`} className={styles.faults}>
          This name is there already.
        </p>
      )}
    </div>
  )
}
