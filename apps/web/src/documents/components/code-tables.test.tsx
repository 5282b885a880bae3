import { EditorView } from '@codemirror/view'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PickerProps } from '../../forms/form-control.ts'
import { fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleTables } from '../connections/connections.examples.ts'
import { CodedComponentContext, CodeField } from './CodeField.tsx'
import { exampleComponent, exampleUsed } from './components.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

function Coded({ isDB, told }: { isDB: boolean; told: (text: string) => void }) {
  const [code, setCode] = useState('return 1')
  const draft = exampleComponent({ kind: 'instruction', isDB, jsCode: code, instances: [], links: [] })
  const used = { components: exampleUsed(), portsOf: () => null } as never
  return (
    <CodedComponentContext value={{ draft, used, folder: draft.folder }}>
      <CodeField
        {...({ readOnly: false, disabled: false, pointer: '/jsCode' } as PickerProps)}
        value={code}
        onChange={(text: unknown) => {
          told(String(text))
          setCode(String(text))
        }}
      />
    </CodedComponentContext>
  )
}
const open = (isDB: boolean) => {
  let code = ''
  const server = fakeServer({
    'GET /database-connections/usable': [{ _id: 'c1', name: 'warehouse', type: 'postgresql' }],
    'GET /database-connections/tables': { tables: exampleTables(), more: false },
  })
  renderScreen(() => <Coded isDB={isDB} told={(text) => (code = text)} />, { at: '/x' })
  return { server, code: () => code }
}

it('a press puts a query of a table where the cursor stands in code that reads databases', async () => {
  const { server, code } = open(true)
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Code' })).toHaveClass('cm-content'))
  expect(server.of('GET /database-connections/usable')).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Show tables and columns' }))
  await userEvent.click(await screen.findByText('sales.product'))
  const view = EditorView.findFromDOM(screen.getByRole('textbox', { name: 'Code' }))!
  view.dispatch({ selection: { anchor: 7, head: 8 } })
  await userEvent.click(screen.getByRole('button', { name: 'Insert query of sales.product' }))
  expect(code()).toBe(`return await ctx.db.query('warehouse', 'select sku, "Name" from sales.product')`)
  expect(view.hasFocus).toBe(true)
})

it('code that reads no database has no tables beside it', async () => {
  open(false)
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Code' })).toHaveClass('cm-content'))
  expect(screen.queryByRole('button', { name: /tables and columns/ })).toBeNull()
})
