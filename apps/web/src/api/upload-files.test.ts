import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast } from '../state/toasts.ts'
import { storeTokens } from './stored-tokens.ts'
import { uploadFiles } from './upload-files.ts'

/** A request that reports half of its bytes and then gets the answer set here. */
let answer: { text: string } | 'network' = { text: '' }
const sent: FakeRequest[] = []
class FakeRequest {
  headers: Record<string, string> = {}
  opened: string[] = []
  body: FormData | null = null
  responseText = ''
  timeout = 0
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  open(...parts: string[]) {
    this.opened = parts
    sent.push(this)
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader = () => 'req-7'
  abort() {
    this.onabort?.()
  }
  send(body: FormData) {
    this.body = body
    this.upload.onprogress?.({ lengthComputable: true, loaded: 5, total: 10 })
    if (answer === 'network') this.onerror?.()
    else {
      this.responseText = answer.text
      this.onload?.()
    }
  }
}

const files = [
  { dataSubKind: 'prices', file: new File(['a;b'], 'prices.csv') },
  { dataSubKind: 'stock', file: new File(['c'], 'stock.csv') },
]

beforeEach(() => {
  sent.length = 0
  toast.closeAll()
  storeTokens({ value: 'token', expireAt: '2999-01-01T00:00:00.000Z' }, 'refresh')
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => vi.unstubAllGlobals())

describe('uploadFiles', () => {
  it('sends the pipeline, then one part per source under its name, and tells the progress', async () => {
    answer = { text: JSON.stringify({ code: 20000, message: 'ok', data: [] }) }
    const onProgress = vi.fn()
    await expect(uploadFiles({ pipelineId: 'p1', files, onProgress })).resolves.toEqual([])
    expect(sent[0]?.opened).toEqual(['POST', '/api/importer/v1/uploads'])
    expect(sent[0]?.headers).toEqual({ 'x-token': 'token' })
    expect([...(sent[0]?.body ?? new FormData())].map(([name]) => name)).toEqual(['pipelineId', 'prices', 'stock'])
    expect(onProgress).toHaveBeenCalledWith(0.5)
  })

  it('rejects with the text of the server; quiet shows no toast', async () => {
    answer = { text: JSON.stringify({ code: 41300, message: 'File must be under 20 MiB', data: null }) }
    await expect(uploadFiles({ pipelineId: 'p1', files, quiet: true })).rejects.toMatchObject({
      code: 41300,
      message: 'File must be under 20 MiB',
      requestId: 'req-7',
    })
    expect(toast.shown()).toEqual([])
  })

  it('shows the client text when there was no answer', async () => {
    answer = 'network'
    await expect(uploadFiles({ pipelineId: 'p1', files, fallback: 'error while uploading files' })).rejects.toThrow(
      'error while uploading files',
    )
    expect(toast.shown()[0]).toMatchObject({ text: 'error while uploading files', detail: 'Network Error' })
  })

  it('sends nothing once it was stopped, also while the token is renewed', async () => {
    const stop = new AbortController()
    const sending = uploadFiles({ pipelineId: 'p1', files, signal: stop.signal })
    stop.abort()
    await expect(sending).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
    expect(sent).toEqual([])
    expect(toast.shown()).toEqual([])
  })
})
