import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type FakeRequest, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { Findings } from './Findings.tsx'
import { placeOf } from './RejectedRecord.tsx'
import { exampleFinding, exampleGroup, exampleUpload } from './uploads.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const at = (row: number) => ({ row, line: row + 1 })
const recordOf = (n: number) => ({
  ...at(n),
  findings: [exampleFinding(at(n)), exampleFinding({ ...at(n), column: 'Price', message: `Price ${n} is no number` })],
  cells: [
    { name: 'Key', value: `key ${n}` },
    { name: 'FrenchDescription', value: '' },
    { name: 'Price', value: 'dear' },
    { name: 'Note', value: null },
  ],
  more: 0,
})
const serve = (record: (n: number) => unknown = recordOf) =>
  fakeServer({
    'GET /uploads/findings': {
      groups: [exampleGroup({ count: 3 })],
      findings: [1, 2, 3].map((n) => ({ ...exampleFinding(at(n)), n })),
      totalCount: 3,
    },
    'GET /uploads/record': ({ query }: FakeRequest) => record(Number(query.n)),
  })
const draw = async (as: 'manager' | 'admin' = 'manager', over: Parameters<typeof exampleUpload>[0] = {}) => {
  const upload = exampleUpload({ status: 'invalid', counts: { records: 9, valid: 6, rejected: 3 }, ...over })
  renderScreen(() => <Findings upload={upload} />, { at: '/x', as })
  await userEvent.click(await screen.findByRole('button', { name: 'Show all 3 findings' }))
  expect(await screen.findAllByText('FrenchDescription', { selector: '[role=cell]' })).toHaveLength(3)
}
const open = async (place: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Show the whole record, ${place}` }))
const record = () => screen.findByRole('region', { name: 'Rejected record' })

describe('a finding', () => {
  it('opens its whole record on the page, with every bad cell marked and explained', async () => {
    const server = serve()
    await draw()
    expect(screen.queryByRole('region', { name: 'Rejected record' })).toBeNull()
    await open('row 2, line 3')
    const shown = await record()
    expect(shown).toHaveTextContent('The whole recordrow 2, line 3')
    expect(await within(shown).findByText('key 2')).toBeVisible()
    expect(within(shown).getByText('Price 2 is no number')).toBeVisible()
    const bad = [...shown.querySelectorAll<HTMLElement>('[data-bad]')]
    expect(bad.map(({ dataset }) => dataset.bad)).toEqual(['FrenchDescription', 'Price'])
    expect(bad[0]).toHaveTextContent('FrenchDescriptionemptyFrenchDescription is empty')
    expect(within(shown).getByText('Note').parentElement).toHaveTextContent('Notemissing')
    expect(server.of('GET /uploads/record').map(({ query }) => query)).toEqual([{ id: 'u1', n: '2' }])
    await userEvent.click(within(shown).getByRole('button', { name: 'Close the record' }))
    expect(screen.queryByRole('region', { name: 'Rejected record' })).toBeNull()
  })

  it('of a workbook is told by sheet and row, where people look for it', async () => {
    serve()
    await draw('manager', { detected: { sheet: 'Products' } })
    const heads = within(screen.getByRole('table', { name: 'Findings' })).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Record', 'Row', 'Column', 'Value', 'What is wrong'])
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole record 2, sheet Products, row 3' }))
    expect(await record()).toHaveTextContent('The whole recordsheet Products, row 3')
  })

  it('is left for the next one with the arrow keys; only the first is brought into sight', async () => {
    const intoSight = vi.fn()
    Element.prototype.scrollIntoView = intoSight
    serve()
    await draw()
    await open('row 1, line 2')
    await within(await record()).findByText('key 1')
    await userEvent.keyboard('{ArrowDown}')
    expect(await within(await record()).findByText('key 2')).toBeVisible()
    expect(intoSight.mock.calls).toEqual([[{ block: 'nearest' }]])
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(await within(await record()).findByText('key 1')).toBeVisible()
    await open('row 1, line 2')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Rejected record' })).toBeNull())
  })

  it('says why its record cannot be shown', async () => {
    serve(() => {
      throw new RefusedCallError(40900, 'The record is too large to show. Download the rejected records instead.')
    })
    await draw()
    await open('row 1, line 2')
    expect(await within(await record()).findByText(/too large to show/)).toBeVisible()
  })

  it('opens nothing for those who may not have rejected records', async () => {
    serve()
    await draw('admin')
    expect(screen.queryByRole('button', { name: /Show the whole record/ })).toBeNull()
  })
})

it('names row and line as far as they are known', () => {
  expect(placeOf({ row: 1200, line: 1201 }, undefined)).toBe('row 1,200, line 1,201')
  expect(placeOf({ row: null, line: 7 }, undefined)).toBe('line 7')
  expect(placeOf({ row: 1200, line: 1201 }, 'Products')).toBe('sheet Products, row 1,201')
})
