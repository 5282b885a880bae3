import type { ConnectionTable } from '@millrace/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleTables } from './connections.examples.ts'
import { DatabaseBrowser } from './DatabaseBrowser.tsx'
import { queryText } from './query-text.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const usable = [
  { _id: 'c2', name: 'prices', type: 'mysql' },
  { _id: 'c1', name: 'warehouse', type: 'postgresql' },
] as const
const open = (answers: Answers = {}, onInsert?: (text: string) => void) => {
  const server = fakeServer({
    'GET /database-connections/usable': [...usable],
    'GET /database-connections/tables': { tables: exampleTables(), more: false },
    ...answers,
  })
  renderScreen(() => <DatabaseBrowser onInsert={onInsert} />, { at: '/x' })
  return server
}

describe('tables and columns beside code', () => {
  it('shows what the chosen connection reads and puts names and queries into the code', async () => {
    const inserted: string[] = []
    const server = open({}, (text) => void inserted.push(text))
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Connection' }), 'warehouse')
    await userEvent.click(await screen.findByText('sales.product'))
    expect(screen.getByText('text, never null, key')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Insert "Name"' }))
    await userEvent.click(screen.getByRole('button', { name: 'Insert name sales.product' }))
    await userEvent.click(screen.getByRole('button', { name: 'Insert query of sales.product' }))
    expect(inserted).toEqual([
      '"Name"',
      'sales.product',
      `await ctx.db.query('warehouse', 'select sku, "Name" from sales.product')`,
    ])
    expect(server.of('GET /database-connections/tables').at(-1)?.query).toMatchObject({ id: 'c1' })
  })

  it('searches on the server and says when nothing matches, or when there is more', async () => {
    const server = open({
      'GET /database-connections/tables': ({ query }) => ({
        tables: query.search === 'zz' ? [] : exampleTables(),
        more: true,
      }),
    })
    expect(await screen.findByText(/^There are more tables/)).toBeVisible()
    await userEvent.type(screen.getByRole('searchbox'), 'zz')
    expect(await screen.findByText('Nothing matches.')).toBeVisible()
    expect(server.of('GET /database-connections/tables').at(-1)?.query).toEqual({ id: 'c2', search: 'zz' })
  })

  it('says why a connection gives nothing, and tries again', async () => {
    let fails = true
    open({
      'GET /database-connections/tables': () => {
        if (fails) throw new RefusedCallError(40900, '10.0.4.12, port 3306, does not answer within 5 s.')
        return { tables: exampleTables(), more: false }
      },
    })
    expect(await screen.findByText('10.0.4.12, port 3306, does not answer within 5 s.')).toBeVisible()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('sales.product')).toBeVisible()
  })

  it('says that there is no connection to use', async () => {
    open({ 'GET /database-connections/usable': [] })
    expect(await screen.findByText(/^There is no database connection that you may use/)).toBeVisible()
  })
})

it('a query names few columns and reads a wide table whole, in quotes that JavaScript takes', () => {
  const [table] = exampleTables() as [ConnectionTable]
  expect(queryText("shop's", { ...table, sql: 'a\\b' })).toBe(
    String.raw`await ctx.db.query('shop\'s', 'select sku, "Name" from a\\b')`,
  )
  const wide = Array.from({ length: 13 }, (_, n) => ({ ...table.columns[0]!, name: `c${n}`, sql: `c${n}` }))
  expect(queryText('shop', { ...table, columns: wide })).toBe(
    "await ctx.db.query('shop', 'select * from sales.product')",
  )
})
