import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { importStates } from '@millrace/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { saveAs } from '../../api/save-as.ts'
import { examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { ImportPage } from './ImportPage.tsx'
import { ImportStateTag } from './ImportStateTag.tsx'
import { exampleEnded, exampleImport } from './imports.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { StopButton } from './StopButton.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/save-as.ts', () => ({ saveAs: vi.fn() }))

const output = exampleUpload({
  _id: 'out',
  from: 'destination',
  dataSubKind: 'products',
  originalFilename: 'Bikes-fr-FR-products-20261120-171009.ndjson',
  createdAt: '2026-11-20T16:10:08.500Z',
  counts: null,
})
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
    'GET /uploads/last-all': [exampleUpload(), output],
    'GET /uploads/import': [exampleUpload(), output],
    'GET /imports/job': { imp: exampleImport(), job: null },
    ...answers,
  })
const at = '/import/upload?pipeline=fr&step=5&imports=i1'

afterEach(() => vi.unstubAllGlobals())

describe('the import details', () => {
  it('IMP-003/ui follows the import as it goes, with its logs', async () => {
    serve()
    renderScreen(ImportPage, { at })
    expect(await screen.findByText('progress')).toBeVisible()
    expect(fakeLive.filters('logs')).toEqual([{ importId: ['i1'] }])
    act(() => fakeLive.push('imports', exampleEnded()))
    expect(await screen.findByText('Completed, 40 left out')).toBeVisible()
    expect(screen.getByText('150 created, 5 changed, 2 unchanged')).toBeVisible()
    expect(screen.queryByText('progress')).toBeNull()
  })

  it('tells how long it runs by now', async () => {
    const startedAt = new Date(Date.now() - 65 * 60_000).toISOString()
    serve({ 'GET /imports/job': { imp: exampleImport({ startedAt }), job: null } })
    renderScreen(ImportPage, { at })
    expect((await screen.findByText('Duration')).parentElement).toHaveTextContent(/^Duration1 h 0?[567] min/)
  })

  it('says why one that is due has not begun', async () => {
    const waiting = exampleImport({ state: 'pending', startedAt: null, scheduledAt: '2020-01-01T00:00:00.000Z' })
    serve({ 'GET /imports/job': { imp: waiting, job: null } })
    renderScreen(ImportPage, { at })
    expect(await screen.findByText(/starts as soon as a worker is free/)).toBeVisible()
    act(() => fakeLive.push('imports', exampleImport()))
    expect(await screen.findByText('progress')).toBeVisible()
    expect(screen.queryByText(/as soon as a worker is free/)).toBeNull()
  })

  it('EXP-006/ui downloads the output file under its own name', async () => {
    const disposition = `attachment; filename="${output.originalFilename}"`
    const server = serve({
      'GET /imports/job': { imp: exampleEnded(), job: null },
      'POST /uploads/export': () => new Response('bytes', { headers: { 'content-disposition': disposition } }),
    })
    renderScreen(ImportPage, { at })
    await userEvent.click(await screen.findByRole('button', { name: `Download ${output.originalFilename}` }))
    await waitFor(() => expect(saveAs).toHaveBeenCalledWith(expect.anything(), output.originalFilename))
    expect(await (vi.mocked(saveAs).mock.lastCall as [Blob, string])[0].text()).toBe('bytes')
    expect(server.of('POST /uploads/export')[0]?.body).toEqual({ uploadIds: ['out'] })
  })

  it('links to the logbook for those who may open it', async () => {
    serve()
    renderScreen(ImportPage, { at })
    expect(await screen.findByRole('link', { name: 'Open in the logbook' })).toHaveAttribute(
      'href',
      '/consult/import?import=i1',
    )
  })

  it('role user has neither Stop nor the logbook', async () => {
    serve()
    renderScreen(ImportPage, { at, as: 'user' })
    expect(await screen.findByText('progress')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Stop/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Open in the logbook' })).toBeNull()
  })

  it('IMP-045/ui stopping asks, stops and says so', async () => {
    const server = serve({ 'POST /imports/abort': exampleImport({ state: 'aborted', success: false }) })
    renderScreen(ImportPage, { at })
    await userEvent.click(await screen.findByRole('button', { name: 'Stop the import of Bikes fr-FR' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('Pipeline process aborted')).toBeVisible()
    expect(server.of('POST /imports/abort')[0]?.body).toEqual({ importId: 'i1' })
  })

  it('while the socket is down the import is asked again every second', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let imp = exampleImport()
    serve({
      'GET /imports/job': () => ({ imp, job: null }),
      'GET /uploads/import': () => (imp.state === 'completed' ? [output] : []),
      'GET /logs/jobs': [],
    })
    renderScreen(ImportPage, { at, socket: 'lost' })
    await vi.waitFor(() => expect(screen.getByText('progress')).toBeVisible(), { timeout: 15_000 })
    imp = exampleEnded()
    await vi.advanceTimersByTimeAsync(1100)
    await vi.waitFor(() => expect(screen.getByText('Completed, 40 left out')).toBeVisible(), { timeout: 15_000 })
    await vi.waitFor(
      () => expect(screen.getByRole('button', { name: /^Download Bikes-fr-FR.*ndjson$/ })).toBeVisible(),
      {
        timeout: 15_000,
      },
    )
    vi.useRealTimers()
  })
})

it('IMP-043/ui IMP-044/ui the stop button shows for busy, progress and sequential only, of all states told', async () => {
  const all = importStates.map((state) =>
    exampleImport({ _id: state, state, pipeline: examplePipeline({ name: state }) }),
  )
  renderScreen(
    () => (
      <>
        {all.map((imp) => (
          <div key={imp._id} data-testid="import">
            <ImportStateTag imp={imp} />
            <StopButton imp={imp} />
          </div>
        ))}
      </>
    ),
    { at: '/x' },
  )
  const buttons = await screen.findAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Stop the import of busy',
    'Stop the import of progress',
    'Stop the import of sequential',
  ])
  const shown = screen.getAllByTestId('import').map(({ firstChild }) => firstChild?.textContent)
  expect(shown).toEqual(['pending', 'busy', 'progress', 'sequential', 'completed', 'failed', 'aborted'])
})
