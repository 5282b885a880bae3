import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleConnection, exampleConnections, exampleTables, exampleTest } from './connections.examples.ts'
import { ConnectionsPage } from './ConnectionsPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const open = (answers: Answers = {}) => {
  const server = fakeServer({
    'GET /database-connections': exampleConnections(),
    'GET /tags/list': exampleTags(),
    ...answers,
  })
  renderScreen(ConnectionsPage, { at: '/manage/databases', as: 'super-admin' })
  return server
}
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const choose = async (name: RegExp, action: string) => {
  await userEvent.click((await row(name)).getByRole('button', { name: /^Actions/ }))
  await userEvent.click(screen.getByRole('menuitem', { name: action }))
}
const dialogOf = async () => within(await screen.findByRole('dialog'))
const add = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add connection' }))
  return dialogOf()
}
type Dialog = Awaited<ReturnType<typeof dialogOf>>
const fill = async (dialog: Dialog, host = 'db.example') => {
  await userEvent.type(dialog.getByLabelText(/^Property name/), 'shop')
  await userEvent.type(dialog.getByLabelText(/^Host/), host)
  await userEvent.type(dialog.getByLabelText(/^Database \*/), 'x')
  await userEvent.type(dialog.getByLabelText(/^User/), 'loader')
  await userEvent.type(dialog.getByLabelText(/^Password/), 'pass')
}
const cnxString = 'postgresql://loader:pass@db.example:5432/x'
const press = (dialog: Dialog, name: string) => userEvent.click(dialog.getByRole('button', { name }))

