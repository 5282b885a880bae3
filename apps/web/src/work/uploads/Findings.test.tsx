import type { FindingGroup, NumberedFinding } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type FakeRequest, fakeServer } from '../../test-support/fake-server.ts'
import { describeFirstPlaces } from './Causes.tsx'
import { Findings } from './Findings.tsx'
import { exampleFinding, exampleGroup, exampleUpload } from './uploads.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const price: FindingGroup = exampleGroup({ rule: 'type', column: 'Price', message: 'Price is no number', count: 20 })
const many = (query: Record<string, string>, total: number): NumberedFinding[] => {
  const from = (Number(query.pageNumber) - 1) * Number(query.nbItemsPerPage)
  const count = Math.max(0, Math.min(Number(query.nbItemsPerPage), total - from))
  return Array.from({ length: count }, (_, index) => ({
    ...exampleFinding({ row: from + index + 1, value: `v${from + index}` }),
    n: from + index + 1,
  }))
}
const serve = (groups: FindingGroup[], total: number) =>
  fakeServer({
    'GET /uploads/findings': ({ query }: FakeRequest) => {
      const count = query.group === undefined ? total : (groups[Number(query.group)]?.count ?? 0)
      return { groups, findings: many(query, count), totalCount: count }
    },
  })
const draw = (over: Parameters<typeof exampleUpload>[0] = {}) => {
  const upload = exampleUpload({ status: 'invalid', counts: { records: 1449, valid: 66, rejected: 1383 }, ...over })
  return renderScreen(() => <Findings upload={upload} />, { at: '/x' })
}
const causes = async () => within(await screen.findByRole('list', { name: 'Findings by cause' })).getAllByRole('button')
const table = () => screen.findByRole('table', { name: 'Findings' })
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe('the findings of an upload', () => {
  it('are grouped by cause, commonest first, with counts and first places', async () => {
    serve([exampleGroup(), price], 60)
    draw()
    expect((await causes()).map(({ textContent }) => textContent)).toEqual([
      '40FrenchDescription is emptyrows 12, 20',
      '20Price is no numberrows 12, 20',
    ])
  })

  it('show the offending cells: row, line, column, value and what is wrong', async () => {
    serve([exampleGroup()], 60)
    draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Show all 60 findings' }))
    const rows = within(await table()).getAllByRole('row')
    await waitFor(() => expect(within(rows[1] as HTMLElement).getAllByRole('cell')).toHaveLength(5))
    expect(cells(rows[1] as HTMLElement)).toEqual(['1', '13', 'FrenchDescription', 'v0', 'FrenchDescription is empty'])
    await userEvent.click(screen.getByRole('button', { name: 'Hide the findings' }))
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('of one cause alone unfold beneath it, page by page', async () => {
    const server = serve([exampleGroup(), price], 60)
    draw()
    const [, second] = await causes()
    await userEvent.click(second as HTMLElement)
    expect(second).toHaveAttribute('aria-expanded', 'true')
    const alone = await screen.findByRole('table', { name: 'Findings of this cause' })
    await waitFor(() => expect(alone).toHaveAttribute('aria-rowcount', '21'))
    expect(server.of('GET /uploads/findings').at(-1)?.query).toEqual({
      id: 'u1',
      pageNumber: '1',
      nbItemsPerPage: '100',
      group: '1',
    })
    await userEvent.click(second as HTMLElement)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('a million of them draw and fetch no more than what is in sight', async () => {
    const server = serve([exampleGroup({ count: 5_000_000 })], 5_000_000)
    draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Show all 5,000,000 findings' }))
    expect(await table()).toHaveAttribute('aria-rowcount', '1000001')
    expect(within(await table()).getAllByRole('row').length).toBeLessThan(60)
    expect(server.of('GET /uploads/findings').length).toBeLessThan(4)
  })

  it('of many causes are folded after the commonest', async () => {
    const groups = Array.from({ length: 30 }, (_, place) => exampleGroup({ rule: `r${place}`, count: 30 - place }))
    serve([...groups, exampleGroup({ rule: 'other', column: null, message: 'Further findings of other kinds' })], 500)
    draw()
    expect(await causes()).toHaveLength(8)
    await userEvent.click(screen.getByRole('button', { name: 'Show all 31 causes' }))
    expect(await causes()).toHaveLength(31)
    expect((await causes()).at(-1)).toBeDisabled()
  })

  it('come in while the file is still judged', async () => {
    let found = 3
    const server = fakeServer({
      'GET /uploads/findings': ({ query }: FakeRequest) => ({
        groups: [],
        findings: many(query, found),
        totalCount: found,
      }),
    })
    draw({ status: 'validating', counts: null })
    expect(await screen.findByText('3 findings so far')).toBeVisible()
    expect(screen.getByRole('table', { name: 'Findings so far' })).toBeVisible()
    found = 70
    expect(await screen.findByText('70 findings so far')).toBeVisible()
    expect(server.of('GET /uploads/findings').every(({ query }) => query.group === undefined)).toBe(true)
  })

  it('tell why a file is invalid as a whole from its error lines', async () => {
    const line = { _id: 'l1', seq: 1, logDate: '2026-11-20T16:02:01.000Z', uploadId: 'u1' }
    const message = "wrong.csv: Line 1: the header lacks the required column 'ProductAlternateKey'"
    fakeServer({
      'GET /uploads/findings': { groups: [], findings: [], totalCount: 0 },
      'GET /logs/uploads': [
        { ...line, level: 'info', message: 'Read as UTF-8' },
        { ...line, _id: 'l2', seq: 2, level: 'error', message },
      ],
    })
    draw({ counts: { records: 0, valid: 0, rejected: 0 } })
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.queryByText('Read as UTF-8')).toBeNull()
  })

  it('are not asked for where no record was rejected', async () => {
    const server = fakeServer({})
    draw({ status: 'valid', counts: { records: 5, valid: 5, rejected: 0 } })
    expect(server.requests).toEqual([])
  })
})

it('names rows, else lines, else nothing', () => {
  expect(describeFirstPlaces([{ row: 3, line: 4 }])).toBe('row 3')
  expect(describeFirstPlaces([{ row: 3, line: 4 }], 'Products')).toBe('row 4')
  expect(
    describeFirstPlaces([
      { row: null, line: 4 },
      { row: null, line: 5 },
    ]),
  ).toBe('lines 4, 5')
  expect(describeFirstPlaces([{ row: null, line: null }])).toBe('-')
})
