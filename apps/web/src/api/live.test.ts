import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeLive, subscribeLive } from './live.ts'
import { sessionOver } from './session-over.ts'
import { storeTokens } from './stored-tokens.ts'

/** A socket as socket.io gives it, without a wire. */
const made = vi.hoisted(() => {
  const listeners = new Map<string, ((message?: unknown) => void)[]>()
  return {
    io: [] as unknown[][],
    emitted: [] as { event: string; parts: Record<string, unknown>; answer?: (reply: unknown) => void }[],
    connected: false,
    connects: 0,
    fire(event: string, message?: unknown) {
      for (const listener of listeners.get(event) ?? []) listener(message)
    },
    on(event: string, listener: (message?: unknown) => void) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
    },
    connect() {
      made.connects += 1
      made.connected = true
      made.fire('connect')
    },
    disconnect() {
      made.connected = false
      made.fire('disconnect', 'io client disconnect')
    },
    emit(event: string, parts: Record<string, unknown>, answer?: (reply: unknown) => void) {
      made.emitted.push({ event, parts, ...(answer === undefined ? {} : { answer }) })
    },
  }
})
vi.mock('socket.io-client', () => ({
  io: (...parts: unknown[]) => {
    made.io.push(parts)
    return made
  },
}))

const filter = { importId: ['i1'] }
const handlers = () => ({ onInit: vi.fn(), onChange: vi.fn(), onState: vi.fn(), after: () => ({ i1: 7 }) })
const settle = () => new Promise((resolve) => setTimeout(resolve, 10))
const events = () => made.emitted.map(({ event, parts }) => [event, parts.model, parts.filter])

beforeEach(() => {
  storeTokens({ value: 'token', expireAt: '2999-01-01T00:00:00.000Z' }, 'refresh')
})
afterEach(async () => {
  vi.useRealTimers()
  closeLive()
  await settle()
  made.emitted.length = 0
  sessionOver.close()
})

