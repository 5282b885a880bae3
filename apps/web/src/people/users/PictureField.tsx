import { avatarTypes } from '@millrace/contract/users/avatar.rule'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useNewest } from '../../ui/use-newest.ts'
import { Avatar } from './Avatar.tsx'
import { smallPicture } from './avatar-file.ts'
import styles from './person.module.css'
import type { PersonForm } from './use-person-form.ts'
import { reasonOf } from '../../api/reason-of.ts'

/** The person's picture, made small before it is kept; without one the initials stand in its place. */
export function PictureField({ form }: { form: PersonForm }) {
  const { draft, change } = form
  const latest = useRef(form)
  latest.current = form
  const begin = useNewest()
  const input = useRef<HTMLInputElement>(null)
  const [mistake, setMistake] = useState<string>()
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file may be chosen again.
    event.target.value = ''
    if (file === undefined) return
    const isNewest = begin()
    try {
      const avatar = await smallPicture(file)
      if (!isNewest()) return
      // Other fields may have been filled in meanwhile.
      latest.current.change({ ...latest.current.draft, avatar })
      setMistake(undefined)
    } catch (error) {
      if (isNewest()) setMistake(reasonOf(error))
    }
  }
  const remove = () => {
    begin()
    change({ ...draft, avatar: null })
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
        <Button tone="bare" onClick={remove}>
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
