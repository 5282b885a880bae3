import { avatarTypes } from '@millrace/contract/users/avatar.rule'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Avatar } from './Avatar.tsx'
import { smallPicture } from './avatar-file.ts'
import styles from './person.module.css'
import type { PersonForm } from './use-person-form.ts'

/** The person's picture, made small before it is kept; without one the initials stand in its place. */
export function PictureField({ form }: { form: PersonForm }) {
  const { draft, change } = form
  const input = useRef<HTMLInputElement>(null)
  const [mistake, setMistake] = useState<string>()
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file may be chosen again.
    event.target.value = ''
    if (file === undefined) return
    try {
      change({ ...draft, avatar: await smallPicture(file) })
      setMistake(undefined)
    } catch (error) {
      setMistake(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <div className={styles.picture}>
      <Avatar {...draft} picture={draft.avatar} size={48} />
      <input
        ref={input}
        type="file"
        accept={avatarTypes.join(',')}
        aria-label="Picture"
        className={styles.file}
        tabIndex={-1}
        onChange={(event) => void choose(event)}
      />
      <Button onClick={() => input.current?.click()}>Choose picture</Button>
      {draft.avatar !== null && (
        <Button tone="bare" onClick={() => change({ ...draft, avatar: null })}>
          Remove picture
        </Button>
      )}
      {mistake !== undefined && (
        <span className={styles.mistake} role="alert">
          {mistake}
        </span>
      )}
    </div>
  )
}
