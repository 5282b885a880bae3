import { texts } from '@millrace/contract/errors'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../state/toasts.ts'
import { focusField } from './focus-field.ts'
import { Field } from './Field.tsx'
import styles from './login.module.css'
import { PublicPage } from './PublicPage.tsx'

/** Asks for a recovery link by mail; what it says afterwards is the same whether or not the address is known (SES-038 to SES-042). */
export function ForgottenPage() {
  const input = useRef<HTMLInputElement>(null)
  const [mistake, setMistake] = useState<string>()
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    setMistake(email === '' ? texts.emailMissing : undefined)
    setFailed(false)
    if (email === '') return input.current?.focus()
    setBusy(true)
    try {
      await call('POST /users/forgotten', { body: { email }, fallback: texts.cannotAskReset })
      toast.closeAll()
      setSent(true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailed(true)
      focusField(input.current)
    } finally {
      setBusy(false)
    }
  }

  if (sent) {
    return (
      <PublicPage title="Forgotten password">
        {/* Focused when it comes, so that it is read out and the next Tab reaches the way back. */}
        <p className={styles.message} role="status" tabIndex={-1} ref={(message) => message?.focus()}>
          {texts.recoveryLinkSent}
        </p>
        <Link to="/login">Back to login</Link>
      </PublicPage>
    )
  }
  return (
    <PublicPage title="Forgotten password">
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field name="email" label="Email" hint="You get a link that lets you choose a new password" mistake={mistake}>
          <input
            ref={input}
            id="email"
            name="email"
            className={styles.input}
            type="email"
            autoComplete="email"
            autoFocus
            required
            aria-invalid={mistake !== undefined}
            aria-describedby="email-hint email-mistake"
            onInput={() => {
              setMistake(undefined)
              setFailed(false)
            }}
          />
        </Field>
        {failed && (
          <p className={styles.failed} role="alert">
            {texts.checkEmail}
          </p>
        )}
        <Button type="submit" tone="primary" className={styles.submit} disabled={busy}>
          Validate
        </Button>
      </form>
      <Link to="/login" className={styles.forgotten}>
        Cancel
      </Link>
    </PublicPage>
  )
}
