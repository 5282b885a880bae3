import type { CallName, Reply } from '@millrace/contract'
import { vi } from 'vitest'

export type FakeRequest = {
  call: string
  query: Record<string, string>
  body: unknown
  token: string | null
}
type Answer = (request: FakeRequest) => unknown
/** What each call answers: the data, or a function that makes it, throws a `RefusedCallError`, or gives a `Response`. */
export type Answers = { [N in CallName]?: Reply<N> | Answer }

/** A refusal with a code of the catalogue, thrown by an answer. */
export class RefusedCallError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Stands in for the server in component tests: replaces `fetch`, answers the calls it knows in the envelope and every
 * other with 40400. `requests` holds what was asked. vi.unstubAllGlobals() ends it.
 */
export function fakeServer(answers: Answers) {
  const requests: FakeRequest[] = []
  const fetch = vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), 'http://app.test')
    const headers = new Headers(init.headers)
    const request: FakeRequest = {
      call: `${init.method ?? 'GET'} ${url.pathname.replace('/api/importer/v1', '')}`,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null),
      token: headers.get('x-token'),
    }
    requests.push(request)
    return answer(request, answers[request.call as CallName])
  })
  vi.stubGlobal('fetch', fetch)
  return { requests, fetch, of: (call: CallName) => requests.filter((request) => request.call === call) }
}

async function answer(request: FakeRequest, given: unknown): Promise<Response> {
  try {
    if (given === undefined) throw new RefusedCallError(40400, `No answer for ${request.call}`)
    const data = typeof given === 'function' ? await (given as Answer)(request) : given
    return data instanceof Response ? data : envelope(20000, 'ok', data)
  } catch (error) {
    if (error instanceof RefusedCallError) return envelope(error.code, error.message, null)
    throw error
  }
}

const envelope = (code: number, message: string, data: unknown) =>
  new Response(JSON.stringify({ code, message, data: data ?? null }), {
    headers: { 'content-type': 'application/json', 'x-request-id': 'req-1' },
  })
