import type { HTMLAttributes } from 'react'
import { CrossCircleIcon, WarnIcon } from './glyphs.tsx'
import styles from './notice.module.css'

type Props = HTMLAttributes<HTMLParagraphElement> & {
  tone?: 'warn' | 'error'
  /** A box of its own, or a coloured line among other things. */
  look?: 'box' | 'line'
}

/** A sentence that nobody should miss, with the icon of its tone: word, colour and icon together. */
export const Notice = ({ tone = 'warn', look = 'box', className = '', children, ...rest }: Props) => (
  <p className={`${styles.notice} ${styles[look]} ${className}`} data-tone={tone} {...rest}>
    {tone === 'warn' ? <WarnIcon /> : <CrossCircleIcon />}
    {children}
  </p>
)
