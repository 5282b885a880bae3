import { describe, expect, it } from 'vitest'
import { readContent, type ReadOptions } from '../test-support/read-for-test.ts'

const read = (value: unknown, options: ReadOptions = {}) =>
  readContent(typeof value === 'string' ? value : JSON.stringify(value), { kind: 'json', ...options })
const items = (count: number, name = 'sku') => Array.from({ length: count }, (_, at) => ({ [name]: `A-${at}` }))
const messagesOf = ({ opened }: Awaited<ReturnType<typeof read>>) => opened.notes.map(({ message }) => message)

describe('a list inside a document', () => {
  it('is read where it is the only one, however deep, and told', async () => {
    for (const [document, path] of [
      [{ products: items(3) }, 'products'],
      [{ total: 3, page: { size: 50 }, products: items(3) }, 'products'],
      [{ data: { feed: { products: items(3) } }, errors: [] }, 'data/feed/products'],
      [{ ids: ['a', 'b'], 'x.y': items(3) }, '/x.y'],
    ] as const) {
      const result = await read(document, { expected: ['sku*'] })
      expect(result.records).toEqual(items(3))
      expect(result.opened.detected.recordPath).toBe(path)
      expect(messagesOf(result).join()).toContain('The records are the 3 of the list')
    }
  })

  it('has its lines, and a fault of syntax its place, as with a record path', async () => {
    const text = '{\n"total": 2,\n"products": [\n{"sku": 1},\n{"sku": 2}]\n}'
    expect((await read(text, { expected: null })).lines).toEqual([4, 5])
    await expect(read(text.replace('2}]', '2}],'), { expected: null })).rejects.toThrow(
      /malformed at offset \d+, line 6/,
    )
    await expect(read(`${text} x`, { expected: null })).rejects.toThrow(/'x' follows the end of the document/)
  })

  it('clearly larger than the others is read, and the others are named', async () => {
    const result = await read({ brands: items(3, 'brand'), products: items(40) }, { expected: ['sku*'] })
    expect(result.records).toHaveLength(40)
    expect(messagesOf(result).join()).toContain("not read: 'brands' (3)")
  })

  it('of about the same size as another has to be chosen: both are named with their counts', async () => {
    const reading = read({ brands: items(9, 'brand'), products: items(10) }, { expected: ['sku*'] })
    await expect(reading).rejects.toThrow(
      "The file holds several lists of records: 'brands' (9), 'products' (10). Set the record path of the source",
    )
    const chosen = await read({ brands: items(9), products: items(10) }, { format: { recordPath: 'brands' } })
    expect(chosen.records).toHaveLength(9)
  })

  it('that is a part of one record is left in it', async () => {
    const product = { sku: 'A-1', name: 'Bike', variants: [{ size: 'M' }, { size: 'L' }] }
    for (const expected of [
      ['sku*', 'name'],
      ['sku*', 'size'],
    ]) {
      expect((await read(product, { expected })).records).toEqual([product])
    }
    expect(
      (await read({ name: 'x', tags: ['a'], empty: [], mixed: [{ a: 1 }, 2] }, { expected: ['name'] })).records,
    ).toHaveLength(1)
  })

  it('is not looked for unless that is asked', async () => {
    expect((await read({ products: items(3) })).records).toEqual([{ products: items(3) }])
  })
})

describe('renamed fields', () => {
  const columns = { ModelName: 'name', nr: 'sku' }

  it.each([
    ['JSON', 'json', '[{"nr": "1", "ModelName": "Bike", "x": {"nr": 2}}]', { sku: '1', name: 'Bike', x: { nr: 2 } }],
    [
      'JSON Lines',
      'json',
      '{"nr": "1", "ModelName": "Bike"}\n{"nr": "2", "ModelName": "Car"}',
      { sku: '1', name: 'Bike' },
    ],
    [
      'XML',
      'xml',
      '<l><p nr="0"><nr>1</nr><ModelName>Bike</ModelName></p><p/></l>',
      { '@nr': '0', sku: '1', name: 'Bike' },
    ],
  ] as const)('of %s have the names of the source, in the order of the file', async (_name, kind, content, first) => {
    const { records, opened } = await readContent(content, { kind, format: { columns } })
    expect(records[0]).toEqual(first)
    expect(Object.keys(records[0] ?? {})).toEqual(Object.keys(first))
    expect(opened.detected.columns).toEqual(columns)
    expect(opened.renamed).toEqual(
      new Map([
        ['name', 'ModelName'],
        ['sku', 'nr'],
      ]),
    )
  })

  it('a record that would have a name twice is refused, at its place', async () => {
    const { records, rows, refused } = await read('[{"nr": 1},\n{"nr": 2, "sku": 3},\n{"sku": 4}]', {
      format: { columns },
    })
    expect(records).toEqual([{ sku: 1 }, { sku: 4 }])
    expect(rows).toEqual([1, 3])
    expect(refused).toMatchObject([
      {
        row: 2,
        line: 2,
        record: { nr: 2, sku: 3 },
        findings: [{ message: "The fields 'nr' and 'sku' would both be called 'sku'" }],
      },
    ])
  })

  it('that no record has are told', async () => {
    const result = await read([{ nr: 1 }], { format: { columns } })
    expect(messagesOf(result)).toContain("The source renames a field 'ModelName', which no record has")
  })
})
