import type { Upload } from '@millrace/contract'
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
import { fakeLive } from '../../test-support/fake-live.ts'
import { fakeServer, type FakeRequest } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleGroup, exampleUpload } from '../uploads/uploads.examples.ts'
import { ImportPage } from './ImportPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/upload-files.ts', () => ({ uploadFiles: vi.fn() }))

const send = vi.mocked(uploadFiles)
const french = examplePipeline({
  dataSources: [
    exampleSource(),
    exampleSource({ dataSubKind: 'catalogue', dataFromMaster: true }),
    exampleSource({ dataSubKind: 'feed', connectorType: 'real-time' }),
    exampleSource({ dataSubKind: 'off', enabled: false }),
  ],
})
const german = examplePipeline({ _id: 'de', name: 'Bikes de-DE', dataSources: [exampleSource()] })
const fed = examplePipeline({
  ...{ _id: 'it', name: 'Bikes it-IT' },
  dataSources: [exampleSource({ dataSubKind: 'catalogue', dataFromMaster: true })],
})
const listed = [french, german, fed, { ...german, _id: 'es', name: 'Bikes es-ES' }]
const master = exampleMaster({
  countryPipelines: listed.map(({ _id, name, version, vLocked }) => ({ _id, name, version, vLocked })),
})
const ofMaster = exampleUpload({ _id: 'm1', pipelineId: 'master', dataSubKind: 'catalogue' })
const fresh = (over: Partial<Upload> = {}) =>
  exampleUpload({
    ...{ _id: 'new', status: 'validating', counts: null, originalFilename: 'new.csv' },
    ...{ createdAt: '2026-11-21T08:00:00.000Z', ...over },
  })

/** Offered are the master and three of its four countries. */
const draw = (own: Record<string, Upload[]>) => {
  const server = fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [master, german, french, fed] },
    'GET /uploads/last-all': ({ query }: FakeRequest) => [
      ...((query.pipelineId === 'master' ? [ofMaster] : own[query.pipelineId ?? '']) ?? []),
    ],
    'GET /uploads/findings': { groups: [exampleGroup()], findings: [], totalCount: 40 },
  })
  return { server, ...renderScreen(ImportPage, { at: '/import/upload?pipeline=master&step=2' }) }
}
const section = (name: string) => screen.findByRole('group', { name })
const unfold = async (name: string) => {
  const country = await section(name)
  await userEvent.click(within(country).getByRole('button', { name: new RegExp(name) }))
  return country
}
const next = () => screen.getByRole('button', { name: 'Next step' })

