import { describe, expect, it } from 'vitest'
import { createRowValidator } from './row-validator.ts'
import { inferSchema } from './infer-schema.ts'

describe('schemas from examples', () => {
  it('SCH-026/engine merges types and requires what is present and not empty in all', () => {
    const examples = [
      { id: 1, name: 'a', price: 1, tags: ['x'], deep: { a: 1 }, note: '' },
      { id: 2, name: 'b', price: 1.5, tags: [], deep: { a: 2, b: true }, extra: null },
    ]
    const schema = inferSchema([examples], { omitStartingArray: true })
    expect(schema).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        id: { type: 'integer' },
        name: { type: 'string' },
        price: { type: 'number' },
        tags: { type: 'array', items: { type: 'string' } },
        deep: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'boolean' } }, required: ['a'] },
        note: { type: 'string' },
        extra: { type: 'null' },
      },
      required: ['id', 'name', 'price', 'tags', 'deep'],
    })
    const validator = createRowValidator({ schema, store: {}, coerce: false })
    for (const example of examples) expect(validator.check(example)).toBeNull()
  })

  it('describes the list itself without omitStartingArray', () => {
    expect(inferSchema([[{ a: 1 }, { a: 2 }]])).toMatchObject({
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
    })
  })

  it('finds numbers in text, but leaves codes and mixed columns text', () => {
    const rows = [
      {
        n: '1',
        price: '2,50',
        zip: '01234',
        ean: '4006381333931',
        phone: '+49123',
        mixed: '5',
        ok: 'true',
        empty: '',
        sci: '1E5',
      },
      {
        n: '-20',
        price: '3',
        zip: '12345',
        ean: '4006381333932',
        phone: '+49124',
        mixed: 'x',
        ok: 'false',
        empty: '',
        sci: '2',
      },
    ]
    const { properties, required } = inferSchema(rows, { text: true, decimal: ',' }) as {
      properties: Record<string, { type: string }>
      required: string[]
    }
    expect(Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]))).toEqual({
      n: 'integer',
      price: 'number',
      zip: 'string',
      ean: 'string',
      phone: 'string',
      mixed: 'string',
      ok: 'boolean',
      empty: 'string',
      sci: 'string',
    })
    expect(required).not.toContain('empty')
  })

  it('keeps the types of values that have some', () => {
    const schema = inferSchema([{ v: 1 }, { v: 'x' }, { v: null }])
    expect(schema.properties).toEqual({ v: { type: ['integer', 'string', 'null'] } })
  })

  it('takes a field called __proto__ as a field', () => {
    const schema = inferSchema([JSON.parse('{"__proto__": 1}')])
    expect(Object.keys(schema.properties as object)).toEqual(['__proto__'])
  })
})
