import { afterEach, expect, it, vi } from 'vitest'
import type { CodeScope } from '../code-scope.ts'
import { CheckerClient, type CheckerWorker } from './checker-client.ts'
import type { CheckerRequest } from './checker.types.ts'

afterEach(() => {
  vi.useRealTimers()
})

const scope: CodeScope = { kind: 'function', inputs: [], outputs: [], modules: null, connections: null }
const fault = { from: 0, to: 1, severity: 'error' as const, message: 'No.' }

/** A worker that keeps what it is asked until it is told to answer. */
function silentWorker() {
  const asked: CheckerRequest[] = []
  const worker: CheckerWorker = {
    postMessage: (request: CheckerRequest) => void asked.push(request),
    terminate: vi.fn(),
    onmessage: null,
    onerror: null,
  }
  const reply = (index: number, answer: unknown) =>
    worker.onmessage?.call(worker as Worker, { data: { id: asked[index]?.id, answer } } as MessageEvent)
  return { worker, asked, reply }
}

it('starts the worker with the first question, and gives each its own answer', async () => {
  const { worker, asked, reply } = silentWorker()
  const start = vi.fn(() => worker)
  const client = new CheckerClient(start)
  expect(start).not.toHaveBeenCalled()
  const [first, second] = [client.ask('check', scope, { code: 'a' }), client.ask('check', scope, { code: 'b' })]
  expect(start).toHaveBeenCalledTimes(1)
  reply(1, [fault])
  reply(0, [])
  expect(await first).toEqual([])
  expect(await second).toEqual([fault])
  // What the code sees is sent again when it is something else.
  void client.ask('check', { ...scope }, { code: 'c' })
  expect(asked.map((request) => 'scope' in request)).toEqual([true, false, true])
})

it('answers nothing where the worker cannot be started', async () => {
  const client = new CheckerClient(() => {
    throw new Error('refused')
  })
  expect(await client.ask('check', scope, { code: 'a' })).toBeNull()
  expect(client.isUsable).toBe(false)
})

it('answers nothing once the worker has failed, or takes too long', async () => {
  for (const fail of ['error', 'silence']) {
    vi.useFakeTimers()
    const { worker } = silentWorker()
    const client = new CheckerClient(() => worker)
    const answer = client.ask('hover', scope, { code: 'a', at: 0 })
    if (fail === 'error') worker.onerror?.call(worker as Worker, new ErrorEvent('error'))
    else vi.advanceTimersByTime(60_000)
    expect(await answer).toBeNull()
    expect(client.isUsable).toBe(false)
    expect(worker.terminate).toHaveBeenCalledTimes(1)
    expect(await client.ask('check', scope, { code: 'b' })).toBeNull()
  }
})
