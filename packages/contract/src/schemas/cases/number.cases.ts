import { schemaCase, type SchemaCase } from './schema-case.ts'

const noNumbers = ['a', null, true, [1], { a: 1 }]

/** Keywords of numbers; they say nothing of other values. */
export const numberCases: SchemaCase[] = [
  schemaCase(
    'multipleOf',
    { multipleOf: 2 },
    { valid: [0, 2, -4, 10.0, 1e300, ...noNumbers], invalid: [1, 7, 2.5, -3] },
  ),
  schemaCase('multipleOf', { multipleOf: 1.5 }, { valid: [0, 4.5, -1.5], invalid: [35, 1] }),
  schemaCase(
    'multipleOf',
    { multipleOf: 0.01 },
    {
      valid: [0.01, 19.99, 1.1, 4.35, 0.07, 1.15, 1000000.01, 8.41, 123456789.12],
      invalid: [0.001, 19.999, 1.005, 1e-9],
    },
  ),
  schemaCase('multipleOf', { multipleOf: 0.1 }, { valid: [0.3, 0.7, 1.1, 3], invalid: [0.35, 0.01] }),
  schemaCase('multipleOf', { multipleOf: 0.0001 }, { valid: [0.0075, 12.3456], invalid: [0.00751] }),
  schemaCase('multipleOf', { multipleOf: 1e-8 }, { valid: [12391239123, 3e-8], invalid: [1.5e-8] }),
  schemaCase('multipleOf', { multipleOf: 0.5 }, { valid: [1e308, 1.5], invalid: [0.25] }),
  schemaCase('multipleOf', { type: 'integer', multipleOf: 0.123456789 }, { valid: [0], invalid: [1e308] }),
  schemaCase('multipleOf', { multipleOf: 1e300 }, { valid: [0, 1e300, 3e300], invalid: [1, 1.5e300] }),
  schemaCase('maximum', { maximum: 3 }, { valid: [3, 3.0, 2.6, -1e308, ...noNumbers], invalid: [3.0001, 4, 1e308] }),
  schemaCase('maximum', { maximum: -0.5 }, { valid: [-0.5, -1], invalid: [0, -0.49] }),
  schemaCase('maximum', { maximum: 2 ** 64 }, { valid: [2 ** 64 - 2 ** 11], invalid: [2 ** 64 + 2 ** 12] }),
  schemaCase('minimum', { minimum: 1.1 }, { valid: [1.1, 2, ...noNumbers], invalid: [0.6, -5] }),
  schemaCase('minimum', { minimum: 0 }, { valid: [0, -0, 5e-324], invalid: [-5e-324, -1] }),
  schemaCase('exclusiveMaximum', { exclusiveMaximum: 3 }, { valid: [2.2, ...noNumbers], invalid: [3, 3.0, 3.5] }),
  schemaCase('exclusiveMinimum', { exclusiveMinimum: 0 }, { valid: [5e-324, 1, ...noNumbers], invalid: [0, -0, -1] }),
  schemaCase(
    'minimum',
    { minimum: 1, exclusiveMinimum: 0, maximum: 9, exclusiveMaximum: 10 },
    { valid: [1, 9], invalid: [0.5, 9.5] },
  ),
]
