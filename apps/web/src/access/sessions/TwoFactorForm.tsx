import { texts } from '@millrace/contract/errors'
import { type FormEvent, useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Enrolment } from './Enrolment.tsx'
import { focusField } from './focus-field.ts'
import { Field } from './Field.tsx'
import loginStyles from './login.module.css'
import { codeMistake, plainCode, sendCode } from './sign-in.ts'
import { tfa } from './tfa-state.ts'
import styles from './two-factor.module.css'

type Props = { onSignedIn: () => void; onExpired: (text: string) => void; prefetch: () => void }

/** Asks for a one-time or recovery code; a wrong one keeps the dialog, an expired challenge leads back to the login form. */
export function TwoFactorForm({ onSignedIn, onExpired, prefetch }: Props) {
  const { secret, qrcode } = tfa.use()
  const enrols = secret !== null
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = codeMistake(code)
    setMistake(found)
    if (found !== undefined) return input.current?.focus()
    setBusy(true)
    try {
      const codes = await sendCode(code)
      if (codes.length > 0) tfa.showCodes(codes)
      else onSignedIn()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.message === texts.verificationExpired) {
        tfa.dismiss()
        onExpired(error.message)
        return
      }
      setMistake(error.message)
      setBusy(false)
      focusField(input.current)
    }
  }

  return (
    <Dialog
      title="Two-Factor"
      onCancel={tfa.dismiss}
      footer={
        <>
          <Button onClick={tfa.dismiss}>Cancel</Button>
          <Button type="submit" tone="primary" form="two-factor" disabled={busy}>
            Verify
          </Button>
        </>
      }
    >
      <form id="two-factor" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {enrols && <Enrolment secret={secret} qrcode={qrcode} />}
        <Field
          name="code"
          label={enrols ? 'Code' : 'Code or recovery code'}
          hint={
            enrols
              ? 'The 6 digits that the app shows now'
              : 'From your authenticator app; without it, one of your recovery codes'
          }
          mistake={mistake}
        >
          <input
            ref={input}
            id="code"
            name="code"
            className={`${loginStyles.input} ${styles.code}`}
            // A recovery code has letters, so only an enrolment asks for digits alone.
            inputMode={enrols ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            data-first-focus
            value={code}
            aria-invalid={mistake !== undefined}
            aria-describedby="code-hint code-mistake"
            onChange={(event) => {
              setCode(plainCode(event.target.value))
              setMistake(undefined)
              prefetch()
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
