import type { Import } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeLive } from '../../test-support/fake-live.ts'
import { exampleEnded, exampleImport } from '../imports/imports.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { rowsOf } from '../../test-support/rows-of.ts'
import { examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { LogbookPage } from './LogbookPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const named = (name: string) => examplePipeline({ name })
const imports: Import[] = [
  exampleImport({ _id: 'i1', pipeline: named('Running') }),
  exampleEnded({ _id: 'i2', pipeline: named('Ended') }),
  exampleEnded({ _id: 'i3', pipeline: named('Broken'), state: 'failed', success: false }),
]
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
    'POST /imports/listAll': { imports, totalCount: 20 },
    'GET /pipelines': [],
    'GET /imports/listAllFilters': {
      brands: exampleTypes.brands,
      locales: exampleTypes.locales,
      productLines: exampleTypes.productLines,
      kinds: exampleTypes.datakinds,
      users: [{ _id: 'marc', userName: 'marc.manager', firstName: 'Marc', lastName: 'Manager' }],
    },
    ...answers,
  })
const at = '/consult/import'
const rows = () => rowsOf('grid', 'Imports')

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the logbook', () => {
  it('LOG-007/ui has the specified columns in their order', async () => {
    serve()
    renderScreen(LogbookPage, { at })
    const table = await screen.findByRole('grid', { name: 'Imports' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pipeline', 'Scheduled at', 'Started at', 'End at', 'Destination', 'State', 'Success', 'User', 'Stop'])
    const cells = within((await rows())[1] as HTMLElement).getAllByRole('cell')
    expect(cells.slice(4, 8).map(({ textContent }) => textContent)).toEqual([
      'products',
      expect.stringMatching(/^Completed, 40 left out/),
      'true',
      'marc.manager',
    ])
  })

  it('LOG-007/ui a row says records in, out and left out and how long it took, or a dash', async () => {
    serve()
    renderScreen(LogbookPage, { at })
    const [running, ended] = await rows()
    const cellsOf = (row: HTMLElement | undefined) => within(row as HTMLElement).getAllByRole('cell')
    expect(within(ended as HTMLElement).getByText('197 in, 157 out, 40 left out')).toBeVisible()
    expect(cellsOf(ended)[3]).toHaveTextContent('took 8.0 s')
    expect(cellsOf(running)[5]?.textContent).toMatch(/-$/)
    expect(cellsOf(running)[3]?.textContent).toBe('-')
  })

  it('LOG-003/ui, LOG-009/ui shows details and logs below a table that is 400 px high at first', async () => {
    serve()
    renderScreen(LogbookPage, { at })
    await rows()
    const bar = screen.getByRole('separator', { name: 'Resize the table' })
    expect(bar).toHaveAttribute('aria-valuenow', '400')
    expect(bar).toHaveAttribute('aria-orientation', 'horizontal')
    const details = screen.getByRole('region', { name: 'Details' })
    expect(details).toHaveTextContent('Running')
    const table = screen.getByRole('grid', { name: 'Imports' })
    expect(table.compareDocumentPosition(details)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(fakeLive.filters('logs')).toEqual([{ importId: ['i1'] }])
  })

  it('LOG-002/ui LOG-013/ui arrow keys move the row, the logs follow and the former subscription is dropped', async () => {
    serve()
    const { address } = renderScreen(LogbookPage, { at })
    const [first, second] = await rows()
    first?.focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(address()).toBe('/consult/import?import=i2'))
    expect(second).toHaveFocus()
    expect(second).toHaveAttribute('aria-selected', 'true')
    expect(fakeLive.filters('logs')).toEqual([{ importId: ['i2'] }])
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(address()).toBe('/consult/import?import=i3'))
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(address()).toBe('/consult/import?import=i2'))
  })

  it.each([
    [390, 1],
    [1440, 0],
  ])(
    'LOG-003/ui a click on a row brings the details into sight only where they are below: %i px',
    async (width, times) => {
      serve()
      vi.stubGlobal('innerWidth', width)
      const intoSight = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
      const { address } = renderScreen(LogbookPage, { at })
      await userEvent.click((await rows())[1] as HTMLElement)
      await waitFor(() => expect(address()).toBe('/consult/import?import=i2'))
      expect(intoSight).toHaveBeenCalledTimes(times)
      await userEvent.keyboard('{ArrowDown}')
      await waitFor(() => expect(address()).toBe('/consult/import?import=i3'))
      expect(intoSight).toHaveBeenCalledTimes(times)
    },
  )

  it('LOG-005/ui asks for past imports first and for future ones on demand', async () => {
    const server = serve()
    const { address } = renderScreen(LogbookPage, { at: '/consult/import?page=2' })
    await rows()
    expect(server.of('POST /imports/listAll')[0]?.body).toMatchObject({
      pending: false,
      pageNumber: 2,
      nbItemsPerPage: 9,
    })
    await userEvent.click(screen.getByText('Future only'))
    await waitFor(() => expect(address()).toBe('/consult/import?time=future'))
    await waitFor(() =>
      expect(server.of('POST /imports/listAll').at(-1)?.body).toMatchObject({ pending: true, pageNumber: 1 }),
    )
  })

  it('LOG-006/ui the success switches cannot both be off', async () => {
    const server = serve()
    renderScreen(LogbookPage, { at })
    await rows()
    const right = screen.getByRole('checkbox', { name: 'Success true' })
    const wrong = screen.getByRole('checkbox', { name: 'Success false' })
    expect(right).toBeChecked()
    await userEvent.click(right)
    await waitFor(() => expect(right).not.toBeChecked())
    expect(wrong).toBeDisabled()
    await userEvent.click(wrong)
    expect(wrong).toBeChecked()
    expect(server.of('POST /imports/listAll').at(-1)?.body).toMatchObject({ success: [false] })
    await userEvent.click(right)
    await userEvent.click(wrong)
    await waitFor(() => expect(wrong).not.toBeChecked())
    expect(right).toBeDisabled()
    expect(right).toBeChecked()
    await waitFor(() => expect(server.of('POST /imports/listAll').at(-1)?.body).toMatchObject({ success: [true] }))
  })

  it('LOG-004/ui, LOG-010/ui filters by what occurs in imports, users among it', async () => {
    // None of these is among the types of the pipelines that can be picked.
    const server = serve({
      'GET /imports/listAllFilters': {
        brands: [{ _id: 'b9', name: 'Brand of an import' }],
        locales: [{ _id: 'l9', name: 'Belgium', language: 'nl', country: 'BE', label: 'nl-BE' }],
        productLines: [{ _id: 'p9', name: 'line', label: 'Line of an import' }],
        kinds: [{ _id: 'k9', name: 'kind of an import' }],
        users: [{ _id: 'marc', userName: 'marc.manager', firstName: 'Marc', lastName: 'Manager' }],
      },
    })
    const { address } = renderScreen(LogbookPage, { at })
    await rows()
    const offered = [
      ['Brand', 'Brand of an import'],
      ['Locale', 'nl-BE'],
      ['Product line', 'Line of an import'],
      ['Data kind', 'kind of an import'],
    ] as const
    for (const [name, label] of offered) {
      await userEvent.click(screen.getByRole('combobox', { name }))
      expect(await screen.findByText(label, { selector: '.ant-select-item-option-content' })).toBeInTheDocument()
      await userEvent.keyboard('{Escape}')
    }
    await userEvent.click(screen.getByRole('combobox', { name: 'User' }))
    await userEvent.click(await screen.findByText('marc.manager', { selector: '.ant-select-item-option-content' }))
    await waitFor(() => expect(address()).toBe('/consult/import?user=marc'))
    await waitFor(() => expect(server.of('POST /imports/listAll').at(-1)?.body).toMatchObject({ user: 'marc' }))
  })

  it('LOG-004/ui filters by state and by days of the zone that is said, all of it in the address', async () => {
    const server = serve()
    const { address } = renderScreen(LogbookPage, { at: `${at}?from=2026-11-19&to=2026-11-20` })
    await rows()
    // The calendar comes by itself.
    const zone = await screen.findByText(/^Days in /, undefined, { timeout: 20_000 })
    expect(zone).toHaveTextContent('Days in Europe/Berlin')
    expect(screen.getByRole('textbox', { name: 'From' })).toHaveValue('2026-11-19')
    await userEvent.click(screen.getByRole('combobox', { name: 'State' }))
    await userEvent.click(await screen.findByText('failed', { selector: '.ant-select-item-option-content' }))
    await waitFor(() => expect(address()).toContain('state=failed'))
    await waitFor(() =>
      expect(server.of('POST /imports/listAll').at(-1)?.body).toMatchObject({
        states: ['failed'],
        from: '2026-11-18T23:00:00.000Z',
        to: '2026-11-20T22:59:59.999Z',
      }),
    )
    await userEvent.click(screen.getByText('Future only'))
    await waitFor(() => expect(address()).not.toContain('state='))
    expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull()
    await userEvent.click(within(screen.getByRole('group', { name: 'Filters' })).getByText('Clear filters'))
    await waitFor(() => expect(address()).toBe(`${at}?time=future`))
  })

  it('LOG-004/ui filters by a pipeline told by its path, whose imports alone are followed then', async () => {
    const asked = examplePipeline({ _id: 'p2', name: 'Bikes' })
    const master = {
      ...examplePipeline({ _id: 'm2', name: 'Bikes' }),
      countryPipelines: [{ _id: 'p2', name: 'Bikes', version: 1, vLocked: true }],
    }
    const server = serve({
      'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline(), master, asked] },
      'GET /pipelines': [
        { ...asked, path: 'Retail/France/Bikes' },
        { ...master, path: 'Retail/Bikes' },
      ],
    })
    const { address } = renderScreen(LogbookPage, { at })
    await rows()
    await userEvent.click(screen.getByRole('combobox', { name: 'Pipeline' }))
    await userEvent.click(await screen.findByText('Retail/Bikes', { selector: '.ant-select-item-option-content' }))
    await waitFor(() => expect(address()).toBe(`${at}?pipeline=m2`))
    await waitFor(() => expect(server.of('POST /imports/listAll').at(-1)?.body).toMatchObject({ pipeline: 'm2' }))
    await waitFor(() => expect(fakeLive.filters('imports')).toEqual([{ pipelineId: ['m2', 'p2'] }]))
  })

  it('sorts by the heading that is pressed: upwards, downwards, and as it was', async () => {
    vi.stubGlobal('innerWidth', 1440)
    const server = serve()
    const { address } = renderScreen(LogbookPage, { at })
    await rows()
    const heading = () => screen.getByRole('columnheader', { name: /^End at/ })
    for (const [search, sorted, sort] of [
      ['?sort=endAt', 'ascending', { by: 'endAt', descending: false }],
      ['?sort=-endAt', 'descending', { by: 'endAt', descending: true }],
      ['', 'none', null],
    ] as const) {
      await userEvent.click(within(heading()).getByRole('button'))
      await waitFor(() => expect(address()).toBe(`${at}${search}`))
      await waitFor(() => expect(server.of('POST /imports/listAll').at(-1)?.body).toMatchObject({ sort }))
      expect(heading()).toHaveAttribute('aria-sort', sorted)
    }
  })

  it('sorts by a choice where rows are cards', async () => {
    vi.stubGlobal('innerWidth', 390)
    serve()
    const { address } = renderScreen(LogbookPage, { at })
    await rows()
    expect(screen.queryByRole('button', { name: 'Sort by End at' })).toBeNull()
    await userEvent.click(screen.getByRole('combobox', { name: 'Sort by' }))
    const newest = await screen.findByText('End at, newest first', { selector: '.ant-select-item-option-content' })
    await userEvent.click(newest)
    await waitFor(() => expect(address()).toBe(`${at}?sort=-endAt`))
  })

  it('LOG-008/ui pages through nine rows at a time', async () => {
    const server = serve()
    const { address } = renderScreen(LogbookPage, { at })
    await rows()
    expect(screen.getAllByRole('listitem', { name: /^\d+$/ }).map(({ textContent }) => textContent)).toEqual([
      '1',
      '2',
      '3',
    ])
    await userEvent.click(screen.getByRole('listitem', { name: '3' }))
    await waitFor(() => expect(address()).toBe('/consult/import?page=3'))
    await waitFor(() => expect(server.of('POST /imports/listAll').at(-1)?.body).toMatchObject({ pageNumber: 3 }))
  })

  it('LOG-002/ui a new import comes at once on a first page that nobody has scrolled; the details stay', async () => {
    const server = serve()
    const { address } = renderScreen(LogbookPage, { at })
    await rows()
    const before = server.of('POST /imports/listAll').length
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i9' }), 'insert'))
    await waitFor(() => expect(server.of('POST /imports/listAll').length).toBe(before + 1))
    await waitFor(() => expect(address()).toBe('/consult/import?import=i1'))
    expect(screen.queryByRole('button', { name: /^Show \d+ new/ })).toBeNull()
  })

  it('rows change in place as pushes come; where somebody has scrolled a new import is announced, not put in', async () => {
    const server = serve()
    renderScreen(LogbookPage, { at })
    await rows()
    document.documentElement.scrollTop = 40
    onTestFinished(() => {
      document.documentElement.scrollTop = 0
    })
    act(() =>
      fakeLive.push(
        'imports',
        exampleEnded({ _id: 'i1', pipeline: named('Running'), state: 'aborted', success: false }),
      ),
    )
    await waitFor(async () => expect((await rows())[0]).toHaveTextContent('aborted'))
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i9' }), 'insert'))
    const show = await screen.findByRole('button', { name: 'Show 1 new run' })
    expect(await rows()).toHaveLength(3)
    const before = server.of('POST /imports/listAll').length
    await userEvent.click(show)
    await waitFor(() => expect(server.of('POST /imports/listAll').length).toBe(before + 1))
    expect(screen.queryByRole('button', { name: 'Show 1 new run' })).toBeNull()
  })

  it('a push that overtakes the answer counts more than the answer, and a new import in it is not lost', async () => {
    let answer = (_: unknown): void => undefined
    const first = new Promise((resolve) => (answer = resolve))
    const server = serve({
      'POST /imports/listAll': () =>
        server.of('POST /imports/listAll').length > 1 ? { imports, totalCount: 20 } : first,
    } as Answers)
    renderScreen(LogbookPage, { at })
    await waitFor(() => expect(fakeLive.filters('imports')).not.toEqual([]))
    act(() => fakeLive.push('imports', exampleEnded({ _id: 'i1', pipeline: named('Running') })))
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i9' }), 'insert'))
    expect(server.of('POST /imports/listAll')).toHaveLength(1)
    act(() => answer({ imports, totalCount: 20 }))
    await waitFor(async () => expect((await rows())[0]).toHaveTextContent('Completed'))
    await waitFor(() => expect(server.of('POST /imports/listAll')).toHaveLength(2))
  })

  it.each([
    ['page=2', 'busy'],
    ['sort=-endAt', 'busy'],
    ['time=future', 'pending'],
  ] as const)('with %s an import that only changes is not new', async (search, state) => {
    const listed = { scheduledAt: '2026-11-30T06:15:00.000Z', state }
    const there = { imports: [exampleImport({ _id: 'i1', ...listed })], totalCount: 60 }
    const server = serve({ 'POST /imports/listAll': there })
    renderScreen(LogbookPage, { at: `/consult/import?${search}` })
    await rows()
    for (let i = 0; i < 2; i++) act(() => fakeLive.push('imports', exampleImport({ _id: 'i7', ...listed })))
    expect(screen.queryByRole('button', { name: /^Show \d+ new/ })).toBeNull()
    expect(server.of('POST /imports/listAll')).toHaveLength(1)
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i9', ...listed }), 'insert'))
    const isTold = () => screen.queryByRole('button', { name: 'Show 1 new run' }) !== null
    await waitFor(() => expect(isTold() || server.of('POST /imports/listAll').length === 2).toBe(true))
  })

  it('a planned import that begins is new among the past ones; what is shown then is the first page', async () => {
    const server = serve()
    const { address } = renderScreen(LogbookPage, { at: '/consult/import?page=2&import=i2' })
    await rows()
    const begun = exampleImport({ _id: 'i8', scheduledAt: '2026-11-21T06:15:00.000Z' })
    act(() => fakeLive.push('imports', { ...begun, state: 'pending' }, 'insert'))
    act(() => fakeLive.push('imports', exampleEnded({ _id: 'old', scheduledAt: '2026-11-01T06:15:00.000Z' })))
    act(() => fakeLive.push('imports', begun))
    await userEvent.click(await screen.findByRole('button', { name: 'Show 1 new run' }))
    await waitFor(() => expect(address()).toBe('/consult/import?import=i2'))
    await waitFor(() => expect(server.of('POST /imports/listAll').at(-1)?.body).toMatchObject({ pageNumber: 1 }))
  })

  it('what the filters leave out is not announced; Clear filters clears them all', async () => {
    serve()
    const { address } = renderScreen(LogbookPage, { at: '/consult/import?user=sam&success=true' })
    await rows()
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i9' }), 'insert'))
    act(() => fakeLive.push('imports', exampleEnded({ _id: 'i1', state: 'failed', success: false })))
    await waitFor(async () => expect((await rows())[0]).toHaveTextContent('failed'))
    expect(screen.queryByRole('button', { name: /^Show \d+ new/ })).toBeNull()
    await userEvent.click(within(screen.getByRole('group', { name: 'Filters' })).getByText('Clear filters'))
    await waitFor(() => expect(address()).toBe('/consult/import'))
  })

  it('IMP-044/ui only a running import has a Stop icon, named after its pipeline; IMP-045/ui stopping says so', async () => {
    const server = serve({ 'POST /imports/abort': exampleImport({ state: 'aborted', success: false }) })
    const { address } = renderScreen(LogbookPage, { at: '/consult/import?import=i2' })
    const table = await screen.findByRole('grid', { name: 'Imports' })
    const stops = within(table).getAllByRole('button')
    expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual(['Stop the import of Running'])
    await userEvent.click(stops[0] as HTMLElement)
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('Pipeline process aborted')).toBeVisible()
    expect(server.of('POST /imports/abort')[0]?.body).toEqual({ importId: 'i1' })
    expect(address()).toBe('/consult/import?import=i2')
  })

  it.each([
    ['ERR-022/ui', 'what is gone', 40400, 'Document not found'],
    ['PRM-025/ui', 'what the role may not do', 40300, 'You are not allowed to do this.'],
  ])('%s a refusal of %s is told where the person is', async (_id, _what, code, text) => {
    serve({
      'POST /imports/abort': () => {
        throw new RefusedCallError(code, text)
      },
    })
    const { address } = renderScreen(LogbookPage, { at })
    const table = await screen.findByRole('grid', { name: 'Imports' })
    await userEvent.click(within(table).getByRole('button', { name: 'Stop the import of Running' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByText('Pipeline process aborted')).toBeNull()
    expect(address()).toBe(at)
  })

  it('ERR-010/ui a page that cannot be had is told and can be asked again', async () => {
    serve({ 'POST /imports/listAll': () => new Response('') })
    renderScreen(LogbookPage, { at })
    expect((await screen.findAllByText('error while fetching all imports.')).length).toBeGreaterThan(0)
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })

  it('filters that match nothing can be cleared', async () => {
    serve({ 'POST /imports/listAll': { imports: [], totalCount: 0 } })
    const { address } = renderScreen(LogbookPage, { at: '/consult/import?user=marc' })
    const empty = (await screen.findByText('Nothing matches these filters')).parentElement as HTMLElement
    await userEvent.click(within(empty).getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe('/consult/import'))
    expect(await screen.findByText('No imports have run yet.')).toBeVisible()
  })
})
