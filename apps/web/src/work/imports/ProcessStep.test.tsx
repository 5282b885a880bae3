import type { Log, Upload } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { uploadFiles } from '../../api/upload-files.ts'
import { examplePipeline, exampleSource, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer, type FakeRequest } from '../../test-support/fake-server.ts'
import { exampleGroup, exampleUpload } from '../uploads/uploads.examples.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { ImportPage } from './ImportPage.tsx'
import { renderScreen } from '../../test-support/render-screen.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/upload-files.ts', () => ({ uploadFiles: vi.fn() }))

const send = vi.mocked(uploadFiles)

const pipeline = examplePipeline({ dataSources: [exampleSource(), exampleSource({ dataSubKind: 'stock' })] })
const clean = { records: 12, valid: 12, rejected: 0 }
const uploads = [
  exampleUpload({ _id: 'older', createdAt: '2026-11-01T08:00:00.000Z' }),
  exampleUpload({ _id: 'u1', counts: clean }),
  exampleUpload({ _id: 's1', dataSubKind: 'stock', counts: clean }),
]
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [pipeline] },
    'GET /uploads/last-all': uploads,
    ...answers,
  })
const at = '/import/upload?pipeline=fr&step=3'

beforeEach(() => {
  send.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the processing step', () => {
  it('IMP-003/ui UPL-019/ui follows the logs of the files that are validated', async () => {
    serve()
    renderScreen(ImportPage, { at })
    expect(await screen.findByRole('group', { name: 'Process your file' })).toBeVisible()
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ uploadId: ['u1', 's1'] }]))
  })

  it('UPL-019/ui shows what the validation wrote, also without the socket', async () => {
    const line: Log = {
      _id: 'l1',
      seq: 1,
      logDate: '2026-11-20T16:02:01.000Z',
      level: 'error',
      message: 'Row 12: FrenchDescription is empty',
      dataSubKind: 'local',
      uploadId: 'u1',
    }
    serve({
      'GET /uploads/status': [],
      'GET /logs/uploads': ({ query }: FakeRequest) => (query.ids === 'u1' ? [line] : []),
    })
    renderScreen(ImportPage, { at, socket: 'lost' })
    expect(await screen.findByText('Row 12: FrenchDescription is empty')).toBeVisible()
  })

  it('says that a file is still being checked', async () => {
    serve({ 'GET /uploads/last-all': [exampleUpload({ _id: 'u1', status: 'validating', counts: null })] })
    renderScreen(ImportPage, { at })
    expect(await screen.findByText(/^Checking every record/)).toBeVisible()
  })
})

