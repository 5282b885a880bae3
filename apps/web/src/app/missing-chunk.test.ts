import { expect, it, vi } from 'vitest'
import { reloadOnMissingChunk } from './missing-chunk.ts'

it('reloads for a vanished chunk, once in ten seconds', () => {
  const reload = vi.fn()
  let now = 1_000_000
  reloadOnMissingChunk(reload, () => now)
  const fail = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(fail()).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
  now += 9_000
  expect(fail()).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
  now += 2_000
  fail()
  expect(reload).toHaveBeenCalledTimes(2)
})
