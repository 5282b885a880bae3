import { describe, expect, it } from 'vitest'
import { createRowValidator } from '../../schemas/row-validator.ts'
import { count, dataBytes, distinct, hasData, readData } from '../test-support/real-data-for-test.ts'

const lineBreaks = (name: string) => dataBytes(name).filter((byte) => byte === 10).length
const hasBreak = (record: Record<string, string>) => Object.values(record).some((cell) => cell.includes('\n'))

describe.skipIf(!hasData)(
  'stores and breweries of the shared data (skipped where it is not beside the repository)',
  () => {
    it('bestbuy-stores.json: 1,565 stores with unique ids on one line; 24 zips break a five-digit rule', async () => {
      const { records, lines } = await readData('stores/bestbuy-stores.json', 'json')
      expect(records).toHaveLength(1565)
      expect(distinct(records, 'id')).toBe(1565)
      expect(new Set(lines)).toEqual(new Set([0]))
      expect(records[0]).toMatchObject({ location: { lat: 44.85466, lon: -93.24565 }, services: expect.any(Array) })
      expect(count(records, ({ zip }) => /^\d{1,4}$/.test(zip ?? ''))).toBe(19)
      expect(count(records, ({ zip }) => /^\d{5}-\d{4}$/.test(zip ?? ''))).toBe(5)
      const strict = createRowValidator({
        schema: { properties: { zip: { type: 'string', pattern: '^\\d{5}$' } } },
        store: {},
        coerce: false,
      })
      expect(records.filter((record) => strict.check(record) !== null)).toHaveLength(24)
    })

    it('breweries.csv: 1,414 records on 1,453 lines, 8 with line breaks, 63 countries and one row without', async () => {
      const { records, lines, rows } = await readData('breweries/breweries.csv')
      expect([records.length, rows.at(-1)]).toEqual([1414, 1414])
      expect(lineBreaks('breweries/breweries.csv')).toBe(1453)
      expect(count(records, hasBreak)).toBe(8)
      expect(lines.at(-1)).toBe(1453)
      expect(
        distinct(
          records.filter(({ country }) => country !== ''),
          'country',
        ),
      ).toBe(63)
      expect(count(records, ({ country }) => country === '')).toBe(1)
    })

    it('beers.csv: 5,901 records on 7,822 lines, 512 with line breaks, each with a brewery and at its own line', async () => {
      const { records, lines } = await readData('breweries/beers.csv')
      expect(records).toHaveLength(5901)
      expect(lineBreaks('breweries/beers.csv')).toBe(7822)
      expect(count(records, hasBreak)).toBe(512)
      const breweries = await readData('breweries/breweries.csv')
      const ids = new Set(breweries.records.map(({ id }) => id))
      expect(count(records, ({ brewery_id }) => !ids.has(brewery_id))).toBe(0)
      const content = dataBytes('breweries/beers.csv').toString('utf8').split('\n')
      records.forEach((record, i) => {
        const line = content[(lines[i] as number) - 1] as string
        expect(line.replaceAll('"', '').startsWith(`${record.id},`)).toBe(true)
      })
    })
  },
)