describe('an invalid file', () => {
  const one = examplePipeline({ dataSources: [exampleSource()] })
  const bad = exampleUpload({ _id: 'bad', status: 'invalid', originalFilename: 'bad.csv' })
  const good = exampleUpload({
    ...{ _id: 'good', status: 'validating', counts: null, originalFilename: 'good.csv' },
    createdAt: '2026-11-21T08:00:00.000Z',
  })
  const draw = async (own: Upload[], answers: Answers = {}) => {
    serve({
      'GET /users/pipelines': { ...exampleTypes, pipelines: [one] },
      'GET /uploads/last-all': () => [...own],
      'GET /uploads/findings': { groups: [exampleGroup()], findings: [], totalCount: 40 },
      ...answers,
    })
    const drawn = renderScreen(ImportPage, { at })
    return { ...drawn, local: await screen.findByRole('region', { name: 'local' }) }
  }
  const next = () => screen.getByRole('button', { name: 'Next step' })
  const replaceWith = (name: string) => userEvent.upload(screen.getByLabelText('File for local'), new File(['x'], name))

  it('UPL-010/ui IMP-003/ui says in one sentence why, how many records and what to do, and leads to no dead end', async () => {
    const { local } = await draw([bad])
    expect(await within(local).findByRole('alert')).toHaveTextContent(
      '40 of 197 records are rejected (FrenchDescription is empty), and none may be: correct the file and replace it.',
    )
    expect(within(local).getByRole('button', { name: 'Replace the file of local' })).toHaveTextContent(
      'Replace the file',
    )
    expect(next()).toHaveAccessibleDescription('local: the last file is invalid')
    expect(next()).toBeDisabled()
  })

  it('says why even where its causes cannot be read', async () => {
    const { local } = await draw([bad], { 'GET /uploads/findings': () => new Response('') })
    expect(await within(local).findByText(/^40 of 197 records are rejected, and none may be/)).toBeVisible()
  })

  it('that cannot be read says so once, with what its check wrote', async () => {
    const line: Log = {
      ...{
        _id: 'l1',
        seq: 1,
        logDate: '2026-11-20T16:02:01.000Z',
        level: 'error',
        dataSubKind: 'local',
        uploadId: 'bad',
      },
      message: 'bad.csv: The file is empty: it has 0 bytes',
    }
    const { local } = await draw([{ ...bad, counts: { records: 0, valid: 0, rejected: 0 } }], {
      'GET /uploads/findings': { groups: [], findings: [], totalCount: 0 },
      'GET /logs/uploads': [line],
    })
    expect(await within(local).findByRole('alert')).toHaveTextContent(
      'bad.csv: The file is empty: it has 0 bytes; no record could be read: correct the file and replace it.',
    )
    expect(within(local).getAllByText(/The file is empty/)).toHaveLength(1)
  })

  it('UPL-015/ui is replaced in place: the other is sent and judged where it stands', async () => {
    const own = [bad]
    let arrive: () => void = () => undefined
    send.mockReturnValue(
      new Promise((resolve) => {
        arrive = () => {
          own.unshift(good)
          resolve([good])
        }
      }),
    )
    const { local, address } = await draw(own)
    await within(local).findByRole('alert')
    await replaceWith('good.csv')
    expect(send.mock.lastCall?.[0]).toMatchObject({ pipelineId: 'fr', files: [{ dataSubKind: 'local' }] })
    expect(next()).toHaveAccessibleDescription('local: still being sent')
    expect(within(local).queryByText('bad.csv')).toBeNull()
    expect(within(local).getByText('good.csv')).toBeVisible()
    arrive()
    await waitFor(() => expect(next()).toHaveAccessibleDescription('local: still validating'))
    act(() => fakeLive.push('uploads', { ...good, status: 'valid', counts: clean }))
    await waitFor(() => expect(next()).toBeEnabled())
    expect(within(local).getByText('valid')).toBeVisible()
    expect(within(local).queryByRole('alert')).toBeNull()
    expect(within(local).queryByText(/Replace the file/)).toBeNull()
    expect(address()).toBe(at)
  })

  it('UPL-016/ui keeps the step, and the verdict, when the other cannot be sent, and offers to try again', async () => {
    const own = [bad]
    send.mockRejectedValueOnce(new CallError('POST /uploads', null, 'error while uploading files'))
    send.mockImplementation(async () => {
      own.unshift(good)
      return [good]
    })
    const { local } = await draw(own)
    await within(local).findByRole('alert')
    await replaceWith('good.csv')
    expect(await within(local).findByText('Not sent: error while uploading files')).toBeVisible()
    expect(await screen.findByRole('list', { name: 'Messages of this step' })).toHaveTextContent(
      'error while uploading files',
    )
    expect(within(local).getByText('bad.csv')).toBeVisible()
    expect(next()).toHaveAccessibleDescription('local: could not be sent')
    await userEvent.click(within(local).getByRole('button', { name: 'Try again to send good.csv' }))
    await waitFor(() => expect(next()).toHaveAccessibleDescription('local: still validating'))
  })

  it('UPL-006/ui is not replaced by a file of another type, and says so', async () => {
    const { local } = await draw([bad])
    await within(local).findByRole('alert')
    await userEvent
      .setup({ applyAccept: false })
      .upload(screen.getByLabelText('File for local'), new File(['x'], 'a.xlsx'))
    expect(within(local).getByText(/The file type is not accepted for local/)).toBeVisible()
    expect(send).not.toHaveBeenCalled()
  })

  it('of a source that is fetched is fetched again in place', async () => {
    const pipeline = examplePipeline({ dataSources: [exampleSource({ connectorType: 'real-time' })] })
    const own = [bad]
    const { local } = await draw(own, {
      'GET /users/pipelines': { ...exampleTypes, pipelines: [pipeline] },
      'POST /uploads/fetchRealTime': () => {
        own.unshift(good)
        return [good]
      },
    })
    expect(await within(local).findByRole('alert')).toHaveTextContent(
      /correct it where it comes from and fetch it again/,
    )
    await userEvent.click(within(local).getByRole('button', { name: 'Fetch again local' }))
    await waitFor(() => expect(next()).toHaveAccessibleDescription('local: still validating'))
  })

  it('from the master is replaced there, not here', async () => {
    const fed = examplePipeline({ dataSources: [exampleSource({ dataFromMaster: true })] })
    const { local } = await draw([bad], { 'GET /users/pipelines': { ...exampleTypes, pipelines: [fed] } })
    expect(await within(local).findByRole('alert')).toHaveTextContent(/replace it on the master/)
    expect(within(local).queryByRole('button', { name: /Replace the file/ })).toBeNull()
  })
})
