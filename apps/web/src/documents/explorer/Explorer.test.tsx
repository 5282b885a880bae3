import type { Role, TreeNode } from '@millrace/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type Answers, type FakeRequest, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { toast } from '../../state/toasts.ts'
import { Explorer } from './Explorer.tsx'
import type { ExplorerProps } from './explorer-props.ts'
import { exampleFolder, exampleTree } from './explorer.examples.ts'
import { refreshTree } from '../folders/use-folder-tree.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const onSelect = vi.fn<(leaf: TreeNode) => void>()
const draw = (answers: Answers, as: Role = 'manager', props: Partial<ExplorerProps> = {}) => {
  const server = fakeServer(answers)
  const Screen = () => (
    <Explorer kind="pipeline" title="Pipelines" selected={undefined} onSelect={onSelect} {...props} />
  )
  renderScreen(Screen, { at: '/testing/index', as })
  return server
}
const tree = (): Answers => ({ 'GET /folders/tree': exampleTree() })
const row = (name: string) => screen.findByRole('treeitem', { name: new RegExp(name) })
const rows = () => screen.getAllByRole('treeitem').map((item) => item.textContent)

beforeEach(() => {
  onSelect.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the states of the explorer', () => {
  it('PIC-014/ui says that it is loading', async () => {
    draw({ 'GET /folders/tree': () => new Promise(() => undefined) })
    expect(await screen.findByText('Please wait while we are loading this tree ...')).toBeVisible()
  })

  it('PIC-013/ui says so where there is no pipeline', async () => {
    draw({ 'GET /folders/tree': [] })
    expect(await screen.findByText('Not connected to a pipeline')).toBeVisible()
  })

  it('PIC-013/ui keeps folders without pipelines in sight, so that the first can be filed', async () => {
    draw({ 'GET /folders/tree': [exampleFolder('root', 'Pipelines', [exampleFolder('a', 'Autumn', [])])] })
    expect(await screen.findByText('Not connected to a pipeline')).toBeVisible()
    expect(await row('Autumn')).toBeVisible()
  })

  it('ERR-011/ui tells a failure and can ask again', async () => {
    let asked = 0
    draw({ 'GET /folders/tree': () => (asked++ === 0 ? new Response('') : exampleTree()) })
    // As a toast first; the panel keeps it afterwards.
    expect(await screen.findAllByText('error while fetching folder tree')).toHaveLength(1)
    expect(await screen.findByText('This could not be loaded.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await row('Bikes fr-FR')).toBeVisible()
  })

  it('FLD-020/ui is asked once for a kind and again after a change', async () => {
    const server = fakeServer(tree())
    const Twice = () => {
      const [second, setSecond] = useState(false)
      return (
        <>
          <Explorer kind="pipeline" title="Pipelines" selected={undefined} onSelect={onSelect} />
          <button type="button" onClick={() => setSecond(true)}>
            second
          </button>
          {second && <Explorer kind="pipeline" title="Again" selected={undefined} onSelect={onSelect} />}
        </>
      )
    }
    renderScreen(Twice, { at: '/testing/index' })
    await row('Stores')
    await userEvent.click(screen.getByRole('button', { name: 'second' }))
    await screen.findByRole('tree', { name: 'Again' })
    expect(server.of('GET /folders/tree')).toHaveLength(1)
    await act(() => refreshTree('pipeline'))
    expect(server.of('GET /folders/tree')).toHaveLength(2)
  })

  it('FLD-001/ui has one tree for each kind', async () => {
    const server = fakeServer({
      'GET /folders/tree': ({ query }: FakeRequest) => [
        exampleFolder(`root of ${query.kind}`, `All ${query.kind}s`, []),
      ],
    })
    const Both = () => (
      <>
        <Explorer kind="schema" title="Data Models" selected={undefined} onSelect={onSelect} />
        <Explorer kind="component" title="Components" selected={undefined} onSelect={onSelect} />
      </>
    )
    renderScreen(Both, { at: '/x' })
    expect(within(await screen.findByRole('tree', { name: 'Data Models' })).getByText('All schemas')).toBeVisible()
    expect(within(await screen.findByRole('tree', { name: 'Components' })).getByText('All components')).toBeVisible()
    expect(server.of('GET /folders/tree').map(({ query }) => query)).toEqual([
      { kind: 'schema' },
      { kind: 'component' },
    ])
  })
})

describe('the rows', () => {
  it('FLD-004/ui show folders and documents in their order, open, with level and the chosen one marked', async () => {
    draw(tree(), 'manager', { selected: 'fr' })
    const chosen = await row('Bikes fr-FR')
    expect(rows()).toEqual(['Pipelines', 'Bikes', 'Bikes catalogueMasterv1', 'Bikes fr-FRv4', 'Empty', 'Storesv2'])
    expect(chosen).toHaveAttribute('aria-selected', 'true')
    expect(chosen).toHaveAttribute('aria-level', '3')
    expect(await row('^Bikes$')).toHaveAttribute('aria-expanded', 'true')
  })

  it('PIC-004/ui name the newest version with a padlock or a pencil, to role user neither', async () => {
    const glyphs = async () => {
      const paths = [await row('Bikes fr-FR'), await row('Stores')].map((item) => item.querySelectorAll('path'))
      return paths.map((list) => [...list].at(-1)?.getAttribute('d')?.slice(0, 6))
    }
    draw(tree())
    expect(await screen.findByTitle('Version 4 (Draft)')).toHaveTextContent('v4')
    expect(screen.getAllByTitle('Version 2 (Prod)')).toHaveLength(1)
    expect(await glyphs()).toEqual(['M2.8 1', 'M3.5 7'])
    cleanup()
    draw(tree(), 'user')
    await row('Stores')
    expect(screen.queryByText(/^v\d/)).toBeNull()
    expect(await glyphs()).toEqual(['M3.6 2', 'M3.6 2'])
  })

  const ruledTree = () => {
    const [root] = exampleTree()
    const [bikes] = root?.children ?? []
    if (root === undefined || bikes === undefined) throw new Error('the example has no folder')
    bikes.tags = { read: [['eu']], write: [['eu', 'dl']] }
    for (const leaf of bikes.children ?? []) leaf.inheritTags = [bikes.tags, root.tags]
    return [root]
  }

  it.each(['admin', 'super-admin'] as const)('PRM-014/ui tell %s the badges of their rules', async (role) => {
    const server = draw({ 'GET /folders/tree': ruledTree(), 'GET /tags/list': exampleTags() }, role)
    await waitFor(async () =>
      expect(await row('^Bikes$|^Bikes ?R')).toHaveTextContent('BikesREuropeWEurope and Dealers'),
    )
    const bikes = await row('^Bikes ?R')
    expect(within(bikes).getByTitle(/Read: people who hold Europe\. Nobody else can see it\./)).toBeVisible()
    expect(bikes).toHaveAttribute(
      'aria-description',
      expect.stringContaining('Write: people who hold Europe and Dealers'),
    )
    // Those of the folder are marked on what lies in it.
    expect((await row('Bikes fr-FR')).querySelectorAll('[class*=inherited]')).toHaveLength(2)
    expect(bikes.querySelectorAll('[class*=inherited]')).toHaveLength(0)
    expect(server.of('GET /tags/list')).toHaveLength(1)
  })

  it('PRM-014/ui tell managers nothing of badges', async () => {
    // The server sends them none (D-51), so nobody asks for their names.
    const server = draw(tree(), 'manager')
    expect(await row('^Bikes$')).not.toHaveAttribute('aria-description')
    expect(server.of('GET /tags/list')).toEqual([])
  })

  it('are picked by click and by keys; folders fold instead', async () => {
    draw(tree())
    await userEvent.click(await row('Bikes catalogue'))
    expect(onSelect.mock.lastCall?.[0]).toMatchObject({ value: 'master' })
    await userEvent.click(await row('^Bikes$'))
    await waitFor(() => expect(rows()).toEqual(['Pipelines', 'Bikes', 'Empty', 'Storesv2']))
    expect(onSelect).toHaveBeenCalledOnce()
    await userEvent.keyboard('s')
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Stores'))
    await userEvent.keyboard('{Enter}')
    expect(onSelect.mock.lastCall?.[0]).toMatchObject({ value: 'stores' })
    await userEvent.keyboard('{Home}{ArrowDown}{ArrowRight}')
    await waitFor(() => expect(rows()).toHaveLength(6))
  })

  it('are searched, and say when nothing matches', async () => {
    const onClearFilter = vi.fn()
    draw(tree(), 'manager', { onClearFilter })
    const search = await screen.findByRole('searchbox', { name: 'Search pipelines' })
    await userEvent.type(search, 'fr-')
    await waitFor(() => expect(rows()).toEqual(['Pipelines', 'Bikes', 'Bikes fr-FRv4']))
    await userEvent.type(search, 'x')
    expect(await screen.findByText('Nothing matches these filters')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(rows()).toHaveLength(6))
    expect(onClearFilter).toHaveBeenCalledOnce()
  })
})

describe('Create Folder', () => {
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Create Folder' }))
    return screen.findByRole('dialog', { name: 'Create Folder' })
  }
  const made = { id: 'new', name: 'Autumn', kind: 'pipeline', parent: 'bikes' } as const

  it('FLD-007/ui FLD-009/ui UPL-022/ui asks for a name; Validate waits for one, Enter confirms', async () => {
    const nodes = exampleTree()
    const server = draw({
      'GET /folders/tree': () => nodes,
      'POST /folders': () => {
        nodes[0]?.children?.[0]?.children?.unshift(exampleFolder('new', 'Autumn', []))
        return made
      },
    })
    await userEvent.click(await row('Bikes fr-FR'))
    const dialog = await open()
    expect(dialog).toHaveTextContent('In Pipelines / Bikes')
    const name = within(dialog).getByLabelText('Folder name')
    const validate = within(dialog).getByRole('button', { name: 'Validate' })
    expect(name).toHaveFocus()
    expect(validate).toBeDisabled()
    await userEvent.type(name, '   ')
    expect(validate).toBeDisabled()
    await userEvent.keyboard('{Enter}')
    expect(server.of('POST /folders')).toEqual([])
    await userEvent.type(name, 'Autumn ')
    expect(validate).toBeEnabled()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.of('POST /folders').map(({ body }) => body)).toEqual([
      { name: 'Autumn', kind: 'pipeline', parent: 'bikes' },
    ])
    // FLD-023/ui: the tree is asked again.
    expect(await row('Autumn')).toBeVisible()
  })

  it('FLD-021/ui ERR-012/ui a failure is only logged and leaves the dialog open', async () => {
    draw({
      ...tree(),
      'POST /folders': () => new Response(''),
    })
    await row('Stores')
    await userEvent.type(within(await open()).getByLabelText('Folder name'), 'Bikes')
    await userEvent.click(screen.getByRole('button', { name: 'Validate' }))
    await waitFor(() => expect(console.error).toHaveBeenCalled())
    expect(vi.mocked(console.error).mock.lastCall?.[0]).toMatchObject({ message: 'cannot create folder' })
    expect(screen.getByRole('dialog', { name: 'Create Folder' })).toBeVisible()
    expect(screen.getByLabelText('Folder name')).toHaveValue('Bikes')
    expect(toast.shown()).toEqual([])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Validate' })).toBeEnabled())
  })

  it('FLD-021/ui a refusal is only logged, too', async () => {
    draw({
      ...tree(),
      'POST /folders': ({ body }: FakeRequest) => {
        throw new RefusedCallError(40900, `no ${JSON.stringify(body)}`)
      },
    })
    await row('Stores')
    await userEvent.type(within(await open()).getByLabelText('Folder name'), 'Bikes{Enter}')
    await waitFor(() => expect(console.error).toHaveBeenCalled())
    expect(toast.shown()).toEqual([])
  })

  it('UPL-022/ui is not offered to role user (D-131)', async () => {
    draw(tree(), 'user')
    await row('Stores')
    expect(screen.queryByRole('button', { name: 'Create Folder' })).toBeNull()
  })

  it('is disabled where one may not write, and says why', async () => {
    draw({ 'GET /folders/tree': [exampleFolder('root', 'Pipelines', [], { droppable: false })] })
    const button = await screen.findByRole('button', { name: 'Create Folder' })
    expect(button).toBeDisabled()
    expect(button).toHaveAttribute('title', 'You may not write in Pipelines')
  })
})
