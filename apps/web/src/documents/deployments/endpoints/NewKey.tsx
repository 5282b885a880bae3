import { type FormEvent, useId, useState } from 'react'
import { CallError, isAbort } from '../../../api/call-error.ts'
import { call } from '../../../api/call.ts'
import { refreshCalls } from '../../../api/use-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { usePlatformZone } from '../../../ui/format.ts'
import { Bar } from '../../../ui/Layout.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { CopyButton } from '../CopyButton.tsx'
import styles from '../deployments.module.css'
import { emptyKey, keyBody, type KeyDraft, keyMistakes } from './key-draft.ts'

export type MadeKey = { name: string; secret: string }

/** Makes a key: its name, when it ends and how often it may call. */
export function NewKey({ id, onMade }: { id: string; onMade: (made: MadeKey) => void }) {
  const [draft, setDraft] = useState<KeyDraft>(emptyKey)
  const [judged, setJudged] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const zone = usePlatformZone()
  const [mistakes, setMistakes] = useState<Partial<KeyDraft>>({})
  const change = (next: KeyDraft) => {
    setDraft(next)
    if (judged) setMistakes(keyMistakes(next, zone, Date.now()))
  }
  const make = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    const wrong = keyMistakes(draft, zone, Date.now())
    setMistakes(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      const body = keyBody(draft, zone)
      const { key } = await call('POST /pipelines/deployed-endpoint/{id}/key', { params: { id }, body, quiet: true })
      onMade({ name: body.name, secret: key })
      setDraft(emptyKey)
      setJudged(false)
      setRefused(null)
      await refreshCalls('GET /pipelines/deployed-endpoint/{id}/keys')
    } catch (error) {
      if (error instanceof CallError) setRefused(error.message)
      else if (!isAbort(error)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.newKey} aria-label="New key" noValidate onSubmit={(event) => void make(event)}>
      <KeyInput of="name" label="Name" hint="Who will call with it" {...{ draft, change, mistakes }} required />
      <KeyInput
        of="expireOn"
        label="Expires"
        hint="At the end of that day; empty: never"
        type="date"
        {...{ draft, change, mistakes }}
      />
      <KeyInput
        of="perMinute"
        label="Calls per minute"
        hint="Empty: no limit"
        type="number"
        {...{ draft, change, mistakes }}
      />
      <Button type="submit" tone="primary" disabled={busy} className={styles.make}>
        New key
      </Button>
      {refused !== null && (
        <Notice tone="error" role="alert">
          {refused}
        </Notice>
      )}
    </form>
  )
}

type InputProps = {
  of: keyof KeyDraft
  label: string
  hint: string
  type?: 'text' | 'date' | 'number'
  required?: boolean
  draft: KeyDraft
  change: (draft: KeyDraft) => void
  mistakes: Partial<KeyDraft>
}

function KeyInput({ of, label, hint, type = 'text', required = false, draft, change, mistakes }: InputProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} mistake={mistakes[of]} required={required}>
      <input
        id={id}
        className={styles.input}
        type={type}
        {...(type === 'number' && { min: 1, step: 1 })}
        autoComplete="off"
        required={required}
        value={draft[of]}
        aria-invalid={mistakes[of] !== undefined}
        aria-describedby={`${id}-mistake`}
        onChange={(event) => change({ ...draft, [of]: event.target.value })}
      />
    </Field>
  )
}

/** The one time a key is seen: only its hash is stored. */
export const ShownKey = ({ name, secret, onDone }: MadeKey & { onDone: () => void }) => (
  <section className={styles.shownKey} aria-label="New key">
    <p role="status">
      This is the key <b>{name}</b>. It is shown only now: copy it and keep it safe.
    </p>
    <Bar>
      <code className={styles.key}>{secret}</code>
      <CopyButton text={secret} of="key" look="plain" />
      <Button onClick={onDone}>I have kept it</Button>
    </Bar>
  </section>
)
