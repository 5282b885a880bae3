import type { ConnectionTest, DatabaseConnection, Tag } from '@millrace/contract'
import { databaseDialects } from '@millrace/contract/connections/database-address.rule'
import { ProjectBadges } from '../../access/badges/ProjectBadges.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { cardArea, type Column, Table } from '../../ui/Table.tsx'
import { deleteConnection } from './connection-actions.ts'
import { describeOptions } from './connection-draft.ts'
import styles from './connections.module.css'

// DBC-001
const columns: readonly Column[] = [
  'Property name',
  'Database type',
  { title: 'Connection string', wide: true },
  { title: 'Options', wide: true },
  { title: 'Project badges', wide: true },
  { title: <span className="visually-hidden">Actions</span>, className: styles.menu },
]

export type RowTest = ConnectionTest | 'testing'
type Props = {
  connections: readonly DatabaseConnection[]
  badges: ReadonlyMap<string, Tag>
  /** How tests of rows went, by the id of the connection. */
  tests: Readonly<Record<string, RowTest>>
  onTest: (connection: DatabaseConnection) => void
  onEdit: (connection: DatabaseConnection) => void
  onBrowse: (connection: DatabaseConnection) => void
}

/** Connections as rows, their passwords hidden, with what can be done with each (DBC-001, DBC-002). */
export const ConnectionsTable = ({ connections, badges, tests, onTest, onEdit, onBrowse }: Props) => (
  <Table
    label="Database connections"
    columns={columns}
    className={styles.table}
    cards="minmax(0, 1fr) auto 44px"
    headless
  >
    {connections.map((connection) => {
      const { _id, name, type, cnxString, options, tags } = connection
      const test = tests[_id]
      return (
        <tr key={_id}>
          <td className={styles.name} style={cardArea('1 / 1')}>
            {name}
          </td>
          <td style={cardArea('1 / 2')}>{databaseDialects[type].label}</td>
          <td className={styles.address} style={cardArea('2 / 1 / auto / -1')}>
            <span className="mono">{cnxString}</span>
            <span role="status">{test !== undefined && <Outcome test={test} />}</span>
          </td>
          <td data-label="Options" style={cardArea('3 / 1 / auto / -1')}>
            {describeOptions(options) || <span className="quiet">None</span>}
          </td>
          <td style={cardArea('4 / 1 / auto / -1')}>
            <ProjectBadges ids={tags} byId={badges} />
          </td>
          <td className={styles.menu} data-end style={cardArea('1 / 3')}>
            <RowActions
              of={name}
              actions={[
                { label: 'Test', run: () => onTest(connection) },
                { label: 'Tables and columns', run: () => onBrowse(connection) },
                { label: 'Edit', run: () => onEdit(connection) },
                { label: 'Delete', danger: true, run: () => void deleteConnection(connection) },
              ]}
            />
          </td>
        </tr>
      )
    })}
  </Table>
)

function Outcome({ test }: { test: RowTest }) {
  if (test === 'testing') return <StatusTag tone="busy">Connecting</StatusTag>
  return (
    <>
      <StatusTag tone={test.ok ? 'ok' : 'error'}>{test.ok ? `Connected in ${test.ms} ms` : 'Not connected'}</StatusTag>
      <span className={styles.reason}>{test.message}</span>
    </>
  )
}
