import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SplitPane } from './SplitPane.tsx'

let width = 1000
beforeEach(() => {
  width = 1000
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => width })
})
afterEach(() => void Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth'))

const show = (more: { maxShare?: number } = {}) =>
  render(
    <SplitPane direction="columns" size={400} first="a" second="b" label="Resize the list" remember="test" {...more} />,
  )
const divider = () => screen.getByRole('separator', { name: 'Resize the list' })
const at = () => Number(divider().getAttribute('aria-valuenow'))

describe('split pane', () => {
  it('starts at its size; arrows move it 10 px, with Shift 50', () => {
    show()
    expect(at()).toBe(400)
    fireEvent.keyDown(divider(), { key: 'ArrowRight' })
    expect(at()).toBe(410)
    fireEvent.keyDown(divider(), { key: 'ArrowLeft', shiftKey: true })
    expect(at()).toBe(360)
    fireEvent.keyDown(divider(), { key: 'ArrowDown' })
    expect(at()).toBe(360)
  })

  it('LIM-006/ui stays 10 px from either edge, beside a handle of 5 px', () => {
    show()
    fireEvent.keyDown(divider(), { key: 'Home' })
    expect(at()).toBe(10)
    fireEvent.keyDown(divider(), { key: 'ArrowLeft' })
    expect(at()).toBe(10)
    fireEvent.keyDown(divider(), { key: 'End' })
    expect(at()).toBe(1000 - 5 - 10)
  })

  it('starts at its size in a narrow window as well', () => {
    width = 490
    show()
    expect(at()).toBe(400)
  })

  it('starts at its share of the room where its size is more, and goes on to where it is put', () => {
    width = 490
    const { unmount } = show({ maxShare: 0.5 })
    expect(at()).toBe(245)
    fireEvent.keyDown(divider(), { key: 'ArrowRight', shiftKey: true })
    expect(at()).toBe(295)
    unmount()
    show({ maxShare: 0.5 })
    expect(at()).toBe(295)
    fireEvent.doubleClick(divider())
    expect(at()).toBe(245)
  })

  it('is found again where it was left', () => {
    const { unmount } = show()
    fireEvent.keyDown(divider(), { key: 'ArrowRight' })
    unmount()
    show()
    expect(at()).toBe(410)
  })
})

it('one pane alone has no divider, and keeps what was typed in it', async () => {
  const panes = (only: 'first' | 'second' | null) => (
    <SplitPane
      direction="columns"
      size={300}
      label="Resize the list"
      only={only}
      first={<p>The list</p>}
      second={<input aria-label="Name" />}
    />
  )
  const { rerender } = render(panes(null))
  const field = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.type(field, 'half a na')
  rerender(panes('second'))
  expect(screen.queryByRole('separator')).toBeNull()
  expect(screen.queryByText('The list')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Name' })).toBe(field)
  expect(field).toHaveValue('half a na')
  rerender(panes(null))
  expect(screen.getByRole('textbox', { name: 'Name' })).toBe(field)
  rerender(panes('first'))
  expect(screen.getByText('The list')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
})
