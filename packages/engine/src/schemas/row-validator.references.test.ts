import type { JsonSchema } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { createRowValidator } from './row-validator.ts'

describe('references', () => {
  const money = {
    $id: 'https://example.com/money',
    type: 'object',
    required: ['amount'],
    properties: { amount: { type: 'number' }, again: { $ref: 'https://example.com/money#/definitions/c' } },
    definitions: { c: { type: 'string' } },
  }

  it('SCH-008/engine resolves both address forms, pointers into them and chains', () => {
    const store = {
      'importer://schema/id/1': {
        properties: {
          price: { $ref: 'importer://schema/name/Money of shop' },
          code: { $ref: 'importer://schema/id/2#/definitions/code' },
        },
      },
      'importer://schema/name/Money of shop': money,
      'importer://schema/id/2': {
        ...money,
        definitions: { ...money.definitions, code: { type: 'string', pattern: '^[A-Z]{3}$' } },
      },
    }
    const validator = createRowValidator({ schema: { $ref: 'importer://schema/id/1' }, store, coerce: false })
    expect(validator.check({ price: { amount: 5, again: 'x' }, code: 'EUR' })).toBeNull()
    expect(
      validator
        .check({ price: { amount: '5', again: 1 }, code: 'eur' })
        ?.map(({ path }) => path)
        .sort(),
    ).toEqual(['/code', '/price/again', '/price/amount'])
  })

  it('resolves schemas that refer to each other', () => {
    const store = {
      'importer://schema/id/a': { type: 'object', properties: { b: { $ref: 'importer://schema/id/b' } } },
      'importer://schema/id/b': {
        type: 'object',
        properties: { a: { $ref: 'importer://schema/id/a' }, n: { type: 'number' } },
      },
    }
    const validator = createRowValidator({ schema: { $ref: 'importer://schema/id/a' }, store, coerce: false })
    expect(validator.check({ b: { a: { b: { n: 'x' } } } })).toMatchObject([{ path: '/b/a/b/n' }])
  })

  it.each([
    'importer://schema/id/none',
    'importer://schema/name/None',
    'https://example.com/other',
    'file:///etc/passwd',
    'importer://schema/id/__proto__',
  ])('SCH-030/engine refuses %s: Schema not exist.', (address) => {
    const make = () =>
      createRowValidator({ schema: { properties: { a: { $ref: address } } }, store: {}, coerce: false })
    expect(make).toThrow(
      expect.objectContaining({
        name: 'SchemaError',
        code: 'notExist',
        message: 'Schema not exist.',
        detail: address,
      }),
    )
  })

  it('says what is wrong with a schema', () => {
    const make = (schema: JsonSchema) => () => createRowValidator({ schema, store: {}, coerce: false })
    expect(make({ type: 'nonsense' })).toThrow(/^The schema is not valid: /)
    expect(make({ properties: { a: { pattern: '(' } } })).toThrow(
      /^The schema is not valid: '\(' is not a regular expression/,
    )
    expect(make({ $ref: '#/definitions/none' })).toThrow(/^The schema is not valid: /)
  })

  it('allows the keyword ui and leaves a property called enum or default alone', () => {
    const store = { 'importer://schema/id/1': { type: 'number' } }
    const schema = {
      properties: {
        default: { $ref: 'importer://schema/id/1', ui: { $ref: 'importer://schema/id/none' } },
        enum: { type: 'string' },
      },
    }
    const validator = createRowValidator({ schema, store, coerce: false })
    expect(validator.check({ default: 'x', enum: 'y' })).toMatchObject([{ path: '/default' }])
  })
})
