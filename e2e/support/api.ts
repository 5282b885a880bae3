import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Body,
  type CallName,
  type Import,
  isEnded,
  type PipelineListItem,
  type Reply,
  type Upload,
} from '@millrace/contract'
import { callServer } from '@millrace/server/entry/cli/client'

/** A person at the API, beside the browser: for what a journey needs but does not show. */
export type ApiPerson = {
  token: string
  call<N extends CallName>(
    name: N,
    input?: { query?: Record<string, string>; body?: Body<N> | FormData },
  ): Promise<Reply<N>>
  pipeline(name: string): Promise<PipelineListItem>
  /** Sends one file, from disk or made here, and waits for its judgement. */
  upload(pipeline: string, dataSubKind: string, file: string | File): Promise<Upload>
  /** Queues an import that runs now. @returns its id */
  start(pipeline: string): Promise<string>
  /** Waits for the newest import of the pipeline, which must be `importId`, to end. */
  ended(pipeline: string, importId: string, seconds?: number): Promise<Import>
}

export async function apiPerson(server: string, username: string, password = 'Try-this-1now'): Promise<ApiPerson> {
  const signed = await callServer(server, 'POST /users/login', { body: { username, password } })
  if (!('token' in signed)) throw new Error(`${username} is asked for a second factor`)
  const token = signed.token.value
  const call: ApiPerson['call'] = (name, input = {}) => callServer(server, name, input, token)
  const pipeline = async (name: string) => {
    const found = (await call('GET /users/pipelines')).pipelines.find((one) => one.name === name)
    if (found === undefined) throw new Error(`${username} sees no pipeline ${name}`)
    return found
  }
  return {
    token,
    call,
    pipeline,
    async upload(name, dataSubKind, file) {
      const form = new FormData()
      form.set('pipelineId', (await pipeline(name))._id)
      const [blob, fileName] =
        typeof file === 'string' ? [await openAsBlob(file), path.basename(file)] : [file, file.name]
      form.set(dataSubKind, blob, fileName)
      const [sent] = await call('POST /uploads', { body: form })
      if (sent === undefined) throw new Error('nothing was uploaded')
      for (;;) {
        const [now] = await call('GET /uploads/status', { query: { ids: sent._id } })
        if (now !== undefined && now.status !== 'validating') return now
        await sleep(50)
      }
    },
    async start(name) {
      const { _id: pipelineId } = await pipeline(name)
      const body = { pipelineId, kind: 'immediate', restartOnError: true } as const
      return (await call('POST /imports', { body })).importId
    },
    async ended(name, importId, seconds = 60) {
      const { _id: pipelineId } = await pipeline(name)
      const end = Date.now() + seconds * 1000
      while (Date.now() < end) {
        const { imp } = await call('GET /imports/job', { query: { pipelineId } })
        if (imp !== null && imp._id === importId && isEnded(imp.state)) return imp
        await sleep(100)
      }
      throw new Error(`the import of ${name} has not ended within ${seconds} s`)
    },
  }
}

/** Ends the plans that the demo comes with: for tests that look at all plans or at everything that is still to run. */
export async function endDemoPlans(server: string): Promise<void> {
  const sam = await apiPerson(server, 'sam.super')
  const { repeatable } = await sam.call('GET /imports/listScheduled')
  for (const { _id: jobId } of repeatable) await sam.call('DELETE /imports/job', { query: { jobId } })
}
