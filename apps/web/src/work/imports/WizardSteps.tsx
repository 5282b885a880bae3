import { type Step, stepTitles } from './wizard-address.ts'
import styles from './wizard.module.css'

/** The five steps on top: done, current, to do. On a narrow screen only the current one spells its title. */
export function WizardSteps({ current }: { current: Step }) {
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
            <span className={styles.title}>{title}</span>
            {done && <span className="visually-hidden">done</span>}
          </li>
        )
      })}
    </ol>
  )
}
