import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleFolder, exampleLeaf } from '../explorer/explorer.examples.ts'
import { SchemaEditor } from './SchemaEditor.tsx'
import { exampleSchema } from './schemas.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
beforeEach(() => {
  // Rows are drawn as far as they are in sight.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('a reference to another schema', () => {
  const tree = [
    exampleFolder('root', 'Data Models', [
      exampleLeaf('Money', [
        ['money2', 2, false],
        ['money1', 1, true],
      ]),
    ]),
  ]
  const address = 'importer://schema/id/money1#/properties/amount'
  const show = async () => {
    const jsonSchema = { type: 'object', properties: { price: { $ref: address } } }
    const schema = exampleSchema({ _id: crypto.randomUUID(), jsonSchema })
    const server = fakeServer({
      'GET /schemas/find': schema,
      'GET /schemas/list': [],
      'GET /folders/tree': tree,
      'GET /tags/list': { admin: [], project: [] },
      'POST /schemas': ({ body }: { body: unknown }) => ({ ...schema, ...(body as object), sys_version: 5 }),
    })
    renderScreen(() => <SchemaEditor id={schema._id} onOpened={() => undefined} />, {
      at: '/manage/schemas',
      as: 'manager',
    })
    await userEvent.click(await screen.findByRole('treeitem', { name: /^price/ }))
    return server
  }
  const name = 'Money, version 1 › properties › amount'

  it('SCH-009/ui is shown by name and version, in the tree too, and opened by a click', async () => {
    await show()
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/manage/schemas?id=money1')
    expect(screen.getByRole('treeitem', { name: new RegExp(`^price.*${name}`) })).toBeVisible()
  })

  it('is chosen in the folders, in any version, and saved by its address', async () => {
    const server = await show()
    await press('Choose a data model')
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose a schema' }))
    await userEvent.selectOptions(await dialog.findByLabelText('Version'), 'Version 2 (Draft)')
    await userEvent.click(dialog.getByRole('button', { name: 'Ok' }))
    await screen.findByRole('link', { name: 'Money, version 2' })
    await press('Save')
    await press('Yes')
    await waitFor(() =>
      expect(server.of('POST /schemas').map(({ body }) => body)).toMatchObject([
        { jsonSchema: { properties: { price: { $ref: 'importer://schema/id/money2' } } } },
      ]),
    )
  })
})
