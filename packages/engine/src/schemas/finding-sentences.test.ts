import { sentenceCases } from '@millrace/contract/schemas/cases/sentence.cases'
import { describe, expect, it } from 'vitest'
import { createValueValidator } from './value-validator.ts'

const sentences = (schema: Record<string, unknown> | boolean, data: unknown) =>
  createValueValidator({ schema })(data)?.map(({ rule, message }) => `${rule}: ${message}`)

const field = (schema: unknown) => ({ properties: { f: schema } })

describe('the sentence of each keyword', () => {
  it.each(sentenceCases)('%j with %j', (schema, value, expected) => {
    expect(sentences(field(schema), { f: value })).toEqual([expected])
  })

  it('begins with the whole where no field is meant', () => {
    expect(sentences({ type: 'object' }, [])).toEqual(['type: The value is a list, not an object'])
    expect(sentences(false, 5)).toEqual(["false schema: The value: '5' is not allowed"])
  })

  it('leaves out what fails inside an alternative, behind references too, and keeps what fails beside it', () => {
    const schema = {
      definitions: { price: { type: 'object', required: ['amount'] }, text: { type: 'string' } },
      properties: {
        price: { anyOf: [{ $ref: '#/definitions/price' }, { $ref: '#/definitions/text' }] },
        name: { type: 'string' },
      },
    }
    expect(sentences(schema, { name: 1, price: {} })).toEqual([
      "anyOf: Field 'price' fits none of the allowed alternatives",
      "type: Field 'name': the number 1 is not a text",
    ])
  })
})
