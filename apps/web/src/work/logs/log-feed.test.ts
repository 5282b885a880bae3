import type { Log, LogFilter } from '@millrace/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveHandlers } from '../../api/live.ts'
import { storeTokens } from '../../api/stored-tokens.ts'
import { createExampleLines } from '../../gallery/example-lines.ts'
import { fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { createLogFeed, type LogFeed } from './log-feed.ts'

const links = vi.hoisted(() => [] as { handlers: LiveHandlers<'logs'>; filter: unknown; ended: boolean }[])
vi.mock('../../api/live.ts', () => ({
  subscribeLive: (_model: string, filter: unknown, handlers: LiveHandlers<'logs'>) => {
    const link = { handlers, filter, ended: false }
    links.push(link)
    return () => {
      link.ended = true
    }
  },
}))

const filter: LogFilter = { importId: ['made-up'] }
let feed: LogFeed
const link = () => links.at(-1) as (typeof links)[number]
const init = (data: Log[], total: number) => {
  link().handlers.onInit({ model: 'logs', filter, data, firstSeq: data[0]?.seq ?? 0, lastSeq: total, total })
  link().handlers.onState?.('live')
}
const change = (data: Log[]) => link().handlers.onChange({ model: 'logs', filter, operationType: 'insert', data })
const page = (whole: number) => ({
  'GET /logs/jobs': ({ query }: { query: Record<string, string> }) => {
    const after = Number(query.after)
    return createExampleLines(after, Math.max(0, Math.min(Number(query.limit), whole - after)))
  },
})
const seqs = () => feed.store.visibleLines().map(({ seq }) => seq)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

beforeEach(() => {
  vi.useFakeTimers()
  storeTokens({ value: 'token', expireAt: '2999-01-01T00:00:00.000Z' }, 'refresh')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  feed = createLogFeed(filter)
})
afterEach(() => {
  feed.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('log feed', () => {
  it('LOG-012/ui holds the initial list, then each insert, in order and once', async () => {
    fakeServer({})
    init(createExampleLines(0, 3), 3)
    change(createExampleLines(3, 2))
    change(createExampleLines(4, 2))
    await vi.advanceTimersByTimeAsync(100)
    expect(seqs()).toEqual(range(1, 6))
    expect(feed.state.get()).toBe('live')
  })

  it('LOG-013/ui drops its subscription when stopped', () => {
    feed.stop()
    expect(link().ended).toBe(true)
  })

  it('resubscribes after its last line and reads what a long break left out', async () => {
    fakeServer(page(5000))
    init(createExampleLines(0, 10), 10)
    await vi.advanceTimersByTimeAsync(0)
    expect(link().handlers.after?.()).toEqual({ 'made-up': 10 })
    init(createExampleLines(4000, 1000), 5000)
    await vi.advanceTimersByTimeAsync(200)
    expect(seqs()).toEqual(range(1, 5000))
  })

  it('LOG-014/ui says that logs are not available when neither link nor call works, and resumes by itself', async () => {
    fakeServer({
      'GET /logs/jobs': () => {
        throw new RefusedCallError(50000, 'Something unexpected happened.')
      },
    })
    link().handlers.onState?.('lost')
    await vi.advanceTimersByTimeAsync(1100)
    expect(feed.state.get()).toBe('unavailable')
    init(createExampleLines(0, 2), 2)
    await vi.advanceTimersByTimeAsync(100)
    expect(feed.state.get()).toBe('live')
    expect(seqs()).toEqual([1, 2])
  })

  it('asks each second while the link is down and stops when it is back', async () => {
    const server = fakeServer(page(5))
    link().handlers.onState?.('lost')
    await vi.advanceTimersByTimeAsync(3100)
    expect(feed.state.get()).toBe('polling')
    expect(seqs()).toEqual(range(1, 5))
    const asked = server.requests.length
    expect(asked).toBeGreaterThanOrEqual(2)
    expect(asked).toBeLessThanOrEqual(4)
    init(createExampleLines(5, 1), 6)
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.requests).toHaveLength(asked)
    expect(seqs()).toEqual(range(1, 6))
  })

  it('does not ask when the server refused', async () => {
    const server = fakeServer(page(5))
    link().handlers.onState?.('refused', 'Document not found')
    await vi.advanceTimersByTimeAsync(3000)
    expect(feed.state.get()).toBe('unavailable')
    expect(server.requests).toEqual([])
  })

  it('UPL-025/ui follows an import that begins without moving what is shown, and drops both in the end', async () => {
    fakeServer({})
    init(createExampleLines(0, 3), 3)
    await vi.advanceTimersByTimeAsync(100)
    expect(feed.extend({ importId: ['next', 'made-up'] })).toBe(true)
    expect(links.map((each) => each.filter).slice(-2)).toEqual([filter, { importId: ['next'] }])
    expect(links.at(-2)?.ended).toBe(false)
    const line = { ...(createExampleLines(0, 1)[0] as Log), importId: 'next' }
    link().handlers.onInit({ model: 'logs', filter, data: [line], firstSeq: 1, lastSeq: 1, total: 1 })
    await vi.advanceTimersByTimeAsync(100)
    expect(feed.store.visibleLines().map(({ importId, seq }) => `${importId} ${seq}`)).toEqual([
      'made-up 1',
      'made-up 2',
      'made-up 3',
      'next 1',
    ])
    expect(feed.extend({ importId: ['newest', 'next'] })).toBe(true)
    expect(link().filter).toEqual({ importId: ['newest'] })
    expect(feed.extend({ importId: ['next'] })).toBe(false)
    expect(feed.extend({ importId: ['other'] })).toBe(false)
    feed.stop()
    expect(links.slice(-3).map(({ ended }) => ended)).toEqual([true, true, true])
  })

  it('reads older imports whole, the newest first, and knows how many lines there are', async () => {
    feed.stop()
    feed = createLogFeed({ importId: ['third', 'second', 'first'] })
    const of = (id: string, count: number) => createExampleLines(0, count).map((line) => ({ ...line, importId: id }))
    const server = fakeServer({ 'GET /logs/jobs': ({ query }) => of(query.id as string, 4) })
    init(of('third', 2), 10)
    await vi.advanceTimersByTimeAsync(100)
    expect(feed.store.view().missing).toBe(8)
    await feed.loadOlder()
    expect(server.requests.map(({ query }) => query.id)).toEqual(['second'])
    await feed.loadAll()
    expect(server.requests.map(({ query }) => query.id)).toEqual(['second', 'first'])
    expect(feed.store.visibleLines().map(({ importId, seq }) => `${importId} ${seq}`)).toEqual([
      ...[1, 2, 3, 4].map((seq) => `first ${seq}`),
      ...[1, 2, 3, 4].map((seq) => `second ${seq}`),
      'third 1',
      'third 2',
    ])
    expect(feed.store.view().missing).toBe(0)
    expect(feed.hasOlder()).toBe(false)
  })

  it('fetches older lines through `after`, page by page, until the first', async () => {
    const server = fakeServer(page(2500))
    init(createExampleLines(1500, 1000), 2500)
    await vi.advanceTimersByTimeAsync(100)
    expect(feed.hasOlder()).toBe(true)
    await feed.loadOlder()
    expect(server.requests[0]?.query).toEqual({ id: 'made-up', after: '500', limit: '1000' })
    await feed.loadOlder()
    expect(server.requests[1]?.query).toEqual({ id: 'made-up', after: '0', limit: '500' })
    expect(feed.hasOlder()).toBe(false)
    expect(seqs()).toEqual(range(1, 2500))
  })
})
