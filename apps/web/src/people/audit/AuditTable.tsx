import type { AuditEntry } from '@millrace/contract'
import { Fragment } from 'react'
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
    <table className={`${styles.table} ${old ? styles.old : ''}`} aria-label="Audit">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const unfolded = entry._id === open
          const toggle = () => onOpen(unfolded ? undefined : entry._id)
          return (
            <Fragment key={entry._id}>
              <tr className={styles.row} data-open={unfolded} onClick={toggle}>
                <td className={styles.when}>
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
                <td className={styles.who}>{entry.user.userName}</td>
                <td className={styles.what}>{toWords(entry.action)}</td>
                <td className={styles.object}>
                  <span className={styles.kind}>{toWords(entry.kind)}</span> {entry.name}
                </td>
                <td className={styles.change}>{summaryOf(entry)}</td>
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
      </tbody>
    </table>
  )
}
