import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { useId, useState } from 'react'
import type { PickerProps } from '../../../forms/form-control.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from '../panels.module.css'
import { renamed } from './source-settings.ts'

/** Columns of files and the properties they become, folded up: with a file at hand they are chosen below its first rows. */
export function ColumnNames({ id, value, onChange, disabled, readOnly, ...props }: PickerProps) {
  const names = isObject(value) ? Object.entries(value as Record<string, string>) : []
  const isLocked = disabled || readOnly
  const put = (header: string, property: string | undefined) => {
    const next = renamed(Object.fromEntries(names), header, property)
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <details className={styles.columns}>
      <summary id={id} aria-describedby={props['aria-describedby']}>
        {describe(names.length)}
      </summary>
      {names.map(([header, property]) => (
        <div key={header} className={styles.name}>
          <span>{header}</span>
          <input
            className={styles.input}
            aria-label={`Property of ${header}`}
            readOnly={isLocked}
            value={property}
            onChange={({ target }) => put(header, target.value)}
          />
          {!isLocked && (
            <Button aria-label={`Remove ${header}`} onClick={() => put(header, undefined)}>
              Remove
            </Button>
          )}
        </div>
      ))}
      {!isLocked && (
        <NewName taken={(header) => names.some(([name]) => name === header)} onAdd={(name) => put(name, name)} />
      )}
    </details>
  )
}

function describe(count: number): string {
  if (count === 0) return 'No column has another name'
  return count === 1
    ? 'One column becomes a property of another name'
    : `${count} columns become properties of other names`
}

function NewName({ taken, onAdd }: { taken: (header: string) => boolean; onAdd: (header: string) => void }) {
  const [header, setHeader] = useState('')
  const id = useId()
  const isTaken = taken(header)
  const add = () => {
    if (header === '' || isTaken) return
    onAdd(header)
    setHeader('')
  }
  return (
    <div className={styles.name}>
      <label htmlFor={id}>Another column of the file</label>
      <input
        id={id}
        className={styles.input}
        value={header}
        aria-invalid={isTaken}
        onChange={({ target }) => setHeader(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button disabled={header === '' || isTaken} onClick={add}>
        Add
      </Button>
    </div>
  )
}
