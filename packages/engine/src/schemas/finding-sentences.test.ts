/* oxlint-disable unicorn/no-thenable -- 'then' is a keyword of draft-07; schemas are never awaited */
import { describe, expect, it } from 'vitest'
import { createValueValidator } from './value-validator.ts'

const sentences = (schema: Record<string, unknown> | boolean, data: unknown) =>
  createValueValidator({ schema })(data)?.map(({ rule, message }) => `${rule}: ${message}`)

const field = (schema: unknown) => ({ properties: { f: schema } })

describe('the sentence of each keyword', () => {
  it.each<[unknown, unknown, string]>([
    [{ type: 'integer' }, 'x', "type: Field 'f': 'x' is not a whole number"],
    [{ type: ['number', 'null'] }, 'x', "type: Field 'f': 'x' is not a number or empty"],
    [{ type: 'array' }, { a: 1 }, "type: Field 'f' is not a list"],
    [{ enum: ['a', 1, null] }, 'x', "enum: Field 'f': 'x' is not one of a, 1, null"],
    [{ enum: [] }, 'x', "enum: Field 'f': 'x' is not allowed: the list of allowed values is empty"],
    [{ const: { a: 1 } }, 'x', `const: Field 'f': 'x' is not {"a":1}`],
    [{ multipleOf: 0.01 }, 1.005, "multipleOf: Field 'f': '1.005' is not a multiple of 0.01"],
    [{ minimum: 1 }, 0, "minimum: Field 'f': '0' is less than 1"],
    [{ maximum: 1 }, 2, "maximum: Field 'f': '2' is greater than 1"],
    [{ exclusiveMinimum: 1 }, 1, "exclusiveMinimum: Field 'f': '1' is not greater than 1"],
    [{ exclusiveMaximum: 1 }, 1, "exclusiveMaximum: Field 'f': '1' is not less than 1"],
    [{ minLength: 2 }, 'x', "minLength: Field 'f': 'x' is shorter than 2 characters"],
    [{ minLength: 1 }, '', "minLength: Field 'f' is empty, but a value is required"],
    [{ maxLength: 1 }, 'xy', "maxLength: Field 'f': 'xy' is longer than 1 character"],
    [{ pattern: '^a$' }, 'x', "pattern: Field 'f': 'x' does not have the form ^a$"],
    [{ format: 'date' }, 'x', "format: Field 'f': 'x' is not a date such as 2024-05-31"],
    [{ format: 'uri' }, 'x', "format: Field 'f': 'x' is not a web address such as https://example.com/a"],
    [{ format: 'regex' }, '(', "format: Field 'f': '(' is not a regular expression"],
    [{ minItems: 1 }, [], "minItems: Field 'f' has fewer than 1 entry"],
    [{ maxItems: 1 }, [1, 2], "maxItems: Field 'f' has more than 1 entry"],
    [{ items: [{}], additionalItems: false }, [1, 2], "additionalItems: Field 'f' has more than 1 entry"],
    [{ uniqueItems: true }, [1, 1], "uniqueItems: Field 'f' holds the same entry twice"],
    [{ contains: { const: 1 } }, [2, 3], "contains: Field 'f' holds no entry of the required kind"],
    [{ items: { type: 'string' } }, ['a', 1], "type: Field 'f/1': '1' is not a text"],
    [{ minProperties: 2 }, { a: 1 }, "minProperties: Field 'f' has fewer than 2 fields"],
    [{ maxProperties: 0 }, { a: 1 }, "maxProperties: Field 'f' has more than 0 fields"],
    [{ required: ['a'] }, {}, "required: Field 'f/a' is missing"],
    [{ additionalProperties: false }, { a: 1 }, "additionalProperties: Field 'f/a' is not expected"],
    [
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      "propertyNames: Field 'f' has a field name that is not allowed: ab",
    ],
    [{ dependencies: { a: ['b'] } }, { a: 1 }, "dependencies: Field 'f' needs 'b' whenever 'a' is given"],
    [{ dependencies: { a: { required: ['b'] } } }, { a: 1 }, "required: Field 'f/b' is missing"],
    [
      { anyOf: [{ type: 'number' }, { type: 'null' }] },
      'x',
      "anyOf: Field 'f': 'x' fits none of the allowed alternatives",
    ],
    [
      { oneOf: [{ type: 'number' }, { type: 'null' }] },
      'x',
      "oneOf: Field 'f': 'x' fits none of the allowed alternatives",
    ],
    [
      { oneOf: [{}, true] },
      'x',
      "oneOf: Field 'f': 'x' fits more than one of the alternatives, but only one may apply",
    ],
    [{ not: { type: 'string' } }, 'x', "not: Field 'f': 'x' is what the schema excludes"],
    [{ if: { const: 'x' }, then: { maxLength: 0 } }, 'x', "maxLength: Field 'f': 'x' is longer than 0 characters"],
    [{ if: { const: 'y' }, else: { minLength: 2 } }, 'x', "minLength: Field 'f': 'x' is shorter than 2 characters"],
    [{ if: { const: 'x' }, then: false }, 'x', "false schema: Field 'f': 'x' is not allowed"],
    [{ allOf: [{ minimum: 3 }] }, 1, "minimum: Field 'f': '1' is less than 3"],
    [false, 'x', "false schema: Field 'f': 'x' is not allowed"],
  ])('%j with %j', (schema, value, expected) => {
    expect(sentences(field(schema), { f: value })).toEqual([expected])
  })

  it('begins with the whole where no field is meant', () => {
    expect(sentences({ type: 'object' }, [])).toEqual(['type: The value is not an object'])
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
      "type: Field 'name': '1' is not a text",
    ])
  })
})
