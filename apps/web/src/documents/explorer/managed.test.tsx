import type { Role, TreeNode } from '@millrace/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type Answers, type FakeRequest, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { toast } from '../../state/toasts.ts'
import { Explorer } from './Explorer.tsx'
import { exampleFolder, exampleTree } from './explorer.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

// Comes when it is asked for, with the kit, which takes its time on a busy machine.
beforeAll(() => import('../permissions/DocumentBadgesDialog.tsx'), 120_000)

let nodes: TreeNode[]
const onVersion = vi.fn<(id: string) => void>()
const draw = (answers: Answers = {}, as: Role = 'admin') => {
  const server = fakeServer({ 'GET /folders/tree': () => nodes, 'GET /tags/list': exampleTags(), ...answers })
  renderScreen(
    () => (
      <Explorer
        kind="pipeline"
        title="Pipelines"
        selected={undefined}
        onSelect={() => undefined}
        manage={{ onVersion }}
      />
    ),
    { at: '/manage/pipeline', as },
  )
  return server
}
const row = (name: RegExp) => screen.findByRole('treeitem', { name })
const bikes = /^Bikes Menu|^Bikes$/
const menuOf = async (name: RegExp) => {
  fireEvent.contextMenu(await row(name), { clientX: 20, clientY: 20 })
  return screen.findByRole('menu')
}
const items = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
const choose = async (name: RegExp, action: string) => {
  await userEvent.click(within(await menuOf(name)).getByRole('menuitem', { name: action }))
}
const folderNamed = (label: string): TreeNode => {
  const found = nodes[0]?.children?.find((node) => node.label === label)
  if (found === undefined) throw new Error(`no ${label}`)
  return found
}

