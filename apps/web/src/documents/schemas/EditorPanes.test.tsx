import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { EditorPanes } from './EditorPanes.tsx'

afterEach(() => void Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth'))

it.each([
  [1000, 420],
  // As beside the explorer in a window of 1,050 px.
  [500, 250],
])('in a room of %i px the tree begins with %i, and leaves the properties enough to be read', (room, width) => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => room })
  render(<EditorPanes tree="tree" palette="palette" side="side" sideLabel="Properties" shows={0} />)
  const divider = screen.getByRole('separator', { name: 'Resize the tree of the schema' })
  expect(divider).toHaveAttribute('aria-valuenow', String(width))
})
