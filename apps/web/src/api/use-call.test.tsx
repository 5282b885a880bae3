import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, RefusedCallError } from '../test-support/fake-server.ts'
import { toast } from '../state/toasts.ts'
import { queryClient, refreshCalls, useCall } from './use-call.ts'

beforeEach(() => {
  queryClient.clear()
  toast.closeAll()
})
afterEach(() => vi.unstubAllGlobals())

function Polled() {
  const { error } = useCall('GET /brands/list', {}, { refetchInterval: 5 })
  return <p>{error?.message}</p>
}

it('ERR-001/ui a poll that goes on failing tells the same failure once, and another one anew', async () => {
  let message = 'No'
  const server = fakeServer({
    'GET /brands/list': () => {
      throw new RefusedCallError(50000, message)
    },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Polled />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('No')).toBeInTheDocument()
  const [first] = toast.shown()
  toast.closeAll()
  await waitFor(() => expect(server.requests.length).toBeGreaterThan(4))
  expect([first?.text, toast.shown()]).toEqual(['No', []])
  message = 'Not now'
  expect(await screen.findByText('Not now')).toBeInTheDocument()
  expect(toast.shown().map(({ text }) => text)).toEqual(['Not now'])
})

function Listed() {
  const { data } = useCall('GET /brands/list')
  return <p>{data?.map(({ name }) => name).join(', ')}</p>
}

it('a change that comes while the first answer is on its way is asked for, and shown', async () => {
  const waiting: (() => void)[] = []
  fakeServer({
    'GET /brands/list': () => {
      const name = waiting.length === 0 ? 'Before' : 'After'
      return new Promise((resolve) => waiting.push(() => resolve([{ _id: 'b', name }])))
    },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Listed />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(waiting).toHaveLength(1))
  void refreshCalls('GET /brands/list')
  await waitFor(() => expect(waiting).toHaveLength(2))
  for (const answer of waiting.toReversed()) answer()
  expect(await screen.findByText('After')).toBeInTheDocument()
})
