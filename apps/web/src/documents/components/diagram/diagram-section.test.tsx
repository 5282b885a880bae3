import { findDiagramFaults } from '@millrace/contract/components/diagram.rule'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { EditorView } from '@codemirror/view'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { exampleComponent, exampleUsed } from '../components.examples.ts'
import { type ComponentDraft, type ComponentEdit, draftOf, type Selection, type ShownElement } from '../model/draft.ts'
import type { UsedComponents } from '../use-used-components.ts'
import type { ValuesByLink } from './canvas/flow.ts'
import { DiagramSection } from './DiagramSection.tsx'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => void vi.useRealTimers())
const layOut = vi.hoisted(() => vi.fn<(graph: never) => Promise<unknown>>())
vi.mock('./layout/elk.ts', () => ({ layOut }))

const byId = new Map(exampleUsed().map((component) => [component._id, component]))
const portsOf = (id: string) => byId.get(id)
const used = { byId, portsOf, isLoaded: true, error: null, retry: () => undefined }
let select: (selected: Selection) => void = () => undefined

const drawn = async (change: Partial<ComponentDraft> = {}, values?: ValuesByLink, usedHere: UsedComponents = used) => {
  const { layOut: here } = await import('../../../test-support/elk-here.ts')
  if (layOut.getMockImplementation() === undefined) layOut.mockImplementation(here)
  fakeServer({ 'GET /allowed-modules': [], 'GET /database-connections': [] })
  const draft = { ...draftOf(exampleComponent()), ...change }
  const faults = findDiagramFaults(draft, portsOf)
  const onSelect = vi.fn<(selected: Selection) => void>()
  const onEdit = vi.fn<(edit: ComponentEdit | null) => void>()
  const Screen = () => {
    const [selected, setSelected] = useState<Selection>([])
    const [shown, setShown] = useState<ShownElement | null>(null)
    const [written, setWritten] = useState(draft)
    select = setSelected
    return (
      <DiagramSection
        draft={written}
        used={usedHere}
        faults={faults}
        selected={selected}
        onSelect={(next) => {
          onSelect(next)
          setSelected(next)
        }}
        edit={null}
        shown={shown}
        onShow={setShown}
        onEdit={(edit) => {
          onEdit(edit)
          setWritten(edit!.value)
          setSelected(edit!.selected)
        }}
        readOnly={false}
        {...(values === undefined ? {} : { valuesByLink: values })}
      />
    )
  }
  return { onSelect, onEdit, ...renderScreen(Screen, { at: '/manage/components', as: 'manager' }) }
}
/** The canvas with its boxes, which are drawn after it. */
const canvas = async () => {
  const found = await screen.findByRole('application', { name: 'Diagram of Bikes catalogue' })
  await waitFor(() => expect(found.querySelector('.react-flow__node')).not.toBeNull())
  return found
}
const list = () => screen.getByRole('tree', { name: 'Everything drawn of Bikes catalogue' })
const row = (name: RegExp) => within(list()).getByRole('treeitem', { name })
const box = (text: string) => screen.getAllByText(text).find((one) => one.closest('.react-flow__node') !== null)!
const lineOf = (name: string) => document.querySelector(`[data-id="links:0:${name}"]`)!

it('CMP-031/ui CMP-032/ui draws boxes with ports and links, and instances lead to their components', async () => {
  await drawn()
  await canvas()
  expect(document.querySelectorAll('.react-flow__node')).toHaveLength(5)
  expect(document.querySelectorAll('.react-flow__edge')).toHaveLength(4)
  expect(within(await canvas()).getByRole('link', { name: 'Rows to products' })).toHaveAttribute(
    'href',
    '/manage/components?id=clean1',
  )
  expect(box('master')).toBeVisible()
  expect([...document.querySelectorAll('.react-flow__node')].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^catalogue/),
    expect.stringMatching(/^local/),
    expect.stringMatching(/^rowsToProducts.*rows.*products/),
    expect.stringMatching(/^overlay.*master.*local.*products/),
    expect.stringMatching(/^products/),
  ])
})

