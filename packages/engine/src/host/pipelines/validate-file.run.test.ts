import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { FileFormat, FileKind, Finding, JsonSchema } from '@millrace/contract'
import type { RunnerLimits } from '../../runs/limits.ts'
import { RunError } from '../../runs/run-error.ts'
import { dataFile } from './import-for-test.ts'
import { sheetRow, workbookBytes } from '../../formats/test-support/workbook-for-test.ts'
import { hasData } from '../../formats/test-support/real-data-for-test.ts'
import { validateFile } from './validate-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'validate-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const schema: JsonSchema = {
  type: 'object',
  properties: { sku: { type: 'string', minLength: 1 }, price: { type: 'number', minimum: 0 } },
  required: ['sku'],
}

type More = {
  kind?: FileKind
  rowSchema?: JsonSchema | null
  tolerance?: number
  limits?: Partial<RunnerLimits>
  format?: FileFormat
  slow?: boolean
}

async function validate(content: string | Buffer, more: More = {}, signal = new AbortController().signal) {
  const file = path.join(folder, `${Math.random()}.bin`)
  writeFileSync(file, content)
  const { kind = 'csv', rowSchema = schema, tolerance = 0, limits, format = {} } = more
  return check(
    { path: file, size: 1, name: 'prices.csv', contentType: kind, format },
    { rowSchema, tolerance, limits },
    signal,
    more.slow,
  )
}

async function check(
  file: Parameters<typeof validateFile>[0]['file'],
  rest: { rowSchema: JsonSchema | null; tolerance: number; limits?: Partial<RunnerLimits> },
  signal = new AbortController().signal,
  slow = false,
) {
  const lines: string[] = []
  const findings: Finding[] = []
  const outcome = await validateFile(
    { file, schemas: {}, ...rest },
    {
      log: (level, message) => lines.push(`${level}: ${message}`),
      findings: async (batch) => {
        expect(batch.length).toBeLessThanOrEqual(250)
        if (slow) await new Promise((done) => setTimeout(done, 5))
        findings.push(...batch)
      },
      signal,
    },
  )
  return { ...outcome, lines, findings }
}

