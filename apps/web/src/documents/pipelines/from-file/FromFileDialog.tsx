import type { FileLook, SentFile } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { uploadLimitBytes } from '@millrace/contract/uploads/file-types.rule'
import { useCallback, useState } from 'react'
import { call } from '../../../api/call.ts'
import { refreshCalls } from '../../../api/use-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useNewest } from '../../../ui/use-newest.ts'
import { refreshTree } from '../../folders/use-folder-tree.ts'
import { sentFileOf } from '../../../api/sent-file.ts'
import styles from '../sources/setup.module.css'
import { PreviewTable } from '../sources/PreviewTable.tsx'
import { FromFileForm } from './FromFileForm.tsx'
import { type FromFileDraft, isComplete, startOf } from './from-file-draft.ts'
import { reasonOf } from '../../../api/reason-of.ts'

type Props = {
  /** The folder of pipelines where it was asked for. */
  folder: string
  /** The country pipeline that was made, which runs. */
  onMade: (id: string) => void
  onClose: () => void
}

/** A whole pipeline of a file: what will be made is shown first, then made as drafts, all or nothing. */
export function FromFileDialog({ folder, onMade, onClose }: Props) {
  const [file, setFile] = useState<SentFile | null>(null)
  const [look, setLook] = useState<FileLook | null>(null)
  const [draft, setDraft] = useState<FromFileDraft | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<'reading' | 'making' | null>(null)
  const begin = useNewest()

  const choose = async (chosen: File | undefined) => {
    const isNewest = begin()
    setLook(null)
    setFailure(null)
    setBusy(null)
    if (chosen === undefined) return
    if (chosen.size >= uploadLimitBytes) return setFailure(texts.fileTooLarge)
    setBusy('reading')
    try {
      const sent = await sentFileOf(chosen)
      const found = await call('POST /pipelines/look-at-file', { body: { file: sent }, quiet: true })
      if (!isNewest()) return
      setFile(sent)
      setLook(found)
      setDraft(startOf(sent.name, found, folder))
    } catch (error) {
      if (isNewest()) setFailure(reasonOf(error))
    } finally {
      if (isNewest()) setBusy(null)
    }
  }

  const change = useCallback(
    (update: (draft: FromFileDraft) => FromFileDraft) => setDraft((now) => (now === null ? null : update(now))),
    [],
  )

  const make = async () => {
    if (file === null || draft === null) return
    setBusy('making')
    setFailure(null)
    try {
      const { country } = await call('POST /pipelines/from-file', { body: { ...draft, file }, quiet: true })
      await Promise.all([
        refreshCalls('GET /users/pipelines', 'GET /pipelines'),
        ...(['schema', 'component', 'pipeline'] as const).map(refreshTree),
      ])
      onMade(country)
      onClose()
    } catch (error) {
      setFailure(reasonOf(error))
      setBusy(null)
    }
  }

  return (
    <Dialog
      title="New pipeline from file"
      width={75}
      onCancel={() => busy !== 'making' && onClose()}
      footer={
        <>
          <Button disabled={busy === 'making'} onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="primary"
            disabled={look === null || draft === null || !isComplete(draft) || busy !== null}
            onClick={() => void make()}
          >
            {busy === 'making' ? 'Making …' : 'Make the pipeline'}
          </Button>
        </>
      }
    >
      <div className={styles.parts}>
        <p>Choose a file as it will be uploaded: CSV, TSV, XLSX, JSON, NDJSON, XML or a zip of one of them.</p>
        <label>
          File{' '}
          <input
            type="file"
            data-first-focus
            disabled={busy === 'making'}
            onChange={({ target: { files } }) => void choose(files?.[0])}
          />
        </label>
        <p role="status" className="quiet">
          {busy === 'reading' && 'Reading …'}
        </p>
        {failure !== null && (
          <Notice tone="error" look="line" role="alert">
            {failure}
          </Notice>
        )}
        {look !== null && draft !== null && (
          <>
            <FromFileForm draft={draft} look={look} failure={failure} onChange={change} />
            <h3>The first rows</h3>
            <PreviewTable preview={look.preview} />
          </>
        )}
      </div>
    </Dialog>
  )
}
