import { describe, expect, it } from 'vitest'
import { callBlock, errorMessageOf } from './block-for-test.ts'

const records = [{ sku: 'A', unit: 'pcs' }, { sku: 'B', unit: 'box' }, { sku: 'C' }]
const table = [
  { code: 'pcs', label: 'pieces', size: { n: 1 } },
  { code: 'pcs', label: 'later' },
  { code: '', label: 'empty' },
]
const lookup = (settings: Record<string, unknown> = {}) =>
  callBlock('Lookup', {
    records,
    table,
    settings: { key: 'unit', tableKey: 'code', fields: [{ to: 'label' }], ...settings },
  })

describe('Lookup', () => {
  it('fills fields from the first row with the key and names records without one', () => {
    expect(lookup()).toEqual({
      records: [{ sku: 'A', unit: 'pcs', label: 'pieces' }, records[1], records[2]],
      missing: [records[1], records[2]],
    })
  })

  it('sets defaults, renames and reaches into objects', () => {
    const fields = [
      { to: 'texts.unit', from: 'label', default: 'unknown' },
      { to: 'n', from: 'size.n' },
    ]
    expect(lookup({ fields }).records).toEqual([
      { sku: 'A', unit: 'pcs', texts: { unit: 'pieces' }, n: 1 },
      { sku: 'B', unit: 'box', texts: { unit: 'unknown' } },
      { sku: 'C', texts: { unit: 'unknown' } },
    ])
  })

  it('drops records without a row, or ends the run', () => {
    expect(lookup({ whenMissing: 'drop' }).records).toHaveLength(1)
    expect(errorMessageOf(() => lookup({ whenMissing: 'error' }))).toBe("Lookup: the table has no unit 'box'")
  })

  it.each<[Record<string, unknown>, string]>([
    [{ key: undefined }, 'Lookup: settings.key is missing'],
    [{ fields: undefined }, 'Lookup: settings.fields is missing'],
    [{ fields: [{ from: 'label' }] }, 'Lookup: settings.fields[0].to is missing'],
  ])('says of %j: %s', (settings, message) => {
    expect(errorMessageOf(() => lookup(settings))).toBe(message)
  })
})
