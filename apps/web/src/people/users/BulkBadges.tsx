import type { User } from '@millrace/contract'
import { TagChip } from '../../access/badges/BadgeChip.tsx'
import { useTags } from '../../access/badges/use-tags.ts'
import { BulkAssignDialog, type BulkItem } from './BulkAssignDialog.tsx'
import { useCanGiveBadge } from './use-people.ts'

type Props = { people: readonly User[]; onDone: () => void; onClose: () => void }

/** Badges of several people: those that the acting person may give. */
export function BulkBadges(props: Props) {
  const { tags, error, refetch } = useTags()
  const canGive = useCanGiveBadge()
  const all = tags && [...tags.admin, ...tags.project]
  const items = all?.filter(canGive)
  return (
    <BulkAssignDialog
      {...props}
      things="badges"
      items={items?.map((tag): BulkItem => ({ id: tag._id, text: tag.name, content: <TagChip tag={tag} /> }))}
      error={error}
      onRetry={refetch}
      hint={items?.length === all?.length ? undefined : 'Badges that you may not give are not listed.'}
    />
  )
}
