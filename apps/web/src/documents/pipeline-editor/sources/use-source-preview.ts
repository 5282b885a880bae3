import type { DataSource, SentFile, SourcePreview } from '@millrace/contract'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { reasonOf } from '../../../api/reason-of.ts'
import { useEditedPipeline } from '../edited-pipeline.ts'

/** What is read: a file somebody chose, or one that was uploaded. */
export type PreviewedFile = { file: SentFile } | { uploadId: string }

/** Somebody who types has ended: a file is read with the settings that stay. ms */
const settledMs = 400

type Shown = { file: PreviewedFile; text: string; preview: SourcePreview | null; failure: string | null }

/**
 * The first rows of a file as the source reads them, anew with each change of its settings. An answer to former settings
 * never replaces one to newer ones: its reading is ended.
 */
export function useSourcePreview(source: Partial<DataSource>, file: PreviewedFile | null) {
  const { base, draft } = useEditedPipeline()
  const [shown, setShown] = useState<Shown | null>(null)
  const text = JSON.stringify([base._id, draft.component, source])
  const isFirst = shown?.file !== file
  useEffect(() => {
    if (file === null) return
    const [id, component, read] = JSON.parse(text) as [string, string | null, DataSource]
    const stop = new AbortController()
    const ask = async () => {
      const body = { id, component, source: read, ...file }
      const answer = await call('POST /pipelines/preview-source', { body, quiet: true, signal: stop.signal }).then(
        (preview) => ({ preview, failure: null }),
        (error: unknown) => ({ preview: null, failure: reasonOf(error) }),
      )
      if (!stop.signal.aborted) setShown({ file, text, ...answer })
    }
    const waiting = setTimeout(() => void ask(), isFirst ? 0 : settledMs)
    return () => {
      clearTimeout(waiting)
      stop.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `isFirst` only says how soon
  }, [text, file])
  const isSame = file !== null && shown?.file === file
  return {
    preview: isSame ? shown.preview : null,
    failure: isSame ? shown.failure : null,
    reading: file !== null && !(isSame && shown.text === text),
  }
}
