import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from './Toasts.tsx'
import { toast } from '../state/toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  toast.closeAll()
})
afterEach(() => vi.useRealTimers())

it('LIM-001/ui a message lasts 5000 ms', () => {
  render(<Toasts />)
  act(() => toast.success('The current import is cancelled.'))
  act(() => void vi.advanceTimersByTime(4999))
  expect(screen.getByRole('status')).toHaveTextContent('The current import is cancelled.')
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

it('shows the three newest, and the same text once', () => {
  render(<Toasts />)
  act(() => {
    for (const text of ['a', 'b', 'c', 'b', 'd']) toast.error(text)
  })
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['c', 'b', 'd'])
})
