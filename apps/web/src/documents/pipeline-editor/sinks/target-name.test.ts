import { describe, expect, it } from 'vitest'
import { isTarget, targetNameOf } from './target-name.ts'

describe('the name of a table as a sink has it', () => {
  it.each([
    ['of the first schema', { schema: 'public', name: 'product', sql: 'product' }, 'product'],
    ['of another schema', { schema: 'shop', name: 'product', sql: 'shop.product' }, 'shop.product'],
    ['with capitals', { schema: 'public', name: 'Product', sql: '"Product"' }, 'Product'],
    ['with a quote', { schema: 'public', name: 'a"b', sql: '"a""b"' }, 'a"b'],
    ['of MySQL', { schema: 'shop', name: 'order', sql: '`order`' }, 'order'],
    ['quoted, of another schema', { schema: 'Shop', name: 'Product', sql: '"Shop"."Product"' }, 'Shop.Product'],
  ])('%s', (_, table, name) => expect(targetNameOf(table)).toBe(name))

  it('is none of a view, nor where a point would part it', () => {
    expect(isTarget({ schema: 'public', name: 'product', view: false })).toBe(true)
    expect(isTarget({ schema: 'public', name: 'products', view: true })).toBe(false)
    expect(isTarget({ schema: 'public', name: 'a.b', view: false })).toBe(false)
  })
})
