import type { Tag } from '@millrace/contract'
import { TransferLists } from '../../ui/TransferLists.tsx'
import type { TransferItem } from '../../ui/transfer-item.ts'
import { TagChip } from './BadgeChip.tsx'

/** Greatest height of each list, px. */
const listHeight = 220

type Props = {
  /** All project badges there are. */
  known: readonly Tag[]
  /** Ids of those that were chosen. */
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** The badges of a module or a database connection: two lists and arrows between them (MOD-003, DBC-003). */
export function ProjectBadgeLists({ known, chosen, onChange }: Props) {
  const sorted = known.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
  const item = (tag: Tag): TransferItem => ({ id: tag._id, text: tag.name, content: <TagChip tag={tag} /> })
  return (
    <TransferLists
      things="badges"
      titles={['Available badges', 'Chosen badges']}
      available={sorted.filter(({ _id }) => !chosen.includes(_id)).map(item)}
      chosen={sorted.filter(({ _id }) => chosen.includes(_id)).map(item)}
      height={listHeight}
      empty={['No badge is left', 'None: everybody may use it']}
      onMove={(ids, to) => onChange(to === 'chosen' ? [...chosen, ...ids] : chosen.filter((id) => !ids.includes(id)))}
    />
  )
}
