import { draft07Cases, refusedByServerOnly, refusedSchemas } from '@millrace/contract/schemas/draft-07.cases'
import { sentenceCases } from '@millrace/contract/schemas/cases/sentence.cases'
import { describe, expect, it } from 'vitest'
import { createFormValidator } from './validator.ts'

describe("draft-07 in the app's validator", () => {
  it.each(draft07Cases)('$keyword $schema', ({ schema, store, tests }) => {
    const validate = createFormValidator({ schema, store: store ?? {} })
    const wrong = tests.filter(({ data, valid }) => (validate(data) === null) !== valid)
    expect(wrong.map(({ description }) => description)).toEqual([])
  })

  it.each(sentenceCases)("tells %j with %j in the server's sentence", (schema, value, expected) => {
    const findings = createFormValidator({ schema: { properties: { f: schema } } })({ f: value })
    expect(findings?.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([expected])
  })

  it.each(refusedSchemas)('refuses as a schema: $description', ({ schema }) => {
    expect(() => createFormValidator({ schema })).toThrow(expect.objectContaining({ name: 'SchemaError' }))
  })

  it.each(refusedByServerOnly)('leaves to the server: $schema, since $reason', ({ schema, data }) => {
    expect(createFormValidator({ schema })(data)).toBeNull()
  })

  it('makes no code, as the content policy asks', () => {
    const made = globalThis.Function
    globalThis.Function = class extends made {
      constructor() {
        super()
        throw new Error('code was made')
      }
    } as FunctionConstructor
    try {
      const validate = createFormValidator({ schema: { properties: { a: { type: 'number', multipleOf: 0.01 } } } })
      expect(validate({ a: 'x' })?.[0]?.message).toBe("Field 'a': 'x' is not a number")
    } finally {
      globalThis.Function = made
    }
  })

  it('ends values nested beyond measure', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown
    expect(createFormValidator({ schema: { items: { $ref: '#' } } })(deep)).toMatchObject([{ rule: 'nesting' }])
  })

  it('keeps a value with very many faults small', () => {
    const many = Array.from({ length: 10_000 }, () => 'x')
    expect(createFormValidator({ schema: { items: { type: 'number' } } })(many)).toHaveLength(200)
  })
})
