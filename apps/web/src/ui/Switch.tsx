import type { ButtonHTMLAttributes } from 'react'
import styles from './switch.module.css'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onChange' | 'role' | 'type'> & {
  checked: boolean
  /** On its way: it keeps its state and cannot be pressed. */
  busy?: boolean
  onChange: (on: boolean) => void
}

/** On or off. Without the kit: a long table draws one in each row, while it scrolls. */
export const Switch = ({ checked, busy = false, disabled = false, onChange, ...rest }: Props) => (
  <button
    {...rest}
    type="button"
    role="switch"
    className={styles.switch}
    aria-checked={checked}
    aria-busy={busy}
    disabled={disabled || busy}
    onClick={() => onChange(!checked)}
  />
)