beforeEach(() => {
  nodes = exampleTree()
  onVersion.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the menu of a row', () => {
  it('FLD-011/ui FLD-018/ui PRM-014/ui opens by right click, by its button and by Shift F10, with what may be done', async () => {
    draw()
    const folder = [
      'New item',
      'New folder',
      'Rename folder',
      'Move folder',
      'Delete folder',
      'Manage badges',
      'Why can this person not see it?',
    ]
    expect(items(await menuOf(bikes))).toEqual(folder)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Menu of Pipelines' }))
    expect(items(await screen.findByRole('menu'))).toEqual([
      'New item',
      'New folder',
      'Manage badges',
      'Why can this person not see it?',
    ])
    await userEvent.keyboard('{Escape}')
    fireEvent.keyDown(await row(/^Stores/), { key: 'F10', shiftKey: true })
    // The focus is where it was; the row of the keys is the first.
    expect(await screen.findByRole('menu')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(items(await menuOf(/Bikes fr-FR/))).toEqual([
      'Choose version',
      'Rename item',
      'Move item',
      'Delete item',
      'Manage badges',
      'Why can this person not see it?',
    ])
  })

  it('FLD-011/ui is not there where nothing may be done', async () => {
    const closed = { editable: false, draggable: false, droppable: false }
    nodes = [exampleFolder('root', 'Pipelines', [exampleFolder('closed', 'Closed', [], closed)], closed)]
    draw({}, 'manager')
    fireEvent.contextMenu(await row(/^Closed/))
    expect(screen.queryByRole('menu')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Menu of/ })).toBeNull()
    fireEvent.keyDown(await row(/^Closed/), { key: 'F2' })
    fireEvent.keyDown(await row(/^Closed/), { key: 'Delete' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is worked by keys and gives the focus back', async () => {
    draw()
    const stores = await row(/^Bikes fr-FR/)
    await userEvent.click(stores)
    stores.focus()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    const menu = await screen.findByRole('menu', { name: 'Bikes fr-FR' })
    expect(within(menu).getByRole('menuitem', { name: 'Choose version' })).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    expect(within(menu).getByRole('menuitem', { name: /^Why/ })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(stores).toHaveFocus()
  })
})

describe('deleting a pipeline', () => {
  it('PIP-019/ui PIP-024/ui says so, or shows what the server said in a red toast', async () => {
    let used = true
    draw({
      'DELETE /pipelines': () => {
        if (used) throw new RefusedCallError(40900, 'Document is used by Bikes de-DE')
        return { deleted: ['stores'] }
      },
    })
    await choose(/^Stores/, 'Delete item')
    const remove = within(await screen.findByRole('dialog', { name: 'Delete item' })).getByRole('button', {
      name: 'Delete',
    })
    await userEvent.click(remove)
    const refused = { tone: 'error', text: 'Document is used by Bikes de-DE' }
    await waitFor(() => expect(toast.shown()).toMatchObject([refused]))
    used = false
    await waitFor(() => expect(remove).toBeEnabled())
    await userEvent.click(remove)
    await waitFor(() => expect(toast.shown()).toMatchObject([{ tone: 'success', text: 'Pipeline deleted' }]))
  })
})

describe('folders', () => {
  it('FLD-023/ui FLD-007/ui are renamed, and the tree is asked again', async () => {
    const server = draw({
      'POST /folders/rename': ({ body }: FakeRequest) => {
        folderNamed('Bikes').label = 'Cycles'
        return body
      },
    })
    const before = server.of('GET /folders/tree').length
    await choose(bikes, 'Rename folder')
    const name = await screen.findByLabelText('Folder name')
    expect(name).toHaveValue('Bikes')
    const confirm = screen.getByRole('button', { name: 'Confirm' })
    await userEvent.clear(name)
    expect(confirm).toBeDisabled()
    await userEvent.type(name, ' Cycles {Enter}')
    expect(await row(/^Cycles/)).toBeVisible()
    expect(server.of('POST /folders/rename').map(({ body }) => body)).toEqual([{ id: 'bikes', name: 'Cycles' }])
    expect(server.of('GET /folders/tree').length).toBeGreaterThan(before)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('ERR-025/ui a refusal is a red toast and stays in the dialog', async () => {
    draw({
      'POST /folders/rename': () => {
        throw new RefusedCallError(40900, 'This name already exists in the folder')
      },
    })
    await userEvent.click(await row(bikes))
    ;(await row(bikes)).focus()
    await userEvent.keyboard('{F2}')
    await userEvent.type(await screen.findByLabelText('Folder name'), 's{Enter}')
    expect(await screen.findAllByText('This name already exists in the folder')).toHaveLength(1)
    expect(within(screen.getByRole('dialog')).getByRole('region', { name: 'Notifications' })).toBeVisible()
    expect(screen.getByLabelText('Folder name')).toHaveDisplayValue(/s$/)
  })

  it('FLD-008/ui an empty one is deleted after the question', async () => {
    const server = draw({
      'DELETE /folders': () => {
        nodes[0]?.children?.splice(1, 1)
        return { folders: ['empty'], documents: [] }
      },
    })
    await choose(/^Empty/, 'Delete folder')
    const dialog = await screen.findByRole('dialog', { name: 'Delete folder' })
    expect(dialog).toHaveTextContent('Do you want to delete the folder Pipelines / Empty?')
    expect(within(dialog).queryByRole('checkbox')).toBeNull()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Empty/ })).toBeNull())
    expect(server.of('DELETE /folders').map(({ body }) => body)).toEqual([
      { id: 'empty', kind: 'pipeline', withFolders: false, withDocuments: false },
    ])
  })

  it('FLD-008/ui what lies inside goes only where it is ticked (D-115)', async () => {
    folderNamed('Bikes').children?.unshift(exampleFolder('inner', 'Inner', []))
    const server = draw({ 'DELETE /folders': { folders: ['inner', 'bikes'], documents: ['master', 'fr4'] } })
    await choose(bikes, 'Delete folder')
    const remove = await screen.findByRole('button', { name: 'Delete' })
    expect(remove).toBeDisabled()
    expect(screen.getByText('The folder is not empty: tick what goes with it.')).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox', { name: 'With the folder inside' }))
    expect(remove).toBeDisabled()
    await userEvent.click(screen.getByRole('checkbox', { name: 'With the 2 documents inside, in all versions' }))
    await userEvent.click(remove)
    await waitFor(() =>
      expect(server.of('DELETE /folders').map(({ body }) => body)).toEqual([
        { id: 'bikes', kind: 'pipeline', withFolders: true, withDocuments: true },
      ]),
    )
  })

  it('ERR-025/ui one that holds what this person does not see offers both boxes once refused', async () => {
    draw({
      'DELETE /folders': () => {
        throw new RefusedCallError(40900, 'Folder is not empty')
      },
    })
    await choose(/^Empty/, 'Delete folder')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('checkbox', { name: 'With all folders inside' })).toBeVisible()
    expect(within(screen.getByRole('dialog')).getAllByText('Folder is not empty')).toHaveLength(1)
  })

  it('a new one lies where the menu was opened', async () => {
    const server = draw({ 'POST /folders': { id: 'new', name: 'New', kind: 'pipeline', parent: 'empty' } })
    await choose(/^Empty/, 'New folder')
    expect(await screen.findByText('In Pipelines / Empty')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Folder name'), 'New{Enter}')
    await waitFor(() =>
      expect(server.of('POST /folders').map(({ body }) => body)).toEqual([
        { name: 'New', kind: 'pipeline', parent: 'empty' },
      ]),
    )
  })
})