/** How far to the right the canvas is moved, and how many times as large it is. */
const viewport = () => {
  const { transform } = document.querySelector<HTMLElement>('.react-flow__viewport')!.style
  const [, right, zoom] = /translate\(([-\d.]+)px.* scale\(([\d.]+)\)/.exec(transform) ?? []
  return { right: Number(right), zoom: Number(zoom) }
}
/** Where the boxes begin and end on the canvas, which is 800 px wide here. */
const sidesOfBoxes = () => {
  const { right, zoom } = viewport()
  const boxes = [...document.querySelectorAll<HTMLElement>('.react-flow__node')].map(({ style }) => {
    const left = Number(/translate\(([-\d.]+)px/.exec(style.transform)?.[1])
    return { left, right: left + Number.parseFloat(style.width) }
  })
  const [first, last] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))]
  return [first, last].map((side) => Math.round(right + zoom * side))
}

/** What the canvas is told it does in the next frame. */
const twoFrames = () =>
  act(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

it('CMP-033/ui a diagram is fitted 100 ms after it was loaded, with 20 px around it', async () => {
  const { layOut: here } = await import('../../../test-support/elk-here.ts')
  const [laidOut, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  layOut.mockImplementationOnce(async (graph) => {
    const layout = await here(graph)
    laidOut.resolve()
    return loaded.promise.then(() => layout)
  })
  await drawn()
  await laidOut.promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => loaded.resolve())
  await act(() => vi.advanceTimersByTimeAsync(99))
  await twoFrames()
  expect(viewport()).toEqual({ right: 0, zoom: 1 })
  await act(() => vi.advanceTimersByTimeAsync(1))
  await twoFrames()
  expect(sidesOfBoxes()).toEqual([20, 780])
})

it('CMP-033/ui a single box is drawn 1.5 times as large, and no larger', async () => {
  await drawn({ inputs: draftOf(exampleComponent()).inputs.slice(0, 1), outputs: [], instances: [], links: [] })
  await canvas()
  await waitFor(() => expect(viewport().zoom).toBe(1.5))
})

it('CMP-008/ui a box shows whether its component uses databases, or files and the network', async () => {
  const flagged = new Map(byId)
  flagged.set('clean1', { ...byId.get('clean1')!, isDB: true })
  flagged.set('overlay3', { ...byId.get('overlay3')!, isIO: true })
  await drawn({}, undefined, { ...used, byId: flagged, portsOf: (id) => flagged.get(id) })
  await canvas()
  const flagsOf = (name: string) =>
    [...box(name).closest('.react-flow__node')!.querySelectorAll('[title^="Uses"]')].map((flag) => [
      flag.textContent,
      flag.getAttribute('title'),
    ])
  expect(flagsOf('rowsToProducts')).toEqual([['DB', 'Uses databases']])
  expect(flagsOf('overlay')).toEqual([['IO', 'Uses files and the network']])
})

it('everything drawn is a list, in words, with ports unfolded by keys', async () => {
  await drawn()
  await canvas()
  expect(row(/^overlay Overlay locale/)).toHaveAttribute('aria-level', '2')
  expect(row(/^local to overlay local → overlay.local/)).toBeVisible()
  row(/^overlay Overlay locale/).focus()
  await userEvent.click(row(/^overlay Overlay locale/))
  await userEvent.keyboard('{ArrowRight}')
  expect(row(/^master from rowsToProducts.products/)).toHaveAttribute('aria-level', '3')
  expect(row(/^products to products/)).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  expect(within(list()).queryByRole('treeitem', { name: /^master/ })).toBeNull()
})

it('what is selected in the list is selected on the canvas, and the other way round', async () => {
  const { onSelect } = await drawn()
  await canvas()
  await userEvent.click(row(/^rowsToProducts/))
  const isSelected = (element: Element | null) => element?.classList.contains('selected')
  await waitFor(() => expect(isSelected(box('rowsToProducts').closest('.react-flow__node'))).toBe(true))
  row(/^rowsToProducts/).focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(onSelect).toHaveBeenLastCalledWith([
    { part: 'instances', index: 0 },
    { part: 'instances', index: 1 },
  ])
  fireEvent.click(lineOf('local to overlay'))
  expect(onSelect).toHaveBeenLastCalledWith([{ part: 'links', index: 2 }])
  expect(row(/^local to overlay local/)).toHaveAttribute('aria-selected', 'true')
  expect(row(/^rowsToProducts/)).toHaveAttribute('aria-selected', 'false')
  act(() => select([{ part: 'inputs', index: 1 }]))
  expect(row(/^local to overlay\.local$/)).toHaveAttribute('aria-selected', 'true')
})

it('CMP-032/ui Enter on an instance of the list opens its component', async () => {
  const { address } = await drawn()
  await canvas()
  await userEvent.click(row(/^overlay Overlay/))
  row(/^overlay Overlay/).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/manage/components?id=overlay3'))
})

it('the code of a link is written between the schemas of its ports, as one step of Undo', async () => {
  const { onEdit } = await drawn()
  await canvas()
  expect(screen.queryByRole('region', { name: /^Link/ })).toBeNull()
  await userEvent.click(row(/^rows to overlay/))
  row(/^rows to overlay/).focus()
  await userEvent.keyboard('{Enter}')
  const panel = await screen.findByRole('region', { name: 'Link rows to overlay' })
  const schemaOf = (name: string) => within(panel).getByRole('region', { name })
  expect(within(schemaOf('Input schema')).getByRole('tree', { name: 'Schema products' })).toBeVisible()
  expect(within(schemaOf('Output schema')).getByRole('tree', { name: 'Schema master' })).toBeVisible()
  const code = await waitFor(() => {
    const found = within(panel).getByRole('textbox', { name: 'Code of rows to overlay' })
    expect(found).toHaveFocus()
    expect(found.classList).toContain('cm-content')
    return found
  })
  expect(code).toHaveTextContent('ctx.output = ctx.input;')
  const write = (from: number, insert: string) => {
    act(() => EditorView.findFromDOM(code)!.dispatch({ changes: { from, insert } }))
    // The page hears of a key once it is seen, or before the next one.
    fireEvent.keyDown(code, { key: 'Shift' })
  }
  write(0, '// ')
  write(3, 'x')
  const edits = onEdit.mock.calls.map(([edit]) => edit!)
  expect(edits.map(({ value }) => value.links[1]?.jsCode)).toEqual([
    '// ctx.output = ctx.input;',
    '// xctx.output = ctx.input;',
  ])
  expect(new Set(edits.map(({ joins }) => joins)).size).toBe(1)
  await userEvent.click(within(panel).getByRole('button', { name: 'Close the link' }))
  expect(screen.queryByRole('region', { name: /^Link/ })).toBeNull()
  // One that is only selected leaves the keys where they are.
  await userEvent.click(row(/^local to overlay local/))
  const other = await screen.findByRole('region', { name: 'Link local to overlay' })
  expect(other).not.toContainElement(document.activeElement as HTMLElement)
})

it('CMP-035/ui what a fault concerns is ringed on the canvas and marked in the list', async () => {
  const { links } = draftOf(exampleComponent())
  await drawn({ links: [{ ...links[0]!, toInstance: 'nobody' }, ...links.slice(1)] })
  await canvas()
  expect(box('nobody').closest('[data-fault]')).toHaveAttribute('data-fault', 'true')
  expect(box('overlay').closest('[data-fault]')).toHaveAttribute('data-fault', 'false')
  const marked = within(row(/^catalogue to rows/))
  expect(marked.getByRole('img', { name: 'duplicate or missing port: nobody' })).toBeVisible()
})

it('shows what went over a link in a test run', async () => {
  await drawn({}, new Map([['local to overlay', { text: '3 × {"sku":"B1"}', title: 'The last of 3 values' }]]))
  await canvas()
  expect(await screen.findByText('3 × {"sku":"B1"}')).toHaveAttribute('title', 'The last of 3 values')
})

it('a component with nothing inside says what to do', async () => {
  await drawn({ inputs: [], outputs: [], instances: [], links: [] })
  expect(await screen.findByText('Nothing is drawn.')).toBeVisible()
})

it('a layout that fails says so, keeps the list, and is tried again', async () => {
  layOut.mockRejectedValueOnce(new Error('The layout could not be loaded.'))
  await drawn()
  expect(await screen.findByText(/could not be laid out: The layout could not be loaded/)).toBeVisible()
  expect(row(/^rowsToProducts/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await canvas()).toBeVisible()
})
