import type { CallName, FaultDetail, Reply } from '@millrace/contract'

export type ExampleRequest = {
  call: string
  /** Parts of the path, where the call has such. */
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  token: string | null
}
type Answer = (request: ExampleRequest) => unknown
/** What each call answers: the data, or a function that makes it, throws a `RefusedCallError`, or gives a `Response`. */
export type Answers = { [N in CallName]?: Reply<N> | Answer }

/** A refusal with a code of the catalogue, thrown by an answer. */
export class RefusedCallError extends Error {
  readonly code: number
  readonly detail: FaultDetail | null
  constructor(code: number, message: string, detail: FaultDetail | null = null) {
    super(message)
    this.code = code
    this.detail = detail
  }
}

/** What `fetch` was asked, as a call of the contract: one of the answered ones where its path has parts. */
export function readRequest(input: RequestInfo | URL, init: RequestInit, answers: Answers): ExampleRequest {
  const url = new URL(String(input), 'http://app.test')
  const asked = `${init.method ?? 'GET'} ${url.pathname.replace('/api/importer/v1', '')}`
  const { call, params } = findCall(asked, Object.keys(answers))
  return {
    call,
    params,
    query: Object.fromEntries(url.searchParams),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null),
    token: new Headers(init.headers).get('x-token'),
  }
}

function findCall(asked: string, names: readonly string[]): Pick<ExampleRequest, 'call' | 'params'> {
  for (const name of names.filter((one) => one.includes('{'))) {
    const pattern = name.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const found = new RegExp(`^${pattern}$`).exec(asked)
    if (found === null) continue
    const parts = Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)])
    return { call: name, params: Object.fromEntries(parts) }
  }
  return { call: asked, params: {} }
}

/** Answers in the envelope, as the server does; a call without an answer is refused with 40400. */
export async function answerRequest(request: ExampleRequest, given: unknown): Promise<Response> {
  try {
    if (given === undefined) throw new RefusedCallError(40400, `No answer for ${request.call}`)
    const data = typeof given === 'function' ? await (given as Answer)(request) : given
    return data instanceof Response ? data : envelope(20000, 'ok', data)
  } catch (error) {
    if (error instanceof RefusedCallError) return envelope(error.code, error.message, error.detail)
    throw error
  }
}

const envelope = (code: number, message: string, data: unknown) =>
  new Response(JSON.stringify({ code, message, data: data ?? null }), {
    headers: { 'content-type': 'application/json', 'x-request-id': 'req-1' },
  })
