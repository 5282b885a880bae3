import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uploadFiles } from '../../api/upload-files.ts'
import { examplePipeline, exampleSource, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { toast } from '../../state/toasts.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { ImportPage } from './ImportPage.tsx'
import { renderScreen } from '../../test-support/render-screen.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/upload-files.ts', () => ({ uploadFiles: vi.fn() }))

const send = vi.mocked(uploadFiles)
const pipeline = examplePipeline({
  dataSources: [
    exampleSource(),
    exampleSource({
      dataSubKind: 'feed',
      connectorType: 'real-time',
      config: { method: 'GET', url: 'https://feed.example.test/rows?key=secret' },
    }),
  ],
})
const fetched = exampleUpload({ _id: 'f1', dataSubKind: 'feed', originalFilename: 'feed.json' })
const at = '/import/upload?pipeline=fr&step=2'
const after = '/import/upload?pipeline=fr&step=3'
const draw = (answers: Answers = {}) => {
  const server = fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [pipeline] },
    'GET /uploads/last-all': [exampleUpload()],
    ...answers,
  })
  return { server, ...renderScreen(ImportPage, { at }) }
}
const next = () => screen.getByRole('button', { name: 'Next step' })
const chooseFile = async () =>
  userEvent.upload(await screen.findByLabelText('File for local'), new File(['x'], 'fr.csv'))
const chooseFetch = async () => userEvent.click(await screen.findByRole('checkbox', { name: 'Fetch feed' }))

beforeEach(() => {
  send.mockReset()
  send.mockResolvedValue([exampleUpload({ _id: 'u9', status: 'validating', counts: null })])
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a source the server fetches', () => {
  it('UPL-017/ui is a row with a choice to fetch; nothing fetched yet blocks, and says so', async () => {
    draw()
    const row = await screen.findByRole('region', { name: 'feed' })
    expect(row).toHaveTextContent('real-time, from feed.example.test')
    expect(row).not.toHaveTextContent('secret')
    expect(within(row).queryByLabelText('File for feed')).toBeNull()
    expect(next()).toHaveAccessibleDescription('feed: not fetched yet')
    await chooseFetch()
    expect(next()).toBeEnabled()
    expect(row).toHaveTextContent('Fetched with Next step')
  })

  it('UPL-015/ui UPL-017/ui Next sends the files, has the sources fetched, and goes on after both', async () => {
    let answer: (uploads: unknown[]) => void = () => undefined
    const { server, address } = draw({
      'POST /uploads/fetchRealTime': () => new Promise((resolve) => (answer = resolve)),
    })
    await chooseFile()
    await chooseFetch()
    await userEvent.click(next())
    await waitFor(() => expect(server.of('POST /uploads/fetchRealTime')).toHaveLength(1))
    expect(server.of('POST /uploads/fetchRealTime')[0]?.body).toEqual({ pipeline: 'fr', dataSubKinds: ['feed'] })
    expect(send.mock.lastCall?.[0].files.map(({ dataSubKind }) => dataSubKind)).toEqual(['local'])
    expect(screen.getByRole('progressbar')).toHaveAccessibleName('Fetching feed')
    expect(address()).toBe(at)
    answer([fetched])
    await waitFor(() => expect(address()).toBe(after))
  })

  it('UPL-015/ui UPL-016/ui stays when the fetch fails, says why in its log, and fetches alone the next time', async () => {
    let fails = true
    const { address } = draw({
      'POST /uploads/fetchRealTime': () => {
        if (fails) throw new RefusedCallError(40900, 'Real-time source is not available')
        return [fetched]
      },
    })
    await chooseFile()
    await chooseFetch()
    await userEvent.click(next())
    const log = await screen.findByRole('list', { name: 'Messages of this step' })
    expect(log).toHaveTextContent('Real-time source is not available')
    expect(console.error).toHaveBeenCalled()
    expect(toast.shown()).toEqual([])
    expect(address()).toBe(at)
    fails = false
    await userEvent.click(next())
    await waitFor(() => expect(address()).toBe(after))
    expect(send).toHaveBeenCalledOnce()
  })

  it('UPL-015/ui is not fetched when the files could not be sent', async () => {
    send.mockRejectedValue(new Error('no'))
    const { server, address } = draw({ 'POST /uploads/fetchRealTime': [fetched] })
    await chooseFile()
    await chooseFetch()
    await userEvent.click(next())
    await screen.findByRole('list', { name: 'Messages of this step' })
    expect(server.of('POST /uploads/fetchRealTime')).toEqual([])
    expect(address()).toBe(at)
    expect(screen.getByText('fr.csv')).toBeVisible()
  })

  it('is left as it is where it was fetched before and is not chosen', async () => {
    const { server, address } = draw({ 'GET /uploads/last-all': [exampleUpload(), fetched] })
    expect(await screen.findByText('Otherwise the last fetched data is used')).toBeVisible()
    await userEvent.click(next())
    await waitFor(() => expect(address()).toBe(after))
    expect(server.of('POST /uploads/fetchRealTime')).toEqual([])
  })
})

describe('sending', () => {
  it('shows how much of which file is sent, and can be stopped and taken up again', async () => {
    send.mockImplementation(
      ({ onProgress, signal }) =>
        new Promise((_resolve, reject) => {
          onProgress?.(0.4)
          signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
        }),
    )
    const { address } = draw({ 'GET /uploads/last-all': [fetched] })
    const big = new File(['x'.repeat(1000)], 'fr.csv')
    await userEvent.upload(await screen.findByLabelText('File for local'), big)
    await userEvent.click(next())
    expect(await screen.findByText(/Uploading 1 file, 40 %: 400 B of 1000 B/)).toBeVisible()
    expect(screen.getByRole('region', { name: 'local' })).toHaveTextContent('40 % sent')
    await userEvent.click(screen.getByRole('button', { name: 'Stop sending' }))
    expect(await screen.findByText('Sending was stopped, nothing was uploaded.')).toBeVisible()
    expect(screen.getByText('fr.csv')).toBeVisible()
    send.mockResolvedValue([exampleUpload({ _id: 'u9' })])
    await userEvent.click(next())
    await waitFor(() => expect(address()).toBe(after))
  })
})
