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
    return answerRequest(request, answers[request.call as CallName])
  })
  vi.stubGlobal('fetch', fetch)
  return { requests, fetch, of: (call: CallName) => requests.filter((request) => request.call === call) }
}
