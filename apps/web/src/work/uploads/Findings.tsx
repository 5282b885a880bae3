import type { Upload } from '@millrace/contract'
import { maxStoredFindings } from '@millrace/contract/uploads/finding-limits.rule'
import { useState } from 'react'
import { Spacer } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { formatCount } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { Causes } from './Causes.tsx'
import { FileProblem } from './FileProblem.tsx'
import { FindingTable } from './FindingTable.tsx'
import styles from './findings.module.css'
import { RejectedDownload } from './RejectedDownload.tsx'
import { useCauses } from './use-findings.ts'

type Props = {
  upload: Pick<Upload, '_id' | 'status' | 'counts' | 'detected'>
  /** Why the file as a whole is invalid stands elsewhere. */
  isVerdictTold?: boolean
}

/** What validation found: the causes, the offending cells of one of them or of all, and the rejected records to correct. */
export function Findings({ upload, isVerdictTold = false }: Props) {
  const [picked, setPicked] = useState<number | undefined>()
  const [all, setAll] = useState(false)
  const { clean, groups, total, error, refetch } = useCauses(upload)
  const validating = upload.status === 'validating'
  if (clean) return null
  if (total === undefined) {
    if (validating) return null
    return error === null ? <SkeletonRows rows={3} /> : <ErrorPanel error={error} onRetry={refetch} />
  }
  if (validating) return total === 0 ? null : <SoFar upload={upload} total={total} />
  if (total === 0) return upload.status === 'invalid' && !isVerdictTold ? <FileProblem uploadId={upload._id} /> : null
  const beyond = picked !== undefined && (groups[picked]?.count ?? 0) > maxStoredFindings
  return (
    <>
      <Causes groups={groups} sheet={upload.detected?.sheet} picked={picked} onPick={setPicked}>
        {beyond && (
          <p className="note-line">Those among the first {formatCount(maxStoredFindings)} findings of the file</p>
        )}
        <FindingTable key={picked} upload={upload} group={picked} label="Findings of this cause" />
      </Causes>
      <div className={styles.bar}>
        <Button tone="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Hide the findings' : allText(total)}
        </Button>
        <Spacer />
        <RejectedDownload upload={upload} />
      </div>
      {all && <FindingTable upload={upload} group={undefined} label="Findings" />}
    </>
  )
}

/** What came in until now of a validation that goes on. */
const SoFar = ({ upload, total }: Pick<Props, 'upload'> & { total: number }) => (
  <>
    <p className="note-line">{formatCount(total)} findings so far</p>
    <FindingTable upload={upload} group={undefined} label="Findings so far" />
  </>
)

const allText = (count: number): string =>
  count === 1 ? 'Show the finding' : `Show all ${formatCount(count)} findings`
