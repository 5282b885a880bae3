import type { Tag } from '@millrace/contract'
import { Select } from 'antd'
import { useId } from 'react'
import { inDialog } from '../../ui/in-dialog.ts'
import { TagChip } from '../../access/badges/BadgeChip.tsx'
import styles from './rules.module.css'

type Props = {
  label: string
  placeholder: string
  offered: readonly Tag[]
  onPick: (id: string) => void
}

/** Picks one badge by its name and is empty again. */
export function BadgeSelect({ label, placeholder, offered, onPick }: Props) {
  const id = useId()
  return (
    <Select<string>
      id={id}
      className={styles.select}
      aria-label={label}
      placeholder={placeholder}
      value={null}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={offered.length === 0 ? 'No other project tag' : 'Nothing matches'}
      options={offered.map((tag) => ({ value: tag._id, label: tag.name, tag }))}
      optionRender={({ data }) => <TagChip tag={data.tag} />}
      getPopupContainer={inDialog}
      popupMatchSelectWidth={220}
      onSelect={(picked) => onPick(picked)}
    />
  )
}
