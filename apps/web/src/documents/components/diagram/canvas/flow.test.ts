import { describe, expect, it } from 'vitest'
import { applySelectChanges } from './flow.ts'
import { fits, middleOf, pathThrough } from './route-path.ts'

const route = [
  { x: 0, y: 0 },
  { x: 40, y: 0 },
  { x: 40, y: 30 },
  { x: 200, y: 30 },
]

describe('the way of a link', () => {
  it('is drawn with rounded corners, which are never longer than half of a part', () => {
    expect(pathThrough(route)).toBe('M0 0L34 0Q40 0 40 6L40 24Q40 30 46 30L200 30')
    expect(pathThrough([route[0]!, { x: 4, y: 0 }, { x: 4, y: 30 }])).toBe('M0 0L2 0Q4 0 4 6L4 30')
    expect(pathThrough([])).toBe('')
  })

  it.each([
    ['both ends where they were', { x: 3, y: 1 }, { x: 196, y: 30 }, true],
    ['the start pulled away', { x: 0, y: 60 }, { x: 200, y: 30 }, false],
    ['the end pulled away', { x: 0, y: 0 }, { x: 260, y: 30 }, false],
  ])('with %s it fits or not', (_, from, to, isFitting) => expect(fits(route, from, to)).toBe(isFitting))

  it('has its middle on the longest level part', () => {
    expect(middleOf(route)).toEqual({ x: 120, y: 30 })
    expect(fits([], { x: 0, y: 0 }, { x: 0, y: 0 })).toBe(false)
  })
})

it('what is no longer selected leaves, what is selected joins, and nothing stands twice', () => {
  const at = (part: 'links' | 'instances', index: number) => ({ part, index })
  expect(
    applySelectChanges(
      [at('instances', 0), at('links', 0)],
      [
        { element: at('links', 0), selected: false },
        { element: at('instances', 0), selected: true },
        { element: at('instances', 1), selected: true },
      ],
    ),
  ).toEqual([at('instances', 0), at('instances', 1)])
})
