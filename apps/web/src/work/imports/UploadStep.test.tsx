import type { Import, ScheduledJob, Upload } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { uploadFiles } from '../../api/upload-files.ts'
import {
  exampleMaster,
  examplePipeline,
  exampleSource,
  exampleTypes,
} from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer, type FakeRequest, RefusedCallError } from '../../test-support/fake-server.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { toast } from '../../state/toasts.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { ImportPage } from './ImportPage.tsx'
import { exampleImport, exampleJob } from './imports.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/upload-files.ts', () => ({ uploadFiles: vi.fn() }))

const send = vi.mocked(uploadFiles)
const pipeline = examplePipeline({
  dataSources: [
    exampleSource(),
    exampleSource({ dataSubKind: 'stock', contentType: 'json' }),
    exampleSource({ dataSubKind: 'catalogue', dataFromMaster: true }),
  ],
})
const masters = [exampleUpload({ _id: 'm1', dataSubKind: 'catalogue', originalFilename: 'master.csv' })]
const stock = exampleUpload({ _id: 's1', dataSubKind: 'stock', originalFilename: 'stock.json' })
/** The server takes every file that is sent, and lists it from then on. */
const takeFiles = (own: Upload[]) =>
  send.mockImplementation(async ({ files }) => {
    const fresh = files.map(({ dataSubKind, file: { name } }) =>
      arrived({ _id: name, dataSubKind, originalFilename: name }),
    )
    own.unshift(...fresh)
    return fresh
  })
const arrived = (over: Partial<Upload>) =>
  exampleUpload({ status: 'validating', counts: null, createdAt: '2026-11-21T08:00:00.000Z', ...over })
const serve = (own: Upload[], answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [pipeline, exampleMaster()] },
    'GET /uploads/last-all': ({ query }: FakeRequest) => (query.pipelineId === 'master' ? masters : [...own]),
    ...answers,
  })
const at = '/import/upload?pipeline=fr&step=2'
const next = () => screen.getByRole('button', { name: 'Next step' })
const file = (name: string, size = 10) => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}
/** Without the browser's own filter by `accept`, which dropping a file goes around. */
const choose = (input: HTMLElement, chosen: File) => userEvent.setup({ applyAccept: false }).upload(input, chosen)

