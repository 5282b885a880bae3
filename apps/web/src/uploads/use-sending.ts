import { useEffect, useRef, useState } from 'react'
import { isAbort } from '../api/call-error.ts'
import { uploadFiles } from '../api/upload-files.ts'
import { refreshCalls } from '../api/use-call.ts'
import { type StepLine, stepLine } from './StepLog.tsx'
import { keepUploads } from './use-uploads.ts'

/** Files that wait to be sent, by sub kind. */
export type ChosenFiles = ReadonlyMap<string, File>

/**
 * Sends the chosen files of a pipeline. A failure goes to the step's own log and the console, not to a toast (UPL-016,
 * D-66); nothing chosen sends nothing and succeeds (D-69).
 */
export function useSending(pipelineId: string) {
  const [sending, setSending] = useState(false)
  const [share, setShare] = useState(0)
  const [lines, setLines] = useState<readonly StepLine[]>([])
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** Whether everything was sent. */
  const send = async (chosen: ChosenFiles): Promise<boolean> => {
    if (chosen.size === 0) return true
    const control = new AbortController()
    running.current = control
    setSending(true)
    setShare(0)
    try {
      const sent = await uploadFiles({
        pipelineId,
        files: [...chosen].map(([dataSubKind, file]) => ({ dataSubKind, file })),
        onProgress: setShare,
        signal: control.signal,
        fallback: 'error while uploading files',
        quiet: true,
      })
      keepUploads(pipelineId, sent)
      void refreshCalls('GET /uploads/last-all')
      setLines([])
      return true
    } catch (error) {
      console.error(error)
      const line = isAbort(error) ? stepLine('warn', 'Sending was stopped, nothing was uploaded.') : failure(error)
      setLines((before) => [...before, line])
      return false
    } finally {
      setSending(false)
    }
  }
  return { sending, share, lines, send, stop: () => running.current?.abort() }
}

const failure = (error: unknown): StepLine => stepLine('error', error instanceof Error ? error.message : String(error))
