import { useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { useNewest } from '../../../ui/use-newest.ts'
import { sentFileOf } from '../../../api/sent-file.ts'
import { CountField } from './CountField.tsx'
import type { FillProps } from './FillDialog.tsx'
import { firstOf, targetOf, wordsOfFile } from './fill.ts'
import { reasonOf } from '../../../api/reason-of.ts'

/** Records that are taken out of a file unless somebody wants more. */
const usualRecords = 100
const maxRecords = 10_000

type Read = { name: string; value: unknown }

/** The server reads the file; nothing of it is kept there (CMP-017). */
export function FillFromFile({ inputs, target, onTake, onClose, foot }: FillProps) {
  const [read, setRead] = useState<Read | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [count, setCount] = useState(usualRecords)
  const begin = useNewest()
  const choose = async (file: File | undefined) => {
    const isNewest = begin()
    setRead(null)
    setFailure(null)
    setBusy(file !== undefined)
    if (file === undefined) return
    try {
      const value = await call('POST /uploads/toJson', { body: await sentFileOf(file), quiet: true })
      if (isNewest()) setRead({ name: file.name, value })
    } catch (error) {
      if (isNewest()) setFailure(reasonOf(error))
    } finally {
      if (isNewest()) setBusy(false)
    }
  }
  const isList = Array.isArray(read?.value)
  return (
    <>
      <p>Choose a file: CSV, TSV, XLSX, JSON, NDJSON or XML. Of a workbook the first sheet is read.</p>
      <input
        type="file"
        aria-label="File with records"
        data-first-focus
        onChange={({ target: { files } }) => void choose(files?.[0])}
      />
      <p role="status" className="quiet">
        {isBusy && 'Reading …'}
        {read !== null && (isList ? `${formatCount((read.value as unknown[]).length)} records` : 'One JSON value')}
      </p>
      {failure !== null && (
        <Notice tone="error" look="line" role="alert">
          {failure}
        </Notice>
      )}
      {isList && <CountField label="Records, at most" value={count} max={maxRecords} onChange={setCount} />}
      {foot !== null &&
        createPortal(
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              tone="primary"
              disabled={read === null}
              onClick={() =>
                read !== null &&
                onTake(
                  firstOf(read.value, count),
                  targetOf(read.value, target, inputs),
                  wordsOfFile(read.name, read.value, count),
                )
              }
            >
              Fill
            </Button>
          </>,
          foot,
        )}
    </>
  )
}
