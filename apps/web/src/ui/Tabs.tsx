import { type KeyboardEvent, useRef } from 'react'
import styles from './tabs.module.css'

type Props<Name extends string> = {
  label: string
  tabs: readonly (readonly [name: Name, label: string])[]
  value: Name
  onChange: (name: Name) => void
}

/** Views of one thing, of which one is shown. Arrows go from one to the next. */
export function Tabs<Name extends string>({ label, tabs, value, onChange }: Props<Name>) {
  const box = useRef<HTMLDivElement>(null)
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(([name]) => name === value)
    const to = (at + step + tabs.length) % tabs.length
    onChange(tabs[to]?.[0] ?? value)
    box.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div ref={box} className={styles.tabs} role="tablist" aria-label={label} onKeyDown={keys}>
      {tabs.map(([name, text]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={value === name}
          tabIndex={value === name ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
