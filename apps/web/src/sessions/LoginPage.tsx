import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { afterLogin } from '../app/guard.ts'
import { useAddress } from '../app/address.ts'
import { loadFrame } from '../app/load-frame.ts'
import { Button } from '../ui/Button.tsx'
import { CallError } from '../api/call-error.ts'
import { toast } from '../ui/toasts.ts'
import { Field, PasswordInput } from './Field.tsx'
import { loadSession } from './load-session.ts'
import styles from './login.module.css'
import { PublicPage } from './PublicPage.tsx'
import { currentRole } from './session.ts'
import { type Mistakes, mistakesIn, signIn } from './sign-in.ts'

/**
 * Login (SES-003). A plain form without the kit, so that it is there in a tenth of a second; the frame's code is
 * fetched while the password is typed.
 */
export function LoginPage() {
  const navigate = useNavigate()
  const { search } = useAddress()
  const form = useRef<HTMLFormElement>(null)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const credentials = { username: String(data.get('username') ?? ''), password: String(data.get('password') ?? '') }
    const found = mistakesIn(credentials)
    setMistakes(found)
    const first = Object.keys(found)[0]
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      return
    }
    setBusy(true)
    try {
      if ((await signIn(credentials)) === 'second factor') {
        toast.error('This account asks for a second factor, which this version cannot check yet.')
        return
      }
      await loadSession()
      const role = currentRole()
      if (role === null) return
      const target = afterLogin(role, search.redirect)
      await navigate({ to: target.path, search: target.search, replace: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The person types it anew most of the time; the text was shown as a toast.
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
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
            autoFocus
            required
            aria-invalid={mistakes.username !== undefined}
            aria-describedby="username-hint username-mistake"
            onInput={() => setMistakes({})}
          />
        </Field>
        <Field name="password" label="Password" mistake={mistakes.password}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            mistake={mistakes.password}
            shown={shown}
            onToggle={() => setShown(!shown)}
            onInput={() => {
              setMistakes({})
              loadFrame()
            }}
          />
        </Field>
        <Button type="submit" tone="primary" className={styles.submit} disabled={busy}>
          Login
        </Button>
      </form>
      <Link to="/forgotten" className={styles.forgotten}>
        Forgotten password
      </Link>
    </PublicPage>
  )
}
