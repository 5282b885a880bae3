import { useEffect, useId, useRef, useState } from 'react'
import type { Attribute } from './attributes.ts'
import { readAttribute, writeAttribute } from './attribute-text.ts'
import styles from './schema-editor.module.css'

type Props = {
  attribute: Attribute
  value: unknown
  refuse: (value: unknown) => string | null
  /** undefined takes the attribute away. */
  onChange: (value: unknown) => void
  /** No half of it is taken: a name under which the rest of the screen stands, an address. */
  onlyWhenLeft?: boolean
}

/** What is typed is taken after such a pause as well, so that a crash of the tab does not lose it. */
const takeAfterMs = 1000

/** One attribute: typed text is taken after a pause, when the field is left or Enter is pressed, or says why it cannot be. */
export function AttributeField({ attribute, value, refuse, onChange, onlyWhenLeft = false }: Props) {
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
  const taken = useRef(take)
  taken.current = take
  // A text that would be written otherwise, such as '0.', is still being typed.
  const settles = !onlyWhenLeft && text !== written && writeAttribute(kind, read.value) === text
  useEffect(() => {
    if (!settles) return
    const timer = setTimeout(() => taken.current(), takeAfterMs)
    return () => clearTimeout(timer)
  }, [text, settles])
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
