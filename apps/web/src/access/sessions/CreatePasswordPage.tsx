import { texts } from '@millrace/contract/errors'
import { validatePassword } from '@millrace/contract/sessions/password.rule'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { clearTokens } from '../../api/stored-tokens.ts'
import { useAddress } from '../../routing/address.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../state/toasts.ts'
import { Field, PasswordInput } from './Field.tsx'
import styles from './login.module.css'
import { PasswordChecklist } from './PasswordChecklist.tsx'
import { toPrefill } from './prefill.ts'
import { PublicPage } from './PublicPage.tsx'
import { currentSession, forgetSession } from './session.ts'

type CredentialErrors = { password?: string; confirm?: string }

/**
 * A person chooses a password with the link they were sent: `t` is its token, `un` the username (SES-028, SES-029).
 * The server repeats every rule.
 */
export function CreatePasswordPage() {
  const navigate = useNavigate()
  const { search } = useAddress()
  const [typed, setTyped] = useState('')
  const [mistakes, setMistakes] = useState<CredentialErrors>({})
  const [failed, setFailed] = useState<'' | 'password' | 'link'>('')
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const userName = search.un ?? ''
  const token = search.t ?? ''

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const password = String(data.get('password') ?? '')
    const found = validateCredentials(password, String(data.get('confirm') ?? ''), userName)
    setMistakes(found)
    setFailed('')
    const first = Object.keys(found)[0]
    if (first !== undefined) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    try {
      await call('POST /users/create-password', { body: { password, token } })
      // Sessions of the person ended with the old password; somebody else's goes on.
      if (currentSession()?.user.userName === userName) {
        clearTokens()
        forgetSession()
      }
      toast.success(texts.passwordSet)
      await navigate({ to: '/login', replace: true, state: toPrefill(userName) })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailed(error.message === texts.badPasswordLink ? 'link' : 'password')
    } finally {
      setBusy(false)
    }
  }
  const clear = () => {
    setMistakes({})
    setFailed('')
  }
  const shared = { autoComplete: 'new-password', shown, onToggle: () => setShown(!shown) } as const

  if (token === '') {
    return (
      <PublicPage title="Create your password">
        <p className={styles.message}>This link is incomplete. Open the whole link from the email.</p>
        <NextLink />
      </PublicPage>
    )
  }
  return (
    <PublicPage title="Create your password">
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {/* Tells a password manager whose password it is; managers overlook fields of type hidden. */}
        <input
          className="visually-hidden"
          type="text"
          name="username"
          autoComplete="username"
          value={userName}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        {userName !== '' && (
          <p className={styles.whose}>
            Username <b>{userName}</b>
          </p>
        )}
        <Field name="password" label="Password" mistake={mistakes.password}>
          <PasswordInput
            name="password"
            mistake={mistakes.password}
            describedBy="password-rules"
            autoFocus
            {...shared}
            onInput={(text) => {
              setTyped(text)
              clear()
            }}
          />
        </Field>
        <PasswordChecklist password={typed} userName={userName} />
        <Field name="confirm" label="Confirm" mistake={mistakes.confirm}>
          <PasswordInput name="confirm" mistake={mistakes.confirm} {...shared} onInput={clear} />
        </Field>
        {failed !== '' && (
          <p className={styles.failed} role="alert">
            {texts.checkPassword}
          </p>
        )}
        {failed === 'link' && <NextLink />}
        <Button type="submit" tone="primary" className={styles.submit} disabled={busy}>
          Validate
        </Button>
      </form>
    </PublicPage>
  )
}

/** What to do when the link is worth nothing. */
const NextLink = () => (
  <div className={styles.next}>
    <span>A link works once and for 24 hours.</span>
    <Link to="/forgotten">Ask for a new link</Link>
  </div>
)

function validateCredentials(password: string, confirm: string, userName: string): CredentialErrors {
  const problem = validatePassword(password, userName)
  if (problem !== null) return { password: problem }
  return confirm === password ? {} : { confirm: texts.passwordsDiffer }
}
