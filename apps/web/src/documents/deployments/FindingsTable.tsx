import type { Finding } from '@millrace/contract'
import { Table } from '../../ui/Table.tsx'
import styles from './deployments.module.css'

/** What was found in a body or message, each with its place. */
export const FindingsTable = ({ findings }: { findings: readonly Finding[] }) => (
  <Table label="What is wrong" columns={['Place', 'Value', 'What is wrong']} look="plain">
    {findings.map(({ path, value, message, row }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- two findings may be alike
      <tr key={index}>
        <td className={`mono ${styles.message}`}>{placeOf(row, path)}</td>
        <td className={`mono ${styles.message}`}>{value || <span className="blank">missing</span>}</td>
        <td className={styles.message}>{message}</td>
      </tr>
    ))}
  </Table>
)

const placeOf = (row: number | null, path: string): string =>
  [row === null ? '' : `record ${row}`, path].filter(Boolean).join(' ') || 'The whole'
