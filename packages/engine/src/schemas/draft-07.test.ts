import { draft07Cases, refusedByServerOnly, refusedSchemas } from '@millrace/contract/schemas/draft-07.cases'
import { keywordShape } from '@millrace/contract/schemas/schema-keywords'
import { describe, expect, it } from 'vitest'
import { findSchemaError } from './check-schema.ts'
import { createValueValidator } from './value-validator.ts'

describe("draft-07 in the server's validator", () => {
  it.each(draft07Cases)('$keyword $schema', ({ schema, store, tests }) => {
    const validate = createValueValidator({ schema, store: store ?? {} })
    const wrong = tests.filter(({ data, valid }) => (validate(data) === null) !== valid)
    expect(wrong.map(({ description }) => description)).toEqual([])
  })

  it('covers every keyword that asserts something, each with values of both kinds', () => {
    const keywords = new Set(
      draft07Cases.flatMap(({ schema }) => (typeof schema === 'boolean' ? [] : Object.keys(schema))),
    )
    for (const keyword of keywordsOfDraft07) expect(keywords, keyword).toContain(keyword)
    expect(keywordsOfDraft07.filter((keyword) => keywordShape(keyword) === null)).toEqual([
      '$ref',
      '$id',
      'default',
      'title',
      'description',
      'examples',
      '$comment',
      'contentMediaType',
      'contentEncoding',
    ])
  })

  it('changes no value', () => {
    for (const { schema, store, tests } of draft07Cases) {
      const validate = createValueValidator({ schema, store: store ?? {} })
      for (const { data } of tests) {
        const before = JSON.stringify(data)
        validate(data)
        expect(JSON.stringify(data)).toBe(before)
      }
    }
  })

  it.each(refusedSchemas)('refuses as a schema: $description', ({ schema, reason }) => {
    expect(() => createValueValidator({ schema })).toThrow(reason)
    expect(findSchemaError(schema, {})?.message).toMatch(reason)
  })

  it.each(refusedByServerOnly)('decides what the app does not: $schema', ({ schema, data }) => {
    expect(createValueValidator({ schema })(data)).toMatchObject([{ rule: 'pattern', path: '' }])
  })

  it('ends values nested beyond measure', () => {
    const validate = createValueValidator({ schema: { items: { $ref: '#' } } })
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown
    expect(validate(deep)).toMatchObject([{ rule: 'nesting', message: expect.stringContaining('nested too deeply') }])
  })
})

const keywordsOfDraft07 = [
  ...['$ref', '$id', 'type', 'enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum'],
  ...['exclusiveMinimum', 'maxLength', 'minLength', 'pattern', 'items', 'additionalItems', 'maxItems', 'minItems'],
  ...['uniqueItems', 'contains', 'maxProperties', 'minProperties', 'required', 'properties', 'patternProperties'],
  ...['additionalProperties', 'dependencies', 'propertyNames', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not'],
  ...['format', 'definitions', 'default', 'title', 'description', 'examples', '$comment', 'contentMediaType'],
  'contentEncoding',
]
