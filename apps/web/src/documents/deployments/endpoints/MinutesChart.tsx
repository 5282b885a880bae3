import type { EndpointCalls } from '@millrace/contract'
import { useId } from 'react'
import { formatClock, formatCount, usePlatformZone } from '../../../ui/format.ts'
import { Table } from '../../../ui/Table.tsx'
import styles from './minutes-chart.module.css'

type Minute = EndpointCalls['minutes'][number]

const step = 10
const bar = 8
const height = 72

/** Calls of the last 60 minutes, a bar a minute with its errors at the foot; the same in words and as a table. */
export function MinutesChart({ minutes }: { minutes: readonly Minute[] }) {
  const id = useId()
  const zone = usePlatformZone()
  const most = Math.max(1, ...minutes.map(({ calls }) => calls))
  const high = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height))
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${Math.max(1, minutes.length) * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={id}
      >
        {minutes.map(({ at, calls, errors }, index) => (
          <g key={at} transform={`translate(${index * step} 0)`}>
            <title>{wordsOfMinute({ at, calls, errors }, zone)}</title>
            <rect className={styles.calls} y={height - high(calls)} width={bar} height={high(calls)} />
            <rect className={styles.errors} y={height - high(errors)} width={bar} height={high(errors)} />
          </g>
        ))}
      </svg>
      <figcaption id={id} className="note">
        {wordsOfMinutes(minutes, zone)}
      </figcaption>
      <Busy minutes={minutes.filter(({ calls }) => calls > 0)} zone={zone} />
    </figure>
  )
}

function Busy({ minutes, zone }: { minutes: readonly Minute[]; zone: string }) {
  if (minutes.length === 0) return null
  return (
    <details>
      <summary className="note">Minute by minute</summary>
      <Table label="Calls minute by minute" columns={['Minute', 'Calls', 'Errors']} look="plain">
        {minutes.toReversed().map(({ at, calls, errors }) => (
          <tr key={at}>
            <td>{clock(at, zone)}</td>
            <td>{formatCount(calls)}</td>
            <td className={errors > 0 ? 'bad' : ''}>{formatCount(errors)}</td>
          </tr>
        ))}
      </Table>
    </details>
  )
}

const clock = (at: string, zone: string): string => formatClock(at, zone).slice(0, 5)
const wordsOfMinute = ({ at, calls, errors }: Minute, zone: string): string =>
  `${clock(at, zone)}: ${countOf(calls, 'call')}, ${countOf(errors, 'error')}`
const countOf = (count: number, noun: string): string => `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`

/** 'Last 60 minutes: 12 calls, 1 error; most at 14:05 with 4.' */
function wordsOfMinutes(minutes: readonly Minute[], zone: string): string {
  const sum = (of: (minute: Minute) => number) => minutes.reduce((all, minute) => all + of(minute), 0)
  const calls = sum((minute) => minute.calls)
  if (calls === 0) return 'No calls in the last 60 minutes.'
  const most = minutes.reduce((top, minute) => (minute.calls > top.calls ? minute : top))
  const errors = countOf(
    sum((minute) => minute.errors),
    'error',
  )
  return `Last 60 minutes: ${countOf(calls, 'call')}, ${errors}; most at ${clock(most.at, zone)} with ${formatCount(most.calls)}.`
}
