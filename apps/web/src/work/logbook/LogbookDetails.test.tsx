import type { Import } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveAs } from '../../api/save-as.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { exampleEnded, exampleImport, exampleJob } from '../imports/imports.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { LogbookPage } from './LogbookPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/save-as.ts', () => ({ saveAs: vi.fn() }))

const input = exampleUpload({ _id: 'in', counts: { records: 197, valid: 157, rejected: 40 } })
const output = exampleUpload({
  _id: 'out',
  from: 'destination',
  dataSubKind: 'products',
  originalFilename: 'Bikes-products.ndjson',
})
const serve = (imp: Import, answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
    'POST /imports/listAll': { imports: [imp], totalCount: 1 },
    'GET /imports/listAllFilters': { brands: [], locales: [], productLines: [], kinds: [], users: [] },
    'GET /uploads/import': [input, output],
    ...answers,
  })
const at = '/consult/import'
const facts = async () => within(await screen.findByRole('group', { name: 'Facts of the import' }))
const valueOf = async (name: string) => (await (await facts()).findByText(name, { selector: 'dt' })).nextSibling

beforeEach(() => {
  vi.mocked(saveAs).mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the details of an import', () => {
  it('tell the counts of each source and sink', async () => {
    serve(exampleEnded())
    renderScreen(LogbookPage, { at })
    const table = await (await facts()).findByRole('table', { name: 'Records' })
    const lines = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      )
    expect(lines).toEqual([
      ['local source', '197', '40', '157', '-'],
      ['products destination', '157', '0', '157', '150 created, 5 changed, 2 unchanged'],
    ])
  })

  it('tell of one that waits why no import begins while they are paused', async () => {
    const pause = { since: '2026-11-20T10:00:00.000Z', reason: 'The warehouse moves', userName: 'sam.super' }
    const waiting = exampleImport({ state: 'pending', startedAt: null, scheduledAt: '2026-11-20T10:05:00.000Z' })
    serve(waiting, { 'GET /imports/job': { imp: waiting, job: exampleJob(), pause } })
    renderScreen(LogbookPage, { at })
    expect(await (await facts()).findByText(/The warehouse moves/)).toBeVisible()
    expect((await facts()).queryByText(/as soon as a worker is free/)).toBeNull()
  })

  it('tell all that it ran with', async () => {
    serve(exampleEnded())
    renderScreen(LogbookPage, { at })
    expect(await valueOf('Pipeline')).toHaveTextContent('Bikes fr-FRv4')
    expect(await valueOf('Component')).toHaveTextContent('Enrich bikesv2')
    expect(await valueOf('File of local')).toHaveTextContent('3a5f0c9e1b7d')
    expect(await valueOf('Now')).toHaveTextContent('2026-11-20 17:10')
    expect(await valueOf('Time zone')).toHaveTextContent('Europe/Paris')
    expect(await valueOf('Seed')).toHaveTextContent('7c1e55aa90b3')
  })

  it('say why a failed one failed', async () => {
    const problem = 'The table nowhere does not exist in the database warehouse'
    serve(exampleEnded({ state: 'failed', success: false, problem }))
    renderScreen(LogbookPage, { at })
    expect(await (await facts()).findByText(problem)).toBeVisible()
  })

  it('EXP-006/ui lead to the files read, their rejected records and the files written', async () => {
    const disposition = 'attachment; filename="Bikes-products.ndjson"'
    const server = serve(exampleEnded(), {
      'POST /uploads/export': () => new Response('bytes', { headers: { 'content-disposition': disposition } }),
      'POST /uploads/table': () => new Response('cells', { headers: { 'content-disposition': disposition } }),
    })
    renderScreen(LogbookPage, { at })
    const inputs = await (await facts()).findByRole('list', { name: 'Input files' })
    expect(inputs).toHaveTextContent('197 records, 40 rejected')
    expect(within(inputs).getByRole('button', { name: 'Download rejected records as CSV' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Download Bikes-products.ndjson' }))
    await waitFor(() => expect(saveAs).toHaveBeenCalledWith(expect.anything(), 'Bikes-products.ndjson'))
    expect(await (vi.mocked(saveAs).mock.lastCall as [Blob, string])[0].text()).toBe('bytes')
    expect(server.of('POST /uploads/export')[0]?.body).toEqual({ uploadIds: ['out'] })
    await userEvent.click(screen.getByRole('button', { name: 'Download Bikes-products.ndjson as CSV' }))
    await waitFor(() => expect(server.of('POST /uploads/table')).toHaveLength(1))
    expect(server.of('POST /uploads/table')[0]?.body).toEqual({ uploadId: 'out', format: 'csv' })
    expect(server.of('GET /uploads/import')).toHaveLength(1)
  })

  it('ask for the files again when the import ends', async () => {
    const running = exampleImport({ ranWith: exampleEnded().ranWith })
    let files = [input]
    serve(running, { 'GET /uploads/import': () => files })
    renderScreen(LogbookPage, { at })
    await (await facts()).findByRole('list', { name: 'Input files' })
    files = [input, output]
    act(() => fakeLive.push('imports', exampleEnded()))
    expect(await screen.findByRole('list', { name: 'Output files' })).toBeVisible()
  })

  it('name the plan a pending import waits for, and lead to it', async () => {
    const pending = exampleImport({ state: 'pending', startedAt: null, scheduledAt: '2026-11-23T05:15:00.000Z' })
    const job = exampleJob({ kind: 'repeat', jobKind: 'repeat', repeatPattern: '15 6 * * 1' })
    serve(pending, { 'GET /imports/job': { imp: pending, job } })
    renderScreen(LogbookPage, { at: `${at}?time=future` })
    const plan = within(await screen.findByRole('region', { name: 'Plan' }))
    expect(plan.getByText('Every Monday at 06:15')).toBeVisible()
    expect(plan.getByText('Europe/Paris')).toBeVisible()
    expect(plan.getByRole('link', { name: 'Edit the plan' })).toHaveAttribute(
      'href',
      '/import/upload?pipeline=fr&step=4',
    )
    expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull()
  })

  it('LOG-009/ui LIM-002/ui begin with facts 400 px wide beside the logs', async () => {
    serve(exampleEnded())
    renderScreen(LogbookPage, { at })
    const bar = await screen.findByRole('separator', { name: 'Resize the facts' })
    expect(bar).toHaveAttribute('aria-valuenow', '400')
    expect(bar).toHaveAttribute('aria-orientation', 'vertical')
  })
})

describe('a link to an import', () => {
  it('leads to its details though it is on another page of the table', async () => {
    serve(exampleEnded())
    renderScreen(LogbookPage, { at: `${at}?import=i77` })
    await waitFor(() => expect(fakeLive.filters('imports')).toContainEqual({ _id: ['i77'] }))
    act(() => fakeLive.push('imports', exampleEnded({ _id: 'i77', scheduledAt: '2026-11-01T06:15:00.000Z' })))
    expect(await screen.findByText('not on this page of the table')).toBeVisible()
    expect(fakeLive.filters('logs')).toEqual([{ importId: ['i77'] }])
  })
})

describe('Run again', () => {
  const again = exampleImport({ _id: 'i9' })

  it('IMP-008/ui IMP-018/ui says what will happen, starts the import as Now does and selects it on the first page', async () => {
    let listed = [exampleEnded()]
    const server = serve(exampleEnded(), {
      'POST /imports/listAll': () => ({ imports: listed, totalCount: 20 }),
      'POST /imports': () => {
        listed = [again, exampleEnded()]
        return { jobId: 'j9', importId: 'i9' }
      },
    })
    const { address } = renderScreen(LogbookPage, { at: `${at}?page=2&import=i1` })
    await userEvent.click(await screen.findByRole('button', { name: 'Run again' }))
    const asked = await screen.findByRole('dialog')
    expect(asked).toHaveTextContent('Run Bikes fr-FR again now?')
    expect(asked).toHaveTextContent('version 3')
    expect(asked).toHaveTextContent('latest uploads')
    expect(asked).toHaveTextContent('writes to products')
    expect(server.of('POST /imports')).toHaveLength(0)
    await userEvent.click(within(asked).getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(address()).toBe(`${at}?import=i9`))
    expect(server.of('POST /imports')[0]?.body).toEqual({
      pipelineId: 'fr',
      kind: 'immediate',
      restartOnError: true,
    })
    const grid = await screen.findByRole('grid', { name: 'Imports' })
    await waitFor(() => expect(within(grid).getAllByRole('row')[1]).toHaveAttribute('aria-selected', 'true'))
    expect(within(grid).getAllByRole('row')[1]).toHaveTextContent('progress')
  })

  it('IMP-040/ui tells why the server refuses, and stays with the import', async () => {
    const text = 'Cannot create or edit the import. There is already an import running for this pipeline.'
    serve(exampleEnded(), {
      'POST /imports': () => {
        throw new RefusedCallError(40900, text)
      },
    })
    const { address } = renderScreen(LogbookPage, { at: `${at}?import=i1` })
    await userEvent.click(await screen.findByRole('button', { name: 'Run again' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(address()).toBe(`${at}?import=i1`)
  })

  it.each(['pending', 'busy', 'progress', 'sequential'] as const)(
    'is not offered while an import is %s',
    async (state) => {
      serve(exampleImport({ state }))
      renderScreen(LogbookPage, { at: `${at}?import=i1` })
      await facts()
      expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull()
    },
  )
})
