import type { RowProperty, SourcePreview } from '@millrace/contract'
import { useState } from 'react'
import { Notice } from '../../../ui/Notice.tsx'
import { Table } from '../../../ui/Table.tsx'
import styles from '../panels.module.css'
import { unfilled, withRename } from './source-settings.ts'
import type { SourceProps } from './SourcePanel.tsx'

/** Which property each column of the file becomes, to be chosen from those of the records. */
export function ColumnRenames({ source, readOnly, onChange, preview }: SourceProps & { preview: SourcePreview }) {
  const { columns, properties } = preview
  const missed = unfilled(preview)
  // What opened by itself stays open once nothing is missed any more.
  const [isOpen, setOpen] = useState(false)
  const known = new Set(properties.map(({ name }) => name))
  const others = properties.length === 0 ? 0 : columns.filter(({ property }) => !known.has(property)).length
  return (
    <details
      className={styles.columns}
      open={isOpen || missed.length > 0}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {columns.length === 1 ? '1 column' : `${columns.length} columns`}
        {others > 0 && `, ${others} of them no property of the records`}
      </summary>
      {missed.length > 0 && (
        <Notice look="line">
          No column becomes {missed.map(({ name }) => `'${name}'`).join(', ')}, which every record needs.
        </Notice>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className={styles.table} tabIndex={0} role="region" aria-label="Columns of the file">
        <Table look="plain" label="Columns of the file" columns={['Column of the file', 'Becomes']}>
          {columns.map(({ header, property }) => (
            <tr key={header}>
              <td>{header}</td>
              <td>
                <select
                  className={styles.select}
                  aria-label={`What ${header} becomes`}
                  disabled={readOnly}
                  value={property}
                  onChange={({ target }) => onChange(withRename(source, header, target.value))}
                >
                  {!known.has(property) && <option value={property}>{property}</option>}
                  {property !== header && !known.has(header) && <option value={header}>{header}, as it is</option>}
                  {properties.map((one) => (
                    <option key={one.name} value={one.name}>
                      {describe(one)}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </Table>
      </div>
    </details>
  )
}

const describe = ({ name, type, required }: RowProperty): string =>
  `${name} (${[type, required ? 'needed' : ''].filter(Boolean).join(', ')})`
