import { useEffect, useId, useState } from 'react'
import type { Attribute } from './attributes.ts'
import { readAttribute, writeAttribute } from './attribute-text.ts'
import styles from './schema-editor.module.css'

type Props = {
  attribute: Attribute
  value: unknown
  refuse: (value: unknown) => string | null
  /** undefined takes the attribute away. */
  onChange: (value: unknown) => void
}

/** One attribute: typed text is taken when the field is left or Enter is pressed, and says why where it cannot be. */
export function AttributeField({ attribute, value, refuse, onChange }: Props) {
  const id = useId()
  const { name, kind, options } = attribute
  const written = writeAttribute(kind, value)
  const [text, setText] = useState(written)
  useEffect(() => setText(written), [written])
  const read = readAttribute(kind, text)
  const mistake = text === written ? null : (read.mistake ?? refuse(read.value))
  const doubt = mistake === null && read.mistake === null ? (attribute.doubt?.(read.value) ?? null) : null
  const take = () => {
    if (text === written) return
    if (mistake === null) onChange(read.value)
  }
  const common = { id, 'aria-invalid': mistake !== null, 'aria-describedby': `${id}-mistake` }
  if (kind === 'switch' || kind === 'choice') {
    const choices = kind === 'switch' ? ['yes', 'no'] : (options ?? [])
    return (
      <div className={styles.field}>
        <label htmlFor={id}>{name}</label>
        <select
          {...common}
          value={written}
          onChange={(event) => onChange(readAttribute(kind, event.target.value).value)}
        >
          <option value="">Not set</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </div>
    )
  }
  const isLong = kind === 'long' || kind === 'values' || kind === 'json'
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{kind === 'values' ? `${name}, one JSON value a line` : name}</label>
      {isLong ? (
        <textarea
          {...common}
          rows={kind === 'values' ? 3 : 2}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={take}
        />
      ) : (
        <input
          {...common}
          list={options === undefined ? undefined : `${id}-options`}
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => event.key === 'Enter' && take()}
        />
      )}
      {options !== undefined && (
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      <span id={`${id}-mistake`} className={styles.mistake} role={mistake === null ? undefined : 'alert'}>
        {mistake}
      </span>
      {doubt !== null && (
        <span className={styles.doubt} role="status">
          {doubt}
        </span>
      )}
    </div>
  )
}
