import type { ConnectionTable, UsableConnection } from '@millrace/contract'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import styles from './database-browser.module.css'
import { queryText } from './query-text.ts'

type Props = {
  connection: UsableConnection
  table: ConnectionTable
  onInsert: ((text: string) => void) | undefined
}

/** A table that unfolds its columns; names and a whole query go into the code, or to the clipboard, by a press. */
export function TableEntry({ connection, table, onInsert }: Props) {
  const give = async (text: string) => {
    if (onInsert !== undefined) return onInsert(text)
    if (await copyText(text)) toast.success('Copied.', { detail: text })
    else toast.error('The browser does not let this page use the clipboard.')
  }
  const verb = onInsert === undefined ? 'Copy' : 'Insert'
  return (
    <li>
      <details>
        <summary className={styles.table}>
          <span className="mono">{table.sql}</span>
          <span className="quiet">
            {table.view ? 'view, ' : ''}
            {table.columns.length === 1 ? '1 column' : `${table.columns.length} columns`}
          </span>
        </summary>
        <div className={styles.inside}>
          <div className={styles.actions}>
            <Button
              tone="link"
              aria-label={`${verb} query of ${table.sql}`}
              onClick={() => void give(queryText(connection.name, table))}
            >
              {verb} query
            </Button>
            <Button tone="link" aria-label={`${verb} name ${table.sql}`} onClick={() => void give(table.sql)}>
              {verb} name
            </Button>
          </div>
          <ul className={styles.columns}>
            {table.columns.map(({ name, sql, type, nullable, key }) => (
              <li key={name} className={styles.column}>
                <Button
                  tone="link"
                  className={styles.name}
                  aria-label={`${verb} ${sql}`}
                  onClick={() => void give(sql)}
                >
                  {sql}
                </Button>
                <span className="quiet">
                  {type}
                  {nullable ? '' : ', never null'}
                  {key ? ', key' : ''}
                </span>
              </li>
            ))}
          </ul>
        </div>
      </details>
    </li>
  )
}
