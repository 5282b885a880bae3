import type { ImportChain } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleMaster, examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { rowsOf } from '../../test-support/rows-of.ts'
import { exampleEnded, exampleImport } from '../imports/imports.examples.ts'
import { LogbookPage } from './LogbookPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const of = (label: string) =>
  examplePipeline({ name: `Bikes ${label}`, locale: { _id: label, name: '', language: '', country: '', label } })
const run = { jobId: 'chain', scheduledAt: '2026-11-20T17:00:00.000Z' }
const done = exampleEnded({ _id: 'c1', ...run, pipeline: of('de-DE') })
const going = exampleImport({ _id: 'c2', ...run, pipeline: of('fr-FR') })
const waiting = exampleImport({ _id: 'c3', ...run, pipeline: of('pt-BR'), state: 'sequential', startedAt: null })
const single = exampleEnded({ _id: 'i1', pipeline: examplePipeline({ name: 'Alone' }), jobId: 'other' })
const chain: ImportChain = {
  pipeline: { _id: 'master', name: 'Bikes catalogue', version: 1, vLocked: true, type: 'pipeline' },
  imports: ['c1', 'c2', 'c3'],
  unmatched: [],
}
const page = { imports: [done, going, waiting, single], totalCount: 2, chains: [chain] }
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline(), exampleMaster()] },
    'POST /imports/listAll': page,
    'GET /pipelines': [],
    'GET /imports/listAllFilters': { brands: [], locales: [], productLines: [], kinds: [], users: [] },
    ...answers,
  })
const at = '/consult/import'
const rows = () => rowsOf('grid', 'Imports')
const names = async () => (await rows()).map((row) => within(row).getAllByRole('cell')[0]?.textContent)
const unfold = () => screen.getByRole('button', { name: 'Imports of Bikes catalogue' })
const details = () => screen.getByRole('region', { name: 'Details' })

