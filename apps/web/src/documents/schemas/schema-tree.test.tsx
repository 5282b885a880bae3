import 'fake-indexeddb/auto'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { fakeServer } from '../../test-support/fake-server.ts'
import type { SchemaFault } from './check-schema.ts'
import { faultsByRow, type RowFaults } from './fault-places.ts'
import { applyEdit, type History, select, startHistory, undo, undoName } from '../editing/history.ts'
import { stepOf } from './model/edits.ts'
import type { Json, Path } from './model/paths.ts'
import { SchemaTree } from './SchemaTree.tsx'
import { exampleSchema } from './schemas.examples.ts'

const rowHeight = 26
beforeEach(() => {
  // Rows are drawn as far as they are in sight.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, rowHeight))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let history: History<Json, Path>
function Tree({ schema, readOnly, faults }: { schema: unknown; readOnly: boolean; faults: RowFaults }) {
  const [now, setNow] = useState(() => startHistory<Json, Path>(schema, []))
  useLayoutEffect(() => {
    history = now
  }, [now])
  return (
    <>
      <SchemaTree
        schema={now.present.value}
        name="Bike"
        documentId="bike2"
        selected={now.present.selected}
        readOnly={readOnly}
        faults={faults}
        onSelect={(path) => setNow((before) => select(before, path))}
        onEdit={(edit) => edit !== null && setNow((before) => applyEdit(before, stepOf(edit)))}
      />
      <button type="button" onClick={() => setNow(undo)}>
        Undo
      </button>
    </>
  )
}
const drawn = async (schema: unknown = exampleSchema().jsonSchema, readOnly = false, faults = faultsByRow([])) => {
  fakeServer({})
  renderScreen(() => <Tree schema={schema} readOnly={readOnly} faults={faults} />, { at: '/', as: 'manager' })
  await screen.findByRole('tree', { name: 'Schema Bike' })
}
const row = (name: RegExp) => screen.getByRole('treeitem', { name })
const fields = () => Object.keys((history.present.value as { properties: object }).properties)
const required = () => (history.present.value as { required: string[] }).required

describe('a row is carried by mouse', () => {
  const at = { before: 2, into: rowHeight / 2, after: rowHeight - 2 }
  /** The browser of the tests has no places in its drag events. */
  const fire = (type: 'dragOver' | 'drop', target: RegExp, side: keyof typeof at) => {
    const event = createEvent[type](row(target))
    Object.defineProperty(event, 'clientY', { value: at[side] })
    return !fireEvent(row(target), event)
  }
  const over = (target: RegExp, side: keyof typeof at) => fire('dragOver', target, side)
  const carry = (name: RegExp) =>
    fireEvent.dragStart(row(name), { dataTransfer: { setData: () => undefined, effectAllowed: '' } })

  it('SCH-017/ui to another place, which Undo names, and back', async () => {
    await drawn()
    carry(/^sku/)
    over(/^colour/, 'after')
    expect(screen.getByText('Moving sku behind colour.')).toBeVisible()
    fire('drop', /^colour/, 'after')
    expect(fields()).toEqual(['price', 'colour', 'sku', 'maker', 'sizes'])
    expect(required()).toEqual(['sku', 'price'])
    expect(undoName(history)).toBe('move of sku')
    expect(row(/^sku/)).toHaveAttribute('aria-selected', 'true')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(fields()).toEqual(['sku', 'price', 'colour', 'maker', 'sizes'])
  })

  it('into an object, which takes it as its last field', async () => {
    await drawn()
    await userEvent.click(row(/^definitions/))
    fireEvent.keyDown(row(/^definitions/), { key: 'ArrowRight' })
    carry(/^sku/)
    over(/^maker Object/, 'into')
    expect(screen.getByText('Moving sku into maker.')).toBeVisible()
    fire('drop', /^maker Object/, 'into')
    expect(history.present.selected).toEqual(['definitions', 'maker', 'properties', 'sku'])
    expect(required()).toEqual(['price'])
  })

  it('and a drop that is refused says why, and changes nothing', async () => {
    await drawn()
    carry(/^price/)
    expect(over(/^sku/, 'into')).toBe(false)
    const reason = 'Only an object or a list holds others: select one.'
    expect(screen.getByText(reason)).toBeVisible()
    fireEvent.dragEnd(row(/^price/))
    const told = screen.getByRole('region', { name: 'Notifications' })
    expect(await within(told).findByText(reason)).toBeVisible()
    expect(history.past).toEqual([])
  })

  it('and a closed row opens under it after a moment', async () => {
    await drawn()
    vi.useFakeTimers()
    carry(/^sku/)
    over(/^sizes/, 'into')
    expect(screen.queryByRole('treeitem', { name: /^items/ })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(700))
    vi.useRealTimers()
    expect(row(/^items/)).toBeVisible()
  })
})

describe('a row is moved by keys', () => {
  it('up, down, into the one above, and out', async () => {
    await drawn({ type: 'object', properties: { a: { type: 'object' }, b: { type: 'string' }, c: {} } })
    await userEvent.click(row(/^c /))
    const press = (key: string) => fireEvent.keyDown(row(/^c /), { key, altKey: true })
    press('ArrowUp')
    expect(fields()).toEqual(['a', 'c', 'b'])
    press('ArrowRight')
    expect(history.present.selected).toEqual(['properties', 'a', 'properties', 'c'])
    press('ArrowLeft')
    expect(fields()).toEqual(['a', 'c', 'b'])
    press('ArrowDown')
    expect(fields()).toEqual(['a', 'b', 'c'])
    press('ArrowDown')
    expect(await screen.findByText('It is the last already.')).toBeVisible()
    press('ArrowRight')
    expect(await screen.findByText('Only an object or a list holds others: select one.')).toBeVisible()
  })

  it.each([
    ['removed', { key: 'Delete' }, /^properties/],
    ['moved into another', { key: 'ArrowRight', altKey: true }, /^b\b/],
  ])('and where a row is %s the keys stay in the tree', async (_, key, next) => {
    await drawn({ type: 'object', properties: { a: { type: 'object' }, b: { type: 'string' } } })
    row(/^b\b/).focus()
    await userEvent.click(row(/^b\b/))
    fireEvent.keyDown(row(/^b\b/), key)
    await waitFor(() => expect(row(next)).toHaveFocus())
  })

  it('not where it may only be read', async () => {
    await drawn(undefined, true)
    await userEvent.click(row(/^price/))
    fireEvent.keyDown(row(/^price/), { key: 'ArrowUp', altKey: true })
    fireEvent.keyDown(row(/^price/), { key: 'Delete' })
    expect(history.past).toEqual([])
    expect(row(/^price/)).not.toHaveAttribute('draggable')
  })
})

describe('the menu of a row', () => {
  it.each<[string, () => void]>([
    ['by right click', () => fireEvent.contextMenu(row(/^sku/))],
    ['by its button', () => fireEvent.click(screen.getByRole('button', { name: 'Menu of sku' }))],
    ['by Shift F10', () => fireEvent.keyDown(row(/^sku/), { key: 'F10', shiftKey: true })],
  ])('opens %s, and what cannot be done says why', async (_, open) => {
    await drawn()
    await userEvent.click(row(/^sku/))
    open()
    const menu = screen.getByRole('menu', { name: 'sku' })
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ firstChild }) => firstChild?.textContent),
    ).toEqual([
      'Copy',
      'Cut',
      'Paste',
      'Move up',
      'Move down',
      'Move into the one above',
      'Move out',
      'Duplicate',
      'Make it a list',
      'Make a definition of it',
      'Remove',
    ])
    const up = within(menu).getByRole('menuitem', { name: /^Move up/ })
    expect(up).toHaveAttribute('title', 'It is the first already.')
    fireEvent.click(up)
    expect(history.past).toEqual([])
    await userEvent.click(within(menu).getByRole('menuitem', { name: /^Move down/ }))
    expect(fields().slice(0, 2)).toEqual(['price', 'sku'])
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('copies, cuts and pastes through the clipboard', async () => {
    await drawn()
    const text = vi.fn(() => Promise.resolve('"depth": {"type": "number"}'))
    const writeText = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { ...navigator, clipboard: { readText: text, writeText } })
    const pick = async (name: RegExp, item: RegExp) => {
      fireEvent.contextMenu(row(name))
      fireEvent.click(screen.getByRole('menuitem', { name: item }))
    }
    await pick(/^Bike/, /^Paste/)
    await waitFor(() => expect(fields()).toContain('depth'))
    await pick(/^depth/, /^Cut/)
    await waitFor(() => expect(fields()).not.toContain('depth'))
    expect(writeText).toHaveBeenCalledWith('"depth": {\n  "type": "number"\n}')
    text.mockRejectedValue(new Error('not allowed'))
    await pick(/^Bike/, /^Paste/)
    expect(await screen.findByText(/press Ctrl V instead/)).toBeVisible()
  })

  it('pastes and cuts what is there once the clipboard answers, and loses no edit made meanwhile', async () => {
    await drawn()
    let paste = (_: string) => {}
    let copied = () => {}
    const clipboard = {
      readText: () => new Promise<string>((resolve) => (paste = resolve)),
      writeText: () => new Promise<void>((resolve) => (copied = resolve)),
    }
    vi.stubGlobal('navigator', { ...navigator, clipboard })
    const pick = (name: RegExp, item: RegExp) => {
      fireEvent.contextMenu(row(name))
      fireEvent.click(screen.getByRole('menuitem', { name: item }))
    }
    pick(/^Bike/, /^Paste/)
    pick(/^sku/, /^Duplicate/)
    await waitFor(() => expect(fields()).toContain('sku2'))
    paste('"depth": {"type": "number"}')
    await waitFor(() => expect(fields()).toContain('depth'))
    expect(fields()).toContain('sku2')
    pick(/^depth/, /^Cut/)
    pick(/^price/, /^Duplicate/)
    await waitFor(() => expect(fields()).toContain('price2'))
    copied()
    await waitFor(() => expect(fields()).not.toContain('depth'))
    expect(fields()).toContain('price2')
    pick(/^sku2/, /^Paste/)
    fireEvent.keyDown(row(/^sku2/), { key: 'Delete' })
    await waitFor(() => expect(fields()).not.toContain('sku2'))
    paste('{"type": "number"}')
    expect(await screen.findByText('The row that it was to be pasted into is gone.')).toBeVisible()
  })

  it('only copies where it may only be read', async () => {
    await drawn(undefined, true)
    fireEvent.contextMenu(row(/^sku/))
    expect(screen.getAllByRole('menuitem')).toHaveLength(1)
  })
})

