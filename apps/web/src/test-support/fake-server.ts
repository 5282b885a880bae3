import type { CallName } from '@millrace/contract'
import { vi } from 'vitest'
import { answerRequest, type Answers, type ExampleRequest, readRequest } from '../gallery/answers.ts'

export { type Answers, type ExampleRequest as FakeRequest, RefusedCallError } from '../gallery/answers.ts'

/**
 * Stands in for the server in component tests: replaces `fetch`, answers the calls it knows in the envelope and every
 * other with 40400. `requests` holds what was asked. vi.unstubAllGlobals() ends it.
 */
export function fakeServer(answers: Answers) {
  const requests: ExampleRequest[] = []
  const fetch = vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const request = readRequest(input, init, answers)
    requests.push(request)
    const answer = answerRequest(request, answers[request.call as CallName])
    return init.signal ? Promise.race([answer, whenAborted(init.signal)]) : answer
  })
  vi.stubGlobal('fetch', fetch)
  return { requests, fetch, of: (call: CallName) => requests.filter((request) => request.call === call) }
}

/** Fails as a request does that is given up. */
const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = () => reject(new DOMException('The request was given up', 'AbortError'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
