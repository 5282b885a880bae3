import { act, fireEvent, render, screen } from '@testing-library/react'
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

it('copies the number of a request, which is no part of the text', async () => {
  vi.useRealTimers()
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  render(<Toasts />)
  act(() => toast.error('Something unexpected happened.', { requestId: 'req-7' }))
  expect(screen.getByRole('alert')).toHaveTextContent(/^Something unexpected happened\.$/)
  fireEvent.click(screen.getByRole('button', { name: 'Copy the request number' }))
  expect(await screen.findByRole('button', { name: 'Request number copied' })).toBeVisible()
  expect(writeText).toHaveBeenCalledWith('req-7')
  vi.unstubAllGlobals()
})
