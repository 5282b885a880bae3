import { beforeAll, describe, expect, it } from 'vitest'
import type { ReadResult } from '../test-support/read-for-test.ts'
import {
  count,
  dataBytes,
  distinct,
  hasData,
  isText,
  readData,
  countValues,
} from '../test-support/real-data-for-test.ts'

const filled = (name: string) => (record: Record<string, unknown>) => isText(record[name])

describe.skipIf(!hasData)('the bikes of the shared data (skipped where it is not beside the repository)', () => {
  let master: ReadResult
  beforeAll(async () => {
    master = await readData('bikes/bikes-master-en.csv')
  })

  it('bikes-master-en.csv: 606 rows of 27 columns in ASCII, keys, versions, colours, descriptions', () => {
    const { opened, records } = master
    expect(opened.detected).toMatchObject({ encoding: 'utf-8', encodingConfidence: 1, delimiter: ',' })
    expect(opened.columns).toHaveLength(27)
    expect(records).toHaveLength(606)
    expect(distinct(records, 'ProductKey')).toBe(606)
    const versions = Object.values(countValues(records, 'ProductAlternateKey'))
    expect(versions).toHaveLength(504)
    expect(versions.filter((number) => number > 1)).toHaveLength(77)
    expect(count(records, ({ Status }) => Status === 'Current')).toBe(406)
    const others = records.filter(({ Status }) => Status !== 'Current') as Record<string, string>[]
    expect(others).toHaveLength(200)
    expect(others.filter(({ StartDate = '', EndDate = '' }) => EndDate !== '' && EndDate < StartDate)).toHaveLength(200)
    expect(count(records, ({ Color }) => Color === 'NA')).toBe(254)
    expect(count(records, filled('EnglishDescription'))).toBe(396)
  })

  it.each([
    ['bikes-fr-FR.csv', 'FrenchProductName', 'FrenchDescription', 157, { encoding: 'windows-1252', delimiter: ';' }],
    ['bikes-de-DE.csv', 'ModelName', 'GermanDescription', 196, { encoding: 'utf-8', delimiter: ';' }],
    ['bikes-es-ES.tsv', 'SpanishProductName', 'SpanishDescription', 102, { encoding: 'utf-8', delimiter: '\t' }],
    ['bikes-ja-JP.json', 'ModelName', 'JapaneseDescription', 196, { encoding: 'utf-8', jsonLines: false }],
  ] as const)(
    '%s: 197 goods of the master, %s and %s in %d rows, two without a price',
    async (file, name, description, both, format) => {
      const { opened, records } = await readData(`bikes/${file}`, file.endsWith('.json') ? 'json' : 'csv')
      expect(opened.detected).toMatchObject(format)
      expect(records).toHaveLength(197)
      expect(distinct(records, 'ProductAlternateKey')).toBe(197)
      const keys = new Set(master.records.map((record) => record.ProductAlternateKey))
      expect(count(records, (record) => !keys.has(record.ProductAlternateKey))).toBe(0)
      expect(count(records, (record) => filled(name)(record) && filled(description)(record))).toBe(both)
      const without = records.filter((record) => !isText(record[description]))
      if (both === 196) expect(without.map((record) => record.ProductAlternateKey)).toEqual(['RB-9231'])
      expect(count(records, ({ ListPrice }) => ListPrice === '' || ListPrice === null)).toBe(2)
    },
  )

  it('reads 47 quoted cells of the French file that hold its delimiter', async () => {
    const { records } = await readData('bikes/bikes-fr-FR.csv')
    expect(
      records.flatMap((record) => Object.values(record)).filter((cell) => String(cell).includes(';')),
    ).toHaveLength(47)
  })

  it('keeps dates as they are written: dd/mm/yyyy in French, dd.mm.yyyy in German', async () => {
    const dates = async (file: string) =>
      (await readData(`bikes/${file}`)).records.map(({ StartDate }) => String(StartDate))
    expect((await dates('bikes-fr-FR.csv')).filter((date) => /^\d\d\/\d\d\/\d{4}$/.test(date))).toHaveLength(197)
    expect((await dates('bikes-de-DE.csv')).filter((date) => /^\d\d\.\d\d\.\d{4}$/.test(date))).toHaveLength(197)
    expect(dataBytes('bikes/bikes-de-DE.csv').subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  })

  it('bikes-dealers.xlsx: 701 dealers by country, postal codes as text, amounts as numbers, 11 territories', async () => {
    const { opened, records } = await readData('bikes/bikes-dealers.xlsx', 'excel')
    expect(opened.detected).toMatchObject({ sheet: 'Dealers', header: true })
    expect(records).toHaveLength(701)
    const country = opened.columns?.find((name) => /country.*code/i.test(name)) ?? ''
    expect(countValues(records, country)).toEqual({ US: 427, CA: 114, AU: 40, DE: 40, FR: 40, GB: 40 })
    expect(records.every(({ PostalCode }) => typeof PostalCode === 'string')).toBe(true)
    expect(count(records, ({ PostalCode }) => PostalCode?.startsWith('0') === true)).toBe(27)
    expect(distinct(records, 'ResellerAlternateKey')).toBe(701)
    const names = Object.values(countValues(records, 'ResellerName'))
    expect(names.filter((number) => number === 2)).toHaveLength(2)
    expect(names.filter((number) => number > 2)).toEqual([])
    const territories = await readData('bikes/bikes-dealers.xlsx', 'excel', { sheet: 'Territories' })
    expect(territories.records).toHaveLength(11)
    const numeric = opened.columns?.filter((name) =>
      records.every((record) => record[name] === '' || typeof record[name] === 'number'),
    )
    expect(numeric).toEqual(expect.arrayContaining(['AnnualSales', 'YearOpened']))
  })
})
