import { describe, expect, it } from 'vitest'
import { inferFileSchema, type ExampleFile } from './infer-file-schema.ts'

const signal = new AbortController().signal
const file = (name: string, contentType: ExampleFile['contentType'], text: string, omitStartingArray = true) => ({
  name,
  contentType,
  content: Buffer.from(text),
  omitStartingArray,
})
const infer = (...files: ExampleFile[]) => inferFileSchema(files, { signal })
const typesOf = (schema: unknown) =>
  Object.fromEntries(
    Object.entries((schema as { properties: Record<string, { type: unknown }> }).properties).map(([name, { type }]) => [
      name,
      type,
    ]),
  )

describe('SCH-026/engine a schema of example files', () => {
  it('describes the records of several files together, and says what each field was inferred from', async () => {
    const { inferred, problem } = await infer(
      file('de.csv', 'csv', 'sku;price;note\nA1;1.234,50;\nA2;7,25;x\n'),
      file('uk.csv', 'csv', 'sku,price\nB1,3.50\n'),
    )
    expect(problem).toBeNull()
    expect(inferred?.jsonSchema).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { sku: { type: 'string' }, price: { type: 'number' }, note: { type: 'string' } },
      required: ['sku', 'price'],
    })
    expect(inferred?.files).toEqual([
      { name: 'de.csv', records: 2 },
      { name: 'uk.csv', records: 1 },
    ])
    expect(inferred?.fields).toEqual([
      { pointer: '/properties/sku', seen: 3, filled: 3, types: { string: 3 } },
      { pointer: '/properties/price', seen: 3, filled: 3, types: { number: 3 } },
      { pointer: '/properties/note', seen: 3, filled: 1, types: { empty: 1, string: 1 } },
    ])
  })

  it.each<[string, ExampleFile, Record<string, unknown>]>([
    ['json', file('a.json', 'json', '[{"a":1,"b":["x"]},{"a":1.5}]'), { a: 'number', b: 'array' }],
    ['ndjson', file('a.ndjson', 'json', '{"a":1}\n{"a":"1"}\n'), { a: ['integer', 'string'] }],
    ['tsv', file('a.tsv', 'csv', 'a\tb\n1\ttrue\n'), { a: 'integer', b: 'boolean' }],
    ['xml', file('a.xml', 'xml', '<rows><row><a>1</a></row><row><a>2</a></row></rows>'), { a: 'integer' }],
  ])('reads %s', async (_, example, types) => {
    const { inferred } = await infer(example)
    expect(typesOf(inferred?.jsonSchema)).toEqual(types)
  })

  it('describes the list itself unless its items are asked for, for records and documents alike', async () => {
    const rows = { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] } }
    for (const example of [file('a.json', 'json', '[{"a":1}]', false), file('a.csv', 'csv', 'a\n1\n', false)]) {
      const { inferred } = await infer(example)
      expect(inferred?.jsonSchema).toMatchObject(rows)
      expect(inferred?.fields.map(({ pointer }) => pointer)).toEqual(['/items/properties/a'])
    }
  })

  it('takes a document that is no list as one example', async () => {
    const { inferred } = await infer(file('a.json', 'json', '{"shop":"x","items":[{"n~/":1}]}'))
    expect(inferred?.files).toEqual([{ name: 'a.json', records: 1 }])
    expect(inferred?.fields.map(({ pointer }) => pointer)).toContain('/properties/items/items/properties/n~0~1')
  })

  it('keeps text and numbers apart where JSON and text files disagree', async () => {
    const { inferred } = await infer(file('a.json', 'json', '[{"a":1}]'), file('b.csv', 'csv', 'a\nx\n'))
    expect(typesOf(inferred?.jsonSchema)).toEqual({ a: ['integer', 'string'] })
  })

  it.each<[string, ExampleFile, RegExp]>([
    ['no JSON', file('b.json', 'json', '{"a":'), /^b\.json: /],
    ['two values of one name', file('b.json', 'json', '{"a":1,"a":2}'), /^b\.json: .*a/],
    ['a row that cannot be read', file('b.csv', 'csv', 'a,b\n1,"2\n'), /^b\.csv: /],
    ['no workbook', file('b.xlsx', 'excel', 'PK'), /^b\.xlsx: /],
  ])('refuses %s with its name, and makes no schema of the others', async (_, bad, message) => {
    const { inferred, problem } = await infer(file('a.csv', 'csv', 'a\n1\n'), bad)
    expect(inferred).toBeNull()
    expect(problem).toMatch(message)
  })
})
