import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Import, isEnded } from '@millrace/contract'
import { callServer } from '@millrace/server/entry/cli/client'
import { benchPerson } from './workspace.ts'

/** The product as a client sees it: over HTTP, signed in. */
export type ProductClient = {
  /** Sends the file. @returns milliseconds from the first byte sent until it is valid */
  upload(file: string): Promise<number>
  /** Runs the import. @returns milliseconds from queued to done, by the server's own instants: asking costs what is measured */
  run(): Promise<{ imp: Import; ms: number }>
  /** Queues an import. @returns its id */
  start(): Promise<string>
  ended(importId: string): Promise<Import>
  abort(importId: string): Promise<void>
}

export async function productClient(server: string, pipelineId: string): Promise<ProductClient> {
  const signed = await callServer(server, 'POST /users/login', {
    body: { username: benchPerson.userName, password: benchPerson.password },
  })
  if (!('token' in signed)) throw new Error('the person of the benchmark has no second factor')
  const token = signed.token.value
  const start = async (): Promise<string> => {
    const body = { pipelineId, kind: 'immediate', restartOnError: true } as const
    return (await callServer(server, 'POST /imports', { body }, token)).importId
  }
  const ended = async (importId: string): Promise<Import> => {
    for (;;) {
      const { imp } = await callServer(server, 'GET /imports/job', { query: { pipelineId } }, token)
      if (imp !== null && imp._id === importId && isEnded(imp.state)) return imp
      await sleep(200)
    }
  }
  return {
    async upload(file) {
      const form = new FormData()
      form.set('pipelineId', pipelineId)
      form.set('rows', await openAsBlob(file), path.basename(file))
      const started = performance.now()
      const [upload] = await callServer(server, 'POST /uploads', { body: form }, token)
      if (upload === undefined) throw new Error('nothing was uploaded')
      for (;;) {
        const [now] = await callServer(server, 'GET /uploads/status', { query: { ids: upload._id } }, token)
        if (now?.status === 'valid') return performance.now() - started
        if (now?.status === 'invalid') throw new Error(`the upload is invalid: ${now.logs.at(-1)?.message}`)
        await sleep(50)
      }
    },
    start,
    ended,
    async abort(importId) {
      await callServer(server, 'POST /imports/abort', { body: { importId } }, token)
    },
    async run() {
      const imp = await ended(await start())
      return { imp, ms: Date.parse(imp.endAt as string) - Date.parse(imp.scheduledAt) }
    },
  }
}