beforeEach(() => {
  send.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the upload step', () => {
  it('UPL-004/ui has one input for each manual source, named by its sub kind, UPL-007/ui taking its types', async () => {
    serve([])
    const { container } = renderScreen(ImportPage, { at })
    expect(await screen.findByLabelText('File for local')).toHaveAttribute('accept', 'text/csv,.csv')
    expect(screen.getByLabelText('File for stock')).toHaveAttribute('accept', 'application/json,.json')
    expect(container.querySelectorAll('input[type=file]')).toHaveLength(2)
    expect(screen.getByText('csv: .csv, under 20 MiB')).toBeInTheDocument()
  })

  it('UPL-002/ui UPL-003/ui UPL-004/ui takes files for enabled manual sources of its own alone', async () => {
    const dataSources = [
      exampleSource({ dataSubKind: 'byHand', contentType: 'json' }),
      exampleSource({ dataSubKind: 'off', enabled: false }),
      exampleSource({ dataSubKind: 'fetched', connectorType: 'real-time' }),
      exampleSource({ dataSubKind: 'posted', connectorType: 'endpoint' }),
      exampleSource({ dataSubKind: 'heard', connectorType: 'listener' }),
      exampleSource({ dataSubKind: 'catalogue', dataFromMaster: true }),
    ]
    serve([], { 'GET /users/pipelines': { ...exampleTypes, pipelines: [{ ...pipeline, dataSources }] } })
    const { container } = renderScreen(ImportPage, { at })
    expect(await screen.findByLabelText('File for byHand')).toBeEnabled()
    expect(screen.getByText('json: .json, under 20 MiB')).toBeInTheDocument()
    expect(container.querySelectorAll('input[type=file]')).toHaveLength(1)
    expect(screen.getByRole('region', { name: 'fetched' })).toHaveTextContent('real-time')
    expect(screen.getByRole('region', { name: 'catalogue' })).toHaveTextContent('from master')
    for (const name of ['off', 'posted', 'heard']) expect(screen.queryByRole('region', { name })).toBeNull()
  })

  it('shows a source fed by the master as such, with its state and without an input', async () => {
    serve([])
    renderScreen(ImportPage, { at })
    const fed = await screen.findByRole('region', { name: 'catalogue' })
    expect(fed).toHaveTextContent('from master')
    expect(fed).toHaveTextContent('master.csv')
    expect(within(fed).getByText('valid')).toBeInTheDocument()
  })

  it('UPL-005/ui, UPL-006/ui refuses a file that is too large or of another type, with the server’s words', async () => {
    const own = [stock]
    takeFiles(own)
    serve(own)
    renderScreen(ImportPage, { at })
    const input = await screen.findByLabelText('File for local')
    await choose(input, file('a.csv', 20 * 1024 * 1024))
    expect(screen.getByText('File must be under 20 MiB')).toBeInTheDocument()
    await choose(input, file('a.xlsx'))
    expect(screen.getByText(/^The file type is not accepted for local\. Open it/)).toBeInTheDocument()
    expect(next()).toBeDisabled()
    expect(send).not.toHaveBeenCalled()
    await choose(input, file('a.csv', 20 * 1024 * 1024 - 1))
    expect(screen.queryByText(/The file type is not accepted for local/)).toBeNull()
    await waitFor(() => expect(next()).toBeEnabled())
  })

  it('UPL-015/ui sends a file as soon as it is chosen, and leads on once it has arrived, valid or not', async () => {
    const own = [stock]
    serve(own)
    let finish: () => void = () => undefined
    send.mockReturnValue(
      new Promise((resolve) => {
        finish = () => {
          own.push(arrived({ _id: 'u9', originalFilename: 'fr.csv' }))
          resolve([arrived({ _id: 'u9', originalFilename: 'fr.csv' })])
        }
      }),
    )
    const { address } = renderScreen(ImportPage, { at })
    const chosen = file('fr.csv')
    await choose(await screen.findByLabelText('File for local'), chosen)
    expect(send).toHaveBeenCalledOnce()
    expect(send.mock.lastCall?.[0]).toMatchObject({ pipelineId: 'fr', files: [{ dataSubKind: 'local', file: chosen }] })
    expect(next()).toHaveAccessibleDescription('local: still being sent')
    expect(screen.getByRole('progressbar')).toHaveAccessibleName('Uploading 1 file')
    finish()
    await waitFor(() => expect(next()).toBeEnabled())
    expect(screen.queryByRole('progressbar')).toBeNull()
    // The check may be quicker than the person: step 3 says what it found.
    act(() => fakeLive.push('uploads', arrived({ _id: 'u9', status: 'invalid', originalFilename: 'fr.csv' })))
    await waitFor(() => expect(screen.getAllByText('invalid').length).toBeGreaterThan(0))
    expect(next()).toBeEnabled()
    expect(address()).toBe(at)
    await userEvent.click(next())
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=fr&step=3'))
    expect(send).toHaveBeenCalledOnce()
  })

  it('UPL-001/ui sends each file by itself: one that is slow keeps no other', async () => {
    const own: Upload[] = []
    serve(own)
    takeFiles(own)
    send.mockReturnValueOnce(new Promise(() => undefined))
    renderScreen(ImportPage, { at })
    await choose(await screen.findByLabelText('File for local'), file('slow.csv'))
    await choose(screen.getByLabelText('File for stock'), file('quick.json'))
    await waitFor(() => expect(next()).toHaveAccessibleDescription('local: still being sent'))
    expect(within(screen.getByRole('region', { name: 'stock' })).getAllByText('quick.json').length).toBeGreaterThan(0)
  })

  it('UPL-006/ui a file that is chosen while another is being sent takes its place, and nothing is left of the other', async () => {
    const own = [stock]
    serve(own)
    takeFiles(own)
    let signal: AbortSignal | undefined
    let answer: (uploads: Upload[]) => void = () => undefined
    send.mockImplementationOnce((asked) => {
      signal = asked.signal
      asked.onProgress?.(0.5)
      return new Promise((resolve) => (answer = resolve))
    })
    renderScreen(ImportPage, { at })
    await choose(await screen.findByLabelText('File for local'), file('first.csv'))
    expect(await screen.findByText('first.csv')).toBeVisible()
    await choose(screen.getByLabelText('File for local'), file('second.csv'))
    expect(signal?.aborted).toBe(true)
    await waitFor(() => expect(next()).toBeEnabled())
    // An answer that comes all the same is of a file that nobody asks for any more.
    await act(async () =>
      answer([arrived({ _id: 'first', originalFilename: 'first.csv', createdAt: '2026-11-20T00:00:00.000Z' })]),
    )
    const local = screen.getByRole('region', { name: 'local' })
    expect(within(local).getAllByText('second.csv').length).toBeGreaterThan(0)
    expect(within(local).queryByText(/Not sent/)).toBeNull()
    expect(screen.queryByRole('list', { name: 'Messages of this step' })).toBeNull()
    expect(next()).toBeEnabled()
  })

  it('UPL-006/ui the end of a file that was given up says nothing of the one that takes its place', async () => {
    serve([stock])
    const ended = ({ signal }: Parameters<typeof send>[0]) =>
      new Promise<Upload[]>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
      })
    send.mockImplementation(ended)
    renderScreen(ImportPage, { at })
    await choose(await screen.findByLabelText('File for local'), file('first.csv'))
    await choose(await screen.findByLabelText('File for local'), file('second.csv'))
    const local = screen.getByRole('region', { name: 'local' })
    expect(await within(local).findByText('second.csv')).toBeVisible()
    await act(async () => undefined)
    expect(within(local).queryByText('first.csv')).toBeNull()
    expect(within(local).queryByText(/Not sent/)).toBeNull()
    expect(screen.queryByRole('list', { name: 'Messages of this step' })).toBeNull()
    expect(next()).toHaveAccessibleDescription('local: still being sent')
  })

  it('UPL-016/ui, ERR-004/ui a failure is written to the step’s log, its source and the console, not to a toast, and can be tried again', async () => {
    const own = [exampleUpload(), stock]
    serve(own)
    takeFiles(own)
    send.mockRejectedValueOnce(new CallError('POST /uploads', null, 'error while uploading files'))
    const { address } = renderScreen(ImportPage, { at })
    await choose(await screen.findByLabelText('File for local'), file('fr.csv'))
    const log = await screen.findByRole('list', { name: 'Messages of this step' })
    expect(log).toHaveTextContent('error while uploading files')
    expect(send.mock.lastCall?.[0]).toMatchObject({ quiet: true, fallback: 'error while uploading files' })
    expect(console.error).toHaveBeenCalled()
    expect(toast.shown()).toEqual([])
    expect(address()).toBe(at)
    const local = screen.getByRole('region', { name: 'local' })
    expect(local).toHaveTextContent('Not sent: error while uploading files')
    expect(next()).toHaveAccessibleDescription('local: could not be sent')
    await userEvent.click(within(local).getByRole('button', { name: 'Try again to send fr.csv' }))
    await waitFor(() => expect(next()).toBeEnabled())
    expect(send).toHaveBeenCalledTimes(2)
    expect(screen.queryByRole('list', { name: 'Messages of this step' })).toBeNull()
  })

  it('UPL-016/ui each source’s failure is told until that source is tried again', async () => {
    const own = [exampleUpload(), stock]
    serve(own)
    takeFiles(own)
    const failure = new CallError('POST /uploads', null, 'error while uploading files')
    send.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure)
    renderScreen(ImportPage, { at })
    await choose(await screen.findByLabelText('File for local'), file('fr.csv'))
    await choose(screen.getByLabelText('File for stock'), file('stock.json'))
    const lines = () => screen.getAllByText(/: error while uploading files$/).map(({ textContent }) => textContent)
    const both = ['local: error while uploading files', 'stock: error while uploading files']
    await waitFor(() => expect(lines().filter((line) => !line?.startsWith('Not'))).toEqual(both))
    await userEvent.click(screen.getByRole('button', { name: 'Try again to send fr.csv' }))
    await waitFor(() => expect(next()).toHaveAccessibleDescription('stock: could not be sent'))
    expect(lines().filter((line) => !line?.startsWith('Not'))).toEqual(both.slice(1))
  })

  it('a file that could not be sent can be removed: the last upload counts again', async () => {
    serve([exampleUpload(), stock])
    send.mockRejectedValue(new CallError('POST /uploads', null, 'error while uploading files'))
    renderScreen(ImportPage, { at })
    await choose(await screen.findByLabelText('File for local'), file('fr.csv'))
    await waitFor(() => expect(next()).toHaveAccessibleDescription('local: could not be sent'))
    await userEvent.click(screen.getByRole('button', { name: 'Remove fr.csv' }))
    expect(next()).toBeEnabled()
    expect(screen.queryByText('fr.csv')).toBeNull()
  })

  it('UPL-018/ui sends nothing when every source already has a valid last upload', async () => {
    serve([exampleUpload(), stock])
    const { address } = renderScreen(ImportPage, { at })
    await waitFor(() => expect(next()).toBeEnabled())
    await userEvent.click(next())
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=fr&step=3'))
    expect(send).not.toHaveBeenCalled()
  })

  it('UPL-008/ui is blocked for a pipeline that lacks a property', async () => {
    serve([], {
      'GET /users/pipelines': { ...exampleTypes, pipelines: [{ ...pipeline, brand: null, productLine: null }] },
    })
    renderScreen(ImportPage, { at })
    expect(await screen.findByText(/cannot be run because of missing properties: brand, product line/)).toBeVisible()
    expect(await screen.findByLabelText('File for local')).toBeDisabled()
    expect(next()).toHaveAccessibleDescription('cannot be run because of missing properties')
  })

  it('UPL-014/ui, UPL-012/ui shows the last four uploads with their state', async () => {
    const own = (['valid', 'invalid', 'validating', 'valid', 'valid'] as const).map((status, index) =>
      exampleUpload({
        _id: `u${index}`,
        status,
        createdAt: `2026-11-1${9 - index}T08:00:00.000Z`,
        originalFilename: `file-${index}.csv`,
      }),
    )
    serve(own)
    renderScreen(ImportPage, { at })
    const rows = within(await screen.findByRole('table', { name: 'Last uploads of local' }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
      'file-0.csv',
      'file-1.csv',
      'file-2.csv',
      'file-3.csv',
    ])
    expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
      'valid',
      'invalid',
      'validating',
      'valid',
    ])
    const icons = rows.map((row) => row.querySelector('svg')?.innerHTML)
    expect(new Set(icons.slice(0, 3)).size).toBe(3)
    expect(icons[3]).toBe(icons[0])
    for (const icon of icons) expect(icon).toMatch(/</)
  })

  it('UPL-013/ui switches an upload off after a question, so that the one before counts', async () => {
    const older = exampleUpload({ _id: 'u0', originalFilename: 'older.csv', createdAt: '2026-11-01T08:00:00.000Z' })
    const newer = exampleUpload({ status: 'invalid', originalFilename: 'newer.csv' })
    let own = [newer, older, stock]
    const server = serve([], {
      'GET /uploads/last-all': ({ query }: FakeRequest) => (query.pipelineId === 'master' ? masters : own),
      'POST /uploads/disable': () => {
        own = [older, stock]
        return { ...newer, enabled: false }
      },
    })
    renderScreen(ImportPage, { at })
    await waitFor(() => expect(next()).toBeDisabled())
    await userEvent.click(await screen.findByRole('button', { name: 'Disable newer.csv' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(next()).toBeEnabled())
    expect(server.of('POST /uploads/disable')[0]?.body).toEqual({ uploadId: 'u1' })
    expect(screen.queryByText('newer.csv')).toBeNull()
  })

  it.each([
    ['runs', exampleImport({ state: 'busy' }), exampleJob({ kind: 'repeat' })],
    ['waits for a worker', exampleImport({ state: 'pending' }), exampleJob()],
  ])('UPL-013/ui switches nothing off while an import %s (D-63)', async (_, imp, job) => {
    let answer: { imp: Import | null; job: ScheduledJob | null } = { imp, job }
    serve([exampleUpload({ originalFilename: 'a.csv' }), stock], { 'GET /imports/job': () => answer })
    renderScreen(ImportPage, { at })
    const disable = await screen.findByRole('button', { name: 'Disable a.csv' })
    await waitFor(() => expect(disable).toBeDisabled())
    expect(disable).toHaveAttribute('title', 'An import is running')
    const ended = exampleImport({ state: 'completed', success: true })
    answer = { imp: ended, job: null }
    act(() => fakeLive.push('imports', ended))
    await waitFor(() => expect(disable).toBeEnabled())
  })

  it('UPL-013/ui switches nothing of a master off while one of its countries waits in a chain', async () => {
    const master = exampleMaster()
    const waiting = exampleImport({ state: 'sequential' })
    serve([], {
      'GET /users/pipelines': { ...exampleTypes, pipelines: [master] },
      'GET /imports/job': ({ query }: FakeRequest) =>
        query.pipelineId === master._id ? { imp: null, job: null } : { imp: waiting, job: null },
    })
    renderScreen(ImportPage, { at: `/import/upload?pipeline=${master._id}&step=2` })
    await waitFor(async () => expect(await screen.findByRole('button', { name: 'Disable master.csv' })).toBeDisabled())
  })

  it('ERR-007/ui a failed switch-off shows the server’s text, or the client’s when there is none', async () => {
    serve([exampleUpload({ originalFilename: 'a.csv' }), stock], {
      'POST /uploads/disable': () => new Response(''),
    })
    renderScreen(ImportPage, { at })
    await userEvent.click(await screen.findByRole('button', { name: 'Disable a.csv' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('error while deleting the selected upload file')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Disable a.csv' })).toBeVisible()
  })

  it('ERR-006/ui a failed list of last uploads is told and can be asked again', async () => {
    serve([], { 'GET /uploads/last-all': () => new Response('') })
    renderScreen(ImportPage, { at })
    expect((await screen.findAllByText('error while fetching last upload files')).length).toBeGreaterThan(0)
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
    expect(next()).toBeDisabled()
  })
})

describe('the state of a watched upload', () => {
  const validating = exampleUpload({ status: 'validating', counts: null, originalFilename: 'fr.csv' })

  it('arrives by the socket without asking again', async () => {
    const server = serve([validating, stock])
    renderScreen(ImportPage, { at: '/import/upload?pipeline=fr&step=3' })
    await waitFor(() => expect(next()).toHaveAccessibleDescription('local: still validating'))
    act(() =>
      fakeLive.push('uploads', { ...validating, status: 'invalid', counts: { records: 197, valid: 0, rejected: 197 } }),
    )
    await waitFor(() => expect(next()).toHaveAccessibleDescription('local: the last file is invalid'))
    expect(within(screen.getByRole('region', { name: 'local' })).getByText('invalid')).toBeInTheDocument()
    expect(server.of('GET /uploads/status')).toEqual([])
  })

  it('is asked again where it changed while the first answer was on its way', async () => {
    let answer = (_: unknown): void => undefined
    const first = new Promise((resolve) => (answer = resolve))
    const judged = exampleUpload({ originalFilename: 'fr.csv' })
    const server = serve([], {
      'GET /uploads/last-all': ({ query }: FakeRequest) => {
        if (query.pipelineId === 'master') return masters
        return server.of('GET /uploads/last-all').filter((each) => each.query.pipelineId === 'fr').length > 1
          ? [judged, stock]
          : first
      },
    } as Answers)
    renderScreen(ImportPage, { at: '/import/upload?pipeline=fr&step=3' })
    await waitFor(() => expect(fakeLive.filters('uploads')).toContainEqual({ pipelineId: ['fr'] }))
    act(() => fakeLive.push('uploads', judged))
    act(() => answer([validating, stock]))
    await waitFor(() => expect(next()).toBeEnabled())
  })

  it('UPL-011/ui is asked again every 1000 ms while the socket is down', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let asked = 0
    const server = serve([validating, stock], {
      'GET /uploads/status': () => {
        asked++
        return [{ ...validating, status: asked < 3 ? 'validating' : 'valid', logs: [] }]
      },
    })
    renderScreen(ImportPage, { at: '/import/upload?pipeline=fr&step=3', socket: 'lost' })
    await vi.waitFor(() => expect(next()).toHaveAccessibleDescription('local: still validating'), { timeout: 15_000 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toBe(2)
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(() => expect(next()).toBeEnabled(), { timeout: 15_000 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.of('GET /uploads/status').map(({ query }) => query)).toEqual([
      { ids: 'u1' },
      { ids: 'u1' },
      { ids: 'u1' },
    ])
    vi.useRealTimers()
  })

  it('ERR-005/ui a failed status question is told once, not every second', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    serve([validating, stock], {
      'GET /uploads/status': () => {
        throw new RefusedCallError(50000, '')
      },
    })
    renderScreen(ImportPage, { at: '/import/upload?pipeline=fr&step=3', socket: 'lost' })
    await vi.waitFor(() => expect(next()).toHaveAccessibleDescription('local: still validating'), { timeout: 15_000 })
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(() => expect(screen.getByText('error while fetching uploads statuses')).toBeVisible(), {
      timeout: 15_000,
    })
    toast.closeAll()
    await vi.advanceTimersByTimeAsync(3000)
    expect(toast.shown()).toEqual([])
    vi.useRealTimers()
  })
})
