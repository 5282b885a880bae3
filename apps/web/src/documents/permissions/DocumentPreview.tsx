import type { DocTags, TaggedType } from '@millrace/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { AccessPreview } from './AccessPreview.tsx'
import styles from './permissions.module.css'

/** Edits within this time (ms) ask once. */
const pauseMs = 300

type Props = { id: string; type: TaggedType; tags: DocTags; changed: boolean }

/** Who would see or lose what if these badges were saved; asked again with every edit. */
export function DocumentPreview({ id, type, tags, changed }: Props) {
  const [asked, setAsked] = useState(tags)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(tags), pauseMs)
    return () => clearTimeout(timer)
  }, [tags])
  const { data, error, refetch } = useCall(
    'POST /permissions/preview-document',
    { body: { id, type, tags: asked }, quiet: true },
    { enabled: changed && asked === tags, placeholderData: keepPreviousData, gcTime: 0 },
  )
  return (
    <section className={styles.preview}>
      <h3 className={styles.heading}>What would change</h3>
      {!changed && <p className="quiet-line">Nothing is changed yet.</p>}
      {changed && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {changed && error === null && data === undefined && <p className="quiet-line">Working it out …</p>}
      {changed && error === null && data !== undefined && <AccessPreview preview={data} />}
    </section>
  )
}
