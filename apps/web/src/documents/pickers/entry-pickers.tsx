import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { Select } from 'antd'
import { useCall } from '../../api/use-call.ts'
import type { PickerProps, PickerWidget } from '../../forms/form-control.ts'
import { inDialog } from '../../ui/in-dialog.ts'
import styles from './pickers.module.css'

type Entry = { _id: string; name: string; label?: string }
type EntryCall = 'GET /brands/list' | 'GET /locales/list' | 'GET /productlines/list' | 'GET /datakinds/list'

const idOf = (value: unknown): string | null => {
  const id = isObject(value) ? value._id : value
  return typeof id === 'string' && id !== '' ? id : null
}
const titleOf = ({ label, name }: Entry): string => label ?? name

/** One entry of a list of the product: kept with its fields, as a text by its id. An entry that is gone stays in sight. */
function EntryPicker({ call, pointer: _, value, type, onChange, disabled, ...props }: PickerProps & Listed) {
  const { readOnly, placeholder, ...rest } = props
  const { data, error, isPending, refetch } = useCall(call)
  const entries: readonly Entry[] = data ?? []
  const id = idOf(value)
  const chosen = entries.find(({ _id }) => _id === id)
  const own = isObject(value) && typeof value.name === 'string' ? value.name : id
  const shown = chosen === undefined ? own : titleOf(chosen)
  if (readOnly) return <input {...rest} className={styles.text} readOnly value={shown ?? ''} />
  const other = id !== null && chosen === undefined ? [{ value: id, label: shown ?? id }] : []
  return (
    <Select
      {...rest}
      className={styles.select ?? ''}
      {...(rest['aria-invalid'] ? { status: 'error' as const } : {})}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      disabled={disabled}
      loading={isPending}
      placeholder={placeholder ?? 'Choose'}
      notFoundContent={error === null ? 'Nothing matches' : error.message}
      getPopupContainer={inDialog}
      onOpenChange={(open) => open && error !== null && void refetch()}
      options={[...other, ...entries.map((entry) => ({ value: entry._id, label: titleOf(entry) }))]}
      value={id}
      onChange={(next: string | undefined) => {
        const entry = entries.find(({ _id }) => _id === next)
        onChange(entry === undefined || type === 'string' ? (next ?? undefined) : entry)
      }}
    />
  )
}

type Listed = { call: EntryCall }
const listed = (call: EntryCall): PickerWidget =>
  function ListedPicker(props) {
    return <EntryPicker {...props} call={call} />
  }

export const BrandPicker = listed('GET /brands/list')
export const LocalePicker = listed('GET /locales/list')
export const ProductLinePicker = listed('GET /productlines/list')
export const DatakindPicker = listed('GET /datakinds/list')
