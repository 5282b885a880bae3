import { describe, expect, it } from 'vitest'
import { findDifferences, maxDifferences } from './differences.rule.ts'

const products = (price: unknown, more: object = {}) => ({ products: [{ sku: 'A', price, ...more }], at: 1 })

describe('differences between an expected and an actual value', () => {
  it.each<[string, unknown, unknown, readonly string[], unknown]>([
    ['the same in another order of names', { a: 1, b: [null] }, { b: [null], a: 1 }, [], []],
    ['another number', products(1), products(2), [], [{ pointer: '/products/0/price', expected: 1, actual: 2 }]],
    ['1 is not "1"', products(1), products('1'), [], [{ pointer: '/products/0/price', expected: 1, actual: '1' }]],
    ['null is not absent', { a: null }, {}, [], [{ pointer: '/a', expected: null }]],
    ['a field more', {}, { a: 0 }, [], [{ pointer: '/a', actual: 0 }]],
    ['a shorter list', [1, 2], [1], [], [{ pointer: '/1', expected: 2 }]],
    [
      'the order of a list',
      [1, 2],
      [2, 1],
      [],
      [
        { pointer: '/0', expected: 1, actual: 2 },
        { pointer: '/1', expected: 2, actual: 1 },
      ],
    ],
    ['a list is not an object', { a: [] }, { a: {} }, [], [{ pointer: '/a', expected: [], actual: {} }]],
    ['the whole', 1, 'x', [], [{ pointer: '', expected: 1, actual: 'x' }]],
    ['names with slashes', { 'a/b~c': 1 }, { 'a/b~c': 2 }, [], [{ pointer: '/a~1b~0c', expected: 1, actual: 2 }]],
    ['a name like __proto__', JSON.parse('{"__proto__":1}'), {}, [], [{ pointer: '/__proto__', expected: 1 }]],
    ['a field ignored by name', products(1), products(2), ['price'], []],
    ['a field ignored by its place', products(1), products(2), ['/products/*/price'], []],
    [
      'another place is not ignored',
      products(1),
      products(2),
      ['/products/1/price', '/price'],
      [{ pointer: '/products/0/price', expected: 1, actual: 2 }],
    ],
    ['a part ignored as a whole', products(1, { x: [1] }), products(1, { x: { y: 2 } }), ['/products/*/x'], []],
    ['a field that only one has, ignored', products(1, { id: 7 }), products(1), ['id'], []],
  ])('%s', (_, expected, actual, ignored, differences) =>
    expect(findDifferences(expected, actual, ignored).differences).toEqual(differences),
  )

  it('tells the first ones, and how many there are', () => {
    const expected = Array.from({ length: 500 }, (_, index) => index)
    const found = findDifferences(
      expected,
      expected.map((value) => value + 1),
    )
    expect([found.differences.length, found.total]).toEqual([maxDifferences, 500])
  })
})
