import type { Finding, RejectedRecord as Rejected } from '@millrace/contract'
import { recordPlace } from '@millrace/contract/uploads/record-place.rule'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { formatCount } from '../../ui/format.ts'
import { CloseIcon } from '../../ui/glyphs.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { KeepRecord } from './KeepRecord.tsx'
import styles from './record.module.css'

type Props = {
  uploadId: string
  finding: Finding & { n: number }
  /** The one it is in, of a workbook. */
  sheet: string | undefined
  onClose: () => void
}

/** The whole rejected record a finding is about, as it stands in the file, with every bad cell marked. */
export function RejectedRecord({ uploadId, finding, sheet, onClose }: Props) {
  const query = { id: uploadId, n: finding.n }
  // The record before stays while the next is fetched, so that nothing jumps while stepping through findings.
  const extra = { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData }
  const { data, error, refetch } = useCall('GET /uploads/record', { query, quiet: true }, extra)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // It opens beneath its list, which may be below what is in sight. Stepping on moves nothing.
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <section ref={box} className={styles.record} aria-label="Rejected record">
      <div className={styles.head}>
        <h4>The whole record</h4>
        <span className={`note ${styles.place}`}>{placeOf(finding, sheet)}</span>
        {error === null && <KeepRecord key={finding.n} uploadId={uploadId} place={{ n: finding.n }} />}
        <Button tone="bare" aria-label="Close the record" onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <SkeletonRows rows={6} />}
      {error === null && data !== undefined && <Cells record={data} at={finding.column} />}
    </section>
  )
}

/** `at`: the column that is brought into sight. */
function Cells({ record, at }: { record: Rejected; at: string | null }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = [...(box.current?.querySelectorAll<HTMLElement>('[data-bad]') ?? [])].find(
      ({ dataset }) => dataset.bad === at,
    )
    if (box.current === null || row === undefined) return
    const { offsetTop, offsetHeight } = row
    const { scrollTop, clientHeight } = box.current
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
      box.current.scrollTop = offsetTop - clientHeight / 3
    }
  }, [record, at])
  const ofRecord = record.findings.filter(({ column }) => column === null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <div ref={box} className={styles.cells} role="group" aria-label="Cells of the record" tabIndex={0}>
      {ofRecord.map(({ message }) => (
        <p key={message} className={styles.reason}>
          {message}
        </p>
      ))}
      <Facts look="rows" className={styles.list}>
        {record.cells.map(({ name, value }, place) => {
          const found = record.findings.filter(({ column }) => column === name)
          const bad = found.length > 0
          return (
            // Names may come twice.
            <Fact
              key={`${place} ${name}`}
              name={name}
              className={bad ? styles.bad : ''}
              {...(bad ? { 'data-bad': name } : {})}
            >
              {value ? <code>{value}</code> : <span className="blank">{value === null ? 'missing' : 'empty'}</span>}
              {found.map(({ message }) => (
                <span key={message} className={styles.reason}>
                  {message}
                </span>
              ))}
            </Fact>
          )
        })}
      </Facts>
      {record.more > 0 && (
        <p className={`note ${styles.more}`}>
          {formatCount(record.more)} further cells are in the download of the rejected records
        </p>
      )}
    </div>
  )
}

/** 'row 12, line 13', or 'sheet Products, row 13', as far as they are known. */
export const placeOf = (finding: Pick<Finding, 'row' | 'line'>, sheet: string | undefined): string =>
  recordPlace(finding, sheet, formatCount)
