import type { LivePresence } from '@millrace/contract'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { formatDate } from '../../ui/format.ts'
import { Bar } from '../../ui/Layout.tsx'
import styles from './editing.module.css'
import type { KeptDraft } from './kept-drafts.ts'

type Props = {
  presence: LivePresence | null
  /** How often the version had been saved when it was loaded. */
  sysVersion: number
  dirty: boolean
  /** Why the version cannot be changed by this person now; null when it can. */
  readOnly: 'locked' | 'not allowed' | null
  offered: readonly KeptDraft[]
  onTake: (draft: KeptDraft) => void
  onDiscard: (draft: KeptDraft) => void
  /** Takes somebody's save over: merged into unsaved changes, or loaded where there are none. */
  onCatchUp: () => void
}

/** Above an editor: what somebody has saved meanwhile, and what was left unsaved before. */
export function EditingNotices(props: Props) {
  const { presence, sysVersion, dirty, readOnly, offered, onTake, onDiscard, onCatchUp } = props
  const behind = presence !== null && presence.sys_version > sysVersion
  const [newest] = offered
  if (!behind && newest === undefined) return null
  return (
    <div className={styles.notices} role="status">
      {behind && (
        <Bar className={styles.notice}>
          <span>
            {presence.savedBy ?? 'Somebody'} saved this version at {formatDate(presence.savedAt)}.
          </span>
          <Button onClick={onCatchUp}>{dirty ? 'Merge with my changes' : 'Show what was saved'}</Button>
        </Bar>
      )}
      {newest !== undefined && (
        <Bar className={styles.notice}>
          <span>
            You left changes unsaved here on {formatDate(newest.at)}.{readOnly !== null && ` ${whatThen[readOnly]}`}
          </span>
          {readOnly === null ? (
            <Button onClick={() => onTake(newest)}>Continue with them</Button>
          ) : (
            <Button onClick={() => void copyDraft(newest)}>Copy as JSON</Button>
          )}
          <Button tone="link" onClick={() => onDiscard(newest)}>
            Discard
          </Button>
        </Bar>
      )}
    </div>
  )
}

const whatThen = {
  locked: 'Unlock this version to continue with them in a new draft.',
  'not allowed': 'You may no longer change it.',
}

async function copyDraft({ value }: KeptDraft): Promise<void> {
  if (await copyText(JSON.stringify(value, null, 2))) toast.success('The unsaved changes are copied to the clipboard')
  else toast.error('The browser refused the clipboard.')
}

const maxNames = 3

/** 'Ann Lee and Bo Kim have this open, too.'; empty where nobody else has, or as long as that is not known. */
export function describePeople(presence: LivePresence | null): string {
  const people = presence?.people ?? []
  const others = [...new Set(people.filter(({ self }) => !self).map(({ name }) => name))]
  const self = people.some((person) => person.self) ? 'You have this open in another tab, too.' : ''
  if (others.length === 0) return self
  const named = others.slice(0, maxNames)
  const more = others.length - named.length
  const all = more === 0 ? named : [...named, `${more} more`]
  const list = all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
  return `${list} ${others.length === 1 ? 'has' : 'have'} this open, too. ${self}`.trim()
}
