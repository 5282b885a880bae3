import { describe, expect, it } from 'vitest'
import { callBlock, errorMessageOf } from './block-for-test.ts'

const record = {
  sku: '007',
  brand: 'Acme',
  name: '',
  price: '12.5',
  count: '3',
  on: 'Yes',
  colour: 'NA',
  size: { w: 1, h: 2 },
  hex: '0x10',
  ean: '12345678901234567890',
}
const context = { locale: { label: 'fr-FR' } }
const map = (settings: unknown, records: unknown = [record]) =>
  callBlock('Map fields', { records, settings }, { context }).records
const one = (field: Record<string, unknown>, more = {}) => map({ fields: [{ to: 'x', ...field }], ...more })?.[0]

describe('Map fields', () => {
  it.each<[Record<string, unknown>, unknown]>([
    [{ from: 'sku' }, '007'],
    [{ from: 'size.h' }, 2],
    [{ from: 'size' }, { w: 1, h: 2 }],
    [{ from: 'toString' }, undefined],
    [{ value: 5 }, 5],
    [{ value: false }, false],
    [{ fromContext: 'locale.label' }, 'fr-FR'],
    [{ template: '{brand} {sku}' }, 'Acme 007'],
    [{ template: '{brand} {name} {sku}' }, 'Acme 007'],
    [{ template: '{name}{colour}', treatAsEmpty: ['NA'] }, undefined],
    [{ template: '{size.w}×{size.h}' }, '1×2'],
    [{ from: 'price', as: 'number' }, 12.5],
    [{ from: 'count', as: 'whole number' }, 3],
    [{ from: 'price', as: 'whole number' }, '12.5'],
    [{ from: 'on', as: 'boolean' }, true],
    [{ from: 'size.w', as: 'text' }, '1'],
    [{ from: 'name' }, undefined],
    [{ from: 'name', default: 'unnamed' }, 'unnamed'],
    [{ from: 'colour', treatAsEmpty: ['NA'], default: null }, undefined],
    [{ from: 'brand', as: 'number' }, 'Acme'],
    [{ from: 'hex', as: 'number' }, '0x10'],
    [{ from: 'ean', as: 'number' }, '12345678901234567890'],
  ])('sets a field by %j: %j', (field, value) => {
    expect(one(field)).toEqual(value === undefined ? {} : { x: value })
  })

  it('leaves a value that cannot be turned empty, or ends the run, as asked', () => {
    expect(one({ from: 'brand', as: 'number', default: 0 }, { whenWrong: 'empty' })).toEqual({ x: 0 })
    expect(errorMessageOf(() => one({ from: 'brand', as: 'number' }, { whenWrong: 'error' }))).toBe(
      "Map fields: 'Acme' for x is not a number",
    )
  })

  it('keeps the other fields, removes some, and leaves its input as it was', () => {
    const before = structuredClone(record)
    const fields = [
      { to: 'size.d', value: 3 },
      { to: 'title.text', from: 'sku' },
    ]
    const mapped = map({ fields, keepOthers: true, remove: ['on', 'size.w', 'gone.x'] })?.[0]
    const { on: _on, ...rest } = record
    expect(mapped).toEqual({ ...rest, size: { h: 2, d: 3 }, title: { text: '007' } })
    expect(record).toEqual(before)
  })

  it('takes away what an empty value overwrites', () => {
    expect(map({ fields: [{ to: 'sku', from: 'gone' }], keepOthers: true, remove: [] })?.[0]).not.toHaveProperty('sku')
  })

  it('sets __proto__ and names with dots as data', () => {
    const records = [JSON.parse('{"a.b": 1, "c": {"d": 2}}')]
    const [made] = map({ fields: [{ to: '__proto__', from: 'a.b' }], keepOthers: true }, records) ?? []
    expect(JSON.stringify(made)).toBe('{"a.b":1,"c":{"d":2},"__proto__":1}')
    expect(map({ fields: [{ to: 'a.b', value: 9 }], keepOthers: true }, records)?.[0]).toMatchObject({ 'a.b': 9 })
  })

  it('gives each record its own copy of a constant', () => {
    const settings = Object.freeze({ fields: [{ to: 'tags', value: Object.freeze(['new']) }] })
    const [first, second] = map(settings, [{}, {}]) ?? []
    expect(first?.tags).toEqual(['new'])
    expect(first?.tags).not.toBe(second?.tags)
    expect(Object.isFrozen(first?.tags)).toBe(false)
  })

  it.each<[unknown, string]>([
    [{ fields: [{ from: 'a' }] }, 'Map fields: settings.fields[0].to is missing'],
    [
      { fields: [{ to: 'a' }] },
      'Map fields: settings.fields[0] needs exactly one of from, fromContext, value and template',
    ],
    [
      { fields: [{ to: 'a', from: 'b', value: 1 }] },
      'Map fields: settings.fields[0] needs exactly one of from, fromContext, value and template',
    ],
    [{ keepOthers: 'yes' }, 'Map fields: settings.keepOthers is not true or false'],
    [{ remove: [1] }, 'Map fields: settings.remove[0] is not a text'],
  ])('says of %j: %s', (settings, message) => {
    expect(errorMessageOf(() => map(settings))).toBe(message)
  })
})
