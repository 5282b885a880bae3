import { type Step, stepTitles } from './wizard-address.ts'
import { useMobile } from '../../ui/use-mobile.ts'
import styles from './wizard.module.css'

/** The five steps on top: done, current, to do. On a narrow screen only the current one spells its title. */
export function WizardSteps({ current }: { current: Step }) {
  const mobile = useMobile()
  return (
    <ol className={styles.steps} aria-label="Steps">
      {stepTitles.map((title, index) => {
        const step = index + 1
        const done = step < current
        const look = done ? styles.done : step === current ? styles.current : ''
        return (
          <li
            key={title}
            className={`${styles.step} ${look}`}
            {...(step === current ? { 'aria-current': 'step' as const } : {})}
          >
            <span className={styles.mark} aria-hidden="true">
              {done ? '✓' : step}
            </span>
            <span className={mobile && step !== current ? 'visually-hidden' : undefined}>{title}</span>
            {done && <span className="visually-hidden">done</span>}
          </li>
        )
      })}
    </ol>
  )
}
