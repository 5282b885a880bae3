import { describe, expect, it } from 'vitest'
import { callBlock, errorMessageOf } from './block-for-test.ts'

describe('Group', () => {
  const records = [
    { brand: 'A', price: 0.1, color: 'red', since: '2024-02-01', size: '10' },
    { brand: 'B', price: '5', color: 'red' },
    { brand: 'A', price: '0.2', color: 'blue', since: '2023-12-01', size: 9 },
    { brand: 'A', price: '', color: 'red' },
  ]
  const group = (values: unknown, by: unknown = ['brand']) =>
    callBlock('Group', { records, settings: { by, values } }).groups

  it.each<[Record<string, unknown>, unknown]>([
    [{ how: 'count' }, 3],
    [{ how: 'count', from: 'price' }, 2],
    [{ how: 'sum', from: 'price' }, 0.3],
    [{ how: 'average', from: 'price' }, 0.15],
    [{ how: 'min', from: 'price' }, 0.1],
    [{ how: 'max', from: 'price' }, '0.2'],
    [{ how: 'min', from: 'since' }, '2023-12-01'],
    [{ how: 'min', from: 'size' }, 9],
    [{ how: 'max', from: 'size' }, '10'],
    [{ how: 'first', from: 'since' }, '2024-02-01'],
    [{ how: 'last', from: 'color' }, 'red'],
    [{ how: 'list', from: 'color' }, ['red', 'blue', 'red']],
    [{ how: 'distinct', from: 'color' }, ['red', 'blue']],
    [{ how: 'text', from: 'color' }, 'red, blue'],
    [{ how: 'text', from: 'color', separator: '/' }, 'red/blue'],
    [{ how: 'sum', from: 'gone' }, 0],
  ])('%j', (value, expected) => {
    expect(group([{ to: 'x', ...value }])?.[0]).toEqual({ brand: 'A', x: expected })
  })

  it('keeps the order of first appearance, and makes one group without a key', () => {
    expect(group([])).toEqual([{ brand: 'A' }, { brand: 'B' }])
    expect(group([{ to: 'n', how: 'count' }], [])).toEqual([{ n: 4 }])
    expect(callBlock('Group', { records: [], settings: { values: [{ to: 'n' }] } }).groups).toEqual([])
    expect(group([{ to: 'm', how: 'average', from: 'gone' }])?.[1]).toEqual({ brand: 'B' })
  })

  it('names what is no number and what is missing', () => {
    expect(errorMessageOf(() => group([{ to: 'x', how: 'sum', from: 'color' }]))).toBe(
      "Group: 'red' in the field color is not a number",
    )
    expect(errorMessageOf(() => group([{ to: 'x', how: 'sum' }]))).toBe('Group: settings.values[0].from is missing')
    expect(errorMessageOf(() => group([], 'brand'))).toBe('Group: settings.by is not a list of texts')
  })
})

describe('Deduplicate', () => {
  const records = [
    { id: 1, sku: 'a', x: { p: 1, q: 2 } },
    { id: 2, sku: 'A' },
    { id: 3, sku: 'a' },
    { id: 4, sku: '' },
    { id: 5 },
  ]
  const unique = (settings: unknown, given: unknown = records) =>
    callBlock('Deduplicate', { records: given, settings }).unique?.map((record) => record.id)

  it.each<[Record<string, unknown>, number[]]>([
    [{ by: ['sku'] }, [1, 2, 4, 5]],
    [{ by: ['sku'], keep: 'last' }, [2, 3, 4, 5]],
    [{ by: ['sku'], ignoreCase: true }, [1, 4, 5]],
    [{ by: ['sku', 'id'] }, [1, 2, 3, 4, 5]],
    [{}, [1, 2, 3, 4, 5]],
  ])('%j keeps %j', (settings, ids) => {
    expect(unique(settings)).toEqual(ids)
  })

  it('takes whole records for the same whatever the order of their fields', () => {
    const given = [{ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, { a: '1' }]
    expect(callBlock('Deduplicate', { records: given, settings: {} })).toEqual({
      unique: [given[0], given[2]],
      duplicates: [given[1]],
    })
  })

  it('says which setting is wrong', () => {
    expect(errorMessageOf(() => unique({ keep: 'both' }))).toBe(
      "Deduplicate: settings.keep is 'both', but must be one of first, last",
    )
  })
})

describe('Sort', () => {
  const records = [
    { id: 1, name: 'Zoo', n: '10', at: '2024-03-01' },
    { id: 2, name: 'Ähre', n: 9, at: '2023-03-01T10:00:00Z' },
    { id: 3, name: 'apfel', n: 'x' },
    { id: 4, name: 'Zoo', n: '9' },
  ]
  const sorted = (...by: unknown[]) =>
    callBlock('Sort', { records, settings: { by } }).records?.map((record) => record.id)

  it.each<[unknown[], number[]]>([
    [[{ field: 'name' }], [1, 4, 3, 2]],
    [[{ field: 'name', locale: 'de-DE' }], [2, 3, 1, 4]],
    [[{ field: 'name', locale: 'sv-SE' }], [3, 1, 4, 2]],
    [[{ field: 'name', direction: 'descending' }], [2, 3, 1, 4]],
    [[{ field: 'n', as: 'number' }], [2, 4, 1, 3]],
    [[{ field: 'n', as: 'number', direction: 'descending' }], [1, 2, 4, 3]],
    [[{ field: 'n', as: 'number', emptyFirst: true }], [3, 2, 4, 1]],
    [[{ field: 'at', as: 'date' }], [2, 1, 3, 4]],
    [
      [{ field: 'name' }, { field: 'n', as: 'number' }],
      [4, 1, 3, 2],
    ],
    [[{ field: 'gone' }], [1, 2, 3, 4]],
  ])('%j gives %j', (by, ids) => {
    expect(sorted(...by)).toEqual(ids)
  })

  it('says which setting is wrong', () => {
    expect(errorMessageOf(() => sorted())).toBe('Sort: settings.by is missing')
    expect(errorMessageOf(() => sorted({ field: 'name', locale: 'german' }))).toBe('')
    expect(errorMessageOf(() => sorted({ field: 'name', locale: 'de_DE' }))).toBe(
      "Sort: settings.by[0].locale is 'de_DE', which is no locale; write it as de-DE",
    )
  })
})

describe('Merge', () => {
  const first = [{ sku: 'A', name: 'Bike', price: 5 }, { name: 'no key' }]
  const second = [{ sku: 'B', price: 1 }, { sku: 'A', name: '', price: 6 }, { name: 'no key' }]

  it('appends the second list, or makes one record of those with the same key', () => {
    expect(callBlock('Merge', { first, second }).records).toEqual([...first, ...second])
    expect(callBlock('Merge', { first, second, settings: { by: ['sku'] } }).records).toEqual([
      { sku: 'A', name: 'Bike', price: 6 },
      { name: 'no key' },
      { sku: 'B', price: 1 },
      { name: 'no key' },
    ])
  })

  it('says which input is missing', () => {
    expect(errorMessageOf(() => callBlock('Merge', { first, settings: {} }))).toBe(
      "Merge: nothing leads to the input 'second'",
    )
  })
})
