import type { DataSource, SourcePreview } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { hasColumns, newSettings, unfilled, whatToSay, withRename, withSettings } from './source-settings.ts'

const source = (config?: DataSource['config']): Partial<DataSource> => ({
  ...{ dataSubKind: 'rows', contentType: 'csv' },
  ...(config === undefined ? {} : { config }),
})

describe('what was detected', () => {
  const table = { encoding: 'utf-8', delimiter: ';', header: true, headerRow: 3 } as const
  const detected = { ...table, decimal: ',', decimalConfidence: 0.9 } as const

  it('is taken into the settings where nothing was set', () => {
    const found = newSettings(source({ delimiter: '|' }), detected)
    expect(found).toEqual({ encoding: 'utf-8', header: true, headerRow: 3, decimal: ',' })
    expect(withSettings(source({ delimiter: '|' }), found)).toEqual(
      source({ delimiter: '|', encoding: 'utf-8', header: true, headerRow: 3, decimal: ',' }),
    )
  })

  it('is not, where it is a guess or stands there already', () => {
    expect(newSettings(source(), { decimal: '.', decimalConfidence: 0 })).toEqual({})
    expect(newSettings(source({ delimiter: ',' }), { delimiter: ',', confidence: 1 })).toEqual({})
  })
})

describe('a column', () => {
  it.each<[string, DataSource['config'], string, string, DataSource['config']]>([
    ['becomes a property', undefined, 'Name', 'name', { columns: { Name: 'name' } }],
    ['becomes another one', { columns: { Name: 'key' } }, 'Name', 'name', { columns: { Name: 'name' } }],
    ['keeps its name', { decimal: ',', columns: { Name: 'key' } }, 'Name', 'Name', { decimal: ',' }],
    ['leaves others alone', { columns: { A: 'a' } }, 'B', 'b', { columns: { A: 'a', B: 'b' } }],
    ['may be called as it likes', undefined, '__proto__', 'a', { columns: JSON.parse('{"__proto__":"a"}') }],
  ])('%s', (_, config, header, property, after) => {
    expect(withRename(source(config), header, property)).toEqual(source(after))
  })

  const property = (name: string, required: boolean) => ({ name, required, type: 'text' })
  const preview = (over: Partial<SourcePreview>) =>
    ({
      detected: { delimiter: ';' },
      columns: [{ header: 'Name', property: 'name' }],
      properties: [property('name', true)],
      ...over,
    }) as SourcePreview

  it('is one of delimited files and workbooks alone', () => {
    expect(hasColumns(preview({}))).toBe(true)
    expect(hasColumns(preview({ detected: { sheet: 'Bikes' } }))).toBe(true)
    expect(hasColumns(preview({ detected: { recordPath: 'items' } }))).toBe(true)
    expect(hasColumns(preview({ columns: [] }))).toBe(false)
    expect(hasColumns(preview({ properties: [] }))).toBe(false)
  })

  it('is missed where a record needs what none becomes', () => {
    const properties = [property('name', true), property('key', true), property('price', false)]
    expect(unfilled(preview({ properties })).map(({ name }) => name)).toEqual(['key'])
  })
})

it('a source is read once it is named and its files are known', () => {
  expect(whatToSay({})).toMatch(/^Name the source/)
  expect(whatToSay({ dataSubKind: 'rows' })).toMatch(/^Say what its files are/)
  expect(whatToSay({ dataSubKind: 'rows', contentType: 'csv' })).toBeNull()
})
