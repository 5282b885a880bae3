import { Select } from 'antd'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import {
  type ClassFilter,
  classFields,
  classLabels,
  filterChoices,
  isFiltered,
  type StaticTypes,
} from './pipeline-filters.ts'
import styles from './pipelines.module.css'

const none: StaticTypes = { brands: [], locales: [], productLines: [], datakinds: [] }

type Props = {
  types?: StaticTypes | undefined
  filter: ClassFilter
  onChange: (filter: ClassFilter) => void
  /** More filters, drawn before the button that clears. */
  children?: ReactNode
  /** Whether those narrow something, too; `onClear` then clears all. */
  narrowed?: boolean
  onClear?: () => void
}

/** The four filters of every pipeline picker, with a way to clear them (PIC-002). */
export function PipelineFilterBar({ types = none, filter, onChange, children, narrowed = false, onClear }: Props) {
  const choices = filterChoices(types)
  return (
    <div className={styles.bar} role="group" aria-label="Filters">
      {classFields.map((field) => (
        <FilterSelect
          key={field}
          label={classLabels[field]}
          options={choices[field]}
          value={filter[field]}
          onChange={(value) => onChange({ ...filter, [field]: value })}
        />
      ))}
      {children}
      {(isFiltered(filter) || narrowed) && (
        <Button tone="bare" onClick={onClear ?? (() => onChange({}))}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

/** One filter: a choice that can be searched and cleared. */
export function FilterSelect({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  return (
    <Select<string>
      className={styles.select ?? ''}
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      options={[...options]}
      value={value ?? null}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? undefined)}
    />
  )
}
