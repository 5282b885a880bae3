import type { DeployedListener } from '@millrace/contract'
import { mobileBelow } from '../../../theme/tokens.ts'
import { cardArea, Table } from '../../../ui/Table.tsx'
import { DeployedRow, InvalidReason, pickColumn, PipelineCell, writtenColumns } from '../DeployedRow.tsx'
import type { RowsProps } from '../DeploymentsPage.tsx'
import styles from '../deployments.module.css'
import { ListenerState } from './ListenerState.tsx'
import own from './listeners.module.css'

/** Published listeners as rows (DEP-008). */
export function ListenersTable(props: RowsProps<DeployedListener>) {
  const { rows, ...rest } = props
  return (
    <Table
      label="Published listeners"
      columns={[...pickColumn(props, 'All listeners'), 'State', 'Listener', 'Pipeline', 'Component', ...writtenColumns]}
      className={styles.table}
      minWidth={1180}
      cards="18px minmax(0, 1fr) auto"
      cardsBelow={mobileBelow}
      headless
      clickable
    >
      {rows.map((row) => (
        <DeployedRow key={row._id} row={row} name={row.listener} {...rest}>
          <td style={cardArea('2 / 2 / auto / -1')}>
            <ListenerState listener={row} />
            {row.isValid && row.state === 'error' && <span className={`bad ${own.why}`}>{row.reason}</span>}
            <InvalidReason row={row} />
          </td>
          <td style={cardArea('1 / 2 / auto / -1')}>
            <button type="button" className={styles.open} aria-haspopup="dialog">
              {row.listener}
            </button>
          </td>
          <td style={cardArea('3 / 2 / auto / -1')}>
            <PipelineCell row={row} />
          </td>
          <td data-label="Component" style={cardArea('4 / 2 / auto / -1')}>
            {row.workflow}
          </td>
        </DeployedRow>
      ))}
    </Table>
  )
}
