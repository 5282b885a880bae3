import type { AccessPreview as Preview } from '@millrace/contract'
import { useEffect, useState } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { CheckCircleIcon, CrossCircleIcon } from '../../ui/glyphs.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import styles from './access-preview.module.css'
import { type ChangeLine, linesOf } from './change-lines.ts'

/** Lines shown at once; the rest unfold. */
const shownLines = 6

/** What a save would change of who sees and writes what, compactly, losses first. */
export function AccessPreview({ preview }: { preview: Preview }) {
  const lines = linesOf(preview.changes)
  const rest = lines.slice(shownLines)
  const unlisted = preview.gains + preview.loses - preview.changes.length
  if (lines.length === 0) return <p className={styles.none}>Nobody gains or loses access.</p>
  return (
    <div className={styles.preview} role="group" aria-label="What would change">
      {preview.people > 1 && (
        <p className={styles.sum}>
          {preview.people} people, {preview.items === 1 ? '1 item' : `${preview.items} items`}: {preview.loses} lost,{' '}
          {preview.gains} gained
        </p>
      )}
      <Lines lines={lines.slice(0, shownLines)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <Lines lines={rest} />
          {unlisted > 0 && <p className={styles.none}>And {unlisted} more changes.</p>}
        </details>
      )}
    </div>
  )
}

const Lines = ({ lines }: { lines: readonly ChangeLine[] }) => (
  <ul className={styles.lines}>
    {lines.map(({ text, lost, names, key }) => (
      <li key={key} className={lost ? styles.lost : styles.gained}>
        {lost ? <CrossCircleIcon /> : <CheckCircleIcon />}
        <span>
          <strong>{text}</strong> {names}
        </span>
      </li>
    ))}
  </ul>
)

/** The preview while it is asked for, and where it could not be had: the save itself does not depend on it. */
export function PreviewOf({ ask }: { ask: Promise<Preview> }) {
  const [answer, setAnswer] = useState<Preview | Error | null>(null)
  useEffect(() => {
    let gone = false
    const keep = (value: Preview | Error) => gone || setAnswer(value)
    ask.then(keep, (error: unknown) => keep(error instanceof Error ? error : new Error(String(error))))
    return () => {
      gone = true
    }
  }, [ask])
  return (
    <div className={styles.box}>
      {answer === null && <SkeletonRows rows={2} height={26} label="Working out what would change" />}
      {answer instanceof Error && <Notice>What would change could not be worked out: {answer.message}</Notice>}
      {answer !== null && !(answer instanceof Error) && <AccessPreview preview={answer} />}
    </div>
  )
}
