import type { ExplainedAction, Explanation, ExplainStep } from '@millrace/contract'
import { TagChip } from '../../access/badges/BadgeChip.tsx'
import { CheckCircleIcon, CrossCircleIcon } from '../../ui/glyphs.tsx'
import { missingBadges, verdict, suggestHelp } from './explain-words.ts'
import styles from './explain.module.css'

type Props = {
  explanation: Explanation
  action: ExplainedAction
  item: { name: string }
  person: { name: string; firstName: string; badges: ReadonlySet<string> }
}

/** The answer: the verdict, the rule that decides, what would help, and every rule that was asked, in order. */
export function Explained({ explanation: { allowed, rule, steps }, action, item, person }: Props) {
  const helps = suggestHelp(steps, person)
  return (
    <>
      <div className={`${styles.verdict} ${allowed ? styles.allowed : styles.refused}`}>
        <Mark passed={allowed} />
        <div>
          <strong>{verdict(person.name, allowed, action, item.name)}</strong>
          <p>{rule}</p>
        </div>
      </div>
      {!allowed && helps.length > 0 && (
        <div className={styles.helps} role="group" aria-label="What would help">
          <h3>What would help</h3>
          {helps.map((help) => (
            <p key={help}>{help}</p>
          ))}
        </div>
      )}
      <h3>Rules that were asked, in order</h3>
      <ol className={styles.steps} aria-label="Rules">
        {steps.map((step, at) => (
          <li key={`${at} ${step.rule}`} className={styles.step}>
            <Mark passed={step.passed} />
            <div className={styles.stepText}>
              <span className="visually-hidden">{step.passed ? 'Passed: ' : 'Failed: '}</span>
              {step.rule}
              <Groups step={step} held={person.badges} />
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

const Mark = ({ passed }: { passed: boolean }) =>
  passed ? <CheckCircleIcon className={styles.passedMark} /> : <CrossCircleIcon className="bad" />

/** The groups of a rule, one of which must be held whole; what is lacking is named. */
function Groups({ step: { groups }, held }: { step: ExplainStep; held: ReadonlySet<string> }) {
  return groups.map((group, at) => {
    const lacking = group.held ? [] : missingBadges(group, held)
    return (
      <div key={group.tags.map(({ _id }) => _id).join(' ')} className={styles.group}>
        {at > 0 && <span className="quiet-line">or</span>}
        {group.tags.map((tag) => (
          <TagChip key={tag._id} tag={tag} />
        ))}
        <span className="quiet-line">
          {group.held ? 'all held' : `lacks ${lacking.map(({ name }) => name).join(', ') || 'them'}`}
        </span>
      </div>
    )
  })
}
