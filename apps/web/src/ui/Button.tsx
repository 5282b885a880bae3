import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `danger` is for what is lost, and nothing else. */
  tone?: 'primary' | 'danger' | 'plain' | 'link' | 'bare'
  /** Holds one drawing: as wide as high, by `--square` where that is not the height of an input. */
  square?: boolean
  /** In a dialog: has the focus when it opens. */
  'data-first-focus'?: boolean
}

/** A button without the kit, for login, dialogs and other parts that must be light. Looks like the kit's. */
export function Button({ tone = 'plain', square = false, className, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      {...(tone === 'primary' ? { 'data-primary': true } : {})}
      className={`${styles.button} ${styles[tone]} ${square ? styles.square : ''} ${className ?? ''}`}
    />
  )
}
