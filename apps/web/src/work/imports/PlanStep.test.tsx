import type { Upload } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  exampleMaster,
  examplePipeline,
  exampleSource,
  exampleTypes,
} from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer, type FakeRequest, RefusedCallError } from '../../test-support/fake-server.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { ImportPage } from './ImportPage.tsx'
import { exampleImport, exampleJob } from './imports.examples.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const country = examplePipeline({ dataSources: [exampleSource()] })
const german = examplePipeline({ _id: 'de', name: 'Bikes de-DE', dataSources: [exampleSource()] })
const master = exampleMaster({
  countryPipelines: [country, german].map(({ _id, name, version, vLocked }) => ({ _id, name, version, vLocked })),
})
const uploads: Record<string, Upload[]> = {
  fr: [exampleUpload()],
  de: [exampleUpload({ _id: 'u2', pipelineId: 'de' })],
  master: [exampleUpload({ _id: 'm1', dataSubKind: 'catalogue' })],
}
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [country, german, master] },
    'GET /uploads/last-all': ({ query }: FakeRequest) => uploads[query.pipelineId as string] ?? [],
    'GET /imports/job': { imp: null, job: null },
    'POST /imports': { jobId: 'j9', importId: 'i9' },
    'POST /imports/runAllImport': {
      jobId: 'j1',
      importId: 'i1',
      imports: [
        { jobId: 'j1', importId: 'i1' },
        { jobId: 'j2', importId: 'i2' },
      ],
    },
    ...answers,
  })
const next = () => screen.getByRole('button', { name: /^Next step/ })
const ready = () => waitFor(() => expect(next()).toBeEnabled())
const at = '/import/upload?pipeline=fr&step=4'
const ofMaster = '/import/upload?pipeline=master&step=4'
const running = 'Cannot create or edit the import. There is already an import running for this pipeline.'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pause = { since: '2026-11-20T15:50:00.000Z', reason: 'The warehouse moves.', userName: 'sam.super' }
const paused = 'Imports are paused: The warehouse moves. What is started or comes due begins when they are resumed.'

describe('while imports are paused', () => {
  it.each([at, ofMaster])('%s says why nothing begins, and lets it be started', async (address) => {
    serve({ 'GET /imports/job': { imp: null, job: null, pause } })
    renderScreen(ImportPage, { at: address })
    expect(await screen.findByText(paused)).toBeVisible()
    await ready()
  })

  it('the details say so until the import begins', async () => {
    const waiting = exampleImport({ state: 'pending', startedAt: null })
    serve({ 'GET /imports/job': { imp: waiting, job: null, pause } })
    renderScreen(ImportPage, { at: '/import/upload?pipeline=fr&step=5&imports=i1' })
    expect(await screen.findByText(paused)).toBeVisible()
    expect(screen.queryByText(/as soon as a worker is free/)).toBeNull()
    act(() => fakeLive.push('imports', exampleImport({ state: 'progress' })))
    await waitFor(() => expect(screen.queryByText(paused)).toBeNull())
  })
})

describe('the plan of a country pipeline', () => {
  it('IMP-007/ui, ERR-023/ui asks before it runs; No starts nothing', async () => {
    const server = serve()
    const { address } = renderScreen(ImportPage, { at })
    await ready()
    await userEvent.click(next())
    const dialog = await screen.findByRole('dialog', { name: /Confirmation/ })
    expect(dialog).toHaveTextContent('Do you want to run the pipeline : Bikes fr-FR')
    await userEvent.click(within(dialog).getByRole('button', { name: 'No' }))
    expect(server.of('POST /imports')).toEqual([])
    expect(address()).toBe(at)
  })

  it('IMP-008/ui on Yes the job is created and the wizard moves on', async () => {
    const server = serve()
    const { address } = renderScreen(ImportPage, { at })
    await ready()
    await userEvent.click(next())
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=fr&step=5&imports=i9'))
    expect(server.of('POST /imports')[0]?.body).toEqual({ pipelineId: 'fr', kind: 'immediate', restartOnError: true })
  })

  it('IMP-018/ui offers Now at first, which needs nothing more', async () => {
    serve()
    renderScreen(ImportPage, { at })
    await ready()
    expect(screen.getByRole('radio', { name: 'Now' })).toBeChecked()
    expect(screen.getByText('The import starts as soon as you confirm.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Cancel import' })).toBeNull()
  })

  it('IMP-002/ui the button that goes on says what it does', async () => {
    serve()
    renderScreen(ImportPage, { at })
    await ready()
    expect(next()).toHaveAccessibleName('Next step: start import')
    await userEvent.click(screen.getByText('Later', { selector: 'label *' }))
    expect(next()).toHaveAccessibleName('Next step: save plan')
  })

  it('IMP-010/ui missing fields are listed beside the disabled button', async () => {
    const bare = { ...country, brand: null, locale: null }
    serve({ 'GET /users/pipelines': { ...exampleTypes, pipelines: [bare] } })
    renderScreen(ImportPage, { at })
    await waitFor(() => expect(next()).toHaveAccessibleDescription('Missing field(s) : brand, locale'))
    expect(next()).toBeDisabled()
  })

  it('IMP-009/ui waits for a valid last upload of every source', async () => {
    serve({ 'GET /uploads/last-all': [exampleUpload({ status: 'invalid' })] })
    renderScreen(ImportPage, { at })
    await waitFor(() => expect(next()).toHaveAccessibleDescription('local: the last file is invalid'))
    expect(next()).toBeDisabled()
  })

  it('IMP-040/ui alerts while an import of the pipeline runs', async () => {
    serve({ 'GET /imports/job': { imp: exampleImport({ state: 'progress' }), job: exampleJob() } })
    renderScreen(ImportPage, { at })
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(running))
    expect(next()).toBeDisabled()
  })

  it('IMP-040/ui stays and shows the refusal when somebody else was faster', async () => {
    serve({
      'POST /imports': () => {
        throw new RefusedCallError(40900, running)
      },
    })
    const { address } = renderScreen(ImportPage, { at })
    await ready()
    await userEvent.click(next())
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.getAllByText(running).length).toBeGreaterThan(1))
    expect(address()).toBe(at)
  })

  it('IMP-041/ui stays and shows the refusal of a kind the server does not know', async () => {
    serve({
      'POST /imports': () => {
        throw new RefusedCallError(40000, 'Something unexpected happened.')
      },
    })
    const { address } = renderScreen(ImportPage, { at })
    await ready()
    await userEvent.click(next())
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect((await screen.findAllByText('Something unexpected happened.'))[0]).toBeVisible()
    expect(address()).toBe(at)
  })

  it('tells what will run: the file of each source and where the records go', async () => {
    serve()
    renderScreen(ImportPage, { at })
    const sources = await screen.findByRole('table', { name: 'Sources' })
    expect(within(sources).getByText('bikes-fr-FR.csv')).toBeVisible()
    expect(within(sources).getByText('40')).toBeVisible()
    expect(within(screen.getByRole('table', { name: 'Destinations' })).getByText('products')).toBeVisible()
  })
})

