import type { Outcome } from '../folders/several-calls.ts'
import styles from './explorer.module.css'

/** What went and what did not, and why. `done` is the word for what went, e.g. 'deleted'. */
export function Outcomes({ done, outcomes }: { done: string; outcomes: readonly Outcome[] }) {
  const failed = outcomes.filter(({ problem }) => problem !== null)
  const went = outcomes.filter(({ problem }) => problem === null)
  return (
    <div role="status">
      {went.length > 0 && (
        <p className={styles.question}>
          {went.length} {done}: {went.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {failed.length > 0 && (
        <>
          <p className={styles.question}>
            {failed.length} not {done}:
          </p>
          <ul className={styles.outcomes}>
            {failed.map(({ name, problem }, at) => (
              // Two files may have one name.
              <li key={`${name} ${at}`}>
                <strong>{name}</strong>: {problem}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
