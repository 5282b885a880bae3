import { describe, expect, it } from 'vitest'
import { draw } from './draw-requirements.mjs'

const ids = Array.from({ length: 50 }, (_, index) => `AAA-${String(index).padStart(3, '0')}`)

describe('drawing requirements', () => {
  it('draws the same ids for the same seed, whatever their order', () => {
    expect(draw([...ids].reverse(), 7, 15)).toEqual(draw(ids, 7, 15))
    expect(draw(ids, 8, 15)).not.toEqual(draw(ids, 7, 15))
  })

  it('draws none twice, and no more than there are', () => {
    expect(new Set(draw(ids, 7, 15)).size).toBe(15)
    expect(draw(ids, 7, 80).sort()).toEqual(ids)
  })
})
