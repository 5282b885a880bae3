import type { PayloadComparison } from '@millrace/contract'
import { useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckCircleIcon } from '../../../ui/glyphs.tsx'
import { Bar } from '../../../ui/Layout.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Table } from '../../../ui/Table.tsx'
import { ChangedRecords } from './ChangedRecords.tsx'
import { isSame, sumOf, whatDiffers } from './comparison-words.ts'
import styles from './comparison.module.css'

/** `version`: number of the newest locked version, which the draft is compared with. */
type Props = { id: string; version: number }

/** What changes if a draft is locked: it and the locked version over test cases and the latest uploads. */
export function LockedComparison({ id, version }: Props) {
  const [isStopped, setStopped] = useState(false)
  return (
    <section className={styles.comparison} aria-label="What changes">
      <h3>What changes from version {version}</h3>
      {isStopped ? (
        <Bar>
          <p role="status">The comparison was stopped.</p>
          <Button onClick={() => setStopped(false)}>Compare again</Button>
        </Bar>
      ) : (
        <Comparing id={id} version={version} onStop={() => setStopped(true)} />
      )}
    </section>
  )
}

/** Runs while it is drawn: the server ends the runs of a person who no longer waits. */
function Comparing({ id, version, onStop }: Props & { onStop: () => void }) {
  const { data, error, isFetching, refetch } = useCall(
    'POST /components/{id}/compareLocked',
    { params: { id }, quiet: true },
    { staleTime: 0, gcTime: 0 },
  )
  if (isFetching)
    return (
      <Bar>
        <p role="status">Running both over the test cases and the latest uploads …</p>
        <Button onClick={onStop}>Stop</Button>
      </Bar>
    )
  if (data === undefined)
    return (
      <Bar>
        <Notice look="line" tone="error">
          It could not be compared: {error?.message}
        </Notice>
        <Button onClick={() => void refetch()}>Try again</Button>
      </Bar>
    )
  return <Found payloads={data.payloads} version={version} />
}

function Found({ payloads, version }: { payloads: readonly PayloadComparison[]; version: number }) {
  const of = (state: PayloadComparison['state']) => payloads.filter((payload) => payload.state === state)
  const [compared, breaks, repairs, skipped] = [of('compared'), of('breaks'), of('repairs'), of('skipped')]
  const sum = sumOf(compared)
  return (
    <>
      {breaks.map(({ name, message }) => (
        <Notice key={name} look="line" tone="error">
          {name} no longer runs: {message}
        </Notice>
      ))}
      {compared.length > 0 && <Summary sum={sum} />}
      {payloads.length === 0 && (
        <p role="status">
          There is nothing to compare with: it has no test cases, and no pipeline that uses it has an upload.
        </p>
      )}
      {repairs.map(({ name, message }) => (
        <p key={name}>
          {name} runs again. With version {version} it failed: {message}
        </p>
      ))}
      {sum.fields.length > 0 && (
        <Table look="plain" label="Fields that differ" columns={['Field', 'Records that differ']}>
          {sum.fields.map(({ field, records }) => (
            <tr key={field}>
              <td className={styles.field}>
                <code>{field === '' ? 'the whole result' : field}</code>
              </td>
              <td>{records}</td>
            </tr>
          ))}
        </Table>
      )}
      {compared
        .filter((payload) => !isSame(payload))
        .map((payload) => (
          <ChangedRecords key={`${payload.kind} ${payload.name}`} payload={payload} version={version} />
        ))}
      {skipped.length > 0 && (
        <>
          <h4>Not compared</h4>
          <ul className={styles.skipped}>
            {skipped.map(({ kind, name, message }) => (
              <li key={`${kind} ${name}`}>
                {name}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Summary({ sum }: { sum: ReturnType<typeof sumOf> }) {
  if (!isSame(sum))
    return (
      <Notice look="line" role="status">
        {whatDiffers(sum)}.
      </Notice>
    )
  return (
    <p role="status" className={styles.same}>
      <CheckCircleIcon /> {whatDiffers(sum)}.
    </p>
  )
}
