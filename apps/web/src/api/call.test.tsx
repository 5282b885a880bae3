import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionOverDialog } from '../access/sessions/SessionOverDialog.tsx'
import { fakeServer, RefusedCallError } from '../test-support/fake-server.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { toast } from '../state/toasts.ts'
import { call, download, fileNameOf } from './call.ts'
import { CallError } from './call-error.ts'
import { addressOf } from './request.ts'
import { sessionOver } from './session-over.ts'
import { storeTokens } from './stored-tokens.ts'

beforeEach(() => {
  toast.closeAll()
  sessionOver.close()
  storeTokens({ value: 'token', expireAt: '2999-01-01T00:00:00.000Z' }, 'refresh')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const refusing = (code: number, message: string) =>
  fakeServer({
    'GET /brands/list': () => {
      throw new RefusedCallError(code, message)
    },
  })

describe('call', () => {
  it('API-004/ui answers the data of the envelope and sends lists comma-joined', async () => {
    const server = fakeServer({ 'GET /uploads/status': [] })
    await expect(call('GET /uploads/status', { query: { ids: ['a', 'b'] } })).resolves.toEqual([])
    expect(server.requests[0]).toMatchObject({ query: { ids: 'a,b' }, token: 'token' })
    expect(addressOf('GET /logs/jobs', { id: 'x', after: undefined })).toBe('/api/importer/v1/logs/jobs?id=x')
  })

  it('puts parts of the path in their place, whatever stands in them', async () => {
    const server = fakeServer({ 'POST /components/{id}/generate': { _id: 'c', jsCode: '', warnings: [] } })
    await call('POST /components/{id}/generate', { params: { id: 'a/b 1' } })
    expect(server.of('POST /components/{id}/generate')[0]?.params).toEqual({ id: 'a/b 1' })
    expect(server.fetch.mock.lastCall?.[0]).toBe('/api/importer/v1/components/a%2Fb%201/generate')
    await expect(call('POST /components/{id}/generate')).rejects.toThrow('needs id')
  })

  it('ERR-001/ui API-005/ui a refused call shows the text of the server for 5 seconds, with the request id', async () => {
    refusing(40900, 'The import is not running.')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    render(<Toasts />)
    await expect(call('GET /brands/list')).rejects.toMatchObject({ code: 40900, requestId: 'req-1' })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The import is not running.')
    expect(alert).not.toHaveTextContent('req-1')
    expect(within(alert).getByRole('button', { name: 'Copy the request number' })).toHaveAttribute(
      'title',
      'Copy the request number: req-1',
    )
    await vi.advanceTimersByTimeAsync(4800)
    expect(screen.queryByRole('alert')).toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(400)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('ERR-001/ui the toast stays while the pointer is on it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    render(<Toasts />)
    toast.error('Document not found')
    await user.hover(await screen.findByRole('alert'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(screen.getByRole('alert')).toBeInTheDocument()
    await user.unhover(screen.getByRole('alert'))
    await vi.advanceTimersByTimeAsync(5_100)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('ERR-002/ui an empty answer fails with Lost connection to server', async () => {
    fakeServer({ 'GET /brands/list': () => new Response('') })
    await expect(call('GET /brands/list')).rejects.toThrow('Lost connection to server')
    expect(toast.shown().map(({ tone, text }) => [tone, text])).toEqual([['error', 'Lost connection to server']])
  })

  it('ERR-003/ui no answer at all shows the message of the failure in a red toast', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call('GET /brands/list')).rejects.toBeInstanceOf(CallError)
    expect(toast.shown().map(({ tone, text }) => [tone, text])).toEqual([['error', 'Failed to fetch']])
  })

  it('API-003/ui gives up after 1,200,000 ms', async () => {
    const clock = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    const answer = call('GET /brands/list').catch((error: unknown) => error)
    await expect.poll(() => timeout).toHaveBeenCalledWith(1_200_000)
    clock.abort(new Error('The operation timed out'))
    expect(await answer).toMatchObject({ message: 'The operation timed out' })
    expect(toast.shown().map(({ text }) => text)).toEqual(['The operation timed out'])
    timeout.mockRestore()
  })

  it('shows the client text only when the server gave none', async () => {
    refusing(50000, '')
    await expect(call('GET /brands/list', { fallback: 'error while fetching all imports.' })).rejects.toThrow(
      'error while fetching all imports.',
    )
    refusing(50000, 'Something unexpected happened.')
    await expect(call('GET /brands/list', { fallback: 'error while fetching all imports.' })).rejects.toThrow(
      'Something unexpected happened.',
    )
  })

  it('a quiet call shows nothing', async () => {
    refusing(40400, 'Document not found')
    await expect(call('GET /brands/list', { quiet: true })).rejects.toThrow('Document not found')
    expect(toast.shown()).toEqual([])
  })
})

describe('session over', () => {
  it.each([50008, 50012, 50014])(
    'SES-044/ui API-006/ui code %i opens the dialog Confirm logout instead of a toast',
    async (code) => {
      refusing(code, 'You have been logged out.')
      render(<SessionOverDialog />)
      await expect(call('GET /brands/list')).rejects.toBeInstanceOf(CallError)
      const dialog = await screen.findByRole('dialog', { name: 'Confirm logout' })
      expect(dialog).toHaveTextContent('You have been logged out, you can cancel to stay on this page, or log in again')
      expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel', 'Re-Login'])
      expect(toast.shown()).toEqual([])
    },
  )

  it('SES-045/ui Cancel stays and keeps the tokens, Re-Login clears them and reloads', async () => {
    const reload = vi.fn()
    const user = userEvent.setup()
    render(<SessionOverDialog reload={reload} />)
    sessionOver.open()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(reload).not.toHaveBeenCalled()
    expect(localStorage.getItem('token')).toBe('token')
    sessionOver.open()
    await user.click(await screen.findByRole('button', { name: 'Re-Login' }))
    expect(localStorage.getItem('token')).toBeNull()
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('download', () => {
  it('hands the file over under the name the server gave', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    fakeServer({
      'POST /uploads/export': () =>
        new Response('a;b', { headers: { 'content-disposition': 'attachment; filename="bikes.csv"' } }),
    })
    await expect(download('POST /uploads/export', { uploadIds: ['u1'] })).resolves.toBe('bikes.csv')
    expect(save).toHaveBeenCalledOnce()
  })

  it('shows why there is no file', async () => {
    fakeServer({
      'POST /uploads/export': () => {
        throw new RefusedCallError(40000, 'cannot export selected uploads')
      },
    })
    await expect(download('POST /uploads/export', { uploadIds: [] })).rejects.toThrow('cannot export selected uploads')
    expect(toast.shown()[0]?.text).toBe('cannot export selected uploads')
  })

  it.each([
    ['attachment; filename="a b.csv"', 'a b.csv'],
    [`attachment; filename="x.csv"; filename*=UTF-8''pr%C3%A4ise.csv`, 'präise.csv'],
    ['attachment; filename=export.zip', 'export.zip'],
    ['attachment', 'download'],
  ])('reads the name out of %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name)
  })
})
