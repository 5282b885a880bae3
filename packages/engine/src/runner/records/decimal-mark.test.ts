import { describe, expect, it } from 'vitest'
import { type NumberOptions, readValuesOf } from '../../formats/test-support/read-numbers-for-test.ts'
import { sheetRow, workbookBytes } from '../../formats/test-support/workbook-for-test.ts'

const schema = { type: 'object', properties: { sku: { type: 'string' }, price: { type: 'number' } } }
const column = (...prices: string[]) => `sku;price\n${prices.map((price, i) => `A${i};${price}\n`).join('')}`
const times = (count: number, ...prices: string[]) =>
  Array.from({ length: count }, (_, i) => prices[i % prices.length] as string)
const read = (content: string | Buffer, more: Partial<NumberOptions> = {}) =>
  readValuesOf(content, { schema, format: { delimiter: ';' }, ...more })
const prices = (records: Record<string, unknown>[]) => records.map(({ price }) => price)

describe('the decimal mark of a file', () => {
  it('UPL-019/engine is what most numbers agree on; one of another form is a finding of its own row', async () => {
    const file = column(
      ...times(24, '12,50', '7,5'),
      'n/a',
      '1.299,00',
      '12.5',
      '1.234',
      '1 299,00',
      ...times(24, '3,1'),
    )
    const { records, findings, found } = await read(file, { locale: 'en-US' })
    expect(records).toHaveLength(51)
    expect(prices(records).slice(24, 27)).toEqual([1299, 1234, 1299])
    expect(findings.map(({ row, rule, message }) => [row, rule, message])).toEqual([
      [25, 'type', "Column 'price': 'n/a' is not a number"],
      [27, 'type', "Column 'price': '12.5' is not a number (the decimal mark is ',')"],
    ])
    expect(found).toEqual({
      decimal: ',',
      confidence: 50 / 51,
      note: {
        level: 'warn',
        message:
          "Numbers are read with the decimal mark ',' (detected, 50 of 51 that tell it agree): '1.234' is read as 1234 (with '.' it would be 1.234)",
      },
      again: null,
    })
  })

  it.each<[string, string, number[], string]>([
    [
      'de-DE',
      column('5.000', '12.000', '7.000'),
      [5000, 12_000, 7000],
      "'5.000' is read as 5000 (with '.' it would be 5), '12.000' is read as 12000 (with '.' it would be 12)",
    ],
    ['de-DE', column('1.234'), [1234], "'1.234' is read as 1234 (with '.' it would be 1.234)"],
    ['en-US', column('"1,234"', '2'), [1234, 2], "'1,234' is read as 1234 (with ',' it would be 1.234)"],
    [
      'en-US',
      column('5.000', '12.000'),
      [5, 12],
      "'5.000' is read as 5 (with ',' it would be 5000), '12.000' is read as 12 (with ',' it would be 12000)",
    ],
  ])(
    'UPL-019/engine is that of the locale %s where no number tells it, with a warning that shows both readings: %j',
    async (locale, file, expected, shown) => {
      const { records, found } = await read(file, { locale })
      expect(prices(records)).toEqual(expected)
      const decimal = locale === 'de-DE' ? ',' : '.'
      expect(found).toEqual({
        decimal,
        confidence: 0,
        note: {
          level: 'warn',
          message: `No number of the file tells its decimal mark; '${decimal}' is taken, that of the locale ${locale}: ${shown}. If that is wrong, set the decimal mark of the data source`,
        },
        again: {
          level: 'warn',
          message: `No number of the file tells its decimal mark; '${decimal}' is taken, as when the file was checked: ${shown}. If that is wrong, set the decimal mark of the data source`,
        },
      })
    },
  )

  it.each(['sk', 'fr-FR', 'pt-BR', 'hi-IN', 'ja-JP', 'ar-EG', 'French', ''])(
    'knows the locale %j or says that it does not',
    async (locale) => {
      const { found } = await read(column('1.234'), { locale })
      const expected = { sk: ',', 'fr-FR': ',', 'pt-BR': ',' }[locale] ?? '.'
      expect(found?.decimal).toBe(expected)
      const isNone = locale === 'French' || locale === ''
      expect(found?.note.message).toContain(isNone ? 'as the pipeline has no locale' : `that of the locale ${locale}`)
    },
  )

  it('is the one of the data source, whatever the file says', async () => {
    const { records, findings, found } = await read(column('5.000', '1,5', '2,5'), {
      format: { delimiter: ';', decimal: '.' },
      locale: 'de-DE',
    })
    expect(prices(records)).toEqual([5])
    expect(findings.map(({ row }) => row)).toEqual([2, 3])
    expect(found).toMatchObject({ decimal: '.', confidence: 1, note: { level: 'info' } })
  })

  it('warns of numbers that disagree evenly', async () => {
    const { found } = await read(column('1,5', '2.5'), { locale: 'de-DE' })
    expect(found).toMatchObject({ decimal: ',', confidence: 0, note: { level: 'warn' } })
    expect(found?.note.message).toMatch(
      /^The numbers of the file disagree about the decimal mark, 1 have each; ',' is taken/,
    )
  })

  it('is looked for in the whole file where its first records do not tell it', async () => {
    const late = await read(column(...times(2600, '5.000'), '1.299,50'), { locale: 'en-US' })
    expect(late.readings).toBe(2)
    expect(late.found).toMatchObject({ decimal: ',', confidence: 1 })
    expect(late.records).toHaveLength(2601)
    expect(late.records[0]?.price).toBe(5000)
    const first = await read(column(...times(2600, '5,50'), ...times(9000, '1.5')), { locale: 'en-US' })
    expect([first.readings, first.found?.decimal, first.records.length]).toEqual([1, ',', 2600])
  })

  it('is looked for where the first number with a mark comes late', async () => {
    const { readings, found, records } = await read(column(...times(3000, '7'), '1.234', ...times(20, '8,25')), {
      locale: 'en-US',
    })
    expect([readings, found?.decimal, records.length]).toEqual([2, ',', 3021])
    expect(prices(records).slice(2999, 3002)).toEqual([7, 1234, 8.25])
  })

  it('says nothing of a file without such numbers', async () => {
    const { readings, found } = await read(column(...times(3000, '7')), { locale: 'en-US' })
    expect([readings, found]).toEqual([1, null])
    // What stays text is no number: versions, days, codes.
    const texts = { type: 'object', properties: { price: { type: 'string' } } }
    expect((await read(column('1.5', '5.000'), { schema: texts })).found).toBeNull()
  })

  it('is found in workbooks and, at any depth, in XML', async () => {
    const cells = [
      sheetRow(1, ['sku', 'price']),
      sheetRow(2, ['A', '12,50']),
      sheetRow(3, ['B', '5.000']),
      sheetRow(4, ['C', 7.5]),
    ]
    const book = await read(workbookBytes({ sheets: { S: cells.join('') } }), { kind: 'excel', format: {} })
    expect([book.found?.decimal, prices(book.records)]).toEqual([',', [12.5, 5000, 7.5]])
    const nested = {
      properties: {
        price: { properties: { '@currency': { type: 'string' }, '#text': { type: 'number' } }, type: 'object' },
        size: { type: 'array', items: { type: 'number' } },
      },
    }
    const xml = (size: string) =>
      `<list><p><price currency="EUR">5.000</price><size>1.234</size></p><p><price currency="EUR">8.000</price>${size}</p></list>`
    const told = await read(xml('<size>2,5</size>'), { kind: 'xml', format: {}, schema: nested, locale: 'en-US' })
    expect([told.found?.decimal, told.records]).toEqual([
      ',',
      [
        { price: { '@currency': 'EUR', '#text': 5000 }, size: [1234] },
        { price: { '@currency': 'EUR', '#text': 8000 }, size: [2.5] },
      ],
    ])
    const open = await read(xml('<size>9</size>'), { kind: 'xml', format: {}, schema: nested, locale: 'de-DE' })
    expect(open.found).toMatchObject({ decimal: ',', confidence: 0, note: { level: 'warn' } })
    expect(open.records[0]).toMatchObject({ price: { '#text': 5000 }, size: [1234] })
  })

  it('of a damaged file is that of its whole part, and the damage is told where it is', async () => {
    const file = `${column(...times(2600, '5.000'), '1,5')}"open;1`
    await expect(read(file)).rejects.toThrow('Line 2603: a quote opens a cell here and is never closed')
  })

  it('knows a headerless file by grouped numbers, too', async () => {
    const numbered = { properties: { 2: { type: 'number' } } }
    const { records } = await read('A;1.299,00\nB;1.300,00\nC;1 301,00\n', { schema: numbered })
    expect(records.map((record) => record[2])).toEqual([1299, 1300, 1301])
  })
})
