import type { Finding, FindingGroup, Upload } from '@millrace/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/use-call.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { formatCount } from '../ui/format.ts'
import { SkeletonRows } from '../ui/SkeletonRows.tsx'
import { FileProblem } from './FileProblem.tsx'
import { RejectedDownload } from './RejectedDownload.tsx'
import { TableScroll } from './TableScroll.tsx'
import styles from './uploads.module.css'

const perPage = 50

/** The findings of an upload, grouped by cause with their first places; all of them on demand, fifty on a page. */
export function Findings({ upload }: { upload: Pick<Upload, '_id' | 'status' | 'counts'> }) {
  const [all, setAll] = useState(false)
  const [page, setPage] = useState(1)
  const clean = upload.status === 'valid' && upload.counts?.rejected === 0
  const { data, error, refetch } = useCall(
    'GET /uploads/findings',
    { query: { id: upload._id, pageNumber: page, nbItemsPerPage: perPage } },
    { enabled: !clean, placeholderData: keepPreviousData },
  )
  if (clean) return null
  if (data === undefined) {
    return error === null ? <SkeletonRows rows={3} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />
  }
  if (data.totalCount === 0) return upload.status === 'invalid' ? <FileProblem uploadId={upload._id} /> : null
  return (
    <>
      <Groups groups={data.groups} />
      <div className={styles.findingsBar}>
        <Button tone="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Hide the findings' : allText(data.totalCount)}
        </Button>
        <RejectedDownload upload={upload} />
      </div>
      {all && <Places findings={data.findings} />}
      {all && data.totalCount > perPage && (
        <Pagination
          size="small"
          align="end"
          current={page}
          pageSize={perPage}
          total={data.totalCount}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  )
}

const allText = (count: number): string =>
  count === 1 ? 'Show the finding' : `Show all ${formatCount(count)} findings`

function Groups({ groups }: { groups: readonly FindingGroup[] }) {
  return (
    <TableScroll label="Findings by cause">
      <table className={`${styles.table} ${styles.wide}`} aria-label="Findings by cause">
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              Count
            </th>
            <th scope="col">Column</th>
            <th scope="col">Cause</th>
            <th scope="col">First places</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={`${group.rule} ${group.column} ${group.message}`}>
              <td className={styles.number}>{formatCount(group.count)}</td>
              <td className={styles.word}>{group.column ?? '-'}</td>
              <td title={group.rule}>{group.message}</td>
              <td className={styles.quiet}>{firstPlaces(group.first)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** 'rows 12, 20, 33', or lines where a file has no rows. */
export function firstPlaces(first: readonly Pick<Finding, 'row' | 'line'>[]): string {
  const shown = first.slice(0, 5)
  const rows = shown.flatMap(({ row }) => row ?? [])
  const lines = shown.flatMap(({ line }) => line ?? [])
  const [word, numbers] = rows.length > 0 ? ['row', rows] : ['line', lines]
  return numbers.length === 0 ? '-' : `${word}${numbers.length === 1 ? '' : 's'} ${numbers.map(formatCount).join(', ')}`
}

function Places({ findings }: { findings: readonly Finding[] }) {
  return (
    <TableScroll label="Findings">
      <table className={`${styles.table} ${styles.wide}`} aria-label="Findings">
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              Row
            </th>
            <th scope="col" className={styles.number}>
              Line
            </th>
            <th scope="col">Column</th>
            <th scope="col">Rule</th>
            <th scope="col">Value</th>
            <th scope="col">Message</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding, index) => (
            <tr key={index}>
              <td className={styles.number}>{finding.row === null ? '-' : formatCount(finding.row)}</td>
              <td className={styles.number}>{finding.line === null ? '-' : formatCount(finding.line)}</td>
              <td className={styles.word}>{finding.column ?? (finding.path || '-')}</td>
              <td>{finding.rule}</td>
              <td className={styles.value}>{finding.value === '' ? '-' : finding.value}</td>
              <td>{finding.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
