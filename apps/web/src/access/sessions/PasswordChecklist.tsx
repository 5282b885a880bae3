import { CheckCircleIcon } from '../../ui/glyphs.tsx'
import styles from './login.module.css'
import { passwordChecks } from './password-checks.ts'

/** Which rules the typed password already meets; a mark and a word say so, not the colour alone. */
export const PasswordChecklist = ({ password, userName }: { password: string; userName: string }) => (
  <ul className={styles.checks} id="password-rules" aria-label="The password has">
    {passwordChecks(password, userName).map(({ text, holds }) => (
      <li key={text} data-holds={holds}>
        {holds ? <CheckCircleIcon width={14} height={14} /> : <span className={styles.open} aria-hidden="true" />}
        {text}
        <span className="visually-hidden">{holds ? ', done' : ', missing'}</span>
      </li>
    ))}
  </ul>
)
