import type { AuditEntry } from '@millrace/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cardArea, Table } from '../../ui/Table.tsx'
import styles from './audit.module.css'
import { type FieldChange, fieldsOf, textOf, toWords } from './changed-fields.ts'

type Props = { entry: AuditEntry; onFilter: (filter: { user?: string; kind?: string; text?: string }) => void }

/** What an entry changed, field by field; those that stayed are folded. */
export function AuditChange({ entry, onFilter }: Props) {
  const [all, setAll] = useState(false)
  const fields = fieldsOf(entry)
  const changed = fields.filter((field) => field.changed)
  const same = fields.filter((field) => !field.changed)
  const shown = all ? [...changed, ...same] : changed
  return (
    <div className={styles.panel}>
      {fields.length === 0 && <p className="quiet-line">Only the action was recorded.</p>}
      {fields.length > 0 && changed.length === 0 && <p className="quiet-line">No field changed.</p>}
      {shown.length > 0 && (
        <Table
          label={`Changes of ${entry.name}`}
          look="plain"
          className={styles.fields}
          columns={['Field', ...(entry.before === null ? [] : ['Before']), ...(entry.after === null ? [] : ['After'])]}
          cards="repeat(2, minmax(0, 1fr))"
          headless
        >
          {shown.map((field) => (
            <FieldRow key={field.name} field={field} made={entry.before === null} gone={entry.after === null} />
          ))}
        </Table>
      )}
      <div className={styles.more}>
        {same.length > 0 && (
          <Button tone="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? 'Show less'
              : `${same.length} ${entry.before === null || entry.after === null ? 'without a value' : 'unchanged'}`}
          </Button>
        )}
        <Button tone="link" onClick={() => onFilter({ kind: entry.kind, text: entry.name })}>
          All of this {toWords(entry.kind)}
        </Button>
        <Button tone="link" onClick={() => onFilter({ user: entry.user.userName })}>
          All by {entry.user.userName}
        </Button>
        <span className={styles.id}>{entry.id}</span>
      </div>
    </div>
  )
}

function FieldRow({ field, made, gone }: { field: FieldChange; made: boolean; gone: boolean }) {
  return (
    <tr data-changed={field.changed}>
      <th scope="row" style={cardArea('1 / 1 / auto / -1')}>
        {toWords(field.name)}
      </th>
      {!made && (
        <td
          style={cardArea(gone ? '2 / 1 / auto / -1' : '2 / 1')}
          className={field.changed && !gone && textOf(field.before) !== '-' ? styles.was : undefined}
        >
          <LongText text={textOf(field.before)} />
        </td>
      )}
      {!gone && (
        <td
          style={cardArea(made ? '2 / 1 / auto / -1' : '2 / 2')}
          className={field.changed && !made ? styles.is : undefined}
        >
          <LongText text={textOf(field.after)} />
        </td>
      )}
    </tr>
  )
}

const maxCharacters = 240
const maxLines = 6

/** A value, cut where it is long. */
function LongText({ text }: { text: string }) {
  const [all, setAll] = useState(false)
  const lines = text.split('\n')
  const short = lines.slice(0, maxLines).join('\n').slice(0, maxCharacters)
  if (short === text) return text
  return (
    <>
      {all ? text : `${short}…`}{' '}
      <Button tone="link" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Show less' : 'Show all'}
      </Button>
    </>
  )
}
