import { Spacer } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { UploadStatusTag } from './UploadStatusTag.tsx'
import { type Choice, fetchIt } from './sending.ts'
import type { SourceFile } from './source-files.ts'
import styles from './uploads.module.css'

type Props = {
  file: SourceFile
  /** What there is stands beside it already. */
  isTold?: boolean
  choice: Choice | undefined
  disabled: boolean
  onChoose: (choice: typeof fetchIt | undefined) => void
}

/** A source whose data the server fetches at once when asked: what there is, how the fetch goes and why it failed (UPL-017). */
export function FetchNow({ file: { source, upload }, isTold = false, choice, disabled, onChoose }: Props) {
  const isFetching = choice !== undefined && choice.share !== null
  const failure = choice?.failure ?? null
  const name = failure !== null ? 'Try again' : upload === null ? 'Fetch now' : 'Fetch again'
  return (
    <>
      <div className={`${styles.chosen} ${isFetching ? '' : styles.idle}`}>
        {upload === null || isTold ? (
          <span className="note">{isFetching ? 'Fetching…' : isTold ? '' : 'Nothing was fetched yet'}</span>
        ) : (
          <>
            <span className={styles.fileName}>{upload.originalFilename}</span>
            <UploadStatusTag status={upload.status} />
            <span className="note">{isFetching ? 'Fetching it again…' : 'Used unless it is fetched again'}</span>
          </>
        )}
        <Spacer />
        {failure !== null && upload !== null && !isTold && (
          <Button disabled={disabled} onClick={() => onChoose(undefined)}>
            Use the last data
          </Button>
        )}
        <Button
          disabled={disabled || isFetching}
          aria-label={`${name === 'Try again' ? 'Try again to fetch' : name} ${source.dataSubKind}`}
          onClick={() => onChoose(fetchIt)}
        >
          {name}
        </Button>
        {isFetching && (
          <div className={`${styles.progress} ${styles.ofFile} ${styles.unknown}`} aria-hidden="true">
            <span />
          </div>
        )}
      </div>
      {failure !== null && (
        <Notice tone="error" look="line">
          <span>Not fetched: {failure}</span>
        </Notice>
      )}
    </>
  )
}
