import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './login.module.css'

type FieldProps = {
  name: string
  label: string
  hint?: ReactNode
  mistake?: string | undefined
  children: ReactNode
}

/** A labelled field of a public page; the line for its mistake is always there, so that a message moves nothing. */
export function Field({ name, label, hint, mistake, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      {children}
      {hint !== undefined && (
        <span id={`${name}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      <span id={`${name}-mistake`} className={styles.mistake} role="alert">
        {mistake}
      </span>
    </div>
  )
}

type PasswordProps = {
  name: string
  autoComplete: 'current-password' | 'new-password'
  mistake: string | undefined
  shown: boolean
  onToggle: () => void
  onInput: (text: string) => void
  /** Id of what else describes the field. */
  describedBy?: string
  autoFocus?: boolean
}

/** A password that can be shown; password managers know it by its autocomplete. */
export const PasswordInput = ({
  name,
  autoComplete,
  mistake,
  shown,
  onToggle,
  onInput,
  describedBy,
  autoFocus = false,
}: PasswordProps) => (
  <span className={styles.password}>
    <input
      id={name}
      name={name}
      className={styles.input}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      required
      aria-invalid={mistake !== undefined}
      aria-describedby={describedBy === undefined ? `${name}-mistake` : `${describedBy} ${name}-mistake`}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
    <Button
      tone="link"
      className={styles.show}
      aria-pressed={shown}
      aria-label={shown ? 'Hide password' : 'Show password'}
      onClick={onToggle}
    >
      {shown ? 'Hide' : 'Show'}
    </Button>
  </span>
)
