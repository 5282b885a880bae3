import type { Tag } from '@millrace/contract'
import { Button } from '../../ui/Button.tsx'
import { CloseIcon, InfoIcon } from '../../ui/glyphs.tsx'
import { TagChip, BadgeChip } from '../../access/badges/BadgeChip.tsx'
import { BadgeSelect } from './BadgeSelect.tsx'
import styles from './rules.module.css'

type Props = {
  /** E.g. 'Read group 1'. */
  label: string
  first: boolean
  group: readonly string[]
  known: ReadonlyMap<string, Tag>
  offered: readonly Tag[]
  /** A smaller group lets in everybody of this one. */
  needless: boolean
  onAdd: (badge: string) => void
  onRemove: (badge: string) => void
  onDrop: () => void
}

/** One group of a rule as a card: its badges must be held together. Without its last badge it is gone. */
export function RuleGroup({ label, first, group, known, offered, needless, onAdd, onRemove, onDrop }: Props) {
  return (
    <>
      {!first && <span className={styles.or}>or</span>}
      <div className={styles.card} role="group" aria-label={label}>
        <ul className={styles.badges}>
          {group.map((id, at) => {
            const tag = known.get(id)
            const name = tag?.name ?? 'A badge you do not know'
            return (
              <li key={id}>
                {at > 0 && <span className={styles.and}>and</span>}
                {tag === undefined ? <BadgeChip name={name} /> : <TagChip tag={tag} />}
                <Button
                  tone="bare"
                  square
                  className={styles.icon}
                  aria-label={`Remove ${name} from ${label}`}
                  title={`Remove ${name}`}
                  onClick={() => onRemove(id)}
                >
                  <CloseIcon width={12} height={12} />
                </Button>
              </li>
            )
          })}
        </ul>
        <div className={styles.foot}>
          <BadgeSelect
            label={`${label}: and another badge`}
            placeholder="And another badge"
            offered={offered.filter(({ _id }) => !group.includes(_id))}
            onPick={onAdd}
          />
          <Button tone="link" onClick={onDrop} aria-label={`Remove ${label}`}>
            Remove group
          </Button>
        </div>
        {needless && (
          <p className={styles.note}>
            <InfoIcon />
            Another group lets in everybody who holds these.
          </p>
        )}
      </div>
    </>
  )
}
