import type { Upload, UploadCounts } from '@millrace/contract'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { UploadStatusTag } from './UploadStatusTag.tsx'
import { formatWords } from '../../documents/pipelines/sources/detected-format.ts'
import { Findings } from './Findings.tsx'
import { InvalidFile } from './InvalidFile.tsx'
import { unknownName } from './LastUploads.tsx'
import { ReplaceFile, type Replacing } from './ReplaceFile.tsx'
import type { SourceFile } from './source-files.ts'
import styles from './uploads.module.css'

type Props = {
  file: SourceFile
  /** How another file takes the place of an invalid one. */
  replacing: Replacing
}

/** What became of the file of one source: status, counts, how it was read, and its findings by cause. */
export function SourceResult({ file, replacing }: Props) {
  const { source, upload, fromMaster, unknown } = file
  const isInvalid = upload?.status === 'invalid'
  const isReplaced = !fromMaster && replacing.choice?.share != null
  return (
    <section className={styles.result} aria-label={source.dataSubKind}>
      <div className={styles.resultHead}>
        <h3 className={styles.kind}>{source.dataSubKind}</h3>
        {upload !== null && !isReplaced && <UploadStatusTag status={upload.status} />}
        {fromMaster && <span className="note">from master</span>}
        {!isReplaced && (
          <span className={styles.fileName}>{upload === null ? '' : (upload.originalFilename ?? unknownName)}</span>
        )}
        {upload !== null && !isReplaced && <span className="note">{formatBytes(upload.size)}</span>}
      </div>
      {upload === null && (
        <p className={styles.hint}>
          {unknown ? 'The master’s files are checked when the import starts.' : 'No file yet.'}
        </p>
      )}
      {upload !== null && isInvalid && !isReplaced && <InvalidFile key={upload._id} file={file} upload={upload} />}
      {!fromMaster && (isInvalid || replacing.choice !== undefined) && <ReplaceFile file={file} {...replacing} />}
      {upload !== null && !isReplaced && <UploadResult upload={upload} isVerdictTold />}
    </section>
  )
}

/**
 * What the check made of an upload: counts, how it was read, and its findings by cause with the rejected records.
 * @param isVerdictTold why the file as a whole is invalid stands above
 */
export function UploadResult({ upload, isVerdictTold = false }: { upload: Upload; isVerdictTold?: boolean }) {
  const { status, counts, detected } = upload
  return (
    <>
      {status === 'validating' && (
        <>
          <div className={`${styles.progress} ${styles.unknown}`} aria-hidden="true">
            <span />
          </div>
          <p className={styles.hint}>Checking every record. You can leave this page.</p>
        </>
      )}
      {counts && (status === 'valid' || counts.records > 0) && (
        <Facts className={styles.counts}>
          <Fact name="Records">{formatCount(counts.records)}</Fact>
          <Fact name="Valid">{formatCount(counts.valid)}</Fact>
          <Fact name="Rejected" className={rejectedLook(status, counts.rejected)}>
            {formatCount(counts.rejected)}
          </Fact>
        </Facts>
      )}
      {counts && counts.records > 0 && <Verdict counts={counts} status={status} />}
      {formatWords(detected) !== '' && <p className={styles.hint}>Read as {formatWords(detected)}</p>}
      <Findings key={upload._id} upload={upload} isVerdictTold={isVerdictTold} />
    </>
  )
}

/** Rejected records of a file that still counts as valid are a warning: they are left out of the import. */
function rejectedLook(status: string, rejected: number): string | undefined {
  if (rejected === 0) return undefined
  return status === 'invalid' ? 'bad' : styles.amber
}

/** The share of valid and of rejected records, drawn; the figures above say the same. */
function Verdict({ counts: { records, valid, rejected }, status }: { counts: UploadCounts; status: string }) {
  const share = (count: number) => ({ width: `${(count / records) * 100}%` })
  return (
    <div className={styles.verdict}>
      <div className={styles.shares} aria-hidden="true">
        <span className={styles.shareValid} style={share(valid)} />
        <span className={status === 'invalid' ? styles.shareBad : styles.shareAmber} style={share(rejected)} />
      </div>
      {rejected > 0 && <span className="note">{percentWords(rejected / records)} rejected</span>}
    </div>
  )
}

/** '95 %', and never 0 or 100 of what is not quite none or all. */
const percentWords = (share: number): string =>
  share < 0.01 ? 'under 1 %' : share > 0.99 && share < 1 ? 'over 99 %' : `${Math.round(share * 100)} %`
