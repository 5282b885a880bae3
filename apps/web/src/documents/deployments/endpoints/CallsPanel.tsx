import type { EndpointCalls } from '@millrace/contract'
import { useCall } from '../../../api/use-call.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Stack } from '../../../ui/Layout.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { Table } from '../../../ui/Table.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import styles from '../deployments.module.css'
import { formatMs } from './endpoint-words.ts'
import { MinutesChart } from './MinutesChart.tsx'

/** How often the figures are asked while they are in sight, ms. */
const everyMs = 5000

/** How often an endpoint was called, how quick it answered, and what went wrong last. */
export function CallsPanel({ id }: { id: string }) {
  const { data, error, refetch } = useCall(
    'GET /pipelines/deployed-endpoint/{id}/calls',
    { params: { id } },
    { refetchInterval: everyMs },
  )
  if (data === undefined)
    return error === null ? <SkeletonRows rows={6} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />
  return (
    <Stack>
      <Facts>
        <Fact name="Calls">{formatCount(data.calls)}</Fact>
        <Fact name="Errors">
          <span className={data.errors > 0 ? 'bad' : ''}>{formatCount(data.errors)}</span>
        </Fact>
        <Fact name="Refused (body, key or limit)">{formatCount(data.refused)}</Fact>
        <Fact name="Half answered within (p50)">{formatMs(data.p50)}</Fact>
        <Fact name="95 of 100 within (p95)">{formatMs(data.p95)}</Fact>
        <Fact name="99 of 100 within (p99)">{formatMs(data.p99)}</Fact>
        <Fact name="Counted since">
          <Timestamp at={data.since} />
        </Fact>
      </Facts>
      <MinutesChart minutes={data.minutes} />
      <LastErrors errors={data.lastErrors} />
    </Stack>
  )
}

function LastErrors({ errors }: { errors: EndpointCalls['lastErrors'] }) {
  return (
    <section aria-label="Last errors">
      <h3>Last errors</h3>
      {errors.length === 0 ? (
        <EmptyState text="No call has failed." />
      ) : (
        <Table label="Last errors" columns={['When', 'Status', 'Message']} look="plain">
          {errors.map(({ at, status, message }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two errors of one moment are alike
            <tr key={index}>
              <td>
                <Timestamp at={at} />
              </td>
              <td className="mono">{status}</td>
              <td className={styles.message}>{message}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
