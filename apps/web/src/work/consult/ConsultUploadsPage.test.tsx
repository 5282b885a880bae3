import type { Log } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLive } from '../../test-support/fake-live.ts'
import { exampleEnded, exampleImport } from '../imports/imports.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleMaster, examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { ConsultUploadsPage } from './ConsultUploadsPage.tsx'
import { exampleGroup, exampleSender, exampleUpload } from '../uploads/uploads.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
    'GET /uploads/last-all': [exampleUpload()],
    'GET /imports/pipeline': ['i2', 'i1'],
    'GET /uploads/senders': [exampleSender()],
    'GET /uploads/findings': { groups: [exampleGroup()], findings: [], totalCount: 40 },
    'GET /imports/upload': { imports: [], totalCount: 0 },
    ...answers,
  })
const at = '/consult/upload?pipeline=fr'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('consult uploads', () => {
  it('UPL-024/ui has a pipeline picker and the last uploads of each sub kind', async () => {
    serve()
    const { address } = renderScreen(ConsultUploadsPage, { at: '/consult/upload' })
    await userEvent.click(await screen.findByRole('radio', { name: /Bikes fr-FR/ }))
    await waitFor(() => expect(address()).toBe(at))
    expect(within(await screen.findByRole('group', { name: 'local' })).getByText('bikes-fr-FR.csv')).toBeVisible()
    expect(screen.getByRole('group', { name: 'catalogue' })).toHaveTextContent('Comes from the master.')
  })

  it('UPL-025/ui follows the logs of the pipeline’s imports, those that start meanwhile included', async () => {
    let ids = ['i2', 'i1']
    serve({ 'GET /imports/pipeline': () => ids })
    renderScreen(ConsultUploadsPage, { at })
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ importId: ['i2', 'i1'] }]))
    ids = ['i3', 'i2', 'i1']
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i3' }), 'insert'))
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ importId: ['i2', 'i1'] }, { importId: ['i3'] }]))
  })

  it('UPL-025/ui follows an import that started while the page was being opened', async () => {
    let ids = ['i2', 'i1']
    serve({ 'GET /imports/pipeline': () => ids })
    renderScreen(ConsultUploadsPage, { at })
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ importId: ['i2', 'i1'] }]))
    ids = ['i3', 'i2', 'i1']
    act(() =>
      fakeLive.beginWith(
        'imports',
        ids.map((_id) => exampleImport({ _id })),
      ),
    )
    await waitFor(() => expect(fakeLive.filters('logs')).toContainEqual({ importId: ['i3'] }))
  })

  it('UPL-024/ui lists an upload that came, and drops one switched off, while the page was being opened', async () => {
    let uploads = [exampleUpload({ _id: 'off', originalFilename: 'off.csv' })]
    serve({ 'GET /uploads/last-all': () => uploads })
    renderScreen(ConsultUploadsPage, { at })
    await screen.findByRole('radio', { name: /off.csv/ })
    uploads = [exampleUpload()]
    act(() => fakeLive.beginWith('uploads', uploads))
    expect(await screen.findByRole('radio', { name: /bikes-fr-FR.csv/ })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('radio', { name: /off.csv/ })).toBeNull())
  })

  it('UPL-025/ui follows of a master the logs of its countries’ imports', async () => {
    const master = exampleMaster()
    let ids = ['i1']
    serve({
      'GET /users/pipelines': { ...exampleTypes, pipelines: [master] },
      'GET /imports/pipeline': () => ids,
    })
    renderScreen(ConsultUploadsPage, { at: `/consult/upload?pipeline=${master._id}` })
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ importId: ['i1'] }]))
    const followed = [master._id, ...(master.countryPipelines ?? []).map(({ _id }) => _id)]
    expect(followed.length).toBeGreaterThan(1)
    expect(fakeLive.filters('imports')).toContainEqual({ pipelineId: followed })
    ids = ['i2', 'i1']
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i2' }), 'insert'))
    await waitFor(() => expect(fakeLive.filters('logs')).toContainEqual({ importId: ['i2'] }))
  })

  it('UPL-025/ui says that there are no logs without an import', async () => {
    serve({ 'GET /imports/pipeline': [] })
    renderScreen(ConsultUploadsPage, { at })
    expect(await screen.findByText('There are no logs.')).toBeVisible()
  })

  it('LOG-002/ui picking an upload shows that upload’s logs instead, and back (D-71)', async () => {
    serve()
    const { address } = renderScreen(ConsultUploadsPage, { at })
    await userEvent.click(await screen.findByRole('radio', { name: /bikes-fr-FR.csv/ }))
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ uploadId: ['u1'] }]))
    expect(address()).toBe(`${at}&upload=u1`)
    await userEvent.click(screen.getByRole('button', { name: 'Show import logs' }))
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ importId: ['i2', 'i1'] }]))
  })

  it('ERR-009/ui import ids that cannot be had are told', async () => {
    serve({ 'GET /imports/pipeline': () => new Response('') })
    renderScreen(ConsultUploadsPage, { at })
    const texts = await screen.findAllByText('error while fetching importIds for the selected pipeline.')
    expect(texts.length).toBeGreaterThan(0)
  })
})

