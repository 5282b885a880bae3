import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { PickerProps } from '../../../forms/form-control.ts'
import { inDialog } from '../../../ui/in-dialog.ts'
import styles from '../pipeline-editor.module.css'
import { useTables, useTarget } from './use-tables.ts'

/**
 * A table of the connection chosen beside it. One that its account may only write to is not in the list: its name can be
 * typed.
 */
export function TablePicker({ value, onChange, type: _, pointer, readOnly, ...props }: PickerProps) {
  const { disabled, placeholder, ...named } = props
  const { connection } = useTarget(pointer)
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const { tables, more, error, isFetching, refetch } = useTables(readOnly ? '' : connection, words)
  const name = typeof value === 'string' && value !== '' ? value : null
  if (readOnly) return <input {...named} className={styles.text} readOnly value={name ?? ''} />
  const listed = tables.map((table) => table.name)
  const others = [words, words === '' ? (name ?? '') : ''].filter((one) => one !== '' && !listed.includes(one))
  return (
    <>
      <Select
        {...named}
        className={styles.select ?? ''}
        {...(props['aria-invalid'] ? { status: 'error' as const } : {})}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        disabled={disabled}
        loading={isFetching}
        placeholder={placeholder ?? (connection === '' ? 'Choose the connection first' : 'Choose a table')}
        notFoundContent={error?.message ?? emptyWords(connection, isFetching)}
        getPopupContainer={inDialog}
        onOpenChange={(open) => {
          if (open && error !== null) void refetch()
          if (!open) setTyped('')
        }}
        options={[...listed, ...others].map((one) => ({ value: one, label: one }))}
        value={name}
        onChange={(next: string | null) => onChange(next ?? undefined)}
      />
      {more && words === '' && <p className="note">There are more tables: type a part of the name.</p>}
    </>
  )
}

function emptyWords(connection: string, isFetching: boolean): string {
  if (connection === '') return 'Choose the connection first.'
  return isFetching ? 'Looking …' : 'The account of this connection reads no such table. Type its name.'
}