describe('database connections', () => {
  it('DBC-001/ui lists property name, database type, connection string, options and project badges', async () => {
    open()
    const kept = await row(/^warehouse/)
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['Property name', 'Database type', 'Connection string', 'Options', 'Project badges', 'Actions'],
    ])
    expect(kept.getByRole('cell', { name: 'PostgreSQL' })).toBeVisible()
    expect(kept.getByText('postgresql://loader:***@db.example.org:5432/warehouse?sslmode=verify-full')).toBeVisible()
    expect(kept.getByRole('cell', { name: 'schema: sales' })).toBeVisible()
    expect(await kept.findByText('Dealers')).toBeVisible()
    expect((await row(/^prices/)).getByText('MySQL or MariaDB')).toBeVisible()
  })

  it('DBC-002/ui adds a connection once it was tested', async () => {
    const server = open({
      'POST /database-connections/test': exampleTest(),
      'POST /database-connections': exampleConnection({ name: 'shop' }),
    })
    const dialog = await add()
    await press(dialog, 'Save')
    expect(dialog.getByText('Please input host')).toBeVisible()
    expect(dialog.getByLabelText(/^Property name/)).toHaveFocus()
    await fill(dialog)
    await press(dialog, 'Save')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const body = { name: 'shop', type: 'postgresql', tags: [], cnxString, options: {} }
    expect(server.of('POST /database-connections/test')[0]?.body).toEqual(body)
    expect(server.of('POST /database-connections')[0]?.body).toEqual(body)
  })

  it('says at the field to mend why it does not work, and saves it then only when told to', async () => {
    let test = exampleTest({
      ok: false,
      field: 'port',
      message: 'Nothing accepts connections at db.example, port 5432.',
    })
    const server = open({
      'POST /database-connections/test': () => test,
      'POST /database-connections': exampleConnection({ name: 'shop' }),
    })
    const dialog = await add()
    await fill(dialog)
    await press(dialog, 'Save')
    expect(await dialog.findByText(test.message)).toBeVisible()
    const port = dialog.getByLabelText(/^Port/)
    expect(port).toHaveFocus()
    expect(port).toBeInvalid()
    expect(port).toHaveAccessibleDescription(test.message)
    expect(server.of('POST /database-connections')).toHaveLength(0)
    await userEvent.type(port, '1')
    expect(dialog.queryByText(test.message)).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Save anyway' })).toBeNull()
    test = exampleTest({ ok: false, message: 'The server is starting or stopping.' })
    await press(dialog, 'Test')
    expect(await dialog.findByText(test.message)).toBeVisible()
    await press(dialog, 'Save anyway')
    await waitFor(() => expect(server.of('POST /database-connections')).toHaveLength(1))
  })

  it('stays usable while a server does not answer, and gives the test up when it is closed', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    const { fetch } = open()
    const dialog = await add()
    await fill(dialog)
    fetch.mockImplementation((_input, init) => {
      signals.push(init?.signal)
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError'))),
      )
    })
    await press(dialog, 'Test')
    expect(await dialog.findByText('Connecting')).toBeVisible()
    await userEvent.type(dialog.getByLabelText(/^Host/), '.org')
    expect(dialog.getByLabelText(/^Host/)).toHaveValue('db.example.org')
    await press(dialog, 'Cancel')
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(signals.at(-1)?.aborted).toBe(true)
  })

  it('DBC-002/ui edits without the stored password, and without a test where it leads to the same', async () => {
    const server = open({ 'PUT /database-connections': exampleConnection() })
    await choose(/^warehouse/, 'Edit')
    const dialog = await dialogOf()
    expect(dialog.getByLabelText(/^Password/)).toHaveValue('')
    expect(dialog.getByLabelText(/^Encryption/)).toHaveValue('checked')
    await userEvent.type(dialog.getByLabelText(/^Host/), 'x')
    await press(dialog, 'Save')
    expect(dialog.getByText(/^Type it again/)).toBeVisible()
    await userEvent.type(dialog.getByLabelText(/^Host/), '{Backspace}')
    await userEvent.type(dialog.getByLabelText(/^Property name/), '-2')
    await press(dialog, 'Save')
    await waitFor(() => expect(server.of('PUT /database-connections')).toHaveLength(1))
    expect(server.of('PUT /database-connections')[0]?.body).toEqual({ ...exampleConnection(), name: 'warehouse-2' })
    expect(server.of('POST /database-connections/test')).toHaveLength(0)
  })

  it('says beside the name that there is one, and elsewhere why the server refuses', async () => {
    let message = 'This connection already exists'
    open({
      'POST /database-connections/test': exampleTest(),
      'POST /database-connections': () => {
        throw new RefusedCallError(40900, message)
      },
    })
    const dialog = await add()
    await fill(dialog)
    await press(dialog, 'Save')
    expect(await dialog.findByText(message)).toBeVisible()
    expect(dialog.getByLabelText(/^Property name/)).toHaveAccessibleDescription(message)
    message = 'This is the database of Millrace itself: no connection may lead to it'
    await userEvent.type(dialog.getByLabelText(/^Property name/), '2')
    await press(dialog, 'Save')
    expect(await dialog.findByText(message)).toBeVisible()
  })

  it('takes a pasted connection string to pieces', async () => {
    open()
    const dialog = await add()
    await userEvent.click(dialog.getByLabelText(/^Host/))
    await userEvent.paste('mysql://reader:secret@10.0.0.7/prices')
    expect(dialog.getByLabelText(/^Database type/)).toHaveValue('mysql')
    expect(dialog.getByLabelText(/^Host/)).toHaveValue('10.0.0.7')
    expect(dialog.getByLabelText(/^Port/)).toHaveValue('3306')
    expect(dialog.getByLabelText(/^User/)).toHaveValue('reader')
    expect(dialog.getByLabelText(/^Password/)).toHaveValue('secret')
    expect(dialog.getByLabelText('Database')).toHaveValue('prices')
  })

  it('tests a stored connection in its row', async () => {
    const server = open({
      'POST /database-connections/test': exampleTest({ ok: false, field: 'database', message: 'The server has no x.' }),
    })
    await choose(/^prices/, 'Test')
    expect(await (await row(/^prices/)).findByText('The server has no x.')).toBeVisible()
    expect(server.of('POST /database-connections/test')[0]?.body).toEqual({ _id: 'c2' })
  })

  it('opens the tables and columns of a connection from its row', async () => {
    const server = open({ 'GET /database-connections/tables': { tables: exampleTables(), more: false } })
    await choose(/^prices/, 'Tables and columns')
    const dialog = await dialogOf()
    expect(await dialog.findByText('sales.product')).toBeVisible()
    expect(server.of('GET /database-connections/tables')[0]?.query).toMatchObject({ id: 'c2' })
  })

  it('DBC-002/ui deletes a connection once it was asked, and its row goes', async () => {
    let connections = exampleConnections()
    open({
      'GET /database-connections': () => connections,
      'DELETE /database-connections/{id}': ({ params }) => {
        connections = connections.filter(({ _id }) => _id !== params.id)
        return { deleted: params.id ?? '' }
      },
    })
    await choose(/^warehouse/, 'Delete')
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /^warehouse/ })).toBeNull())
    expect(screen.getByRole('row', { name: /^prices/ })).toBeVisible()
  })

  it('DBC-002/ui asks before it deletes, and names who uses it', async () => {
    const server = open({
      'DELETE /database-connections/{id}': () => {
        throw new RefusedCallError(40900, 'Document is used by Rows to products')
      },
    })
    await choose(/^warehouse/, 'Delete')
    expect(await screen.findByText('Do you want to delete the connection warehouse?')).toBeVisible()
    expect(server.of('DELETE /database-connections/{id}')).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('Document is used by Rows to products')).toBeVisible()
    expect(server.of('DELETE /database-connections/{id}')[0]?.params).toEqual({ id: 'c1' })
  })
})
