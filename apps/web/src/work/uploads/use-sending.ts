import { texts } from '@millrace/contract/errors'
import type { Upload } from '@millrace/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { isAbort } from '../../api/call-error.ts'
import { uploadFiles } from '../../api/upload-files.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { type StepLine, stepLine } from './StepLog.tsx'
import { type ChosenFiles, filesOf, type Sending, toSending, sourcesToFetch } from './sending.ts'
import { cacheUploads } from './use-uploads.ts'
import { reasonOf } from '../../api/reason-of.ts'

export type Sent = { done: true; uploads: Upload[] } | { done: false; uploads: Upload[]; left: ChosenFiles }

/**
 * Sends the chosen files of a pipeline and has its real-time sources fetched. A failure goes to the step's own log and
 * the console, not to a toast (UPL-016, D-66); nothing chosen sends nothing and succeeds (D-69).
 */
export function useSending(pipelineId: string) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [lines, setLines] = useState<readonly StepLine[]>([])
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const note = (level: StepLine['level'], message: string) =>
    setLines((before) => [...before, stepLine(level, message)])

  /** What became of it: `done` only if files and fetches both succeeded (UPL-015); `left` is what must be sent again. */
  const send = async (chosen: ChosenFiles): Promise<Sent> => {
    if (chosen.size === 0) return { done: true, uploads: [] }
    const control = new AbortController()
    running.current = control
    const files = filesOf(chosen)
    const fetched = sourcesToFetch(chosen)
    const uploads: Upload[] = []
    let left = chosen
    try {
      setLines([])
      if (files.length > 0) {
        setSending(toSending(files, 0))
        const fallback = 'error while uploading files'
        const onProgress = (share: number) => setSending(toSending(files, share))
        uploads.push(
          ...(await uploadFiles({ pipelineId, files, onProgress, signal: control.signal, fallback, quiet: true })),
        )
        left = new Map([...chosen].filter(([kind]) => fetched.includes(kind)))
      }
      if (fetched.length > 0) {
        setSending({ fetching: fetched })
        const body = { pipeline: pipelineId, dataSubKinds: fetched }
        const options = { quiet: true, fallback: texts.realTimeUnavailable, signal: control.signal }
        uploads.push(...(await call('POST /uploads/fetchRealTime', { body, ...options })))
      }
      return { done: true, uploads }
    } catch (error) {
      console.error(error)
      if (isAbort(error)) note('warn', stopped(left.size < chosen.size))
      else note('error', reasonOf(error))
      return { done: false, uploads, left }
    } finally {
      setSending(null)
      if (uploads.length > 0) {
        cacheUploads(pipelineId, uploads)
        void refreshCalls('GET /uploads/last-all')
      }
    }
  }
  return { sending, lines, note, send, stop: () => running.current?.abort() }
}

const stopped = (filesSent: boolean): string =>
  filesSent ? 'Fetching was stopped; the files are uploaded.' : 'Sending was stopped, nothing was uploaded.'