describe('moving a folder', () => {
  const moved = (over: Partial<{ name: string }> = {}) => ({
    id: 'bikes',
    name: 'Bikes',
    kind: 'pipeline' as const,
    parent: 'empty',
    ...over,
  })
  const dataTransfer = { setData: () => undefined, effectAllowed: '', dropEffect: '' }
  const drag = async (from: RegExp, to: RegExp) => {
    fireEvent.dragStart(await row(from), { dataTransfer })
    const target = await row(to)
    // False: the row took the event, which is how the browser learns that it may be dropped there.
    const refused = fireEvent.dragOver(target, { dataTransfer })
    if (!refused) fireEvent.drop(target, { dataTransfer })
    fireEvent.dragEnd(await row(from), { dataTransfer })
    return refused
  }

  it('FLD-013/ui neither itself nor what lies below it is lit or takes it', async () => {
    const deep = exampleFolder('deep', 'Deep', [])
    folderNamed('Bikes').children?.push(exampleFolder('parts', 'Parts', [deep]))
    const server = draw({ 'POST /folders/reparent': moved() })
    ;(await row(/^Parts/)).focus()
    await userEvent.keyboard('{ArrowRight}')
    fireEvent.dragStart(await row(bikes), { dataTransfer })
    await waitFor(async () => expect((await row(/^Empty/)).className).toContain('lit'))
    for (const name of [bikes, /^Parts/, /^Deep/]) expect((await row(name)).className).not.toContain('lit')
    fireEvent.dragEnd(await row(bikes), { dataTransfer })
    for (const name of [bikes, /^Parts/, /^Deep/]) expect(await drag(bikes, name)).toBe(true)
    expect(server.of('POST /folders/reparent')).toEqual([])
  })

  it('FLD-013/ui FLD-017/ui by pointer: only permitted folders are lit, and a clash is told', async () => {
    const server = draw({ 'POST /folders/reparent': moved({ name: 'Bikes (1)' }) })
    fireEvent.dragStart(await row(bikes), { dataTransfer })
    await waitFor(async () => expect((await row(/^Empty/)).className).toContain('lit'))
    for (const name of [/^Pipelines/, /^Stores/, /^Bikes fr-FR/])
      expect((await row(name)).className).toContain('refused')
    fireEvent.dragEnd(await row(bikes), { dataTransfer })
    await waitFor(async () => expect((await row(/^Empty/)).className).not.toContain('lit'))
    expect(server.of('POST /folders/reparent')).toEqual([])

    expect(await drag(bikes, /^Empty/)).toBe(false)
    expect(await screen.findByText('Bikes lies in Pipelines / Empty as Bikes (1) now.')).toBeVisible()
    expect(server.of('POST /folders/reparent').map(({ body }) => body)).toEqual([{ id: 'bikes', parentId: 'empty' }])
  })

  it.each([
    ['FLD-015/ui a document', /^Stores/, 'Stores is not a folder.'],
    ['FLD-013/ui where it lies', /^Pipelines/, 'Bikes is already in Pipelines.'],
    ['FLD-016/ui one that may not be written', /^Empty/, 'You do not have write permission in Empty.'],
  ])('%s does not take it and says why', async (_, target, reason) => {
    folderNamed('Empty').droppable = _.startsWith('FLD-016') ? false : true
    const server = draw({ 'POST /folders/reparent': moved() })
    expect(await drag(bikes, target)).toBe(true)
    expect(await screen.findByText(reason)).toBeVisible()
    expect(server.of('POST /folders/reparent')).toEqual([])
  })

  it('FLD-016/ui FLD-018/ui neither the root nor what may not be written can be dragged', async () => {
    folderNamed('Empty').draggable = false
    folderNamed('Stores').draggable = false
    draw()
    expect(await row(bikes)).toHaveAttribute('draggable', 'true')
    for (const name of [/^Pipelines/, /^Empty/, /^Stores/])
      expect(await row(name)).toHaveAttribute('draggable', 'false')
  })

  it('FLD-013/ui FLD-016/ui by keys: Ctrl Shift D picks up, arrows choose, Enter drops', async () => {
    const server = draw({ 'POST /folders/reparent': moved() })
    await userEvent.click(await row(bikes))
    await userEvent.click(await row(bikes))
    ;(await row(bikes)).focus()
    await userEvent.keyboard('{Control>}{Shift>}D{/Shift}{/Control}')
    expect(await screen.findByText(/^Moving Bikes\. Click a lit folder/)).toBeVisible()
    await userEvent.keyboard('{ArrowUp}')
    expect(await screen.findByText('Bikes is already in Pipelines.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(server.of('POST /folders/reparent')).toEqual([])
    await userEvent.keyboard('{End}{ArrowUp}')
    expect(await screen.findByText('Moving Bikes into Pipelines / Empty.')).toBeVisible()
    // The status tells of the row before the keys have come to it.
    const empty = await row(/^Empty/)
    await waitFor(() => expect(empty).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('Bikes lies in Pipelines / Empty now.')).toBeVisible()
    expect(server.of('POST /folders/reparent').map(({ body }) => body)).toEqual([{ id: 'bikes', parentId: 'empty' }])
  })

  it('FLD-013/ui by tapping: from the menu, then the folder it goes to', async () => {
    const server = draw({ 'POST /folders/reparent': moved() })
    await choose(bikes, 'Move folder')
    await userEvent.click(await row(/^Stores/))
    expect(await screen.findByText('Stores is not a folder.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Leave it where it is' }))
    expect(screen.queryByText(/^Moving Bikes/)).toBeNull()
    await choose(bikes, 'Move folder')
    await userEvent.click(await row(/^Empty/))
    await waitFor(() =>
      expect(server.of('POST /folders/reparent').map(({ body }) => body)).toEqual([{ id: 'bikes', parentId: 'empty' }]),
    )
  })

  it('Escape leaves it where it is; ERR-025/ui a refusal of the server is a red toast', async () => {
    const server = draw({
      'POST /folders/reparent': () => {
        throw new RefusedCallError(40000, 'The folder cannot be moved there')
      },
    })
    await choose(bikes, 'Move folder')
    expect(await screen.findByText(/^Moving Bikes/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText(/^Moving Bikes/)).toBeNull())
    expect(await drag(bikes, /^Empty/)).toBe(false)
    expect(await screen.findByText('The folder cannot be moved there')).toBeVisible()
    expect(server.of('POST /folders/reparent')).toHaveLength(1)
  })
})

describe('documents', () => {
  it('FLD-006/ui FLD-008/ui a version is chosen where there are several', async () => {
    draw({}, 'manager')
    await choose(/^Bikes fr-FR/, 'Choose version')
    const dialog = await screen.findByRole('dialog', { name: 'Select a version' })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['V 4 - 2026-11-20 17:02Version 4 (Draft)', 'V 3 - 2026-11-20 17:02Version 3 (Prod)'])
    await userEvent.click(within(dialog).getByText('Version 3 (Prod)'))
    expect(onVersion).toHaveBeenCalledWith('fr')
    expect(items(await menuOf(/^Stores/))).not.toContain('Choose version')
  })

  it.each(['admin', 'super-admin'] as const)(
    'PRM-014/ui FLD-008/ui %s manages badges in a dialog of their own, the folders above told',
    async (role) => {
      const [root] = nodes
      if (root === undefined) throw new Error('no root')
      root.tags = { read: [['eu']], write: [] }
      folderNamed('Empty').inheritTags = [root.tags]
      draw({}, role)
      if (role === 'admin') {
        // Who does not pass the rule of the folder has no way to change it.
        expect(items(await menuOf(/^Stores/))).toContain('Manage badges')
        await userEvent.keyboard('{Escape}')
      }
      await choose(/^Empty/, 'Manage badges')
      const dialog = await screen.findByRole('dialog', { name: 'Manage badges of Empty' })
      expect(
        await within(dialog).findByText('and the rule of the folder Pipelines: people who hold Europe.'),
      ).toBeVisible()
    },
  )

  it('PRM-014/ui a manager has neither badges nor explanations', async () => {
    draw({}, 'manager')
    expect(items(await menuOf(bikes))).toEqual([
      'New item',
      'New folder',
      'Import from file',
      'New pipeline from file',
      'Rename folder',
      'Move folder',
      'Delete folder',
    ])
  })
})
