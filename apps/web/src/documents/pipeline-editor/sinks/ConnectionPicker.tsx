import { Select } from 'antd'
import { useCall } from '../../../api/use-call.ts'
import type { PickerProps } from '../../../forms/form-control.ts'
import { inDialog } from '../../../ui/in-dialog.ts'
import styles from '../pipeline-editor.module.css'

/** A database connection that this person may use. One that is gone, or not theirs, stays in sight. */
export function ConnectionPicker({ value, onChange, type: _, pointer: __, readOnly, ...props }: PickerProps) {
  const { disabled, placeholder, ...named } = props
  const { data, error, isPending, refetch } = useCall('GET /database-connections/usable', { quiet: true })
  const id = typeof value === 'string' && value !== '' ? value : null
  const chosen = data?.find(({ _id }) => _id === id)
  const shown = chosen?.name ?? (id === null || data === undefined ? '' : 'A connection that you may not use')
  if (readOnly) return <input {...named} className={styles.text} readOnly value={shown} />
  const other = id === null || chosen !== undefined ? [] : [{ value: id, label: shown || id }]
  return (
    <Select
      {...named}
      className={styles.select ?? ''}
      {...(props['aria-invalid'] ? { status: 'error' as const } : {})}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={disabled}
      loading={isPending}
      placeholder={placeholder ?? 'Choose a connection'}
      notFoundContent={error?.message ?? 'There is no database connection that you may use. A super-admin makes them.'}
      getPopupContainer={inDialog}
      onOpenChange={(open) => open && error !== null && void refetch()}
      options={[...other, ...(data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))]}
      value={id}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  )
}
