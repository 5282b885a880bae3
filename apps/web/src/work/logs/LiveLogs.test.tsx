import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveHandlers } from '../../api/live.ts'
import { createExampleLines } from '../../gallery/example-lines.ts'
import { saveAs } from '../../api/save-as.ts'
import { storeTokens } from '../../api/stored-tokens.ts'
import { fakeServer } from '../../test-support/fake-server.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import { LiveLogs } from './LiveLogs.tsx'

vi.mock('../../api/save-as.ts', () => ({ saveAs: vi.fn() }))

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

const filter = { importId: ['made-up'] }
const link = () => links.at(-1) as (typeof links)[number]
const init = (from: number, count: number, total = count) =>
  act(async () => {
    const data = createExampleLines(from, count)
    link().handlers.onInit({ model: 'logs', filter, data, firstSeq: from + 1, lastSeq: from + count, total })
    link().handlers.onState?.('live')
    await new Promise((resolve) => setTimeout(resolve, 130))
  })
const change = (from: number, count: number) =>
  act(async () => {
    link().handlers.onChange({ model: 'logs', filter, operationType: 'insert', data: createExampleLines(from, count) })
    await new Promise((resolve) => setTimeout(resolve, 130))
  })

beforeEach(() => {
  vi.mocked(saveAs).mockReset()
  storeTokens({ value: 'token', expireAt: '2999-01-01T00:00:00.000Z' }, 'refresh')
})
afterEach(() => {
  links.length = 0
  vi.unstubAllGlobals()
})