describe('validateFile', () => {
  it('UPL-019/engine tells row, column, rule and value of each fault, in words, and the totals', async () => {
    const { status, counts, lines, findings, groups, totalFindings, detected } = await validate(
      'sku;price\nA;1,50\n;2,00\nC;-3,00\n',
    )
    expect(status).toBe('invalid')
    expect(counts).toEqual({ records: 3, valid: 1, rejected: 2 })
    expect(detected).toMatchObject({ delimiter: ';', decimal: ',', decimalConfidence: 1 })
    expect(findings.map(({ row, line, column, rule, value }) => ({ row, line, column, rule, value }))).toEqual([
      { row: 2, line: 3, column: 'sku', rule: 'minLength', value: '' },
      { row: 3, line: 4, column: 'price', rule: 'minimum', value: '-3,00' },
    ])
    expect(groups.map(({ rule, count }) => [rule, count])).toEqual([
      ['minLength', 1],
      ['minimum', 1],
    ])
    expect(totalFindings).toBe(2)
    expect(lines[0]).toMatch(/^info: Read as utf-8/)
    expect(lines[1]).toMatch(/^info: Numbers are read with the decimal mark ',' /)
    expect(lines[2]).toMatch(/^error: Row 2, line 3: /)
    expect(lines.at(-1)).toBe('error: 3 records: 1 valid, 2 rejected, more than the tolerance of 0 %')
  })

  it('UPL-019/engine tells the sheet, row and letters of a workbook, where people look for them', async () => {
    const cells = (row: number, price: string | number) => sheetRow(row, ['A', null, price])
    const content = workbookBytes({
      sheets: {
        Notes: '',
        Products: sheetRow(3, ['sku', null, 'price']) + cells(4, 1) + cells(7, 'dear') + cells(8, -3),
      },
    })
    const { findings, lines } = await validate(content, { kind: 'excel', format: { sheet: 'Products' } })
    expect(findings.map(({ row, line, column, message }) => ({ row, line, column, message }))).toEqual([
      { row: 2, line: 7, column: 'price', message: "Column C 'price': 'dear' is not a number" },
      { row: 3, line: 8, column: 'price', message: "Column C 'price': '-3' is less than 0" },
    ])
    expect(lines.filter((line) => line.startsWith('error: S'))).toEqual([
      "error: Sheet Products, row 7: Column C 'price': 'dear' is not a number",
      "error: Sheet Products, row 8: Column C 'price': '-3' is less than 0",
    ])
    expect(lines).toContainEqual(expect.stringMatching(/^warn: The header is empty in column B; .*'column 2'$/))
    const other = workbookBytes({ sheets: { Products: sheetRow(3, ['code']) + sheetRow(4, ['A']) } })
    expect((await validate(other, { kind: 'excel' })).problem).toMatch(
      /^prices\.csv: Sheet Products, row 3: the header lacks the required column 'sku'/,
    )
  })

  it('UPL-019/engine tells a record of a JSON file on one line by its number alone', async () => {
    const content = JSON.stringify([{ sku: 'A' }, { sku: '' }, 7, { sku: 'C', price: -1 }])
    const { findings, lines } = await validate(content, { kind: 'json' })
    expect(findings.map(({ row, line }) => ({ row, line }))).toEqual([2, 3, 4].map((row) => ({ row, line: null })))
    expect(lines.filter((line) => line.startsWith('error: Row')).map((line) => line.slice(0, 14))).toEqual([
      'error: Row 2: ',
      'error: Row 3: ',
      'error: Row 4: ',
    ])
  })

  it('UPL-019/engine trims what nobody sees around keys, once in the log, a rejected record included', async () => {
    const rowSchema = {
      type: 'object',
      properties: { sku: { type: 'string', key: true, pattern: '^A' }, name: { type: 'string' } },
      required: ['name'],
    }
    const content = 'sku,name\n\u00a0A1,x\nA2\u200b,y\u00a0\n\u00a0B3,z\n'
    const { counts, findings, lines } = await validate(content, { rowSchema })
    expect(counts).toEqual({ records: 3, valid: 2, rejected: 1 })
    expect(findings.map(({ value }) => value)).toEqual(['B3'])
    expect(lines.filter((line) => line.includes('invisible'))).toEqual([
      "info: 3 values of the key 'sku' had blanks or invisible characters around them, which are left out; the first is in row 1, line 2",
      "warn: 1 value of 'name' has a no-break space or an invisible character at the beginning or end, which stays; the first is in row 2, line 3",
    ])
  })

  it('UPL-019/engine is valid within the tolerance, saying what is left out', async () => {
    const file = 'sku,price\nA,1\n,2\nC,3\nD,4\n'
    const within = await validate(file, { tolerance: 0.25 })
    expect([within.status, within.lines.at(-1)]).toEqual([
      'valid',
      'warn: 4 records: 3 valid, 1 rejected, within the tolerance of 25 %',
    ])
    expect((await validate(file, { tolerance: 0.24 })).status).toBe('invalid')
    const clean = await validate('sku,price\nA,1\n')
    expect([clean.status, clean.lines.at(-1)]).toEqual(['valid', 'success: 1 records: 1 valid, 0 rejected'])
  })

  it('UPL-019/engine says what makes a whole file unusable: name, place, cause', async () => {
    const problem = async (content: string | Buffer, more: More = {}) => {
      const { status, problem: text, lines } = await validate(content, more)
      expect(status).toBe('invalid')
      expect(lines.at(-1)).toBe(`error: ${text}`)
      return text
    }
    expect(await problem('')).toMatch(/^prices\.csv: The file is empty/)
    expect(await problem('sku,price\n')).toBe('prices.csv: The file holds no records')
    expect(await problem('code,price\nA,1\n')).toBe(
      "prices.csv: Line 1: the header lacks the required column 'sku'; its columns are 'code', 'price'",
    )
    expect(await problem('[{"sku":"A"},\n{"sku":}]', { kind: 'json' })).toMatch(/line 2/)
    expect(await problem(Buffer.from('PK\x03\x04broken'), { kind: 'excel' })).toMatch(/^prices\.csv: /)
    expect(await problem('sku\nA', { rowSchema: { $ref: 'importer://schema/id/gone' } })).toContain('Schema not exist.')
  })

  it('UPL-019/engine hands on a hundred thousand findings in chunks as fast as they are taken, memory bounded', async () => {
    const { findings, lines, totalFindings, peakMiB } = await validate(`sku,price\n${',x\n'.repeat(50_000)}`, {
      slow: true,
    })
    expect(findings).toHaveLength(100_000)
    expect(totalFindings).toBe(100_000)
    expect(findings.at(-1)).toMatchObject({ row: 50_000 })
    expect(lines.filter((line) => line.startsWith('error: Row'))).toHaveLength(100)
    expect(lines).toContain("error: 50000 × Column 'price' is not a number")
    expect(peakMiB).toBeLessThan(300)
  }, 60_000)

  // Once more where the machine stood still: a bound of seconds says nothing then.
  it('ends a file that takes too much memory or time, and stops within a second when told to', {
    retry: 2,
    timeout: 60_000,
  }, async () => {
    const big = `sku,price\n${`${'x'.repeat(900_000)},1\n`.repeat(60)}`
    const full = await validate(big, { limits: { parserMiB: 16, overshootMiB: 20 } })
    expect(full.problem).toMatch(/^prices\.csv: The file cannot be checked: the run used .*memory/)
    const stop = new AbortController()
    const running = validate(`sku,price\n${'A,1\n'.repeat(2_000_000)}`, {}, stop.signal)
    await new Promise((done) => setTimeout(done, 400))
    const asked = performance.now()
    stop.abort()
    await expect(running).rejects.toMatchObject(new RunError('aborted', 'The run was stopped'))
    expect(performance.now() - asked).toBeLessThan(1000)
  })
})

describe.skipIf(!hasData)('validation of real files (skipped where ../shared/data is absent)', () => {
  const counts = async (name: string, kind: FileKind, rowSchema: JsonSchema | null, format: FileFormat = {}) =>
    (await check(dataFile(name, kind, format), { rowSchema, tolerance: 0 })).counts

  it('UPL-019/engine counts what the data page counts', async () => {
    expect(await counts('bikes/bikes-master-en.csv', 'csv', null)).toEqual({ records: 606, valid: 606, rejected: 0 })
    const filled = { type: 'string', minLength: 1 }
    const texts = {
      type: 'object',
      properties: { name: filled, description: filled },
      required: ['name', 'description'],
    }
    const named = (name: string, description: string): FileFormat => ({
      columns: { [name]: 'name', [description]: 'description' },
    })
    const french = await counts('bikes/bikes-fr-FR.csv', 'csv', texts, named('FrenchProductName', 'FrenchDescription'))
    expect(french).toEqual({ records: 197, valid: 157, rejected: 40 })
    const zip = { type: 'object', properties: { zip: { type: 'string', pattern: '^[0-9]{5}$' } } }
    expect(await counts('stores/bestbuy-stores.json', 'json', zip)).toEqual({
      records: 1565,
      valid: 1541,
      rejected: 24,
    })
  })
})
