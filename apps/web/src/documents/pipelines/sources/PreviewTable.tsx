import type { FilePreview, PreviewRow } from '@millrace/contract'
import { recordPlace } from '@millrace/contract/uploads/record-place.rule'
import { useState } from 'react'
import { formatCount } from '../../../ui/format.ts'
import { Bar } from '../../../ui/Layout.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Table } from '../../../ui/Table.tsx'
import styles from './setup.module.css'

/** The first rows of a file, each cell with what the schema says of it, and the findings by cause. */
export function PreviewTable({ preview }: { preview: FilePreview }) {
  const { problem, rows, columns, groups, notes, moreColumns } = preview
  const { sheet } = preview.detected
  const [coerced, setCoerced] = useState(false)
  const cells = ({ read, coerced: made }: PreviewRow) => (coerced ? made : read)
  return (
    <div className={styles.parts}>
      {problem !== null && (
        <Notice tone="error" look="line" role="alert">
          {problem}
        </Notice>
      )}
      {notes.map(({ level, message }) =>
        level === 'warn' ? (
          <Notice key={message} look="line">
            {message}
          </Notice>
        ) : (
          <p key={message} className="note">
            {message}
          </p>
        ),
      )}
      <p role="status">{describeCounts(preview)}</p>
      {rows.length > 0 && (
        <>
          <Bar>
            <label>
              <input type="checkbox" checked={coerced} onChange={({ target }) => setCoerced(target.checked)} /> Show
              values as the schema takes them
            </label>
          </Bar>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
          <div className={styles.table} tabIndex={0} role="region" aria-label="First rows">
            <Table look="plain" label="First rows" columns={['Row', ...columns.map(({ header }) => header)]}>
              {rows.map((row) => (
                <tr key={row.row}>
                  <td>{sheet === undefined ? row.row : row.line}</td>
                  {columns.map(({ header, property }, at) => {
                    const faults = row.findings.filter(({ column }) => column === header || column === property)
                    const value = cells(row)[at] ?? null
                    const words = faults.map(({ message }) => message).join(' ')
                    return (
                      <td
                        key={property}
                        className={faults.length > 0 ? styles.fault : styles.cell}
                        title={words || (value ?? '')}
                      >
                        {value ?? <span className="quiet">none</span>}
                        {words !== '' && <span className="visually-hidden">: {words}</span>}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </Table>
          </div>
          {moreColumns > 0 && <p className="note">{formatCount(moreColumns)} more columns are not shown.</p>}
        </>
      )}
      {groups.length > 0 && (
        <section aria-label="Findings">
          <h3>What does not fit the schema</h3>
          <ul className={styles.groups}>
            {groups.slice(0, maxGroups).map(({ rule, column, message, count, first }) => (
              <li key={`${rule} ${column} ${message}`}>
                {formatCount(count)} × {message}
                {first[0]?.row != null && (
                  <span className="quiet">
                    {' '}
                    (first in {recordPlace({ ...first[0], line: sheet === undefined ? null : first[0].line }, sheet)})
                  </span>
                )}
              </li>
            ))}
          </ul>
          {groups.length > maxGroups && (
            <p className="note">And {formatCount(groups.length - maxGroups)} other causes.</p>
          )}
        </section>
      )}
    </div>
  )
}

const maxGroups = 20

/** '120 records: 117 valid, 3 rejected' */
function describeCounts({ counts, complete }: FilePreview): string {
  const { records, valid, rejected } = counts
  const read = complete ? `${formatCount(records)} records` : `The first ${formatCount(records)} records`
  return rejected === 0
    ? `${read}: all valid`
    : `${read}: ${formatCount(valid)} valid, ${formatCount(rejected)} rejected`
}
