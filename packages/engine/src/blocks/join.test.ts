import { describe, expect, it } from 'vitest'
import { callBlock, errorMessageOf } from './block-for-test.ts'

const left = [
  { sku: 'A', name: 'Vélo', price: null, more: { color: '', size: 'L' } },
  { sku: 1, name: '' },
  { sku: 'Z' },
  { sku: '' },
]
const right = [
  { key: 'A', name: 'Bike', price: 5, more: { color: 'Red' } },
  { key: '1', name: 'One' },
  { key: '1', name: 'Two' },
  { key: '', name: 'Nobody' },
]
const join = (settings: Record<string, unknown> = {}) =>
  callBlock('Join', { left, right, settings: { on: [{ left: 'sku', right: 'key' }], ...settings } })

describe('Join', () => {
  it('gives a record for each pair of the same key; filled fields of the left win', () => {
    expect(join()).toEqual({
      joined: [
        { key: 'A', sku: 'A', name: 'Vélo', price: 5, more: { color: '', size: 'L' } },
        { key: '1', sku: 1, name: 'One' },
        { key: '1', sku: 1, name: 'Two' },
      ],
      leftOnly: [{ sku: 'Z' }, { sku: '' }],
    })
  })

  it('keeps left records without a partner, lets the right win, merges objects, or nests the right record', () => {
    expect(join({ how: 'left' }).joined).toHaveLength(5)
    expect(join({ wins: 'right' }).joined?.[0]).toMatchObject({ name: 'Bike', more: { color: 'Red' } })
    expect(join({ mergeObjects: true }).joined?.[0]?.more).toEqual({ color: 'Red', size: 'L' })
    expect(join({ rightInto: 'master' }).joined?.[1]).toEqual({ sku: 1, name: '', master: { key: '1', name: 'One' } })
  })

  it('needs all fields of a longer key', () => {
    const settings = {
      on: [
        { left: 'a', right: 'a' },
        { left: 'b.c', right: 'bc' },
      ],
    }
    const input = { left: [{ a: 1, b: { c: 2 } }, { a: 1 }], right: [{ a: '1', bc: '2' }], settings }
    expect(callBlock('Join', input)).toMatchObject({ joined: [{ a: 1 }], leftOnly: [{ a: 1 }] })
  })

  it('reads settings and table once for many chunks', () => {
    let kept: unknown
    let times = 0
    const once = (work: () => unknown) => {
      if (times++ === 0) kept = work()
      return kept
    }
    const settings = { on: [{ left: 'sku', right: 'key' }] }
    const chunks = left.map((record) => callBlock('Join', { left: [record], right, settings }, { once }))
    expect(chunks.flatMap((chunk) => chunk.joined)).toEqual(join().joined)
    expect(times).toBe(4)
  })

  it.each<[Record<string, unknown>, string]>([
    [{ on: [] }, 'Join: settings.on is missing'],
    [{ on: [{ left: 'a' }] }, 'Join: settings.on[0].right is missing'],
    [{ how: 'full' }, "Join: settings.how is 'full', but must be one of inner, left"],
  ])('says of %j: %s', (settings, message) => {
    expect(errorMessageOf(() => join(settings))).toBe(message)
  })
})
