import { type ReactNode, useId } from 'react'
import { PageFoot, Spacer } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { WarnIcon } from '../../ui/glyphs.tsx'
import type { Reasons } from './wizard-readiness.ts'
import styles from './wizard.module.css'

type Props = {
  /** Null on the first step, which has none before it. */
  onPrevious: (() => void) | null
  onNext: () => void
  /** Why Next is disabled; empty when it may be pressed. */
  reasons: Reasons
  /** While the step's own work runs: both buttons wait. */
  busy?: boolean
  /** What Next does beside going on, e.g. 'start import': its name goes on with it. */
  does?: string | undefined
  /** What Next goes on with, beside it while it may be pressed. */
  about?: ReactNode
  children?: ReactNode
}

/** 'Prev step' and 'Next step' (IMP-002); what is still missing stands beside the disabled button (IMP-005). */
export function WizardFooter({ onPrevious, onNext, reasons, busy = false, does, about, children }: Props) {
  const id = useId()
  const blocked = reasons.length > 0
  return (
    <PageFoot>
      <Button disabled={onPrevious === null || busy} onClick={() => onPrevious?.()}>
        Prev step
      </Button>
      {children}
      {blocked ? (
        <div id={id} className={`${styles.beside} ${styles.reasons}`}>
          <WarnIcon />
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      ) : about === undefined ? (
        <Spacer />
      ) : (
        <div className={styles.beside}>{about}</div>
      )}
      <span className={styles.footerGap} />
      <Button
        tone="primary"
        disabled={blocked || busy}
        {...(blocked ? { 'aria-describedby': id } : {})}
        onClick={onNext}
      >
        {does === undefined ? 'Next step' : `Next step: ${does}`}
      </Button>
    </PageFoot>
  )
}
