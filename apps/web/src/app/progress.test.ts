import { afterEach, expect, it, vi } from 'vitest'
import { progress } from './progress.ts'

// The real library, which the set-up leaves out elsewhere: its timers stand still here.
vi.unmock('nprogress')
vi.useFakeTimers()
afterEach(() => {
  progress.done()
  vi.runAllTimers()
  vi.useRealTimers()
})

it('NAV-032/ui the progress line has no spinner', () => {
  progress.start()
  expect(document.querySelector('#nprogress .bar')).not.toBeNull()
  expect(document.querySelector('#nprogress .spinner')).toBeNull()
})
