import type { Tag } from '@millrace/contract'
import { TagChip } from '../../access/badges/BadgeChip.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './person.module.css'
import type { TransferItem } from '../../ui/transfer-item.ts'
import { TransferLists } from '../../ui/TransferLists.tsx'
import { useCanGiveBadge } from './use-people.ts'
import type { PersonForm } from './use-person-form.ts'

/** Greatest height of a badge box in px (USR-033). */
const badgeBoxHeight = 220

const notHeld = 'Only people who hold a badge give or take it'

type Props = { form: PersonForm; known: readonly Tag[]; onClose: () => void }

/** 'Manage user badges': what could be given and what the person has, of both types (USR-033). Nothing is stored here. */
export function UserBadgesDialog({ form, known, onClose }: Props) {
  const { draft, change } = form
  const canGive = useCanGiveBadge()
  const item = (tag: Tag): TransferItem => ({
    id: tag._id,
    text: tag.name,
    content: <TagChip tag={tag} />,
    ...(canGive(tag) ? {} : { fixed: notHeld }),
  })
  const lists = (type: Tag['type'], field: 'adminBadges' | 'projectBadges', words: string, hint: string) => {
    const all = known
      .filter((tag) => tag.type === type)
      .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
    const held = draft[field]
    return (
      <section aria-label={`${words} badges`}>
        <h3 className={styles.listTitle}>
          {words} badges <span className={styles.hint}>{hint}</span>
        </h3>
        <TransferLists
          things="badges"
          titles={[`Available ${words.toLowerCase()} badges`, `${words} badges of the person`]}
          available={all.filter(({ _id }) => !held.includes(_id)).map(item)}
          chosen={all.filter(({ _id }) => held.includes(_id)).map(item)}
          height={badgeBoxHeight}
          empty={['No badge is left to give', 'None yet']}
          onMove={(ids, to) =>
            change({
              ...draft,
              [field]: to === 'chosen' ? [...held, ...ids] : held.filter((id) => !ids.includes(id)),
            })
          }
        />
      </section>
    )
  }
  const some = known.some((tag) => !canGive(tag))
  return (
    <Dialog
      title="Manage user badges"
      width={75}
      onCancel={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.badgeLists}>
        {lists('admin', 'adminBadges', 'Admin', 'or group badges: who manages this person')}
        {lists('project', 'projectBadges', 'Project', 'which folders and documents this person sees and changes')}
        <p className={styles.hint}>
          {some ? `Greyed badges stay as they are: ${notHeld.toLowerCase()}. ` : ''}A click or Space marks, Shift marks
          a range, Enter moves.
        </p>
      </div>
    </Dialog>
  )
}
