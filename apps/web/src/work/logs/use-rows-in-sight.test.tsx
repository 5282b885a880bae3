import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useRowsInSight } from './use-rows-in-sight.ts'

describe('rows in sight', () => {
  // 600 px high, as every element of these tests: 30 rows of 20 px, and a part of one more.
  const element = document.createElement('div')
  const box = { current: element }
  const rows = (count: number) => renderHook(({ count }) => useRowsInSight(box, count, 20), { initialProps: { count } })

  it('are those the box shows, and a few on either side', () => {
    element.scrollTop = 0
    const { result } = rows(100_000)
    expect(result.current).toMatchObject({ top: 0, from: 0, to: 39 })
    element.scrollTop = 20_010
    act(() => result.current.look())
    expect(result.current).toMatchObject({ top: 1000, from: 992, to: 1039 })
  })

  it('end with the list, also when it becomes shorter than the place the box stands at', () => {
    element.scrollTop = 1_999_400
    const { result, rerender } = rows(100_000)
    act(() => result.current.look())
    expect(result.current).toMatchObject({ top: 99_970, to: 100_000 })
    rerender({ count: 50 })
    expect(result.current).toMatchObject({ top: 20, from: 12, to: 50 })
    rerender({ count: 3 })
    expect(result.current).toMatchObject({ top: 0, from: 0, to: 3 })
  })

  it.each([
    { scrollTop: 40, top: 2, isCut: false, pinEnd: 2 },
    { scrollTop: 41, top: 2, isCut: true, pinEnd: 2 },
    { scrollTop: 52, top: 2, isCut: true, pinEnd: 2 },
    { scrollTop: 53, top: 2, isCut: true, pinEnd: 3 },
    { scrollTop: 60, top: 3, isCut: false, pinEnd: 3 },
  ])('tell at $scrollTop px where a pin of 8 px ends', ({ scrollTop, ...expected }) => {
    element.scrollTop = scrollTop
    const { result } = renderHook(() => useRowsInSight(box, 100, 20, 8))
    act(() => result.current.look())
    expect(result.current).toMatchObject(expected)
  })
})
