import type { CallName } from '@millrace/contract'
import { answerRequest, type Answers, readRequest, RefusedCallError } from './answers.ts'
import { exampleLines } from './example-socket.ts'
import type { ScreenState } from './screen-example.ts'

/** Where a slow machine takes long to load the live link, the same lines are asked for. */
const ofLogs: Answers = {
  'GET /logs/uploads': ({ query }) => exampleLines('uploadId', `${query.ids}`, Number(query.after ?? 0)),
  'GET /logs/jobs': ({ query }) => exampleLines('importId', `${query.id}`, Number(query.after ?? 0)),
}

/** Calls that every page makes; they never fail or wait, or there would be no page. Nor does the live link. */
const ofEveryPage: readonly string[] = ['GET /users/info', ...Object.keys(ofLogs)]

let open = 0
let lastEnd = performance.now()

/** Answers every call of the page in its state: at once, never, or with a refusal. */
export function serveExample(ofExample: Answers, state: ScreenState): void {
  const answers = { ...ofLogs, ...ofExample }
  lastEnd = performance.now()
  window.fetch = async (input, init = {}) => {
    const request = readRequest(input, init, answers)
    if (state === 'loading' && !ofEveryPage.includes(request.call)) return waitFor(init.signal)
    open += 1
    try {
      const fails = state === 'failed' && !ofEveryPage.includes(request.call)
      return await answerRequest(request, fails ? refuse : answers[request.call as CallName])
    } finally {
      open -= 1
      lastEnd = performance.now()
    }
  }
}

const refuse = () => {
  throw new RefusedCallError(50000, 'Something unexpected happened.')
}

/** An answer that never comes; a page that gives up asking is told so. */
const waitFor = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })

/** How long no call has been made, in milliseconds. */
export const idleFor = (): number => (open > 0 ? 0 : performance.now() - lastEnd)
