import type { Tag, User } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { useState } from 'react'
import { TagChip } from '../../access/badges/BadgeChip.tsx'
import { useTags } from '../../access/badges/use-tags.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../state/toasts.ts'
import styles from './person.module.css'
import { UserBadgesDialog } from './UserBadgesDialog.tsx'
import type { PersonForm } from './use-person-form.ts'

type Props = { form: PersonForm; person: User | null }

/** The person's badges and the way to change them (USR-016, USR-034). */
export function PersonBadges({ form, person }: Props) {
  const { draft, mistakes } = form
  const { tags } = useTags()
  const [open, setOpen] = useState(false)
  // A badge that the list no longer offers may still be held.
  const known = new Map<string, Tag>()
  for (const tag of [
    ...(person?.admin_tags ?? []),
    ...(person?.project_tags ?? []),
    ...(tags?.admin ?? []),
    ...(tags?.project ?? []),
  ]) {
    known.set(tag._id, tag)
  }
  const held = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? [])
  const close = () => {
    setOpen(false)
    toast.info(texts.reopenBadges)
  }
  return (
    <section className={styles.section} aria-label="Badges">
      <header className={styles.sectionHead}>
        <h3>Badges</h3>
        <Button data-field="badges" onClick={() => setOpen(true)}>
          Manage badges
        </Button>
      </header>
      <BadgeSummary title="Group badges" hint="Who manages this person" badges={held(draft.adminBadges)} />
      <BadgeSummary
        title="Project badges"
        hint="What this person sees and changes"
        badges={held(draft.projectBadges)}
      />
      {mistakes.badges !== undefined && (
        <p className={styles.mistake} role="alert">
          {mistakes.badges}
        </p>
      )}
      {open && <UserBadgesDialog form={form} known={[...known.values()]} onClose={close} />}
    </section>
  )
}

const BadgeSummary = ({ title, hint, badges }: { title: string; hint: string; badges: readonly Tag[] }) => (
  <div className={styles.held}>
    <span className="quiet" title={hint}>
      {title}
    </span>
    <span className={styles.chips}>
      {badges.length === 0 ? (
        <span className={styles.hint}>none</span>
      ) : (
        badges.map((tag) => <TagChip key={tag._id} tag={tag} />)
      )}
    </span>
  </div>
)
