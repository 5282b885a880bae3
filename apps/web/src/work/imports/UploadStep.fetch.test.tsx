import type { Upload } from '@millrace/contract'
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
const draw = (answers: Answers = {}, own: Upload[] = [exampleUpload()]) => {
  const server = fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [pipeline] },
    'GET /uploads/last-all': () => [...own],
    ...answers,
  })
  return { server, own, ...renderScreen(ImportPage, { at }) }
}
const next = () => screen.getByRole('button', { name: 'Next step' })
const feed = () => screen.getByRole('region', { name: 'feed' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  send.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a source the server fetches', () => {
  it('UPL-017/ui is fetched at once by its button the first time, with the state in place', async () => {
    const own = [exampleUpload()]
    let answer: (uploads: Upload[]) => void = () => undefined
    const { server, address } = draw(
      { 'POST /uploads/fetchRealTime': () => new Promise<Upload[]>((resolve) => (answer = resolve)) },
      own,
    )
    expect(await screen.findByText('real-time, from feed.example.test')).toBeVisible()
    expect(feed()).not.toHaveTextContent('secret')
    expect(within(feed()).queryByLabelText('File for feed')).toBeNull()
    expect(next()).toHaveAccessibleDescription('feed: not fetched yet')
    await press('Fetch now feed')
    await waitFor(() => expect(server.of('POST /uploads/fetchRealTime')).toHaveLength(1))
    expect(server.of('POST /uploads/fetchRealTime')[0]?.body).toEqual({ pipeline: 'fr', dataSubKinds: ['feed'] })
    expect(screen.getByRole('progressbar')).toHaveAccessibleName('Fetching feed')
    expect(within(feed()).getByText('Fetching…')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Fetch now feed' })).toBeDisabled()
    expect(next()).toHaveAccessibleDescription('feed: still being fetched')
    own.push(fetched)
    answer([fetched])
    await waitFor(() => expect(next()).toBeEnabled())
    expect(within(feed()).getAllByText('feed.json').length).toBeGreaterThan(0)
    expect(address()).toBe(at)
    await userEvent.click(next())
    await waitFor(() => expect(address()).toBe(after))
  })

  it('UPL-015/ui UPL-016/ui keeps the step when the fetch fails, says why in place and in its log, and fetches again', async () => {
    let fails = true
    const own = [exampleUpload()]
    draw(
      {
        'POST /uploads/fetchRealTime': () => {
          if (fails) throw new RefusedCallError(40900, 'Real-time source is not available')
          own.push(fetched)
          return [fetched]
        },
      },
      own,
    )
    await press('Fetch now feed')
    const log = await screen.findByRole('list', { name: 'Messages of this step' })
    expect(log).toHaveTextContent('Real-time source is not available')
    expect(within(feed()).getByText('Not fetched: Real-time source is not available')).toBeVisible()
    expect(console.error).toHaveBeenCalled()
    expect(toast.shown()).toEqual([])
    expect(next()).toHaveAccessibleDescription('feed: could not be fetched')
    fails = false
    await press('Try again to fetch feed')
    await waitFor(() => expect(next()).toBeEnabled())
    expect(within(feed()).queryByText(/Not fetched/)).toBeNull()
  })

  it('is left as it is where it was fetched before, and also after a fetch that failed', async () => {
    const { server, address } = draw(
      {
        'POST /uploads/fetchRealTime': () => {
          throw new RefusedCallError(40900, 'Real-time source is not available')
        },
      },
      [exampleUpload(), fetched],
    )
    expect(await screen.findByText('Used unless it is fetched again')).toBeVisible()
    expect(next()).toBeEnabled()
    expect(server.of('POST /uploads/fetchRealTime')).toEqual([])
    await press('Fetch again feed')
    await waitFor(() => expect(next()).toHaveAccessibleDescription('feed: could not be fetched'))
    await press('Use the last data')
    await userEvent.click(next())
    await waitFor(() => expect(address()).toBe(after))
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
    const own = [fetched]
    draw({}, own)
    const big = new File(['x'.repeat(1000)], 'fr.csv')
    await userEvent.upload(await screen.findByLabelText('File for local'), big)
    expect(await screen.findByText(/Uploading 1 file, 40 %: 400 B of 1000 B/)).toBeVisible()
    expect(screen.getByRole('region', { name: 'local' })).toHaveTextContent('40 % sent')
    await press('Stop sending')
    expect(await screen.findByRole('list', { name: 'Messages of this step' })).toHaveTextContent(
      'Sending was stopped, nothing was uploaded.',
    )
    expect(screen.getByText('fr.csv')).toBeVisible()
    send.mockImplementation(async () => {
      own.push(exampleUpload({ _id: 'u9' }))
      return [exampleUpload({ _id: 'u9' })]
    })
    await press('Try again to send fr.csv')
    await waitFor(() => expect(next()).toBeEnabled())
  })
})