const list = (name: string) => screen.findByRole('group', { name })

describe('an upload', () => {
  it('UPL-024/ui is listed with who sent it, when and its state', async () => {
    const uploads = [
      exampleUpload({ status: 'invalid' }),
      exampleUpload({ _id: 'u2', originalFilename: 'older.csv', createdAt: '2026-11-19T16:02:00.000Z' }),
    ]
    const server = serve({
      'GET /uploads/last-all': uploads,
      'GET /uploads/senders': [
        exampleSender({ _id: 'u2', how: 'planned', plan: 'Every Monday at 06:15' }),
        exampleSender(),
      ],
    })
    renderScreen(ConsultUploadsPage, { at })
    const rows = within(await list('local')).getAllByRole('radio')
    const words = (row: HTMLElement | undefined) => row?.closest('label')?.textContent
    await waitFor(() => expect(words(rows[0])).toContain('sent by marc.manager'))
    expect(words(rows[0])).toMatch(/bikes-fr-FR.csv.*197 records, 40 rejected.*2026-11-20.*invalid/)
    expect(words(rows[1])).toMatch(/older.csv.*the plan “Every Monday at 06:15” of marc.manager.*2026-11-19.*valid/)
    expect(server.of('GET /uploads/senders')[0]?.query).toEqual({ ids: 'u1,u2' })
  })

  it('UPL-019/ui that is picked shows its causes and rejected records with their download', async () => {
    serve({ 'GET /uploads/last-all': [exampleUpload({ status: 'invalid' })] })
    renderScreen(ConsultUploadsPage, { at: `${at}&upload=u1` })
    const found = await screen.findByRole('region', { name: 'What the check found' })
    expect(await within(found).findByRole('list', { name: 'Findings by cause' })).toHaveTextContent(
      'FrenchDescription is empty',
    )
    expect(within(found).getByRole('button', { name: 'Show all 40 findings' })).toBeVisible()
    expect(within(found).getByRole('button', { name: 'Download rejected records as CSV' })).toBeVisible()
    const facts = screen.getByRole('region', { name: 'Upload' })
    await waitFor(() => expect(facts).toHaveTextContent(/invalid.*2026-11-20.*sent by marc.manager/))
  })

  it('LOG-002/ui names the imports that read it, as they begin, each with its row of the logbook', async () => {
    let imports = [exampleEnded()]
    serve({ 'GET /imports/upload': () => ({ imports, totalCount: imports.length + 3 }) })
    renderScreen(ConsultUploadsPage, { at: `${at}&upload=u1` })
    const readers = await screen.findByRole('region', { name: 'Imports that read this file' })
    const rows = async () => (await within(readers).findAllByRole('listitem')).map((row) => row.textContent)
    expect(await rows()).toEqual([expect.stringMatching(/2026-11-20.*Bikes fr-FR.*40 left out/)])
    expect(within(readers).getByRole('link').getAttribute('href')).toContain('/consult/import?import=i1')
    expect(readers).toHaveTextContent('3 older ones are in the logbook.')
    imports = [exampleImport({ _id: 'i2' }), exampleEnded()]
    act(() => fakeLive.push('imports', exampleImport({ _id: 'other' })))
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i2', ranWith: exampleEnded().ranWith })))
    await waitFor(async () => expect(await rows()).toHaveLength(2))
  })

  it('LOG-002/ui that no import read says so', async () => {
    serve()
    renderScreen(ConsultUploadsPage, { at: `${at}&upload=u1` })
    expect(await screen.findByText('No import has read it yet.')).toBeVisible()
  })
})

