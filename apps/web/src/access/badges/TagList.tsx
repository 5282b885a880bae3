import type { Tag } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { useId } from 'react'
import { Spacer } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CheckCircleIcon, CloseIcon, StopIcon } from '../../ui/glyphs.tsx'
import { TagChip } from './BadgeChip.tsx'
import styles from './badges.module.css'

type Props = {
  title: string
  tags: readonly Tag[]
  /** Those of them that a search leaves. */
  shown: readonly Tag[]
  onAdd: () => void
  onEdit: (tag: Tag) => void
  onDelete: (tag: Tag) => void
}

/** The badges of one type; one in use has no delete button (TAG-005). */
export function TagList({ title, tags, shown, onAdd, onEdit, onDelete }: Props) {
  const id = useId()
  return (
    <section className={styles.list} aria-labelledby={id}>
      <header className={styles.listHead}>
        <h3 id={id}>{title}</h3>
        <Button tone="link" onClick={onAdd} aria-label={`Add to ${title}`}>
          Add
        </Button>
      </header>
      {tags.length === 0 && <EmptyState text={texts.noTags} />}
      <ul className={styles.rows}>
        {shown.map((tag) => (
          <li key={tag._id} className={styles.tag}>
            <button type="button" className={styles.tagButton} onClick={() => onEdit(tag)} title={`Edit ${tag.name}`}>
              <TagChip tag={tag} />
            </button>
            {tag.isHidden && (
              <span className={styles.state}>
                <StopIcon />
                Hidden
              </span>
            )}
            <Spacer />
            <span className={styles.state}>
              {tag.isUsed && <CheckCircleIcon />}
              {tag.isUsed ? 'In use' : 'Not used'}
            </span>
            <span className={styles.deleteRoom}>
              {!tag.isUsed && (
                <Button
                  tone="bare"
                  square
                  className={styles.icon}
                  aria-label={`Delete ${tag.name}`}
                  title={`Delete ${tag.name}`}
                  onClick={() => onDelete(tag)}
                >
                  <CloseIcon />
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