describe('live link', () => {
  it('LOG-015/ui LOG-016/ui connects by hand with the first subscription, by websocket alone', async () => {
    expect(made.io).toEqual([])
    subscribeLive('logs', filter, handlers())
    await settle()
    expect(made.io).toHaveLength(1)
    expect(made.io[0]?.[1]).toMatchObject({ transports: ['websocket'], autoConnect: false })
    expect(made.connects).toBe(1)
  })

  it('LOG-015/ui ends a second after the last subscription, unless the next page makes another', async () => {
    const first = subscribeLive('logs', filter, handlers())
    await settle()
    vi.useFakeTimers()
    first()
    vi.advanceTimersByTime(900)
    const next = subscribeLive('logs', { importId: ['i2'] }, handlers())
    vi.advanceTimersByTime(2000)
    expect(made.connected).toBe(true)
    next()
    vi.advanceTimersByTime(999)
    expect(made.connected).toBe(true)
    vi.advanceTimersByTime(1)
    expect(made.connected).toBe(false)
  })

  it('LOG-021/ui asks on the versioned path', async () => {
    subscribeLive('logs', filter, handlers())
    await settle()
    expect(made.io[0]?.[1]).toMatchObject({ path: '/api/importer/v1/socket' })
  })

  it('LOG-019/ui emits subscribe and unsubscribe with token, model and filter', async () => {
    const end = subscribeLive('logs', filter, handlers())
    await settle()
    expect(made.emitted[0]).toMatchObject({
      event: 'subscribe',
      parts: { token: 'token', model: 'logs', filter, after: { i1: 7 } },
    })
    end()
    await settle()
    expect(made.emitted[1]).toMatchObject({ event: 'unsubscribe', parts: { token: 'token', model: 'logs', filter } })
  })

  it('LOG-017/ui subscribes everything again on connect and ends everything on close', async () => {
    subscribeLive('logs', filter, handlers())
    subscribeLive('uploads', { pipelineId: ['p1'] }, handlers())
    await settle()
    made.emitted.length = 0
    made.connected = false
    made.fire('disconnect', 'transport close')
    made.connect()
    await settle()
    const both = [
      ['logs', filter],
      ['uploads', { pipelineId: ['p1'] }],
    ]
    expect(events()).toEqual(both.map((parts) => ['subscribe', ...parts]))
    made.emitted.length = 0
    closeLive()
    await settle()
    expect(events()).toEqual(both.map((parts) => ['unsubscribe', ...parts]))
    expect(made.connected).toBe(false)
  })

  it('LOG-018/ui LOG-020/ui hands init and change to the subscription they name, and tells of a lost link', async () => {
    const mine = handlers()
    const other = handlers()
    subscribeLive('logs', filter, mine)
    subscribeLive('logs', { importId: ['i2'] }, other)
    await settle()
    const init = { model: 'logs', filter, data: [], firstSeq: 0, lastSeq: 0, total: 0 }
    made.fire('init', init)
    expect(mine.onInit).toHaveBeenCalledWith(init)
    expect(mine.onState).toHaveBeenLastCalledWith('live')
    made.fire('change', { model: 'logs', filter, operationType: 'insert', data: [] })
    expect(mine.onChange).toHaveBeenCalledOnce()
    expect(other.onInit).not.toHaveBeenCalled()
    expect(other.onChange).not.toHaveBeenCalled()
    made.fire('disconnect', 'transport close')
    expect(mine.onState).toHaveBeenLastCalledWith('lost')
  })

  describe('several that want the same', () => {
    const tree = { kind: 'schema' } as const
    const init = { model: 'documents', filter: tree, data: [] }

    it('ask once when they come at once, and after a lost link; all are answered', async () => {
      const [one, other] = [handlers(), handlers()]
      const endOne = subscribeLive('documents', tree, one)
      const endOther = subscribeLive('documents', tree, other)
      await settle()
      expect(events()).toEqual([['subscribe', 'documents', tree]])
      made.fire('init', init)
      for (const { onInit, onState } of [one, other]) {
        expect(onInit).toHaveBeenCalledOnce()
        expect(onState).toHaveBeenLastCalledWith('live')
      }
      made.fire('disconnect', 'transport close')
      made.connect()
      await settle()
      expect(events()).toHaveLength(2)
      made.fire('disconnect', 'transport close')
      made.connect()
      await settle()
      expect(events()).toHaveLength(3)
      made.fire('init', init)
      for (const { onInit } of [one, other]) expect(onInit).toHaveBeenCalledTimes(2)
      endOne()
      expect(events()).toHaveLength(3)
      endOther()
      expect(events().at(-1)).toEqual(['unsubscribe', 'documents', tree])
    })

    it('are answered when the one that asked has gone meanwhile', async () => {
      const [one, other] = [handlers(), handlers()]
      const end = subscribeLive('documents', tree, one)
      subscribeLive('documents', tree, other)
      await settle()
      end()
      expect(events()).toEqual([['subscribe', 'documents', tree]])
      made.fire('init', init)
      expect(one.onInit).not.toHaveBeenCalled()
      expect(other.onInit).toHaveBeenCalledOnce()
    })

    it('ask by themselves when they come later, or begin at another line', async () => {
      for (const model of ['documents', 'logs'] as const) {
        const which = model === 'logs' ? filter : tree
        const [one, other] = [handlers(), handlers()]
        subscribeLive(model, which as never, one)
        await settle()
        if (model === 'documents') made.fire('init', init)
        subscribeLive(model, which as never, other)
        await settle()
        expect(events().filter(([event, name]) => event === 'subscribe' && name === model)).toHaveLength(2)
      }
    })

    it('are all told of a refusal', async () => {
      const [one, other] = [handlers(), handlers()]
      subscribeLive('documents', tree, one)
      subscribeLive('documents', tree, other)
      await settle()
      made.emitted[0]?.answer?.({ code: 40300, message: 'No', data: null })
      for (const { onState } of [one, other]) expect(onState).toHaveBeenLastCalledWith('refused', 'No')
    })
  })

  it('a refusal is told, and one for a session that is over opens the logout dialog', async () => {
    const refused = handlers()
    subscribeLive('logs', filter, refused)
    await settle()
    made.emitted[0]?.answer?.({ code: 40400, message: 'Document not found', data: null })
    expect(refused.onState).toHaveBeenLastCalledWith('refused', 'Document not found')
    expect(sessionOver.isOpen()).toBe(false)
    made.emitted[0]?.answer?.({ code: 50012, message: 'You have been logged out.', data: null })
    expect(sessionOver.isOpen()).toBe(true)
  })
})
