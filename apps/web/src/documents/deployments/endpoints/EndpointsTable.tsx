import type { DeployedEndpoint } from '@millrace/contract'
import { mobileBelow } from '../../../theme/tokens.ts'
import { cardArea, Table } from '../../../ui/Table.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { DeployedRow, InvalidReason, pickColumn, PipelineCell, writtenColumns } from '../DeployedRow.tsx'
import type { RowsProps } from '../DeploymentsPage.tsx'
import styles from '../deployments.module.css'

/** Published endpoints as rows (DEP-004, DEP-005, DEP-006). */
export function EndpointsTable(props: RowsProps<DeployedEndpoint>) {
  const { rows, ...rest } = props
  return (
    <Table
      label="Published endpoints"
      columns={[
        ...pickColumn(props, 'All endpoints'),
        'Path',
        'Pipeline',
        'Component',
        'Exposed route',
        ...writtenColumns,
      ]}
      className={styles.table}
      minWidth={1180}
      cards="18px minmax(0, 1fr) auto"
      cardsBelow={mobileBelow}
      headless
      clickable
    >
      {rows.map((row) => (
        <DeployedRow key={row._id} row={row} name={row.path} {...rest}>
          <td style={cardArea('1 / 2 / auto / -1')}>
            <span className={styles.path}>
              <button type="button" className={`mono ${styles.open}`} aria-haspopup="dialog">
                {row.path}
              </button>
              <span data-own>
                <CopyButton text={row.path} of="path" />
              </span>
            </span>
            <InvalidReason row={row} />
          </td>
          <td style={cardArea('2 / 2 / auto / -1')}>
            <PipelineCell row={row} />
          </td>
          <td data-label="Component" style={cardArea('3 / 2 / auto / -1')}>
            {row.name} <span className="quiet">v{row.version}</span>
          </td>
          <td data-label="Exposed route" style={cardArea('4 / 2 / auto / -1')}>
            <span className="mono">{row.route}</span>
          </td>
        </DeployedRow>
      ))}
    </Table>
  )
}