beforeEach(() => {
  send.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the files of a master’s countries', () => {
  it('UPL-003/ui are folded by country, by name; one that takes no files is left out, and one that is not offered does not exist', async () => {
    const { server } = draw({ fr: [exampleUpload()], de: [] })
    expect(await screen.findByLabelText('File for catalogue')).toBeVisible()
    const folds = (await screen.findAllByRole('button', { expanded: false })).map(({ textContent }) => textContent)
    expect(folds.map((text) => text?.slice(0, 11))).toEqual(['Bikes de-DE', 'Bikes fr-FR'])
    expect(await section('Bikes fr-FR')).toHaveTextContent('1 of 1 file valid')
    expect(await section('Bikes de-DE')).toHaveTextContent('0 of 1 file valid, 1 missing')
    expect(screen.queryByText(/es-ES|it-IT/)).toBeNull()
    expect(server.of('GET /uploads/last-all').map(({ query }) => query.pipelineId)).not.toContain('es')
    expect(screen.queryByLabelText('File for local of Bikes fr-FR')).toBeNull()
  })

  it('UPL-004/ui unfold to an input for each source by hand of the country, and none that the master gives', async () => {
    draw({ fr: [], de: [] })
    const country = await unfold('Bikes fr-FR')
    expect(await within(country).findByLabelText('File for local of Bikes fr-FR')).toBeEnabled()
    expect(country.querySelectorAll('input[type=file]')).toHaveLength(1)
    expect(within(country).queryByText(/catalogue|feed|off/)).toBeNull()
  })

  it('UPL-015/ui are sent to the country at once and judged there, with verdict and counts', async () => {
    const own = { fr: [] as Upload[], de: [] }
    send.mockImplementation(async () => {
      own.fr = [fresh()]
      return own.fr
    })
    draw(own)
    const country = await unfold('Bikes fr-FR')
    await userEvent.upload(
      await within(country).findByLabelText('File for local of Bikes fr-FR'),
      new File(['x'], 'new.csv'),
    )
    expect(send.mock.lastCall?.[0]).toMatchObject({ pipelineId: 'fr', files: [{ dataSubKind: 'local' }] })
    await waitFor(() => expect(country).toHaveTextContent('0 of 1 file valid, 1 being checked'))
    // What is followed besides the master's own file.
    await waitFor(() => expect(fakeLive.filters('logs')).toContainEqual({ uploadId: ['new'] }))
    act(() =>
      fakeLive.push('uploads', fresh({ status: 'invalid', counts: { records: 197, valid: 157, rejected: 40 } })),
    )
    const verdict = await within(country).findByRole('region', { name: 'Verdict on local of Bikes fr-FR' })
    expect(await within(verdict).findByRole('alert')).toHaveTextContent(
      /^40 of 197 records are rejected .*replace it\.$/,
    )
    expect(within(verdict).getByText('197')).toBeVisible()
    expect(country).toHaveTextContent('0 of 1 file valid, 1 invalid')
    // A country's file is no reason to keep the master's own.
    expect(next()).toBeEnabled()
  })

  it('have lines of their own in the logs, under the name of their country', async () => {
    send.mockResolvedValue([fresh()])
    draw({ fr: [], de: [] })
    const country = await unfold('Bikes fr-FR')
    await userEvent.upload(
      await within(country).findByLabelText('File for local of Bikes fr-FR'),
      new File(['x'], 'new.csv'),
    )
    await waitFor(() => expect(fakeLive.filters('logs')).toContainEqual({ uploadId: ['new'] }))
    const line = { level: 'info', dataSubKind: 'local', logDate: '2026-11-21T08:00:01.000Z' } as const
    fakeLive.beginLogs([
      { ...line, _id: 'l1', seq: 1, uploadId: 'm1', message: 'Checks master.csv' },
      { ...line, _id: 'l2', seq: 1, uploadId: 'new', message: 'Checks new.csv' },
    ])
    expect(await screen.findByText('Checks new.csv')).toBeVisible()
    const logs = screen.getByRole('region', { name: 'Logs' })
    const headings = within(logs).getAllByRole('heading', { level: 3 })
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Bikes catalogue2026/),
      expect.stringMatching(/^Bikes fr-FR2026/),
    ])
  })

  it('UPL-016/ui keep the step while one is on its way or could not be sent, and name the country', async () => {
    let fail: (error: Error) => void = () => undefined
    send.mockReturnValue(new Promise((_, reject) => (fail = reject)))
    draw({ fr: [], de: [] })
    const country = await unfold('Bikes de-DE')
    await userEvent.upload(
      await within(country).findByLabelText('File for local of Bikes de-DE'),
      new File(['x'], 'new.csv'),
    )
    expect(next()).toHaveAccessibleDescription('Bikes de-DE: local: still being sent')
    await act(async () => fail(new CallError('POST /uploads', null, 'error while uploading files')))
    expect(next()).toHaveAccessibleDescription('Bikes de-DE: local: could not be sent')
    expect(within(country).getByText('Not sent: error while uploading files')).toBeVisible()
    expect(screen.getByRole('list', { name: 'Messages of this step' })).toHaveTextContent(
      'local of Bikes de-DE: error while uploading files',
    )
    await userEvent.click(within(country).getByRole('button', { name: 'Remove new.csv' }))
    await waitFor(() => expect(next()).toBeEnabled())
  })
})
