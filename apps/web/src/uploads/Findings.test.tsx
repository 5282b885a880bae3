import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../imports/render-screen.tsx'
import { type FakeRequest, fakeServer } from '../test-support/fake-server.ts'
import { Findings, firstPlaces } from './Findings.tsx'
import { exampleFinding, exampleGroup, exampleUpload } from './uploads.examples.ts'

vi.mock('../api/live.ts', () => import('../imports/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

it('groups the findings by cause with their first places and lists all on demand, fifty on a page', async () => {
  const server = fakeServer({
    'GET /uploads/findings': ({ query }: FakeRequest) => ({
      groups: [exampleGroup()],
      findings: [exampleFinding({ row: Number(query.pageNumber) * 100 })],
      totalCount: 60,
    }),
  })
  renderScreen(() => <Findings upload={exampleUpload()} />, { at: '/x' })
  const groups = await screen.findByRole('table', { name: 'Findings by cause' })
  expect(
    within(groups)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['40', 'FrenchDescription', 'FrenchDescription is empty', 'rows 12, 20'])
  await userEvent.click(screen.getByRole('button', { name: 'Show all 60 findings' }))
  expect(within(screen.getByRole('table', { name: 'Findings' })).getByText('100')).toBeVisible()
  await userEvent.click(screen.getByRole('listitem', { name: '2' }))
  await waitFor(() => expect(within(screen.getByRole('table', { name: 'Findings' })).getByText('200')).toBeVisible())
  expect(server.of('GET /uploads/findings').at(-1)?.query).toEqual({ id: 'u1', pageNumber: '2', nbItemsPerPage: '50' })
})

it('tells why a file is invalid as a whole from its error lines', async () => {
  const line = { _id: 'l1', seq: 1, logDate: '2026-11-20T16:02:01.000Z', uploadId: 'u1' }
  const message = "wrong.csv: Line 1: the header lacks the required column 'ProductAlternateKey'"
  fakeServer({
    'GET /uploads/findings': { groups: [], findings: [], totalCount: 0 },
    'GET /logs/uploads': [
      { ...line, level: 'info', message: 'Read as UTF-8' },
      { ...line, _id: 'l2', seq: 2, level: 'error', message },
    ],
  })
  const counts = { records: 0, valid: 0, rejected: 0 }
  renderScreen(() => <Findings upload={exampleUpload({ status: 'invalid', counts })} />, { at: '/x' })
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.queryByText('Read as UTF-8')).toBeNull()
})

it('asks nothing about a file without rejected records', () => {
  const server = fakeServer({})
  const clean = exampleUpload({ counts: { records: 5, valid: 5, rejected: 0 } })
  renderScreen(() => <Findings upload={clean} />, { at: '/x' })
  expect(server.requests).toEqual([])
})

it('names rows, else lines, else nothing', () => {
  expect(firstPlaces([{ row: 3, line: 4 }])).toBe('row 3')
  expect(
    firstPlaces([
      { row: null, line: 4 },
      { row: null, line: 5 },
    ]),
  ).toBe('lines 4, 5')
  expect(firstPlaces([{ row: null, line: null }])).toBe('-')
})
