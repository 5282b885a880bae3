import type { Reply } from '@millrace/contract'
import { requestTimeoutMs, tokenHeader } from '@millrace/contract/envelope'
import { CallError } from './call-error.ts'
import { openEnvelope } from './envelope.ts'
import { type FailureOptions, reportFailure } from './report-failure.ts'
import { freshToken } from './fresh-token.ts'
import { leaving } from './leaving.ts'
import { addressOf } from './request.ts'

const name = 'POST /uploads'

export type UploadFiles = FailureOptions & {
  pipelineId: string
  files: readonly { dataSubKind: string; file: File }[]
  /** Share of the bytes sent, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Sends one file per data source in one request. XMLHttpRequest, because fetch does not tell how much was sent. */
export async function uploadFiles(upload: UploadFiles): Promise<Reply<typeof name>> {
  try {
    leaving.refuseCalls(name)
    const token = await freshToken()
    // One that was stopped meanwhile does not begin: its request would hear of it no more.
    upload.signal?.throwIfAborted()
    const { text, requestId } = await post(upload, token)
    return openEnvelope<Reply<typeof name>>(name, text, requestId)
  } catch (error) {
    throw reportFailure(error, upload)
  }
}

function post({ pipelineId, files, onProgress, signal }: UploadFiles, token: string | null) {
  const form = new FormData()
  // The pipeline goes first: the server judges each file by its sources while the file is still coming.
  form.append('pipelineId', pipelineId)
  for (const { dataSubKind, file } of files) form.append(dataSubKind, file, file.name)

  return new Promise<{ text: string; requestId: string | null }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(name))
    request.timeout = requestTimeoutMs
    if (token !== null) request.setRequestHeader(tokenHeader, token)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => resolve({ text: request.responseText, requestId: request.getResponseHeader('x-request-id') })
    request.onerror = () => reject(new CallError(name, null, 'Network Error'))
    request.ontimeout = () => reject(new CallError(name, null, `timeout of ${requestTimeoutMs}ms exceeded`))
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
