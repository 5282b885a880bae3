import type { AuditEntry } from '@millrace/contract'
import { Fragment } from 'react'
import { cardArea, Table } from '../../ui/Table.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { AuditChange } from './AuditChange.tsx'
import styles from './audit.module.css'
import { summaryOf, toWords } from './changed-fields.ts'

const columns = ['When', 'Who', 'What', 'Object', 'Change'] as const

type Props = {
  entries: readonly AuditEntry[]
  /** Id of the unfolded entry. */
  open: string | undefined
  onOpen: (id: string | undefined) => void
  onFilter: (filter: { user?: string; kind?: string; text?: string }) => void
  old: boolean
}

/** Entries newest first; one of them may be unfolded to show what changed. */
export function AuditTable({ entries, open, onOpen, onFilter, old }: Props) {
  return (
    <Table
      label="Audit"
      className={styles.table}
      columns={columns}
      clickable
      minWidth={820}
      cards="minmax(0, 1fr) fit-content(50%)"
      headless
      old={old}
    >
      {entries.map((entry) => {
        const unfolded = entry._id === open
        const toggle = () => onOpen(unfolded ? undefined : entry._id)
        return (
          <Fragment key={entry._id}>
            <tr className={styles.row} data-picked={unfolded} onClick={toggle}>
              <td className={styles.when} data-quiet style={cardArea('2 / 1')}>
                <button
                  type="button"
                  className={styles.fold}
                  aria-expanded={unfolded}
                  aria-label={`What changed: ${entry.action} ${entry.kind} ${entry.name}`}
                  onClick={(event) => {
                    event.stopPropagation()
                    toggle()
                  }}
                />
                <Timestamp at={entry.at} />
              </td>
              <td data-end data-quiet style={cardArea('2 / 2')}>
                {entry.user.userName}
              </td>
              <td className={styles.what} data-end style={cardArea('1 / 2')}>
                {toWords(entry.action)}
              </td>
              <td className={styles.object} style={cardArea('1 / 1')}>
                <span className="quiet">{toWords(entry.kind)}</span> {entry.name}
              </td>
              <td className={`quiet ${styles.change}`} style={cardArea('3 / 1 / auto / -1')}>
                {summaryOf(entry)}
              </td>
            </tr>
            {unfolded && (
              <tr className={styles.detail}>
                <td colSpan={columns.length}>
                  <AuditChange entry={entry} onFilter={onFilter} />
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </Table>
  )
}
