import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createExampleLines } from '../../gallery/example-lines.ts'
import { createLogStore, type LogStore } from './log-store.ts'

let store: LogStore
beforeEach(() => {
  vi.useFakeTimers()
  store = createLogStore((line) => line.importId)
})
afterEach(() => vi.useRealTimers())

const drawn = () => {
  vi.advanceTimersByTime(100)
  return store.view()
}
const seqs = () => store.visibleLines().map(({ seq }) => seq)

describe('log store', () => {
  it('draws at most ten times a second, however much comes', () => {
    const listener = vi.fn()
    store.subscribe(listener)
    for (let at = 0; at < 1000; at += 1) {
      store.append(createExampleLines(at, 1))
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(100)
    expect(listener.mock.calls.length).toBeLessThanOrEqual(11)
    expect(store.view().held).toBe(1000)
  })

  it('draws its first lines at once, so that no panel says there are none while there are', () => {
    store.append([])
    expect(store.view().held).toBe(0)
    store.append(createExampleLines(0, 3))
    expect(store.view().held).toBe(3)
    store.append(createExampleLines(3, 1))
    expect(store.view().held).toBe(3)
    expect(drawn().held).toBe(4)
  })

  it('holds a line once that comes twice, by push and by page', () => {
    store.append(createExampleLines(0, 10))
    store.append(createExampleLines(5, 10))
    expect(drawn().held).toBe(15)
    expect(seqs()).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
  })

  it('puts older lines before, counts them apart from new ones, and passes over those it has', () => {
    store.append(createExampleLines(50, 10))
    store.prepend(createExampleLines(40, 15))
    expect(drawn()).toMatchObject({ held: 20, arrived: 10, prepended: 10 })
    expect(seqs()[0]).toBe(41)
    expect(store.firstOf('made-up')).toBe(41)
    expect(store.lastOf('made-up')).toBe(60)
  })

  it('filters by level and text, also what comes later, and keeps counting every line', () => {
    store.append(createExampleLines(0, 80))
    store.showLevels(new Set(['error', 'warn']))
    const errors = store.view().counts.error
    const warns = store.view().counts.warn
    expect(store.view().visible).toBe(errors + warns)
    store.search('SKU')
    expect(store.view().visible).toBe(errors)
    store.append(createExampleLines(80, 80))
    expect(drawn().visible).toBe(store.view().counts.error)
    expect(store.view().counts.error).toBeGreaterThan(errors)
    store.search('')
    store.showLevels(new Set(['error', 'warn', 'info', 'success']))
    expect(store.view().visible).toBe(160)
  })

  it('takes 100,000 lines and filters them', () => {
    const lines = createExampleLines(0, 100_000)
    store.append(lines)
    store.search('row 385')
    expect(store.view().visible).toBe(store.view().counts.error)
  })

  it('knows where the lines of another import begin, also among those that pass and before those held', () => {
    const of = (importId: string, after: number, count: number) =>
      createExampleLines(after, count).map((line) => ({ ...line, importId }))
    store.append([...of('b', 10, 8), ...of('c', 0, 8)])
    store.append(of('c', 8, 1))
    expect(store.starts()).toEqual([0, 8])
    store.append(of('b', 18, 1))
    expect(store.starts()).toEqual([0, 8, 17])
    store.prepend(of('a', 0, 5).map((line) => ({ ...line, logDate: '2026-11-01T00:00:00.000Z' })))
    expect(store.starts()).toEqual([0, 5, 13, 22])
    store.showLevels(new Set(['error', 'warn']))
    const ids = store.visibleLines().map(({ importId }) => importId)
    expect(new Set(ids).size).toBeGreaterThan(1)
    expect(store.starts()).toEqual(ids.flatMap((id, place) => (id === ids[place - 1] ? [] : [place])))
    store.append(of('d', 0, 16))
    expect(store.starts().at(-1)).toBe(ids.length)
    store.clear()
    expect(store.starts()).toEqual([])
  })
})
