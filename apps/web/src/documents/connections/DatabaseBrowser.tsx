import type { UsableConnection } from '@millrace/contract'
import { useDeferredValue, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import styles from './database-browser.module.css'
import { TableEntry } from './TableEntry.tsx'

type Props = {
  /** The connection that is looked at; without it people choose one. */
  connection?: UsableConnection
  /** Puts a text into the code; without it texts are copied. */
  onInsert?: ((text: string) => void) | undefined
}

/** How long tables are taken for unchanged, ms. */
const freshMs = 60_000

/** Tables and columns of the connections that this person may use, to look at beside the code that reads them. */
export function DatabaseBrowser({ connection, onInsert }: Props) {
  const isChosen = connection === undefined
  const { data, error, refetch } = useCall('GET /database-connections/usable', { quiet: true }, { enabled: isChosen })
  const [picked, setPicked] = useState('')
  const [search, setSearch] = useState('')
  const known = isChosen ? data : [connection]
  const shown = known?.find(({ _id }) => _id === picked) ?? known?.[0]
  if (known === undefined && error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (known === undefined) return <SkeletonRows rows={3} />
  if (shown === undefined) {
    return <EmptyState text="There is no database connection that you may use. A super-admin makes them." />
  }
  return (
    <section className={styles.browser} aria-label="Tables and columns">
      <Bar>
        {isChosen && (
          <select
            className={styles.input}
            aria-label="Connection"
            value={shown._id}
            onChange={({ target }) => setPicked(target.value)}
          >
            {known?.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
        )}
        <input
          type="search"
          className={styles.search}
          aria-label="Search tables and columns"
          placeholder="Search tables and columns"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </Bar>
      <Tables key={shown._id} connection={shown} search={search} onInsert={onInsert} />
    </section>
  )
}

type TablesProps = { connection: UsableConnection; search: string; onInsert: Props['onInsert'] }

function Tables({ connection, search, onInsert }: TablesProps) {
  const text = useDeferredValue(search.trim())
  const { data, error, refetch } = useCall(
    'GET /database-connections/tables',
    { query: { id: connection._id, search: text }, quiet: true },
    { staleTime: freshMs, placeholderData: (before) => before },
  )
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  if (data.tables.length === 0) {
    return <EmptyState text={text === '' ? 'The account of this connection reads no table.' : 'Nothing matches.'} />
  }
  return (
    <>
      <ul className={styles.tables}>
        {data.tables.map((table) => (
          <TableEntry key={`${table.schema}.${table.name}`} connection={connection} table={table} onInsert={onInsert} />
        ))}
      </ul>
      {data.more && <p className="note">There are more tables: search for the one you need.</p>}
    </>
  )
}
