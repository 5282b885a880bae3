import type { ComponentType, ReactNode } from 'react'
import { CheckCircleIcon, ClockIcon, CrossCircleIcon, RunIcon, WarnIcon } from './glyphs.tsx'
import styles from './status-tag.module.css'

export type Tone = 'ok' | 'warn' | 'error' | 'busy' | 'quiet'

const icons: Record<Tone, ComponentType> = {
  ok: CheckCircleIcon,
  warn: WarnIcon,
  error: CrossCircleIcon,
  busy: RunIcon,
  quiet: ClockIcon,
}

type Props = { tone: Tone; icon?: ComponentType; title?: string; children: ReactNode }

/** State as icon, word and colour together: colour never speaks alone. The word is the child. */
export function StatusTag({ tone, icon: Icon = icons[tone], title, children }: Props) {
  return (
    <span className={styles.tag} data-tone={tone} title={title}>
      <Icon />
      <span>{children}</span>
    </span>
  )
}

/** True, false, or a dash while it is not known yet. */
export function SuccessTag({ success }: { success: boolean | null }) {
  if (success === null) return <span className={styles.none}>-</span>
  return <StatusTag tone={success ? 'ok' : 'error'}>{String(success)}</StatusTag>
}