describe('the plan of a master', () => {
  it('the button says how many imports it starts', async () => {
    serve()
    renderScreen(ImportPage, { at: ofMaster })
    await waitFor(() => expect(next()).toHaveAccessibleName('Next step: start 2 imports'))
    await userEvent.click(screen.getByRole('checkbox', { name: /Bikes de-DE/ }))
    expect(next()).toHaveAccessibleName('Next step: start import')
    await userEvent.click(screen.getByRole('checkbox', { name: /Bikes fr-FR/ }))
    expect(next()).toHaveAccessibleName('Next step: start imports')
    expect(next()).toBeDisabled()
  })

  it('IMP-011/ui says so when it has no country pipelines', async () => {
    const lonely = exampleMaster({ countryPipelines: [] })
    serve({ 'GET /users/pipelines': { ...exampleTypes, pipelines: [lonely] } })
    renderScreen(ImportPage, { at: ofMaster })
    expect((await screen.findAllByText('Master pipeline has no country pipelines')).length).toBeGreaterThan(0)
    expect(next()).toBeDisabled()
    expect(next()).toHaveAccessibleDescription('Master pipeline has no country pipelines')
  })

  it('IMP-013/ui runs the chosen country pipelines, IMP-012/ui in sequence, IMP-014/ui and goes to the logbook', async () => {
    const server = serve()
    const { address } = renderScreen(ImportPage, { at: ofMaster })
    await ready()
    await userEvent.click(screen.getByRole('checkbox', { name: /Bikes de-DE/ }))
    await userEvent.click(next())
    expect(await screen.findByRole('dialog')).toHaveTextContent('Do you want to run the pipeline : Bikes catalogue')
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(address()).toBe('/consult/import'))
    expect(server.of('POST /imports/runAllImport')[0]?.body).toEqual({
      pipelineId: 'master',
      listPipelines: ['fr'],
      kind: 'sequential',
      restartOnError: true,
    })
  })

  it('IMP-014/ui role user, who has no logbook, stays with the list of started imports (D-25)', async () => {
    const started = (id: string) =>
      exampleImport({ _id: id, state: 'sequential', pipeline: id === 'i1' ? german : country })
    let begun = false
    serve({
      'GET /imports/job': ({ query }: FakeRequest) => ({
        imp: begun ? started(query.pipelineId === 'de' ? 'i1' : 'i2') : null,
        job: null,
      }),
      'POST /imports/runAllImport': () => {
        begun = true
        const imports = ['i1', 'i2'].map((importId) => ({ jobId: 'j1', importId }))
        return { jobId: 'j1', importId: 'i1', imports }
      },
    })
    const { address } = renderScreen(ImportPage, { at: ofMaster, as: 'user' })
    await ready()
    await userEvent.click(next())
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=master&step=5&imports=i1%2Ci2'))
    const list = await screen.findByRole('group', { name: 'Started imports' })
    expect(within(list).getAllByRole('radio')).toHaveLength(2)
    expect(list).toHaveTextContent('Bikes de-DEsequentialBikes fr-FRsequential')
  })

  it('a country that cannot run is not offered and says why', async () => {
    serve({
      'GET /imports/job': ({ query }: FakeRequest) =>
        query.pipelineId === 'de' ? { imp: exampleImport({ pipeline: german }), job: null } : { imp: null, job: null },
    })
    renderScreen(ImportPage, { at: ofMaster })
    await ready()
    const row = await screen.findByRole('checkbox', { name: /Bikes de-DE/ })
    await waitFor(() => expect(row).toBeDisabled())
    expect(row).not.toBeChecked()
    expect(row.closest('label')).toHaveTextContent('an import is running')
  })
})
