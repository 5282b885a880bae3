import type { TestCaseResult } from '@millrace/contract'
import { previewValue } from '@millrace/contract/uploads/finding-limits.rule'
import { Notice } from '../../../ui/Notice.tsx'
import { Table } from '../../../ui/Table.tsx'
import styles from './guards.module.css'

/** What differs from what is expected, by field; or why the case could not be run. */
export function CaseDifferences({ result }: { result: TestCaseResult }) {
  const { state, message, differences, total, name } = result
  if (state === 'green') return null
  if (message !== null)
    return (
      <Notice look="line" tone="error">
        {message}
      </Notice>
    )
  return (
    <div className={styles.differences}>
      <Table look="plain" label={`Differences of ${name}`} columns={['Field', 'Expected', 'Result']}>
        {differences.map(({ pointer, ...sides }) => (
          <tr key={pointer}>
            <td>
              <code>{pointer === '' ? 'the whole result' : pointer}</code>
            </td>
            <td>{'expected' in sides ? <code>{previewValue(sides.expected)}</code> : 'nothing'}</td>
            <td>{'actual' in sides ? <code>{previewValue(sides.actual)}</code> : 'nothing'}</td>
          </tr>
        ))}
      </Table>
      {total > differences.length && <p className="quiet">and {total - differences.length} more</p>}
    </div>
  )
}
