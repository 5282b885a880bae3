import { Select } from 'antd'
import type { PickerProps } from '../../../forms/form-control.ts'
import { Button } from '../../../ui/Button.tsx'
import { inDialog } from '../../../ui/in-dialog.ts'
import styles from '../pipeline-editor.module.css'
import { useTargetTable } from './use-tables.ts'

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** The columns that tell which row a record is, out of those of the table, with their types; the primary key by a press. */
export function KeysPicker({ value, onChange, type: _, pointer, readOnly, ...props }: PickerProps) {
  const { disabled, placeholder, ...named } = props
  const table = useTargetTable(pointer)
  const keys = textsOf(value)
  if (readOnly) return <input {...named} className={styles.text} readOnly value={keys.join(', ')} />
  const columns = table?.columns ?? []
  const primary = columns.filter(({ key }) => key).map(({ name }) => name)
  const isPrimary = primary.length === keys.length && primary.every((name) => keys.includes(name))
  return (
    <>
      <Select
        {...named}
        className={styles.select ?? ''}
        mode="tags"
        {...(props['aria-invalid'] ? { status: 'error' as const } : {})}
        disabled={disabled}
        placeholder={placeholder ?? 'Choose columns'}
        notFoundContent="Type the name of a column"
        getPopupContainer={inDialog}
        optionLabelProp="value"
        options={columns.map(({ name, type, key }) => ({
          value: name,
          label: `${name}, ${type}${key ? ', primary key' : ''}`,
        }))}
        value={keys}
        onChange={(next: string[]) => onChange(next)}
      />
      {primary.length > 0 && !isPrimary && (
        <Button tone="link" onClick={() => onChange(primary)}>
          Use the primary key: {primary.join(', ')}
        </Button>
      )}
      {keys.length > 0 && columns.length > 0 && <p className="note">{typeWords(keys, columns)}</p>}
    </>
  )
}

/** 'key is text, locale is text' */
const typeWords = (keys: readonly string[], columns: readonly { name: string; type: string }[]): string =>
  keys
    .map((key) => {
      const column = columns.find(({ name }) => name === key)
      return column === undefined ? `${key} is no column of this table` : `${key} is ${column.type}`
    })
    .join(', ')