beforeEach(() => {
  vi.stubGlobal('innerWidth', 1440)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a chain in the logbook', () => {
  it('LOG-007/ui LOG-008/ui is one row that says what its countries come to', async () => {
    const server = serve()
    renderScreen(LogbookPage, { at })
    const [row, other, ...more] = await rows()
    expect(more).toEqual([])
    expect(server.of('POST /imports/listAll')[0]?.body).toMatchObject({ grouped: true, nbItemsPerPage: 9 })
    const cells = within(row as HTMLElement).getAllByRole('cell')
    expect(cells[0]).toHaveTextContent('Bikes catalogueMaster')
    expect(cells[0]).toHaveTextContent('3 countries')
    expect(cells[3]?.textContent).toBe('-')
    expect(cells[5]).toHaveTextContent('1 of 3 completed, running fr-FR')
    expect(cells[5]).toHaveTextContent('197 in, 157 out, 40 left out')
    expect(cells[6]?.textContent).toBe('-')
    expect(cells[7]).toHaveTextContent('marc.manager')
    expect(other).toHaveTextContent('Alone')
    expect(screen.getByText('2 runs')).toBeVisible()
    // The one that runs is shown, and its row is the chain's as long as that is folded.
    expect(details()).toHaveTextContent('Bikes fr-FR')
    expect(row).toHaveAttribute('aria-selected', 'true')
  })

  it.each([
    ['on a desktop', 1440],
    ['on a phone', 390],
  ])('LOG-003/ui unfolds to its countries by its button and by its row, %s', async (_where, width) => {
    vi.stubGlobal('innerWidth', width)
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    serve()
    const { address } = renderScreen(LogbookPage, { at })
    await rows()
    expect(unfold()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(unfold())
    expect(unfold()).toHaveAttribute('aria-expanded', 'true')
    const [row, first] = await rows()
    expect(await names()).toEqual(
      ['Bikes catalogue', 'Bikes de-DE', 'Bikes fr-FR', 'Bikes pt-BR', 'Alone'].map((name) =>
        expect.stringContaining(name),
      ),
    )
    expect(address()).toBe(at)
    await userEvent.click(first as HTMLElement)
    await waitFor(() => expect(address()).toBe(`${at}?import=c1`))
    expect(details()).toHaveTextContent('Bikes de-DE')
    expect(row).toHaveAttribute('aria-selected', 'false')
    await userEvent.click(row as HTMLElement)
    expect(unfold()).toHaveAttribute('aria-expanded', 'false')
    expect(await rows()).toHaveLength(2)
    expect(row).toHaveAttribute('aria-selected', 'true')
  })

  it('LOG-002/ui is unfolded, walked through and folded by keys', async () => {
    serve()
    const { address } = renderScreen(LogbookPage, { at })
    const [row] = await rows()
    row?.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(unfold()).toHaveAttribute('aria-expanded', 'true')
    expect(row).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(address()).toBe(`${at}?import=c1`))
    expect((await rows())[1]).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(address()).toBe(`${at}?import=c2`))
    // To the row of the chain, which leaves what is read alone.
    await userEvent.keyboard('{ArrowLeft}')
    expect(row).toHaveFocus()
    expect(address()).toBe(`${at}?import=c2`)
    await userEvent.keyboard('{ArrowLeft}')
    expect(await rows()).toHaveLength(2)
    for (const key of ['{Enter}', ' ']) {
      const before = unfold().getAttribute('aria-expanded')
      await userEvent.keyboard(key)
      expect(unfold()).not.toHaveAttribute('aria-expanded', before)
    }
    expect(await rows()).toHaveLength(2)
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(address()).toBe(`${at}?import=i1`))
    unfold().focus()
    await userEvent.keyboard('{Enter}')
    expect(await rows()).toHaveLength(5)
    expect(address()).toBe(`${at}?import=i1`)
  })

  it('LOG-002/ui a link to one of its imports unfolds it; it stays so when another row is read', async () => {
    serve()
    const { address } = renderScreen(LogbookPage, { at: `${at}?import=c3` })
    expect(await rows()).toHaveLength(5)
    expect(unfold()).toHaveAttribute('aria-expanded', 'true')
    expect(details()).toHaveTextContent('Bikes pt-BR')
    await userEvent.click((await rows())[4] as HTMLElement)
    await waitFor(() => expect(address()).toBe(`${at}?import=i1`))
    expect(await rows()).toHaveLength(5)
  })

  it('IMP-044/ui each of its countries that runs or waits is stopped from its own row', async () => {
    const server = serve({ 'POST /imports/abort': { ...waiting, state: 'aborted', success: false } })
    renderScreen(LogbookPage, { at })
    const [row] = await rows()
    expect(within(row as HTMLElement).queryByRole('button', { name: /^Stop/ })).toBeNull()
    await userEvent.click(unfold())
    const stops = screen.getAllByRole('row').flatMap((each) => within(each).queryAllByRole('button', { name: /^Stop/ }))
    expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual([
      'Stop the import of Bikes fr-FR',
      'Stop the import of Bikes pt-BR',
    ])
    await userEvent.click(stops[1] as HTMLElement)
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(server.of('POST /imports/abort')[0]?.body).toEqual({ importId: 'c3' }))
  })

  it('LOG-012/ui changes in place as its countries do, folded and unfolded', async () => {
    const server = serve()
    renderScreen(LogbookPage, { at })
    const [row] = await rows()
    act(() =>
      fakeLive.push('imports', exampleEnded({ ...going, state: 'failed', success: false, endAt: run.scheduledAt })),
    )
    await waitFor(() => expect(row).toHaveTextContent('1 of 3 completed, 1 failed, next pt-BR'))
    await userEvent.click(unfold())
    const last = (await rows())[3]
    act(() => fakeLive.push('imports', { ...done, ...run, _id: 'c3', pipeline: waiting.pipeline }))
    await waitFor(() => expect(row).toHaveTextContent('Completed, 1 failed'))
    expect(last).toHaveTextContent('Completed, 40 left out')
    expect(within(row as HTMLElement).getAllByRole('cell')[6]).toHaveTextContent('false')
    expect(server.of('POST /imports/listAll')).toHaveLength(1)
  })

  it('a new one comes as one row, at once where nobody has scrolled, and unfolds nothing', async () => {
    const server = serve()
    const { address } = renderScreen(LogbookPage, { at: `${at}?page=2` })
    await rows()
    const fresh = { jobId: 'new', scheduledAt: '2026-11-21T17:00:00.000Z', state: 'sequential' } as const
    for (const _id of ['n1', 'n2', 'n3'])
      act(() => fakeLive.push('imports', exampleImport({ _id, ...fresh }), 'insert'))
    await userEvent.click(await screen.findByRole('button', { name: 'Show 1 new run' }))
    await waitFor(() => expect(address()).toBe(`${at}?import=c2`))
    await waitFor(() => expect(server.of('POST /imports/listAll').at(-1)?.body).toMatchObject({ pageNumber: 1 }))
    expect(unfold()).toHaveAttribute('aria-expanded', 'false')
    const before = server.of('POST /imports/listAll').length
    act(() => fakeLive.push('imports', exampleImport({ _id: 'm1', ...fresh, jobId: 'newer' }), 'insert'))
    await waitFor(() => expect(server.of('POST /imports/listAll')).toHaveLength(before + 1))
    expect(screen.queryByRole('button', { name: /^Show \d+ new/ })).toBeNull()
  })

  it('a new one that comes while nothing is picked leaves the chain that is read folded', async () => {
    const server = serve()
    const { address } = renderScreen(LogbookPage, { at })
    await rows()
    act(() =>
      fakeLive.push(
        'imports',
        exampleImport({ _id: 'n1', jobId: 'new', scheduledAt: '2026-11-21T17:00:00.000Z' }),
        'insert',
      ),
    )
    await waitFor(() => expect(address()).toBe(`${at}?import=c2`))
    await waitFor(() => expect(server.of('POST /imports/listAll')).toHaveLength(2))
    expect(unfold()).toHaveAttribute('aria-expanded', 'false')
  })

  it('what is pushed before the answer comes counts in a chain, and a new chain in it is not lost', async () => {
    let answer = (_: unknown): void => undefined
    const first = new Promise((resolve) => (answer = resolve))
    const server = serve({
      'POST /imports/listAll': () => (server.of('POST /imports/listAll').length > 1 ? page : first),
    } as Answers)
    renderScreen(LogbookPage, { at })
    await waitFor(() => expect(fakeLive.filters('imports')).not.toEqual([]))
    act(() => fakeLive.push('imports', exampleEnded({ ...going, state: 'failed', success: false })))
    const fresh = { jobId: 'new', scheduledAt: '2026-11-21T17:00:00.000Z', state: 'sequential' } as const
    for (const _id of ['n1', 'n2']) act(() => fakeLive.push('imports', exampleImport({ _id, ...fresh }), 'insert'))
    expect(server.of('POST /imports/listAll')).toHaveLength(1)
    act(() => answer(page))
    await waitFor(async () => expect((await rows())[0]).toHaveTextContent('1 of 3 completed, 1 failed, next pt-BR'))
    await waitFor(() => expect(server.of('POST /imports/listAll')).toHaveLength(2))
  })

  it('LOG-004/ui marks those of its countries that the filters leave out', async () => {
    serve({ 'POST /imports/listAll': { ...page, chains: [{ ...chain, unmatched: ['c2', 'c3'] }] } })
    renderScreen(LogbookPage, { at: `${at}?state=completed` })
    await rows()
    await userEvent.click(unfold())
    const marked = async () =>
      (await rows()).flatMap((row, n) => (row.textContent?.includes('does not match the filters') ? [n] : []))
    expect(await marked()).toEqual([2, 3])
    act(() => fakeLive.push('imports', { ...done, ...run, _id: 'c2', pipeline: going.pipeline }))
    await waitFor(async () => expect(await marked()).toEqual([3]))
  })

  it('LOG-004/ui marks countries of others than the pipeline that is asked for', async () => {
    serve({ 'POST /imports/listAll': { ...page, chains: [{ ...chain, unmatched: ['c1'] }] } })
    renderScreen(LogbookPage, { at: `${at}?pipeline=fr` })
    await rows()
    await userEvent.click(unfold())
    const marks = (await rows()).map((row) => row.textContent?.includes('does not match the filters'))
    expect(marks).toEqual([false, true, false, false, false])
  })

  it('rows of the former page keep their marks while those of other filters are on their way', async () => {
    const server = serve({
      'POST /imports/listAll': () =>
        server.of('POST /imports/listAll').length > 1 ? new Promise(() => undefined) : page,
    } as Answers)
    renderScreen(LogbookPage, { at })
    await rows()
    await userEvent.click(unfold())
    await userEvent.click(screen.getByRole('checkbox', { name: 'Success true' }))
    await waitFor(() => expect(server.of('POST /imports/listAll')).toHaveLength(2))
    expect((await rows()).map((row) => row.textContent?.includes('does not match'))).toEqual(Array(5).fill(false))
  })

  it('is named by the first of its pipelines where its master is not to be named', async () => {
    serve({ 'POST /imports/listAll': { ...page, chains: [{ ...chain, pipeline: null }] } })
    renderScreen(LogbookPage, { at })
    expect((await names())[0]).toBe('Bikes de-DE and 2 more3 pipelines')
    expect(screen.getByRole('button', { name: 'Imports of Bikes de-DE and 2 more' })).toBeVisible()
  })
})
