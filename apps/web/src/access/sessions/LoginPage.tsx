import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { afterLogin } from '../../routing/guard.ts'
import { useAddress } from '../../routing/address.ts'
import { Button } from '../../ui/Button.tsx'
import { CallError } from '../../api/call-error.ts'
import { toast } from '../../state/toasts.ts'
import { ToastPlace } from '../../ui/ToastPlace.tsx'
import { focusField } from './focus-field.ts'
import { Field, PasswordInput } from './Field.tsx'
import { usePrefilledUserName } from './prefill.ts'
import { loadSession } from './load-session.ts'
import styles from './login.module.css'
import { PublicPage } from './PublicPage.tsx'
import { currentRole } from './session.ts'
import { type CredentialErrors, validateCredentials, signIn } from './sign-in.ts'
import { tfa } from './tfa-state.ts'

/** Most people are never asked for a second factor, so the dialog comes when it is. */
const TwoFactorDialog = lazy(async () => ({ default: (await import('./TwoFactorDialog.tsx')).TwoFactorDialog }))

/**
 * Login (SES-003). A plain form without the kit, so that it is there in a tenth of a second; the frame's code is
 * fetched (`prefetch`) while the password is typed.
 */
export function LoginPage({ prefetch }: { prefetch: () => void }) {
  const navigate = useNavigate()
  const { search } = useAddress()
  const prefilled = usePrefilledUserName()
  const form = useRef<HTMLFormElement>(null)
  const [mistakes, setMistakes] = useState<CredentialErrors>({})
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [expired, setExpired] = useState(0)
  const { displayed } = tfa.use()
  useEffect(() => tfa.dismiss, [])
  // After the dialog has given the focus back.
  useEffect(() => {
    if (expired > 0) focusField(form.current?.querySelector<HTMLInputElement>('[name=password]'))
  }, [expired])

  /** Tokens are there: the person is loaded and led to where they wanted to go (SES-016, SES-017). */
  const enter = async () => {
    try {
      await loadSession()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error(error.message)
    }
    const role = currentRole()
    if (role === null) return
    const target = afterLogin(role, search.redirect)
    await navigate({ to: target.path, search: target.search, replace: true })
  }
  /** Somebody types anew: what was wrong before is over. */
  const begin = () => {
    setMistakes({})
    toast.closeErrors()
  }
  const expire = (text: string) => {
    toast.error(text)
    setExpired(expired + 1)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const credentials = { username: String(data.get('username') ?? ''), password: String(data.get('password') ?? '') }
    const found = validateCredentials(credentials)
    setMistakes(found)
    const first = Object.keys(found)[0]
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    toast.closeErrors()
    setBusy(true)
    try {
      if ((await signIn(credentials)) === 'signed in') await enter()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The person types it anew most of the time; the text stands in the card.
      focusField(form.current?.querySelector<HTMLInputElement>('[name=password]'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <PublicPage title="Login">
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          name="username"
          label="Username"
          hint={
            <>
              The username is <b>firstname.lastname</b>
            </>
          }
          mistake={mistakes.username}
        >
          <input
            id="username"
            name="username"
            className={styles.input}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            defaultValue={prefilled}
            autoFocus={prefilled === ''}
            required
            aria-invalid={mistakes.username !== undefined}
            aria-describedby="username-hint username-mistake"
            onInput={begin}
          />
        </Field>
        <Field name="password" label="Password" mistake={mistakes.password}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            autoFocus={prefilled !== ''}
            mistake={mistakes.password}
            shown={shown}
            onToggle={() => setShown(!shown)}
            onInput={() => {
              begin()
              prefetch()
            }}
          />
        </Field>
        {!displayed && <ToastPlace />}
        <Button type="submit" tone="primary" className={styles.submit} disabled={busy}>
          Login
        </Button>
      </form>
      <Link to="/forgotten" className={styles.forgotten}>
        Forgotten password
      </Link>
      {displayed && (
        <Suspense>
          <TwoFactorDialog prefetch={prefetch} onSignedIn={() => void enter()} onExpired={expire} />
        </Suspense>
      )}
    </PublicPage>
  )
}
