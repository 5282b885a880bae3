import { beforeAll, describe, expect, it } from 'vitest'
import { createRowValidator } from '../../schemas/row-validator.ts'
import type { ReadResult } from '../test-support/read-for-test.ts'
import { readValues } from '../test-support/read-numbers-for-test.ts'
import {
  beyondAscii,
  count,
  dataBytes,
  dataFolder,
  distinct,
  hasData,
  readData,
} from '../test-support/real-data-for-test.ts'

describe.skipIf(!hasData)('the vehicles of the shared data (skipped where it is not beside the repository)', () => {
  describe('epa-vehicles.csv', () => {
    let epa: ReadResult
    beforeAll(async () => {
      epa = await readData('vehicles/epa-vehicles.csv')
    })

    it('is under 20 MiB and over 20,000,000 bytes, 46,839 records of 84 columns in ASCII', () => {
      const bytes = dataBytes('vehicles/epa-vehicles.csv')
      expect(bytes.length).toBe(20_185_635)
      expect(epa.records).toHaveLength(46_839)
      expect(epa.opened.columns).toHaveLength(84)
      expect(epa.opened.detected).toMatchObject({
        encoding: 'utf-8',
        encodingConfidence: 1,
        delimiter: ',',
        header: true,
      })
      expect(epa.opened.notes[0]?.message).toContain('nothing but ASCII')
      expect(bytes.toString('latin1').split('\r\n').length - 1).toBe(46_840)
    })

    // The data page counts 'NA' as blank in displ; as bytes, 599 cells are empty and two say NA.
    it('has unique ids, 600 rows without cylinders, 601 without displ (two of them say NA)', () => {
      expect(distinct(epa.records, 'id')).toBe(46_839)
      expect(count(epa.records, ({ cylinders }) => cylinders === '')).toBe(600)
      expect(count(epa.records, ({ displ }) => displ === '' || displ === 'NA')).toBe(601)
      expect(count(epa.records, ({ displ }) => displ === 'NA')).toBe(2)
    })

    it('has 4,042 quote characters around cells such as (FFS,TRBO), and keeps dates as text', () => {
      expect(dataBytes('vehicles/epa-vehicles.csv').filter((byte) => byte === 34)).toHaveLength(4042)
      const values = epa.records.flatMap((record) => Object.values(record).map(String))
      expect(values.filter((value) => value.includes('"'))).toEqual([])
      expect(values.filter((value) => value.includes(','))).toHaveLength(4042 / 2)
      expect(values).toContain('(FFS,TRBO)')
      expect(count(epa.records, ({ createdOn }) => createdOn === 'Tue Jan 01 00:00:00 EST 2013')).toBeGreaterThan(0)
    })
  })

  describe('the master and its schema', () => {
    const schema = () => JSON.parse(dataBytes('vehicles/ev-vehicle.schema.json').toString('utf8'))
    const validator = () =>
      createRowValidator({
        schema: { $ref: 'importer://schema/name/EV vehicle' },
        store: { 'importer://schema/name/EV vehicle': schema() },
        coerce: false,
      })

    it('ev-master.ndjson: 1,189 valid, 0 invalid, unique codes, 72 lines beyond ASCII, the first is line 199', async () => {
      const { records, lines } = await readData('vehicles/ev-master.ndjson', 'json')
      const check = validator()
      expect(count(records, (record) => check.check(record) === null)).toBe(1189)
      expect(records).toHaveLength(1189)
      expect(distinct(records, 'unique_code')).toBe(1189)
      const accented = lines.filter((_, i) => beyondAscii(records[i]))
      expect(accented).toHaveLength(72)
      expect(accented[0]).toBe(199)
    })

    it('ev-layers-raw.ndjson: 66 valid, 1,383 invalid, 7,252 missing properties and nothing else', async () => {
      const { records } = await readData('vehicles/ev-layers-raw.ndjson', 'json')
      const check = validator()
      const rules: Record<string, number> = {}
      let valid = 0
      let invalid = 0
      for (const record of records) {
        const findings = check.check(record)
        if (findings) invalid++
        else valid++
        for (const { rule } of findings ?? []) rules[rule] = (rules[rule] ?? 0) + 1
      }
      expect({ records: records.length, valid, invalid, rules }).toEqual({
        records: 1449,
        valid: 66,
        invalid: 1383,
        rules: { required: 7252 },
      })
    })
  })

  it.each([
    ['ev-en-US.csv', 665, 125, null, { encoding: 'utf-8', delimiter: ',' }, 'USD'],
    ['ev-de-DE.csv', 778, 40, 41, { encoding: 'windows-1252', delimiter: ';' }, 'EUR'],
    ['ev-pt-BR.tsv', 607, 38, 41, { encoding: 'utf-8', delimiter: '\t' }, 'BRL'],
  ] as const)(
    '%s: %d rows of 14 columns, %d prices, every key in the master',
    async (name, rows, prices, accented, format, currency) => {
      const { opened, records } = await readData(`vehicles/${name}`)
      expect(opened.detected).toMatchObject(format)
      expect(opened.detected.encodingConfidence).toBeGreaterThanOrEqual(0.9)
      expect(opened.columns).toHaveLength(14)
      expect(records).toHaveLength(rows)
      expect(count(records, ({ msrp_amount }) => msrp_amount !== '')).toBe(prices)
      expect(count(records, (row) => row.msrp_amount !== '' && row.msrp_currency === currency)).toBe(prices)
      if (accented !== null) {
        expect(count(records, beyondAscii)).toBe(accented)
        expect(count(records, ({ make, model }) => make === 'Citroën' && model === 'ë-Berlingo')).toBeGreaterThan(0)
      }
      const master = await readData('vehicles/ev-master.ndjson', 'json')
      const keys = new Set(master.records.map((record) => record.unique_code))
      expect(count(records, ({ unique_code }) => !keys.has(unique_code))).toBe(0)
    },
  )

  it('reads prices and capacities as numbers by the decimal mark of each market', async () => {
    for (const [name, mark] of [
      ['ev-en-US.csv', '.'],
      ['ev-de-DE.csv', ','],
      ['ev-pt-BR.tsv', ','],
    ] as const) {
      const raw = await readData(`vehicles/${name}`)
      const written = count(raw.records, ({ pack_capacity_kwh_net: kwh }) => kwh?.includes(mark) === true)
      const { records, findings, found } = await readValues(`${dataFolder}vehicles/${name}`, {
        schema: { properties: { pack_capacity_kwh_net: { type: 'number' }, msrp_amount: { type: 'number' } } },
      })
      expect([found?.decimal, found?.confidence]).toEqual([mark, 1])
      expect([records.length, findings]).toEqual([raw.records.length, []])
      const fractions = records.filter((record) => !Number.isInteger(record.pack_capacity_kwh_net ?? 0))
      expect(written).toBeGreaterThanOrEqual(fractions.length)
      expect(fractions.length).toBeGreaterThan(100)
    }
  })
})
