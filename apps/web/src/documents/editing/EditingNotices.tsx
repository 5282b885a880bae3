import type { LivePresence } from '@millrace/contract'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { Bar } from '../../ui/Layout.tsx'
import styles from './editing.module.css'
import type { KeptDraft } from './kept-drafts.ts'

type Props = {
  presence: LivePresence | null
  /** How often the version had been saved when it was loaded. */
  sysVersion: number
  dirty: boolean
  offered: readonly KeptDraft[]
  onTake: (draft: KeptDraft) => void
  onDiscard: (draft: KeptDraft) => void
  /** Takes somebody's save over: merged into unsaved changes, or loaded where there are none. */
  onCatchUp: () => void
}

/** Above an editor: who else is there, what somebody has saved meanwhile, and what was left unsaved before. */
export function EditingNotices({ presence, sysVersion, dirty, offered, onTake, onDiscard, onCatchUp }: Props) {
  const people = presence === null ? '' : describePeople(presence.people)
  const behind = presence !== null && presence.sys_version > sysVersion
  const [newest] = offered
  if (people === '' && !behind && newest === undefined) return null
  return (
    <div className={styles.notices} role="status">
      {people !== '' && <p className={styles.notice}>{people}</p>}
      {behind && (
        <Bar className={`${styles.notice} ${styles.warn}`}>
          <span>
            {presence.savedBy ?? 'Somebody'} saved this version at {formatDate(presence.savedAt)}.
          </span>
          <Button onClick={onCatchUp}>{dirty ? 'Merge with my changes' : 'Show what was saved'}</Button>
        </Bar>
      )}
      {newest !== undefined && (
        <Bar className={`${styles.notice} ${styles.warn}`}>
          <span>You left changes unsaved here on {formatDate(newest.at)}.</span>
          <Button onClick={() => onTake(newest)}>Continue with them</Button>
          <Button tone="link" onClick={() => onDiscard(newest)}>
            Discard
          </Button>
        </Bar>
      )}
    </div>
  )
}

const maxNames = 3

/** 'Ann Lee and Bo Kim have this open, too.' */
export function describePeople(people: LivePresence['people']): string {
  const others = [...new Set(people.filter(({ self }) => !self).map(({ name }) => name))]
  const self = people.some((person) => person.self) ? 'You have this open in another tab, too.' : ''
  if (others.length === 0) return self
  const named = others.slice(0, maxNames)
  const more = others.length - named.length
  const all = more === 0 ? named : [...named, `${more} more`]
  const list = all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
  return `${list} ${others.length === 1 ? 'has' : 'have'} this open, too. ${self}`.trim()
}