describe('live logs', () => {
  it('shows the given sentence without a filter and when there are no lines', async () => {
    const { rerender } = render(<LiveLogs filter={null} emptyText="There are no logs." />)
    expect(screen.getByText('There are no logs.')).toBeInTheDocument()
    expect(links).toEqual([])
    rerender(<LiveLogs filter={filter} />)
    await init(0, 0)
    expect(await screen.findByText('There are no logs.')).toBeInTheDocument()
  })

  it('LOG-011/ui subscribes to exactly the given ids', () => {
    render(<LiveLogs filter={{ uploadId: ['u1', 'u2'] }} />)
    expect(link().filter).toEqual({ uploadId: ['u1', 'u2'] })
  })

  it('LOG-013/ui drops the subscription on a new selection and on leaving', () => {
    const { rerender, unmount } = render(<LiveLogs filter={filter} />)
    rerender(<LiveLogs filter={{ importId: ['other'] }} />)
    expect(links.map(({ ended }) => ended)).toEqual([true, false])
    unmount()
    expect(links.map(({ ended }) => ended)).toEqual([true, true])
  })

  it('LOG-014/ui says when logs are not available', async () => {
    render(<LiveLogs filter={filter} />)
    act(() => link().handlers.onState?.('refused'))
    expect(await screen.findByText('Currently, logs are not available.')).toBeInTheDocument()
  })

  it('draws time, level and message, and counts each level on its chip', async () => {
    render(<LiveLogs filter={filter} />)
    await init(0, 16)
    expect((await screen.findAllByText('Row 385: must have required property "sku"')).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: /^error 2$/ })).toHaveAttribute('aria-pressed', 'true')
    expect(await screen.findByText('16 lines')).toBeInTheDocument()
  })

  it('hides a level by its chip, filters by text, and offers to clear what matches nothing', async () => {
    const user = userEvent.setup()
    render(<LiveLogs filter={filter} />)
    await init(0, 16)
    await screen.findAllByText('Row 385: must have required property "sku"')
    await user.click(screen.getByRole('button', { name: /^error/ }))
    await waitFor(() =>
      expect(screen.queryByText('Row 385: must have required property "sku"')).not.toBeInTheDocument(),
    )
    await user.type(screen.getByRole('searchbox'), 'No such Line')
    expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument()
    expect(screen.getByRole('searchbox')).toHaveValue('No such Line')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('16 lines')).toBeInTheDocument()
  })

  it('a search reads the lines nobody scrolled up to', async () => {
    const user = userEvent.setup()
    const server = fakeServer({ 'GET /logs/jobs': createExampleLines(0, 40) })
    render(<LiveLogs filter={filter} />)
    await init(40, 16, 56)
    expect(await screen.findByText('16 of 56 lines')).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox'), 'row 385')
    await waitFor(() =>
      expect(server.of('GET /logs/jobs')[0]?.query).toEqual({ id: 'made-up', after: '0', limit: '40' }),
    )
    expect(await screen.findByText('7 of 56 lines')).toBeInTheDocument()
  })

  it('downloads the whole log from the server, whatever is filtered', async () => {
    const user = userEvent.setup()
    const server = fakeServer({
      'GET /logs/jobs': ({ query }) => createExampleLines(Number(query.after), Number(query.after) === 0 ? 10_000 : 20),
    })
    render(<LiveLogs filter={filter} name="Bikes import" />)
    await init(10_004, 16, 10_020)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saveAs).toHaveBeenCalledWith(expect.anything(), 'Bikes import.log'))
    const lines = (await (vi.mocked(saveAs).mock.lastCall as [Blob, string])[0].text()).split('\n')
    expect(lines).toHaveLength(10_021)
    expect(lines[0]).toMatch(/^2026-11-20T16:02:00.013Z \w+ +/)
    expect(server.of('GET /logs/jobs').map(({ query }) => query.after)).toEqual(['0', '10000'])
  })

  it('says when the log cannot be downloaded', async () => {
    const user = userEvent.setup()
    fakeServer({ 'GET /logs/jobs': () => new Response('', { status: 502 }) })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    render(
      <>
        <LiveLogs filter={filter} />
        <Toasts />
      </>,
    )
    await init(0, 16)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByText('The log could not be downloaded')).toBeInTheDocument()
    expect(saveAs).not.toHaveBeenCalled()
  })

  it('stops following when scrolled up, tells how many lines are new, and goes on at the end', async () => {
    const user = userEvent.setup()
    render(<LiveLogs filter={filter} />)
    await init(0, 300)
    const box = await screen.findByRole('group', { name: 'Log lines' })
    Object.defineProperties(box, {
      scrollHeight: { value: 6600, configurable: true },
      clientHeight: { value: 600, configurable: true },
    })
    box.scrollTop = 6000
    fireEvent.scroll(box)
    expect(screen.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true')
    box.scrollTop = 3000
    fireEvent.scroll(box)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'false'))
    await change(300, 120)
    await user.click(await screen.findByRole('button', { name: '120 new' }))
    expect(screen.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true')
    expect(box.scrollTop).toBe(6600)
    expect(screen.queryByRole('button', { name: /new$/ })).not.toBeInTheDocument()
  })

  it('keeps the name of what the first line belongs to in sight, and never over the next name', async () => {
    render(<LiveLogs filter={{ importId: ['a', 'b'] }} nameRun={(id) => ({ name: `Import ${id}` })} />)
    await act(async () => {
      const of = (id: string, from: number) =>
        createExampleLines(from, 40).map((line) => ({ ...line, _id: `${id}${line._id}`, importId: id }))
      const data = [...of('a', 0), ...of('b', 40)]
      link().handlers.onInit({ model: 'logs', filter, data, firstSeq: 1, lastSeq: 80, total: 80 })
      link().handlers.onState?.('live')
    })
    const box = await screen.findByRole('group', { name: 'Log lines' })
    const pinnedAt = (scrollTop: number) => {
      box.scrollTop = scrollTop
      fireEvent.scroll(box)
      return box.querySelector('[aria-hidden=true]')?.textContent?.slice(0, 8)
    }
    // Rows of 22 px: a heading, 40 lines, a heading, 40 lines; 27 of them are in sight.
    const last = 82 * 22 - 600
    expect([0, 5, 22, 40 * 22, 40 * 22 + 5, 41 * 22, 41 * 22 + 5, last].map(pinnedAt)).toEqual([
      ...[undefined, 'Import a', 'Import a', 'Import a'],
      ...[undefined, undefined, 'Import b', 'Import b'],
    ])
  })

  it('shows a line whole, with its line ends, on a click or Enter', async () => {
    const user = userEvent.setup()
    render(<LiveLogs filter={filter} />)
    await act(async () => {
      const data = createExampleLines(0, 3)
      const last = { ...(data[2] as (typeof data)[number]), message: `broken\n    at step ${'far '.repeat(80)}away` }
      link().handlers.onInit({
        model: 'logs',
        filter,
        data: [...data.slice(0, 2), last],
        firstSeq: 1,
        lastSeq: 3,
        total: 3,
      })
      link().handlers.onState?.('live')
    })
    await user.click(await screen.findByText(/broken ↵/))
    const whole = screen.getByRole('region', { name: 'The whole line' })
    expect(whole.querySelector('p')?.textContent).toMatch(/^broken\n {4}at step .*away$/)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'The whole line' })).toBeNull()
    screen.getByRole('group', { name: 'Log lines' }).focus()
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('button', { name: 'Close the line' }))
    expect(screen.queryByRole('region', { name: 'The whole line' })).toBeNull()
  })
})
