import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FileFormat, FileKind } from '@millrace/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRowValidator } from '../schemas/row-validator.ts'
import { readPath } from './read-for-test.ts'

const folder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url))
const isThere = existsSync(folder)

describe.skipIf(!isThere)('real files (skipped where the shared data is not beside the repository)', () => {
  beforeAll(() => expect(existsSync(`${folder}README.md`)).toBe(true))

  it.each<[string, FileKind, number, FileFormat]>([
    ['vehicles/epa-vehicles.csv', 'csv', 46_839, { encoding: 'utf-8', delimiter: ',', header: true, decimal: '.' }],
    ['vehicles/ev-en-US.csv', 'csv', 665, { encoding: 'utf-8', delimiter: ',', header: true, decimal: '.' }],
    ['vehicles/ev-de-DE.csv', 'csv', 778, { encoding: 'windows-1252', delimiter: ';', header: true, decimal: ',' }],
    ['vehicles/ev-pt-BR.tsv', 'csv', 607, { encoding: 'utf-8', delimiter: '\t', header: true, decimal: ',' }],
    ['vehicles/ev-master.ndjson', 'json', 1189, { encoding: 'utf-8' }],
    ['vehicles/ev-layers-raw.ndjson', 'json', 1449, { encoding: 'utf-8' }],
    ['bikes/bikes-master-en.csv', 'csv', 606, { encoding: 'utf-8', delimiter: ',', header: true, decimal: '.' }],
    ['bikes/bikes-fr-FR.csv', 'csv', 197, { encoding: 'windows-1252', delimiter: ';', header: true, decimal: ',' }],
    ['bikes/bikes-de-DE.csv', 'csv', 197, { encoding: 'utf-8', delimiter: ';', header: true, decimal: ',' }],
    ['bikes/bikes-es-ES.tsv', 'csv', 197, { encoding: 'utf-8', delimiter: '\t', header: true, decimal: '.' }],
    ['bikes/bikes-ja-JP.json', 'json', 197, { encoding: 'utf-8' }],
    ['bikes/bikes-dealers.xlsx', 'excel', 701, { sheet: 'Dealers', header: true }],
    ['stores/bestbuy-stores.json', 'json', 1565, { encoding: 'utf-8' }],
    ['breweries/breweries.csv', 'csv', 1414, { encoding: 'utf-8', delimiter: ',', header: true }],
    ['breweries/beers.csv', 'csv', 5901, { encoding: 'utf-8', delimiter: ',', header: true }],
    ['pc-parts/memory.jsonl', 'json', 13_553, { encoding: 'utf-8' }],
    ['pc-parts/memory.csv', 'csv', 13_553, { encoding: 'utf-8', delimiter: ',', header: true, decimal: '.' }],
    [
      'cameras/sensor-database-detailed.csv',
      'csv',
      3619,
      { encoding: 'utf-8', delimiter: ';', header: false, decimal: '.' },
    ],
    ['cameras/compact-canon.xml', 'xml', 197, { encoding: 'utf-8' }],
  ])('%s: detects its format and reads every record', async (name, kind, count, format) => {
    const { opened, records, refused, rows } = await readPath(folder + name, { kind })
    expect(opened.detected).toMatchObject(format)
    expect(records).toHaveLength(count)
    expect(refused).toEqual([])
    expect(rows.at(-1)).toBe(count)
  })

  it('knows lines from records where cells hold line breaks', async () => {
    const beers = await readPath(`${folder}breweries/beers.csv`)
    const content = readFileSync(`${folder}breweries/beers.csv`, 'utf8').split('\n')
    beers.records.forEach((record, i) => {
      const line = content[(beers.lines[i] as number) - 1] as string
      expect(line.replaceAll('"', '').startsWith(`${record.id},`)).toBe(true)
    })
    expect(beers.lines.at(-1)).toBeLessThanOrEqual(7822)
  })

  it('keeps accents and codes', async () => {
    const { records } = await readPath(`${folder}vehicles/ev-de-DE.csv`)
    expect(records.filter((record) => /[^\x00-\x7f]/.test(Object.values(record).join()))).toHaveLength(41)
    expect(records.some((record) => record.make === 'Citroën' && record.model === 'ë-Berlingo')).toBe(true)
    const dealers = await readPath(`${folder}bikes/bikes-dealers.xlsx`, { kind: 'excel' })
    expect(dealers.records.filter((record) => String(record.PostalCode).startsWith('0'))).toHaveLength(27)
    const territories = await readPath(`${folder}bikes/bikes-dealers.xlsx`, {
      kind: 'excel',
      format: { sheet: 'Territories' },
    })
    expect(territories.records).toHaveLength(11)
  })

  it('reads the two memory files as the same records', async () => {
    const csv = await readPath(`${folder}pc-parts/memory.csv`)
    const json = await readPath(`${folder}pc-parts/memory.jsonl`, { kind: 'json' })
    const asText = (value: unknown) => (value === null ? '' : Array.isArray(value) ? value.join() : String(value))
    expect(
      json.records.map((record) =>
        Object.fromEntries(Object.entries(record).map(([name, value]) => [name, asText(value)])),
      ),
    ).toEqual(
      csv.records.map((record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [
            name,
            asText(value === '' ? '' : /^-?\d+\.\d+$/.test(String(value)) ? Number(value) : value),
          ]),
        ),
      ),
    )
  })

  it('reads cameras and lenses of the XML by their path', async () => {
    const xml = (recordPath: string) =>
      readPath(`${folder}cameras/compact-canon.xml`, { kind: 'xml', format: { recordPath } })
    expect((await xml('lensdatabase/camera')).records).toHaveLength(127)
    const { records } = await xml('lens')
    expect(records).toHaveLength(70)
    expect(records[0]).toMatchObject({
      maker: 'Canon',
      model: [
        'Canon PowerShot Pro1 & compatibles (Standard)',
        { '@lang': 'en', '#text': 'fixed lens' },
        { '@lang': 'de', '#text': 'festes Objektiv' },
      ],
    })
  })

  it.each([
    'comma_in_quotes',
    'empty',
    'empty_crlf',
    'escaped_quotes',
    'json',
    'location_coordinates',
    'newlines',
    'newlines_crlf',
    'quotes_and_newlines',
    'simple',
    'simple_crlf',
    'utf8',
  ])('csv-spectrum: %s', async (name) => {
    const { records } = await readPath(`${folder}csv-spectrum/csvs/${name}.csv`)
    const parsed = JSON.parse(readFileSync(`${folder}csv-spectrum/json/${name}.json`, 'utf8'))
    const expected = (Array.isArray(parsed) ? parsed : [parsed]) as Record<string, unknown>[]
    // The expected phone number differs from the one in its CSV: a known fault of the set.
    const comparable = (list: Record<string, unknown>[]) =>
      list.map((record) =>
        Object.entries(record).filter(([key]) => name !== 'location_coordinates' || !/phone/i.test(key)),
      )
    expect(comparable(records)).toEqual(comparable(expected))
    expect(records.length).toBeGreaterThan(0)
  })

  it('validates the raw vehicle layers: 66 valid, 1,383 invalid, 7,252 missing properties', async () => {
    const schema = JSON.parse(readFileSync(`${folder}vehicles/ev-vehicle.schema.json`, 'utf8'))
    const store = { 'importer://schema/name/EV vehicle': schema }
    const validator = createRowValidator({
      schema: { $ref: 'importer://schema/name/EV vehicle' },
      store,
      coerce: false,
    })
    const rules: Record<string, number> = {}
    let valid = 0
    let invalid = 0
    const layers = await readPath(`${folder}vehicles/ev-layers-raw.ndjson`, { kind: 'json' })
    for (const record of layers.records) {
      const findings = validator.check(record)
      if (!findings) valid++
      else invalid++
      for (const { rule } of findings ?? []) rules[rule] = (rules[rule] ?? 0) + 1
    }
    expect({ valid, invalid, rules }).toEqual({ valid: 66, invalid: 1383, rules: { required: 7252 } })
    const master = await readPath(`${folder}vehicles/ev-master.ndjson`, { kind: 'json' })
    expect(master.records.filter((record) => validator.check(record) !== null)).toEqual([])
  })

  it.each([
    ['fr-FR.csv', 'FrenchProductName', 'FrenchDescription', 157, 40],
    ['de-DE.csv', 'ModelName', 'GermanDescription', 196, 1],
    ['es-ES.tsv', 'SpanishProductName', 'SpanishDescription', 102, 95],
  ])('bikes-%s with renamed columns: names and descriptions', async (file, name, description, valid, invalid) => {
    const own = (await readPath(`${folder}bikes/bikes-${file}`)).opened.columns as string[]
    const text = own.find((column) => column === description) ?? own.find((column) => /Description/.test(column))
    const columns = {
      ProductAlternateKey: 'key',
      [own.includes(name) ? name : 'ModelName']: 'name',
      [text as string]: 'description',
    }
    const { opened, records } = await readPath(`${folder}bikes/bikes-${file}`, { format: { columns } })
    const validator = createRowValidator({
      schema: {
        type: 'object',
        required: ['key', 'name', 'description'],
        properties: {
          key: { type: 'string', minLength: 1 },
          name: { type: 'string', minLength: 1 },
          description: { type: 'string', minLength: 1 },
          ListPrice: { type: 'number' },
        },
      },
      store: {},
      coerce: true,
      decimal: opened.detected.decimal,
      headers: new Map(opened.columns?.map((column, i) => [column, opened.headers?.[i] as string])),
    })
    expect(records.filter((record) => validator.check(record) === null)).toHaveLength(valid)
    expect(records).toHaveLength(valid + invalid)
    const prices = records.map((record) => record.ListPrice).filter((price) => price !== undefined)
    expect(prices).toHaveLength(195)
    expect(Math.max(...(prices as number[]))).toBeLessThan(5000)
  })

  it('a strict five-digit rule refuses 24 of 1,565 stores', async () => {
    const stores = await readPath(`${folder}stores/bestbuy-stores.json`, { kind: 'json' })
    const validator = createRowValidator({
      schema: { properties: { zip: { type: 'string', pattern: '^\\d{5}$' } } },
      store: {},
      coerce: false,
    })
    expect(stores.records.filter((record) => validator.check(record))).toHaveLength(24)
  })
})
