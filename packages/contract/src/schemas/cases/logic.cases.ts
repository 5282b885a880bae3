/* oxlint-disable unicorn/no-thenable -- 'then' is a keyword of draft-07; schemas are never awaited */
import { schemaCase, type SchemaCase } from './schema-case.ts'

/** Schemas made of schemas. */
export const logicCases: SchemaCase[] = [
  schemaCase(
    'allOf',
    { allOf: [{ required: ['a'] }, { properties: { a: { type: 'integer' } } }] },
    { valid: [{ a: 1 }], invalid: [{}, { a: 'x' }] },
  ),
  schemaCase(
    'allOf',
    { minimum: 20, allOf: [{ maximum: 30 }, { multipleOf: 5 }] },
    { valid: [25], invalid: [15, 35, 22] },
  ),
  schemaCase('allOf', { allOf: [true, true] }, { valid: [1] }),
  schemaCase('allOf', { allOf: [true, false] }, { invalid: [1] }),
  schemaCase('anyOf', { anyOf: [{ type: 'integer' }, { minimum: 2 }] }, { valid: [1, 2.5, 3, 'x'], invalid: [1.5] }),
  schemaCase(
    'anyOf',
    { type: 'string', anyOf: [{ maxLength: 2 }, { minLength: 4 }] },
    { valid: ['ab', 'abcd'], invalid: ['abc', 1] },
  ),
  schemaCase('anyOf', { anyOf: [true, false] }, { valid: [1] }),
  schemaCase('anyOf', { anyOf: [false, false] }, { invalid: [1] }),
  schemaCase('anyOf', { anyOf: [{ anyOf: [{ type: 'null' }] }] }, { valid: [null], invalid: [1] }),
  schemaCase('oneOf', { oneOf: [{ type: 'integer' }, { minimum: 2 }] }, { valid: [1, 2.5], invalid: [3, 1.5] }),
  schemaCase('oneOf', { oneOf: [true, true, false] }, { invalid: [1] }),
  schemaCase('oneOf', { oneOf: [true, false, false] }, { valid: [1] }),
  schemaCase('oneOf', { oneOf: [false, false] }, { invalid: [1] }),
  schemaCase(
    'oneOf',
    { oneOf: [{ required: ['a', 'b'] }, { required: ['a', 'c'] }] },
    {
      valid: [
        { a: 1, b: 2 },
        { a: 1, c: 2 },
      ],
      invalid: [{ b: 2 }, { a: 1, b: 2, c: 3 }],
    },
  ),
  schemaCase('not', { not: { type: 'integer' } }, { valid: ['a', 1.5], invalid: [1] }),
  schemaCase('not', { not: { type: ['integer', 'boolean'] } }, { valid: ['a'], invalid: [1, true] }),
  schemaCase('not', { not: {} }, { invalid: [1, null] }),
  schemaCase('not', { not: true }, { invalid: [1] }),
  schemaCase('not', { not: false }, { valid: [1] }),
  schemaCase('not', { not: { not: { type: 'integer' } } }, { valid: [1], invalid: ['a'] }),
  schemaCase('not', { properties: { a: { not: {} } } }, { valid: [{ b: 1 }], invalid: [{ a: 1 }] }),
  schemaCase('if', { if: { const: 0 } }, { valid: [0, 'x'] }),
  schemaCase('then', { then: { const: 0 } }, { valid: [0, 'x'] }),
  schemaCase('else', { else: { const: 0 } }, { valid: [0, 'x'] }),
  schemaCase('then', { if: { exclusiveMaximum: 0 }, then: { minimum: -10 } }, { valid: [-1, 3], invalid: [-100] }),
  schemaCase('else', { if: { exclusiveMaximum: 0 }, else: { multipleOf: 2 } }, { valid: [-1, 4], invalid: [3] }),
  schemaCase(
    'if',
    { if: { exclusiveMaximum: 0 }, then: { minimum: -10 }, else: { multipleOf: 2 } },
    { valid: [-1, 4], invalid: [-100, 3] },
  ),
  schemaCase('if', { if: true, then: { const: 'a' }, else: { const: 'b' } }, { valid: ['a'], invalid: ['b'] }),
  schemaCase('if', { if: false, then: { const: 'a' }, else: { const: 'b' } }, { valid: ['b'], invalid: ['a'] }),
  schemaCase(
    'if',
    { allOf: [{ if: { minimum: 5 } }, { then: { const: 1 } }, { else: { const: 2 } }] },
    { valid: [3, 9] },
  ),
  schemaCase(
    'if',
    { if: { properties: { kind: { const: 'car' } }, required: ['kind'] }, then: { required: ['doors'] } },
    {
      valid: [{ kind: 'car', doors: 4 }, { kind: 'bike' }, {}],
      invalid: [{ kind: 'car' }],
    },
  ),
]
