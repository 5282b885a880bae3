import { useState } from 'react'
import styles from './bench.module.css'

type Props = { label: string; value: number; max: number; onChange: (count: number) => void }

/** A number of records from 1 to a limit; what is typed in between may be none. */
export function CountField({ label, value, max, onChange }: Props) {
  const [text, setText] = useState(String(value))
  const type = (next: string) => {
    setText(next)
    const count = Math.round(Number(next))
    if (count >= 1) onChange(Math.min(count, max))
  }
  return (
    <label className={styles.fillField}>
      {label}
      <input
        className={styles.select}
        type="number"
        min={1}
        max={max}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setText(String(value))}
      />
    </label>
  )
}
