import type { SourcePreview } from '@millrace/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { reasonOf } from '../../../api/reason-of.ts'
import { Button } from '../../../ui/Button.tsx'
import { Bar } from '../../../ui/Layout.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useNewest } from '../../../ui/use-newest.ts'
import { useEditedPipeline } from '../edited-pipeline.ts'
import styles from '../panels.module.css'
import { ShownPreview } from './ShownPreview.tsx'
import type { SourceProps } from './SourcePanel.tsx'

type Tried = { of: string; preview: SourcePreview | null; failure: string | null }

/** What a real-time source gives now, or why it gives nothing. */
export function TryPanel({ source, readOnly, onChange }: SourceProps) {
  const { base, draft } = useEditedPipeline()
  const text = JSON.stringify([draft.component, source])
  const [tried, setTried] = useState<Tried | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = useNewest()
  const run = async () => {
    const isNewest = begin()
    setBusy(true)
    const body = { id: base._id, component: draft.component, source }
    const answer = await call('POST /pipelines/try-source', { body, quiet: true }).then(
      (preview) => ({ preview, failure: null }),
      (error: unknown) => ({ preview: null, failure: reasonOf(error) }),
    )
    if (!isNewest()) return
    setTried({ of: text, ...answer })
    setBusy(false)
  }
  const isFetched = source.config !== undefined && ('url' in source.config || 'connection' in source.config)
  return (
    <section className={styles.panel} aria-label={`First rows of ${source.dataSubKind}`}>
      <h3>What it gives now</h3>
      <Bar>
        <Button disabled={readOnly || busy || !isFetched} onClick={() => void run()}>
          Try
        </Button>
        <span className="quiet" role="status">
          {busy ? 'Fetching …' : whatToDo(readOnly, isFetched)}
        </span>
      </Bar>
      {tried !== null && tried.of !== text && !busy && <p className="note">The source changed since: try it again.</p>}
      {tried !== null && tried.failure !== null && (
        <Notice tone="error" look="line" role="alert">
          {tried.failure}
        </Notice>
      )}
      {tried !== null && tried.preview !== null && (
        <ShownPreview {...{ source, readOnly, onChange }} preview={tried.preview} isOld={busy || tried.of !== text} />
      )}
    </section>
  )
}

function whatToDo(readOnly: boolean, isFetched: boolean): string {
  if (readOnly) return 'Who may edit this pipeline can try it.'
  return isFetched ? 'Fetches the records once and keeps nothing.' : 'Say first where the records are fetched from.'
}
