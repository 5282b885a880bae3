import type { Role, TreeNode } from '@millrace/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type Answers, type FakeRequest, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { Explorer } from './Explorer.tsx'
import { exampleFolder, exampleLeaf } from './explorer.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
const saved = vi.hoisted(() => vi.fn<(content: Blob, fileName: string) => void>())
vi.mock('../../api/save-as.ts', () => ({ saveAs: saved }))

let nodes: TreeNode[]
const onVersion = vi.fn<(id: string) => void>()
const draw = (answers: Answers = {}, as: Role = 'manager') => {
  const server = fakeServer({ 'GET /folders/tree': () => nodes, 'GET /tags/list': exampleTags(), ...answers })
  renderScreen(
    () => (
      <Explorer kind="schema" title="Models" selected={undefined} onSelect={() => undefined} manage={{ onVersion }} />
    ),
    { at: '/manage/schemas', as },
  )
  return server
}
const row = (name: RegExp) => screen.findByRole('treeitem', { name })
const choose = async (name: RegExp, action: string) => {
  fireEvent.contextMenu(await row(name), { clientX: 20, clientY: 20 })
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const schema = (_id: string, name: string) => ({
  _id,
  name,
  folder: 'parts',
  jsonSchema: {},
  version: 1,
  vLocked: false,
  read_only: false,
  sys_version: 1,
  versions: [],
})
const refuse = (text: string) => () => {
  throw new RefusedCallError(40900, text)
}

beforeEach(() => {
  nodes = [
    exampleFolder(
      'root',
      'Models',
      [
        exampleFolder('parts', 'Parts', [
          exampleLeaf('Bell', [
            ['bell2', 2, false],
            ['bell1', 1, false],
          ]),
          exampleLeaf('Wheel', [['wheel', 1, false]]),
        ]),
        exampleFolder('shop', 'Shop', []),
        exampleLeaf('Order', [['order', 1, false]]),
      ],
      { editable: false, draggable: false },
    ),
  ]
  onVersion.mockReset()
  saved.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

describe('one item', () => {
  it('FLD-007/ui FLD-005/ui FLD-023/ui New item: confirm waits for a name, Enter confirms, and it opens', async () => {
    const server = draw({ 'POST /schemas': schema('new', 'Saddle') }, 'admin')
    await choose(/^Parts/, 'New item')
    expect(await screen.findByText('In Models / Parts')).toBeVisible()
    const confirm = screen.getByRole('button', { name: 'Confirm' })
    expect(confirm).toBeDisabled()
    const before = server.of('GET /folders/tree').length
    await userEvent.type(screen.getByLabelText('Name'), ' Saddle {Enter}')
    await waitFor(() => expect(onVersion).toHaveBeenCalledWith('new'))
    expect(server.of('POST /schemas')[0]?.body).toEqual({ name: 'Saddle', folder: 'parts' })
    expect(server.of('GET /folders/tree').length).toBeGreaterThan(before)
  })

  it('FLD-007/ui New item stands above the tree as well, for the folder of the chosen row', async () => {
    const server = draw({ 'POST /schemas': schema('new', 'Pump') }, 'admin')
    await userEvent.click(await row(/^Parts/))
    await userEvent.click(screen.getByRole('button', { name: 'New item' }))
    await userEvent.type(await screen.findByLabelText('Name'), 'Pump{Enter}')
    await waitFor(() => expect(server.of('POST /schemas')[0]?.body).toEqual({ name: 'Pump', folder: 'parts' }))
  })

  it('FLD-019/ui a name that is taken is told in the dialog, which stays', async () => {
    draw({ 'POST /schemas': refuse('This name already exists in the folder') })
    await choose(/^Parts/, 'New item')
    await userEvent.type(await screen.findByLabelText('Name'), 'Bell{Enter}')
    const dialog = screen.getByRole('dialog', { name: 'New item' })
    expect(await within(dialog).findByText('This name already exists in the folder')).toBeVisible()
    expect(onVersion).not.toHaveBeenCalled()
  })

  it('FLD-007/ui FLD-019/ui Rename item, also by F2', async () => {
    const server = draw({ 'POST /folders/rename': ({ body }: FakeRequest) => body })
    ;(await row(/^Order/)).focus()
    await userEvent.click(await row(/^Order/))
    await userEvent.keyboard('{F2}')
    const name = await screen.findByLabelText('Name')
    expect(name).toHaveValue('Order')
    await userEvent.clear(name)
    expect(screen.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await userEvent.type(name, 'Sale{Enter}')
    await waitFor(() =>
      expect(server.of('POST /folders/rename').map(({ body }) => body)).toEqual([{ id: 'order', name: 'Sale' }]),
    )
  })

  it('FLD-008/ui FLD-012/ui Delete item tells how many versions go; a refusal tells who uses it', async () => {
    let used = true
    const server = draw({
      'DELETE /schemas': () => (used ? refuse('Document is used by Order')() : { deleted: ['bell2', 'bell1'] }),
      'GET /documents/usages': { users: [], unseen: 1 },
    })
    await choose(/^Bell/, 'Delete item')
    const dialog = await screen.findByRole('dialog', { name: 'Delete item' })
    expect(dialog).toHaveTextContent('Do you want to delete Models / Parts / Bell?')
    expect(dialog).toHaveTextContent('Its 2 versions go with it.')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await within(dialog).findByText('Document is used by Order')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Who uses it?' }))
    expect(await screen.findByText('It is used by 1 document that you do not see.')).toBeVisible()
    const usages = screen.getByRole('dialog', { name: 'Usages of Bell' })
    await userEvent.click(within(usages).getByRole('button', { name: 'Close' }))
    used = false
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.of('DELETE /schemas').map(({ query }) => query)).toEqual([{ id: 'bell2' }, { id: 'bell2' }])
  })

  it.each([
    ['the folder that it was in', /^Bell/, /^Parts/, /^Wheel/],
    ['the first row where it was in none', /^Alone/, /^Models/, /^Parts/],
  ])('after Delete item the keys go on in %s', async (_, deleted, expected, below) => {
    nodes.push(exampleLeaf('Alone', [['alone', 1, false]]))
    draw({
      'DELETE /schemas': ({ query }: FakeRequest) => {
        const wheel = exampleLeaf('Wheel', [['wheel', 1, false]])
        nodes = [exampleFolder('root', 'Models', [exampleFolder('parts', 'Parts', [wheel])])]
        return { deleted: [query.id] }
      },
    })
    ;(await row(deleted)).focus()
    await userEvent.click(await row(deleted))
    await userEvent.keyboard('{Delete}')
    const dialog = await screen.findByRole('dialog', { name: 'Delete item' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: deleted })).toBeNull())
    expect(await row(expected)).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(async () => expect(await row(below)).toHaveFocus())
  })

  it('FLD-005/ui Copy makes a draft of the content under the next free name, also past names one does not see', async () => {
    let refused = 0
    const server = draw({
      'GET /documents/content': { ...schema('bell2', 'Bell'), type: 'schema', content: { jsonSchema: { title: 'b' } } },
      'POST /schemas': ({ body }: FakeRequest) => {
        const { name } = body as { name: string }
        if (refused++ === 0) throw new RefusedCallError(40900, 'This name already exists in the folder')
        return schema('copy', name)
      },
    })
    await choose(/^Bell/, 'Copy')
    expect(await screen.findByLabelText('Name of the copy')).toHaveValue('Bell (1)')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(onVersion).toHaveBeenCalledWith('copy'))
    expect(server.of('POST /schemas').map(({ body }) => body)).toEqual([
      { name: 'Bell (1)', folder: 'parts', jsonSchema: { title: 'b' } },
      { name: 'Bell (2)', folder: 'parts', jsonSchema: { title: 'b' } },
    ])
  })

  it('FLD-005/ui Export saves the newest version as a file', async () => {
    draw({
      'GET /documents/content': { ...schema('bell2', 'Bell'), type: 'schema', content: { jsonSchema: { title: 'b' } } },
    })
    await choose(/^Bell/, 'Export as file')
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(saved.mock.lastCall?.[1]).toBe('Bell.schema.json')
    expect(await saved.mock.lastCall?.[0].text()).toBe('{\n  "title": "b"\n}\n')
  })

  it('FLD-005/ui Import takes several files, and tells of each what became of it (D-119)', async () => {
    const server = draw({
      'POST /schemas': ({ body }: FakeRequest) => {
        const { name } = body as { name: string }
        if (name === 'Bell') throw new RefusedCallError(40900, 'This name already exists in the folder')
        return schema('new', name)
      },
    })
    await choose(/^Parts/, 'Import from file')
    await userEvent.upload(await screen.findByLabelText('JSON files'), [
      new File(['{"type":"object"}'], 'Pedal.schema.json'),
      new File(['{"type":"object"}'], 'Bell.json'),
      new File(['{'], 'broken.json'),
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    const dialog = screen.getByRole('dialog', { name: 'Import from file' })
    expect(await within(dialog).findByText('1 imported: Pedal.')).toBeVisible()
    const failed = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(failed[0]).toBe('Bell.json: This name already exists in the folder: Bell')
    expect(failed[1]).toMatch(/^broken\.json: The file is not JSON/)
    expect(server.of('POST /schemas')[0]?.body).toEqual({
      name: 'Pedal',
      folder: 'parts',
      jsonSchema: { type: 'object' },
    })
  })

  it('FLD-005/ui two files of one name are told apart, and the second one says which file has it', async () => {
    const server = draw({
      'POST /schemas': ({ body }: { body: unknown }) => schema('new', (body as { name: string }).name),
    })
    await choose(/^Parts/, 'Import from file')
    await userEvent.upload(await screen.findByLabelText('JSON files'), [
      new File(['{"title":"old"}'], 'Pedal.json'),
      new File(['{"title":"new"}'], 'pedal.schema.json'),
      new File(['{'], 'Pedal.json'),
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Import from file' }))
    expect(await dialog.findByText('1 imported: Pedal.')).toBeVisible()
    const failed = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    const how = 'Import it again with another name, or into another folder.'
    expect(failed[0]).toBe(`pedal.schema.json: Pedal.json is called pedal, too. ${how}`)
    expect(failed[1]).toMatch(/^Pedal\.json: The file is not JSON/)
    expect(server.of('POST /schemas').map(({ body }) => (body as { jsonSchema: unknown }).jsonSchema)).toEqual([
      { title: 'old' },
    ])
  })

  it('FLD-005/ui an import stays open until it can tell what became of each file', async () => {
    let answer = (_: unknown) => {}
    const waiting = new Promise((resolve) => (answer = resolve))
    draw({ 'POST /schemas': () => waiting })
    await choose(/^Parts/, 'Import from file')
    await userEvent.upload(await screen.findByLabelText('JSON files'), [
      new File(['{}'], 'Pedal.json'),
      new File(['{}'], 'Chain.json'),
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    const dialog = screen.getByRole('dialog', { name: 'Import from file' })
    expect(await within(dialog).findByText('Importing file 1 of 2 …')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeDisabled()
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    answer(schema('new', 'Pedal'))
    expect(await within(dialog).findByText('2 imported: Pedal, Chain.')).toBeVisible()
  })

  it('FLD-013/ui FLD-017/ui an item is dragged to another folder', async () => {
    const server = draw({ 'POST /schemas/reparent': { _id: 'order', name: 'Order (1)', folder: 'shop' } })
    const dataTransfer = { setData: () => undefined, effectAllowed: '', dropEffect: '' }
    fireEvent.dragStart(await row(/^Order/), { dataTransfer })
    const shop = await row(/^Shop/)
    await waitFor(() => expect(shop.className).toContain('lit'))
    fireEvent.drop(shop, { dataTransfer })
    expect(await screen.findByText('Order lies in Models / Shop as Order (1) now.')).toBeVisible()
    expect(server.of('POST /schemas/reparent').map(({ body }) => body)).toEqual([{ id: 'order', parentId: 'shop' }])
  })
})

describe('several rows', () => {
  const chosen = () =>
    screen
      .getAllByRole('treeitem')
      .filter((item) => item.getAttribute('aria-checked') === 'true')
      .map((item) => item.querySelector('[title]')?.textContent)

  it('are chosen with Ctrl, Shift and Space, and cleared by Escape and by a plain click', async () => {
    draw()
    const [bell, wheel, order] = [await row(/^Bell/), await row(/^Wheel/), await row(/^Order/)]
    fireEvent.click(bell, { ctrlKey: true })
    await waitFor(() => expect(chosen()).toEqual(['Bell']))
    expect(screen.getByRole('group', { name: 'Chosen rows' })).toHaveTextContent('1 chosen')
    fireEvent.click(order, { shiftKey: true })
    await waitFor(() => expect(chosen()).toEqual(['Bell', 'Wheel', 'Shop', 'Order']))
    fireEvent.click(wheel, { metaKey: true })
    await waitFor(() => expect(chosen()).toEqual(['Bell', 'Shop', 'Order']))
    wheel.focus()
    fireEvent.keyDown(wheel, { key: ' ' })
    await waitFor(() => expect(chosen()).toContain('Wheel'))
    fireEvent.keyDown(wheel, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Chosen rows' })).toBeNull())
    fireEvent.click(bell, { ctrlKey: true })
    await waitFor(() => expect(chosen()).toEqual(['Bell']))
    fireEvent.click(order)
    await waitFor(() => expect(chosen()).toEqual([]))
  })

  it('are chosen by touch alone while Choose is on; folders still fold', async () => {
    draw()
    const [bell, parts] = [await row(/^Bell/), await row(/^Parts/)]
    const press = () => userEvent.click(screen.getByRole('button', { name: 'Choose several rows' }))
    await press()
    await userEvent.click(bell)
    await userEvent.click(parts)
    await waitFor(() => expect(chosen()).toEqual(['Parts', 'Bell']))
    await userEvent.click(parts)
    await waitFor(() => expect(chosen()).toEqual(['Bell']))
    await userEvent.click(parts.querySelector('[data-fold]') as Element)
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Bell/ })).toBeNull())
    expect(screen.getByRole('group', { name: 'Chosen rows' })).toHaveTextContent('1 chosen')
    await press()
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Chosen rows' })).toBeNull())
    fireEvent.click(parts)
    await row(/^Bell/)
    expect(chosen()).toEqual([])
  })

  it('FLD-012/ui are deleted, and a report tells what went and what did not', async () => {
    const server = draw({
      'DELETE /schemas': ({ query }: FakeRequest) =>
        query.id === 'order' ? refuse('Document is used by Shop list')() : { deleted: [query.id] },
    })
    fireEvent.click(await row(/^Bell/), { ctrlKey: true })
    fireEvent.click(await row(/^Order/), { ctrlKey: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete several' })
    expect(dialog).toHaveTextContent('Do you want to delete 2 documents with 3 versions in all?')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    const report = await screen.findByRole('dialog', { name: 'Report' })
    expect(report).toHaveTextContent('1 deleted: Bell.')
    expect(report).toHaveTextContent('Order: Document is used by Shop list')
    expect(server.of('DELETE /schemas').map(({ query }) => query.id)).toEqual(['bell2', 'order'])
  })

  it('FLD-014/ui FLD-016/ui are moved as far as each may go; what is inside a chosen folder goes with it', async () => {
    const server = draw({
      'POST /schemas/reparent': ({ body }: FakeRequest) => ({
        _id: (body as { id: string }).id,
        name: 'x',
        folder: 'shop',
      }),
      'POST /folders/reparent': { id: 'parts', name: 'Parts', kind: 'schema', parent: 'shop' },
    })
    for (const name of [/^Parts/, /^Bell/, /^Shop/, /^Order/]) fireEvent.click(await row(name), { ctrlKey: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Move' }))
    await userEvent.selectOptions(await screen.findByLabelText('To the folder'), 'Models / Shop')
    await userEvent.click(screen.getAllByRole('button', { name: 'Move' }).at(-1) as Element)
    const report = await screen.findByRole('dialog', { name: 'Report' })
    expect(report).toHaveTextContent('2 moved: Parts, Order.')
    expect(report).toHaveTextContent('Shop: Shop cannot be moved into itself.')
    expect(server.of('POST /schemas/reparent').map(({ body }) => body)).toEqual([{ id: 'order', parentId: 'shop' }])
  })

  it('TAG-015/ui an admin gives them the same badges', async () => {
    const server = draw({ 'POST /tags/update-document-tags': ({ body }: FakeRequest) => body }, 'admin')
    fireEvent.click(await row(/^Shop/), { ctrlKey: true })
    fireEvent.click(await row(/^Order/), { ctrlKey: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Manage badges' }))
    expect(await screen.findByRole('dialog', { name: 'Manage badges of 2 rows' }, { timeout: 60_000 })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('2 given these badges: Shop, Order.')).toBeVisible()
    const tags = { read: [], write: [] }
    expect(server.of('POST /tags/update-document-tags').map(({ body }) => body)).toEqual([
      { id: 'shop', tags, type: 'folder' },
      { id: 'order', tags, type: 'schema' },
    ])
  }, 90_000)
})
