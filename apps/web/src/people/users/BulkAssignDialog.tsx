import type { User } from '@millrace/contract'
import { type ReactNode, useState } from 'react'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { ToastPlace } from '../../ui/ToastPlace.tsx'
import { assignMany, type Choices, concerned, countHolders, type Things } from './assign-many.ts'
import styles from './bulk.module.css'

/** A badge or pipeline: `text` is searched, `name` read out where it differs. */
export type BulkItem = { id: string; text: string; name?: string; content: ReactNode }

type Props = {
  things: Things
  people: readonly User[]
  /** Undefined while they are being asked for. */
  items: readonly BulkItem[] | undefined
  error: unknown
  onRetry: () => void
  hint?: string | undefined
  onDone: () => void
  onClose: () => void
}

const none: Choices = new Map()
const titles: Record<Things, string> = { badges: 'Badges', pipelines: 'Pipelines' }

/** What several people are given, and what is taken from them; stored for all of them or for nobody. */
export function BulkAssignDialog({ things, people, items, error, onRetry, hint, onDone, onClose }: Props) {
  const [choices, setChoices] = useState(none)
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState(false)
  const whom = concerned(things, people)
  const users = whom.length === 1 ? '1 user' : `${whom.length.toLocaleString('en')} users`
  const listed = items?.filter(({ text }) => text.toLowerCase().includes(search.trim().toLowerCase()))
  const choose = (id: string, how: string) => {
    const next = new Map(choices)
    if (how === 'give' || how === 'take') next.set(id, how)
    else next.delete(id)
    setChoices(next)
  }
  const save = async () => {
    setBusy(true)
    toast.closeErrors()
    const done = await assignMany(things, whom, choices)
    setBusy(false)
    if (done) onDone()
  }
  return (
    <Dialog
      title={`${titles[things]} of ${users}`}
      width={75}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" disabled={busy || choices.size === 0 || whom.length === 0} onClick={() => void save()}>
            Change {users}
          </Button>
        </>
      }
    >
      <div className={styles.bulk}>
        {hint !== undefined && <p className="quiet">{hint}</p>}
        <input
          type="search"
          className={styles.search}
          aria-label={`Search ${things}`}
          placeholder="Search"
          value={search}
          data-first-focus
          onChange={(event) => setSearch(event.target.value)}
        />
        {items === undefined && error === null && <SkeletonRows rows={8} />}
        {items === undefined && error !== null && <ErrorPanel error={error} onRetry={onRetry} />}
        {listed?.length === 0 && (
          <EmptyState text={search === '' ? `There are no ${things} to give` : 'Nothing matches'} />
        )}
        {listed !== undefined && listed.length > 0 && (
          <ul className={styles.items} aria-label={titles[things]}>
            {listed.map((item) => (
              <Row
                key={item.id}
                item={item}
                holders={countHolders(things, whom, item.id)}
                all={whom.length}
                choice={choices.get(item.id) ?? ''}
                onChoose={(how) => choose(item.id, how)}
              />
            ))}
          </ul>
        )}
        <ToastPlace />
      </div>
    </Dialog>
  )
}

type RowProps = { item: BulkItem; holders: number; all: number; choice: string; onChoose: (how: string) => void }

const Row = ({ item, holders, all, choice, onChoose }: RowProps) => (
  <li className={styles.item}>
    <span className={styles.content}>{item.content}</span>
    <span className="quiet unbroken">
      {holders.toLocaleString('en')} of {all.toLocaleString('en')}
    </span>
    <select
      className={styles.choice}
      aria-label={`${item.name ?? item.text}, held by ${holders} of ${all}`}
      value={choice}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">Leave as it is</option>
      <option value="give" disabled={holders === all}>
        Give to all
      </option>
      <option value="take" disabled={holders === 0}>
        Take from all
      </option>
    </select>
  </li>
)
