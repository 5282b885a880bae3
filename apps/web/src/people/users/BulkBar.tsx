import type { User } from '@millrace/contract'
import { maxPeopleAtOnce } from '@millrace/contract/users/user.rule'
import { useState } from 'react'
import { Bar, Spacer } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { CloseIcon } from '../../ui/glyphs.tsx'
import type { Things } from './assign-many.ts'
import { BulkBadges } from './BulkBadges.tsx'
import { BulkPipelines } from './BulkPipelines.tsx'
import { AfterBulk } from './Consequences.tsx'
import { type BulkAction, changeAll } from './person-actions.ts'
import styles from './people.module.css'

/** Takes the place of the search while more than one person is selected (USR-009). */
export function BulkBar({ people, onDone }: { people: readonly User[]; onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const [assigning, setAssigning] = useState<Things | null>(null)
  const tooMany = people.length > maxPeopleAtOnce
  const finish = () => {
    setAssigning(null)
    onDone()
  }
  const run = async (action: BulkAction) => {
    setBusy(true)
    const ids = people.map(({ _id }) => _id)
    const done = await changeAll(action, ids, <AfterBulk action={action} people={people} />)
    setBusy(false)
    if (done) onDone()
  }
  return (
    <Bar className={styles.bulk} role="group" aria-label="Selected users">
      <span role="status">
        {people.length.toLocaleString('en')} <span className={styles.wideOnly}>users</span> selected
      </span>
      <Button tone="bare" square aria-label="Clear selection" title="Clear selection" disabled={busy} onClick={onDone}>
        <CloseIcon />
      </Button>
      <Spacer />
      {(['badges', 'pipelines'] as const).map((things) => (
        <Button
          key={things}
          disabled={busy || tooMany}
          title={tooMany ? `At most ${maxPeopleAtOnce} users at once` : undefined}
          onClick={() => setAssigning(things)}
        >
          {things === 'badges' ? 'Badges …' : 'Pipelines …'}
        </Button>
      ))}
      <Button disabled={busy} onClick={() => void run('activate')}>
        Active
      </Button>
      <Button disabled={busy} onClick={() => void run('de-activate')}>
        De-Active
      </Button>
      <Button tone="danger" disabled={busy} onClick={() => void run('delete')}>
        Delete
      </Button>
      {assigning === 'badges' && <BulkBadges people={people} onDone={finish} onClose={() => setAssigning(null)} />}
      {assigning === 'pipelines' && (
        <BulkPipelines people={people} onDone={finish} onClose={() => setAssigning(null)} />
      )}
    </Bar>
  )
}
