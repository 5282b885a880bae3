import { texts } from '@millrace/contract/errors'
import { passwordProblem } from '@millrace/contract/sessions/password.rule'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { CallError } from '../api/call-error.ts'
import { call } from '../api/call.ts'
import { useAddress } from '../app/address.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import { Field, PasswordInput } from './Field.tsx'
import styles from './login.module.css'
import { PublicPage } from './PublicPage.tsx'

type Mistakes = { password?: string; confirm?: string }

/**
 * A person chooses a password with the link they were sent: `t` is its token, `un` the username (SES-028, SES-029).
 * The server repeats every rule.
 */
export function CreatePasswordPage() {
  const navigate = useNavigate()
  const { search } = useAddress()
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [failed, setFailed] = useState(false)
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const userName = search.un ?? ''

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const password = String(data.get('password') ?? '')
    const found = mistakesIn(password, String(data.get('confirm') ?? ''), userName)
    setMistakes(found)
    setFailed(false)
    if (found.password !== undefined || found.confirm !== undefined) return
    setBusy(true)
    try {
      await call('POST /users/create-password', { body: { password, token: search.t ?? '' } })
      toast.success(texts.passwordSet)
      await navigate({ to: '/login', replace: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  const clear = () => {
    setMistakes({})
    setFailed(false)
  }
  const shared = { autoComplete: 'new-password', shown, onToggle: () => setShown(!shown), onInput: clear } as const

  return (
    <PublicPage title="Create your password">
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {/* Tells a password manager whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={userName} readOnly />
        <Field name="password" label="Password" mistake={mistakes.password}>
          <PasswordInput name="password" mistake={mistakes.password} {...shared} />
        </Field>
        <Field name="confirm" label="Confirm" mistake={mistakes.confirm}>
          <PasswordInput name="confirm" mistake={mistakes.confirm} {...shared} />
        </Field>
        {failed && (
          <p className={styles.failed} role="alert">
            {texts.checkPassword}
          </p>
        )}
        <Button type="submit" tone="primary" className={styles.submit} disabled={busy}>
          Validate
        </Button>
      </form>
    </PublicPage>
  )
}

function mistakesIn(password: string, confirm: string, userName: string): Mistakes {
  const problem = passwordProblem(password, userName)
  if (problem !== null) return { password: problem }
  return confirm === password ? {} : { confirm: texts.passwordsDiffer }
}