describe('a source that comes from the master', () => {
  const ofMaster = exampleUpload({ _id: 'm1', dataSubKind: 'catalogue', originalFilename: 'bikes-master-en.csv' })
  const uploadsOf = (master: unknown) => ({
    'GET /uploads/last-all': ({ query }: { query: Record<string, string> }) =>
      query.pipelineId === 'master' ? master : [exampleUpload()],
  })

  it('UPL-024/ui names the file, its state and its date, and may be picked', async () => {
    serve(
      uploadsOf([
        ofMaster,
        { ...ofMaster, _id: 'm0', originalFilename: 'old.csv', createdAt: '2026-11-01T00:00:00.000Z' },
      ]) as Answers,
    )
    const { address } = renderScreen(ConsultUploadsPage, { at })
    const row = await within(await list('catalogue')).findByRole('radio', { name: /bikes-master-en.csv/ })
    expect(await list('catalogue')).toHaveTextContent(/Comes from the master.*bikes-master-en.csv.*2026-11-20.*valid/)
    expect(await list('catalogue')).not.toHaveTextContent('old.csv')
    await userEvent.click(row)
    expect(address()).toBe(`${at}&upload=m1`)
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ uploadId: ['m1'] }]))
  })

  it('UPL-024/ui says that the master has no file yet', async () => {
    serve(uploadsOf([]) as Answers)
    renderScreen(ConsultUploadsPage, { at })
    await waitFor(async () => expect(await list('catalogue')).toHaveTextContent('The master has no file yet.'))
  })

  it('UPL-024/ui says no more to who does not see the master', async () => {
    const unseen = { code: 40400, message: 'You do not have access to this pipeline.', data: null }
    const server = serve(uploadsOf(Response.json(unseen)) as Answers)
    renderScreen(ConsultUploadsPage, { at })
    await waitFor(() => expect(server.of('GET /uploads/last-all')).toHaveLength(2))
    await list('local')
    expect(await list('catalogue')).toHaveTextContent(/^catalogueComes from the master\.$/)
  })
})

describe('the logs of several imports', () => {
  const line = (importId: string, seq: number, logDate: string): Log => ({
    ...{ _id: `${importId}-${seq}`, importId, seq, logDate },
    ...{ level: 'info', message: `line ${seq} of ${importId}` },
  })

  it('UPL-025/ui are set apart by headings that name the import and its time', async () => {
    const german = exampleImport({ pipeline: examplePipeline({ name: 'Bikes de-DE' }) })
    serve()
    renderScreen(ConsultUploadsPage, { at })
    await waitFor(() => expect(fakeLive.filters('logs')).toHaveLength(1))
    act(() => fakeLive.push('imports', { ...german, _id: 'i1', startedAt: '2026-11-18T09:00:00.000Z' }))
    act(() =>
      fakeLive.beginLogs([
        line('i1', 1, '2026-11-18T09:00:01.000Z'),
        line('i1', 2, '2026-11-18T09:00:02.000Z'),
        line('i2', 1, '2026-11-20T16:10:01.000Z'),
      ]),
    )
    const logs = await screen.findByRole('group', { name: 'Log lines' })
    const headings = await within(logs).findAllByRole('heading')
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Bikes de-DE2026-11-18 \d\d:00$/),
      // Of one that is not known yet the first line tells the time.
      expect.stringMatching(/^Bikes fr-FR2026-11-20 \d\d:10$/),
    ])
    expect(logs.textContent).toMatch(/de-DE.*line 1 of i1.*line 2 of i1.*fr-FR.*line 1 of i2/)
  })
})