describe('by Ctrl C, X and V a part goes', () => {
  const data = () => {
    const kept = new Map<string, string>()
    return {
      setData: (type: string, text: string) => kept.set(type, text),
      getData: (type: string) => kept.get(type) ?? '',
    }
  }
  const press = (type: 'copy' | 'cut' | 'paste', name: RegExp, clipboardData: object) =>
    fireEvent[type](row(name), { clipboardData })

  it('to another place, with what refers to it', async () => {
    await drawn({
      type: 'object',
      properties: { a: { type: 'object' }, b: { type: 'string' }, c: { $ref: '#/properties/b' } },
      required: ['b'],
    })
    const clipboard = data()
    await userEvent.click(row(/^b\b/))
    press('cut', /^b\b/, clipboard)
    expect(clipboard.getData('text/plain')).toBe('"b": {\n  "type": "string"\n}')
    await userEvent.click(row(/^a /))
    press('paste', /^a /, clipboard)
    expect(history.present.value).toEqual({
      type: 'object',
      properties: {
        a: { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
        c: { $ref: '#/properties/a/properties/b' },
      },
    })
    expect(undoName(history)).toBe('paste of b')
  })

  it('back at once: the keys that follow a cut find a row with the focus', async () => {
    await drawn()
    const clipboard = data()
    await userEvent.click(row(/^sku/))
    press('cut', /^sku/, clipboard)
    expect(screen.getByRole('treeitem', { selected: true })).toHaveFocus()
    fireEvent.paste(document.activeElement as Element, { clipboardData: clipboard })
    expect(fields()).toContain('sku')
    expect(screen.getByRole('treeitem', { selected: true })).toHaveFocus()
  })

  it('as a copy beside itself, and what is no schema says so', async () => {
    await drawn()
    const clipboard = data()
    await userEvent.click(row(/^sku/))
    press('copy', /^sku/, clipboard)
    press('paste', /^sku/, clipboard)
    expect(fields().slice(0, 2)).toEqual(['sku', 'sku2'])
    clipboard.setData('text/plain', 'hello')
    press('paste', /^sku2/, clipboard)
    expect(await screen.findByText('The clipboard holds no JSON schema.')).toBeVisible()
  })
})

describe('search', () => {
  const search = () => screen.getByRole('searchbox', { name: 'Search the schema' })

  it.each([
    ['name', 'maker'],
    ['title', 'article'],
    ['description', 'per piece'],
    ['type', 'whole number'],
  ])('finds by %s, opens what is folded, and leaves the tree whole', async (_, words) => {
    await drawn()
    const before = screen.getAllByRole('treeitem').length
    await userEvent.type(search(), words)
    await waitFor(() => expect(document.querySelectorAll('[data-hit="true"]').length).toBeGreaterThan(0))
    expect(screen.getAllByRole('treeitem').length).toBeGreaterThanOrEqual(before)
  })

  it('goes through the hits by Enter and back by Shift Enter, round and round, and counts', async () => {
    await drawn()
    await userEvent.type(search(), 'maker')
    expect(await screen.findByText('2 found')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(row(/^maker Reference/)).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('1 of 2')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(row(/^maker Object/)).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('2 of 2')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByText('1 of 2')).toBeVisible()
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    expect(screen.getByText('2 of 2')).toBeVisible()
    expect(search()).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Previous hit' }))
    expect(screen.getByText('1 of 2')).toBeVisible()
  })

  it('begins at the selected row', async () => {
    await drawn()
    await userEvent.click(row(/^sizes/))
    await userEvent.type(search(), 'maker{Enter}')
    expect(await screen.findByText('2 of 2')).toBeVisible()
  })

  it('lets parts be folded and opened meanwhile', async () => {
    await drawn()
    await userEvent.type(search(), 'name')
    await waitFor(() => expect(row(/^name Text/)).toBeVisible())
    await userEvent.click(row(/^definitions/))
    fireEvent.keyDown(row(/^definitions/), { key: 'ArrowLeft' })
    expect(screen.queryByRole('treeitem', { name: /^name Text/ })).toBeNull()
    fireEvent.keyDown(row(/^definitions/), { key: 'ArrowRight' })
    expect(row(/^name Text/)).toBeVisible()
  })

  it('says so when nothing matches', async () => {
    await drawn()
    await userEvent.type(search(), 'xyz')
    expect(await screen.findByText('Nothing matches.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Next hit' })).toBeDisabled()
  })
})

it('a row with a fault is marked, and so is a folded one around it', async () => {
  const fault = (pointer: string): SchemaFault => ({ pointer, message: 'It is wrong.', tone: 'error' })
  const pointers = ['/properties/sku/pattern', '/properties/sizes/items']
  await drawn(undefined, false, faultsByRow(pointers.map(fault)))
  expect(within(row(/^sku/)).getByRole('img', { name: 'It is wrong.' })).toBeVisible()
  expect(within(row(/^sizes/)).getByRole('img', { name: 'Something in it is wrong.' })).toBeVisible()
  expect(within(row(/^price/)).queryByRole('img')).toBeNull()
  await userEvent.click(row(/^sizes/))
  fireEvent.keyDown(row(/^sizes/), { key: 'ArrowRight' })
  expect(within(row(/^sizes/)).queryByRole('img')).toBeNull()
  expect(within(row(/^items/)).getByRole('img', { name: 'It is wrong.' })).toBeVisible()
})
