import { describe, expect, it } from 'vitest'
import { compareOutputs, maxChangedRecords } from './compare-outputs.rule.ts'
import type { OutputComparison } from './comparisons.messages.ts'

const bikes = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ sku: `B${n}`, price: n * 10, tags: ['x', `${n}`] }))
const none = { changed: 0, added: 0, removed: 0, moved: 0, fields: [] }
const counts = ({ examples: _, ...counted }: OutputComparison) => counted

describe('what a change of code changes in an output', () => {
  it('is nothing where all records are the same, whatever the order of their names', () => {
    const sorted = bikes(412).map(({ sku, price, tags }) => ({ tags, price, sku }))
    expect(compareOutputs({ products: bikes(412) }, { products: sorted })).toEqual({
      ...none,
      records: 412,
      examples: [],
    })
  })

  it('is counted by field, once for each record', () => {
    const draft = bikes(20).map((bike, n) =>
      n % 2 === 0 ? { ...bike, price: bike.price + 1, tags: ['y', 'z'] } : { ...bike, ...(n === 1 && { price: 0 }) },
    )
    const found = compareOutputs({ products: bikes(20) }, { products: draft })
    expect(counts(found)).toEqual({
      ...none,
      records: 20,
      changed: 11,
      fields: [
        { field: '/products/*/price', records: 11 },
        { field: '/products/*/tags/*', records: 10 },
      ],
    })
    expect(found.examples).toHaveLength(maxChangedRecords)
    expect(found.examples[1]).toEqual({
      place: 'products, record 2',
      change: 'changed',
      values: [{ pointer: '/products/1/price', locked: '10', draft: '0' }],
      more: 0,
    })
  })

  it.each<[string, (all: ReturnType<typeof bikes>) => unknown[], Partial<OutputComparison>]>([
    ['a record that is left out', (all) => all.toSpliced(3, 1), { removed: 1 }],
    ['a record more, at the front', (all) => [{ sku: 'new' }, ...all], { records: 21, added: 1 }],
    [
      'another price, and records left out',
      (all) => all.slice(5).map((bike) => ({ ...bike, price: -1 })),
      { changed: 15, removed: 5, fields: [{ field: '/products/*/price', records: 15 }] },
    ],
    ['another order', (all) => [all[1], all[0], ...all.slice(2)], { moved: 1 }],
    ['no records any more', () => [], { removed: 20 }],
    [
      'another key in each record',
      (all) => all.map((bike) => ({ ...bike, sku: bike.sku.toLowerCase() })),
      { changed: 20, fields: [{ field: '/products/*/sku', records: 20 }] },
    ],
  ])('tells %s', (_, change, expected) =>
    expect(counts(compareOutputs({ products: bikes(20) }, { products: change(bikes(20)) }))).toEqual({
      ...none,
      records: 20,
      ...expected,
    }),
  )

  it.each<[string, unknown[], unknown[], Partial<OutputComparison>]>([
    ['each one more', [1, 2, 3], [2, 3, 4], { changed: 3, fields: [{ field: '/out/*', records: 3 }] }],
    ['the same records twice', [1, 1, 2], [1, 2, 1, 1], { records: 4, added: 1, moved: 1 }],
    [
      'one left out, one changed',
      [1, 1, 2],
      [1, 3],
      { changed: 1, removed: 1, fields: [{ field: '/out/*', records: 1 }] },
    ],
  ])('pairs records that nothing tells apart by what is equal: %s', (_, locked, draft, expected) =>
    expect(counts(compareOutputs({ out: locked }, { out: draft }))).toEqual({ ...none, records: 3, ...expected }),
  )

  it('of a value that is no list is told for the port', () => {
    const found = compareOutputs({ total: 1, at: 1, gone: [1] }, { total: 2, at: 2, next: {} }, ['at'])
    expect(found).toMatchObject({
      records: 4,
      changed: 1,
      added: 1,
      removed: 1,
      fields: [{ field: '/total', records: 1 }],
    })
    expect(found.examples.map(({ place, change }) => [place, change])).toEqual([
      ['total', 'changed'],
      ['gone, record 1', 'removed'],
      ['next', 'added'],
    ])
    expect(compareOutputs('a', 'b').fields).toEqual([{ field: '', records: 1 }])
  })

  it('leaves out fields that may differ, and whole records of a port', () => {
    const draft = bikes(3).map((bike) => ({ ...bike, price: 0 }))
    for (const ignored of ['price', '/products/*/price', '/products/*'])
      expect(compareOutputs({ products: bikes(3) }, { products: draft }, [ignored]).changed).toBe(0)
  })

  it('shows the beginning of long values and the first of many', () => {
    const wide = (value: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, value.repeat(500)]))
    const [example] = compareOutputs({ out: [wide('a')] }, { out: [wide('b')] }).examples
    expect([example?.values.length, example?.more]).toEqual([10, 20])
    expect(example?.values[0]?.draft).toHaveLength(201)
  })
})
