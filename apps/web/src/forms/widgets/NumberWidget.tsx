import { useState } from 'react'
import styles from '../form.module.css'
import { controlOf, type WidgetProps } from './widget.ts'

const numberText = /^[+-]?\d+(\.\d*)?([eE][+-]?\d+)?$/

/** What a typed text means: nothing, a number, or the text itself, of which the check says that it is no number. */
function readNumber(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const number = Number(trimmed)
  return numberText.test(trimmed) && Number.isFinite(number) ? number : text
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** A number, typed; arrow keys step. What is typed stays as typed while it means the value. */
export function NumberWidget(props: WidgetProps) {
  const { value, node, lock, onChange } = props
  const [draft, setDraft] = useState('')
  const isDraft = readNumber(draft) === (value ?? undefined)
  const step = (by: number) => {
    const size = typeof node.multipleOf === 'number' ? node.multipleOf : 1
    const from = typeof value === 'number' ? value : 0
    onChange(Number((from + by * size).toPrecision(15)))
  }
  return (
    <input
      {...controlOf(props)}
      className={styles.input}
      inputMode={node.type === 'integer' ? 'numeric' : 'decimal'}
      value={isDraft ? draft : textOf(value)}
      placeholder={props.placeholder}
      readOnly={lock === 'readonly'}
      onChange={({ target }) => {
        setDraft(target.value)
        onChange(readNumber(target.value))
      }}
      onKeyDown={(event) => {
        if (lock !== null || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        step(event.key === 'ArrowUp' ? 1 : -1)
      }}
    />
  )
}

/** A number between two ends; without ends, between 0 and 100. */
export function SliderWidget(props: WidgetProps) {
  const { value, node, lock, onChange } = props
  const ends = (keyword: string, otherwise: number) => {
    const end = node[keyword]
    return typeof end === 'number' ? end : otherwise
  }
  const min = ends('minimum', 0)
  return (
    <span className={styles.slider}>
      <input
        {...controlOf(props)}
        type="range"
        min={min}
        max={ends('maximum', min + 100)}
        step={typeof node.multipleOf === 'number' ? node.multipleOf : node.type === 'integer' ? 1 : 'any'}
        value={typeof value === 'number' ? value : min}
        disabled={lock !== null}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <output htmlFor={props.id}>{value === undefined || value === null ? 'not set' : String(value)}</output>
    </span>
  )
}
