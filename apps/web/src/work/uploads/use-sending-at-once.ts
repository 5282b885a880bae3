import { texts } from '@millrace/contract/errors'
import type { Upload } from '@millrace/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { isAbort } from '../../api/call-error.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { uploadFiles } from '../../api/upload-files.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { type StepLine, stepLine } from './StepLog.tsx'
import { type Choice, type Choices, fetchIt } from './sending.ts'
import { cacheUploads } from './use-uploads.ts'

/** What a person gave to the sources of one pipeline in this visit. */
export type GivenFiles = {
  /** By sub kind: what is on its way, or failed and waits for another try. What arrived is an upload. */
  choices: Choices
  /** Ids of the uploads that arrived. */
  sent: ReadonlySet<string>
}

export type SendingAtOnce = {
  given: (pipelineId: string) => GivenFiles
  /** Of all pipelines: something is on its way, or failed and was neither tried again nor removed. */
  isOpen: boolean
  /** What went wrong with what still waits for another try, newest last (UPL-016). */
  lines: readonly StepLine[]
  /** Sends the file, or has the source fetched, at once, instead of what is on its way for it; undefined takes that back. `name` tells the source apart from those of other pipelines. */
  choose: (pipelineId: string, dataSubKind: string, what: Choice['what'] | undefined, name?: string) => void
  /** Stops all that is on its way; it can be tried again. */
  stop: () => void
}

const nothingGiven: GivenFiles = { choices: new Map(), sent: new Set() }

/**
 * Sends each chosen file by itself as soon as it is chosen, and has real-time sources fetched. A failure goes to the
 * step's log, its source and the console, not to a toast (UPL-016, D-66).
 * @param visit another one forgets everything, and stops what is on its way
 */
export function useSendingAtOnce(visit: string | undefined): SendingAtOnce {
  const [all, setAll] = useState<ReadonlyMap<string, GivenFiles>>(new Map())
  const [lines, setLines] = useState<ReadonlyMap<string, StepLine>>(new Map())
  const running = useRef(new Map<string, AbortController>())
  const forget = useCallback(() => {
    for (const control of running.current.values()) control.abort()
    running.current.clear()
    setAll(new Map())
    setLines(new Map())
  }, [])
  const current = useRef(visit)
  useEffect(() => {
    if (current.current !== visit) forget()
    current.current = visit
  }, [visit, forget])
  useEffect(() => forget, [forget])

  const change = (pipelineId: string, to: (given: GivenFiles) => GivenFiles) =>
    setAll((before) => new Map(before).set(pipelineId, to(before.get(pipelineId) ?? nothingGiven)))

  /** Of one source. */
  const tell = (key: string, line: StepLine | null) =>
    setLines((before) => new Map([...before].filter(([other]) => other !== key).concat(line ? [[key, line]] : [])))

  const start = async ({ pipelineId, dataSubKind, what, name }: Given, control: AbortController) => {
    const key = keyOf(pipelineId, dataSubKind)
    // What was replaced or forgotten meanwhile has nothing more to say.
    const isCurrent = () => running.current.get(key) === control
    const show = (share: number | null, failure: string | null = null) =>
      change(pipelineId, (given) => withChoice(given, dataSubKind, { what, share, failure }))
    show(0)
    try {
      const onProgress = (share: number) => isCurrent() && show(share)
      const uploads = await sendOne({ pipelineId, dataSubKind, what, onProgress, signal: control.signal })
      cacheUploads(pipelineId, uploads)
      void refreshCalls('GET /uploads/last-all')
      if (!isCurrent()) return
      change(pipelineId, (given) => withArrived(given, dataSubKind, uploads))
    } catch (error) {
      if (!isCurrent()) return
      console.error(error)
      const stopped = isAbort(error)
      const reason = stopped ? stoppedText(what) : reasonOf(error)
      show(null, reason)
      tell(key, stepLine(stopped ? 'warn' : 'error', `${name}: ${reason}`))
    }
    running.current.delete(key)
  }

  return {
    given: (pipelineId) => all.get(pipelineId) ?? nothingGiven,
    isOpen: [...all.values()].some(({ choices }) => choices.size > 0),
    lines: [...lines.values()],
    choose: (pipelineId, dataSubKind, what, name = dataSubKind) => {
      const key = keyOf(pipelineId, dataSubKind)
      running.current.get(key)?.abort()
      running.current.delete(key)
      tell(key, null)
      if (what === undefined) return change(pipelineId, (given) => withChoice(given, dataSubKind, undefined))
      const control = new AbortController()
      running.current.set(key, control)
      void start({ pipelineId, dataSubKind, what, name }, control)
    },
    stop: () => {
      for (const control of running.current.values()) control.abort()
    },
  }
}

const keyOf = (pipelineId: string, dataSubKind: string): string => `${pipelineId} ${dataSubKind}`

function withChoice(given: GivenFiles, dataSubKind: string, choice: Choice | undefined): GivenFiles {
  const choices = new Map(given.choices)
  if (choice === undefined) choices.delete(dataSubKind)
  else choices.set(dataSubKind, choice)
  return { ...given, choices }
}

const withArrived = (given: GivenFiles, dataSubKind: string, uploads: readonly Upload[]): GivenFiles => ({
  ...withChoice(given, dataSubKind, undefined),
  sent: new Set([...given.sent, ...uploads.map(({ _id }) => _id)]),
})

type Given = { pipelineId: string; dataSubKind: string; what: Choice['what']; name: string }
type One = Omit<Given, 'name'> & {
  onProgress: (share: number) => void
  signal: AbortSignal
}

function sendOne({ pipelineId, dataSubKind, what, onProgress, signal }: One): Promise<Upload[]> {
  if (what === fetchIt) {
    const body = { pipeline: pipelineId, dataSubKinds: [dataSubKind] }
    return call('POST /uploads/fetchRealTime', { body, quiet: true, fallback: texts.realTimeUnavailable, signal })
  }
  const files = [{ dataSubKind, file: what }]
  return uploadFiles({ pipelineId, files, onProgress, signal, fallback: 'error while uploading files', quiet: true })
}

const stoppedText = (what: Choice['what']): string =>
  what === fetchIt ? 'Fetching was stopped.' : 'Sending was stopped, nothing was uploaded.'
