import { describe, expect, it } from 'vitest'
import { count, dataBytes, distinct, hasData, readData } from '../test-support/real-data-for-test.ts'

describe.skipIf(!hasData)(
  'parts and cameras of the shared data (skipped where it is not beside the repository)',
  () => {
    it('memory.jsonl and memory.csv: the same 13,553 records in the same order, 10,646 without a price', async () => {
      const csv = await readData('pc-parts/memory.csv')
      const json = await readData('pc-parts/memory.jsonl', 'json')
      expect(dataBytes('pc-parts/memory.jsonl').at(-1)).not.toBe(10)
      expect([csv.records.length, json.records.length]).toEqual([13_553, 13_553])
      expect(count(json.records, ({ price }) => price === null)).toBe(10_646)
      expect(json.records.filter(({ price }) => typeof price === 'number')).toHaveLength(13_553 - 10_646)
      expect(count(csv.records, ({ price }) => price === '')).toBe(10_646)
      const asText = (value: unknown) => (value === null ? '' : Array.isArray(value) ? value.join() : String(value))
      expect(
        json.records.map((record) => Object.entries(record).map(([name, value]) => [name, asText(value)])),
      ).toEqual(
        csv.records.map((record) =>
          Object.entries(record).map(([name, value]) => [
            name,
            // 94.0 in the table is 94 in JSON.
            /^-?\d+\.\d+$/.test(String(value)) ? String(Number(value)) : value,
          ]),
        ),
      )
      expect(count(csv.records, ({ speed }) => speed === '5,6000')).toBeGreaterThan(0)
    })

    describe('compact-canon.xml', () => {
      const read = (recordPath?: string) =>
        readData('cameras/compact-canon.xml', 'xml', recordPath === undefined ? {} : { recordPath })

      it('has 127 cameras and 70 lenses under one root, and a DTD that is never fetched', async () => {
        expect(dataBytes('cameras/compact-canon.xml').toString('utf8')).toMatch(/<!DOCTYPE lensdatabase SYSTEM "/)
        const all = await read()
        expect(all.records).toHaveLength(197)
        expect(all.opened.notes.at(-1)?.message).toMatch(
          /\((?:127 camera, 70 lens|70 lens, 127 camera)\); a record path chooses one$/,
        )
        expect((await read('lensdatabase/camera')).records).toHaveLength(127)
        expect((await read('lens')).records).toHaveLength(70)
      })

      it('keeps attributes and repeated elements: 68 of lang de, 195 of lang en', async () => {
        const { records } = await read()
        const langs: Record<string, number> = {}
        const walk = (value: unknown) => {
          if (value === null || typeof value !== 'object') return
          for (const [key, item] of Object.entries(value)) {
            if (key === '@lang') langs[String(item)] = (langs[String(item)] ?? 0) + 1
            else walk(item)
          }
        }
        walk(records)
        expect(langs).toMatchObject({ de: 68, en: 195 })
      })
    })

    it('sensor-database-detailed.csv: 3,619 rows of 7 columns without a header, 36 makers, 7 rows with blanks', async () => {
      const { opened, records } = await readData('cameras/sensor-database-detailed.csv')
      expect(opened.detected).toMatchObject({ encoding: 'utf-8', encodingConfidence: 1, delimiter: ';', header: false })
      expect(opened.columns).toEqual(['1', '2', '3', '4', '5', '6', '7'])
      expect(records).toHaveLength(3619)
      expect(distinct(records, '1')).toBe(36)
      expect(count(records, (record) => Object.values(record).includes(''))).toBe(7)
      expect(count(records, (record) => record['3'] === '1/2.5" (~ 5.75 x 4.32 mm)')).toBeGreaterThan(0)
    })
  },
)
