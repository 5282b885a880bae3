import { texts } from '@millrace/contract/errors'
import { extensionsOf, mimetypes, uploadLimitBytes } from '@millrace/contract/uploads/file-types.rule'
import { useState } from 'react'
import { reasonOf } from '../../../api/reason-of.ts'
import { sentFileOf } from '../../../api/sent-file.ts'
import { Button } from '../../../ui/Button.tsx'
import { Bar } from '../../../ui/Layout.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useNewest } from '../../../ui/use-newest.ts'
import styles from '../panels.module.css'
import type { SourceProps } from './SourcePanel.tsx'
import { ShownPreview } from './ShownPreview.tsx'
import { useNewestUpload } from './use-newest-upload.ts'
import { type PreviewedFile, useSourcePreview } from './use-source-preview.ts'

/** The first rows of a file, read with the settings above: the newest upload of the source until another one is chosen. */
export function FilePreviewPanel({ source, readOnly, onChange }: SourceProps) {
  const newest = useNewestUpload(source)
  const [chosen, setChosen] = useState<{ name: string; file: PreviewedFile } | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const begin = useNewest()
  const shown = chosen ?? newest
  const { preview, failure, reading } = useSourcePreview(source, shown?.file ?? null)

  const choose = async (file: File | undefined) => {
    const isNewest = begin()
    setRefusal(null)
    if (file === undefined) return
    if (file.size >= uploadLimitBytes) return setRefusal(texts.fileTooLarge)
    try {
      const sent = await sentFileOf(file)
      if (isNewest()) setChosen({ name: file.name, file: { file: sent } })
    } catch (error) {
      if (isNewest()) setRefusal(reasonOf(error))
    }
  }

  return (
    <section className={styles.panel} aria-label={`First rows of ${source.dataSubKind}`}>
      <h3>First rows of a file</h3>
      <Bar>
        <label className={styles.file}>
          File{' '}
          <input
            type="file"
            accept={extensionsOf(source.contentType, mimetypes).join(',')}
            onChange={({ target: { files } }) => void choose(files?.[0])}
          />
        </label>
        {chosen !== null && newest !== null && (
          <Button onClick={() => setChosen(null)}>Use the newest upload, {newest.name}</Button>
        )}
        <span className="quiet" role="status">
          {statusOf(reading, chosen, newest)}
        </span>
      </Bar>
      {[refusal, failure].map(
        (text) =>
          text !== null && (
            <Notice key={text} tone="error" look="line" role="alert">
              {text}
            </Notice>
          ),
      )}
      {preview !== null && <ShownPreview {...{ source, readOnly, onChange, preview }} isOld={reading} />}
    </section>
  )
}

type Named = { name: string } | null

function statusOf(reading: boolean, chosen: Named, newest: Named): string {
  if (reading) return 'Reading …'
  if (chosen !== null) return 'Read with the settings above.'
  return newest === null
    ? 'Choose a file to see how it is read. It is not kept.'
    : `Read from the newest upload, ${newest.name}.`
}
