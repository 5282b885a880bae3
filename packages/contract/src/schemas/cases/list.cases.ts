import { json, schemaCase, type SchemaCase } from './schema-case.ts'

const noLists = ['a', 1, null, true, { 0: 'a', length: 1 }]

/** Keywords of lists. */
export const listCases: SchemaCase[] = [
  schemaCase(
    'items',
    { items: { type: 'integer' } },
    { valid: [[], [1, 2.0], ...noLists], invalid: [[1, 'x'], [null], [[1]]] },
  ),
  schemaCase('items', { items: true }, { valid: [[], [1, 'x', null]] }),
  schemaCase('items', { items: false }, { valid: [[], ...noLists], invalid: [[1], [null]] }),
  schemaCase(
    'items',
    { items: [{ type: 'integer' }, { type: 'string' }] },
    {
      valid: [[], [1], [1, 'a'], [1, 'a', null, {}], ...noLists],
      invalid: [['a'], [1, 1]],
    },
  ),
  schemaCase('items', { items: [true, false] }, { valid: [[], [1]], invalid: [[1, 2]] }),
  schemaCase(
    'items',
    { items: { items: { items: { type: 'number' } } } },
    { valid: [[[[1]]], [[]]], invalid: [[[['1']]]] },
  ),
  schemaCase(
    'additionalItems',
    { items: [{}], additionalItems: { type: 'integer' } },
    { valid: [[], [null], [null, 2, 3]], invalid: [[null, 2, 'a']] },
  ),
  schemaCase(
    'additionalItems',
    { items: [{}, {}], additionalItems: false },
    { valid: [[], [1, 2], ...noLists], invalid: [[1, 2, 3]] },
  ),
  schemaCase('additionalItems', { items: {}, additionalItems: false }, { valid: [[1, 2, 3]] }),
  schemaCase('additionalItems', { additionalItems: false }, { valid: [[1, 2, 3]] }),
  schemaCase(
    'additionalItems',
    { allOf: [{ items: [{ type: 'integer' }] }], additionalItems: { type: 'boolean' } },
    { valid: [[1, null]] },
  ),
  schemaCase('maxItems', { maxItems: 2 }, { valid: [[], [1, 2], ...noLists], invalid: [[1, 2, 3]] }),
  schemaCase('maxItems', { maxItems: 0 }, { valid: [[]], invalid: [[null]] }),
  schemaCase('minItems', { minItems: 1 }, { valid: [[1], ...noLists], invalid: [[]] }),
  schemaCase(
    'uniqueItems',
    { uniqueItems: true },
    {
      valid: [
        [],
        [1, true],
        [0, false],
        ['1', 1],
        [[1], [true]],
        [{ a: 1 }, { a: true }],
        [{ a: 1, b: 2 }, { a: 1 }],
        [null, 'null', 0, ''],
        ['{"a":1}', { a: 1 }],
        [json('{"__proto__": 1}'), {}],
        ...noLists,
      ],
      invalid: [
        [1, 1],
        [1, 1.0],
        [0, -0],
        [null, null],
        ['a', 'b', 'a'],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        [[[1]], [[1]]],
        [{ a: { b: [null] } }, 1, { a: { b: [null] } }],
      ],
    },
  ),
  schemaCase('uniqueItems', { uniqueItems: false }, { valid: [[1, 1]] }),
  schemaCase(
    'uniqueItems',
    { items: { type: 'string' }, uniqueItems: true },
    { valid: [['toString', 'constructor']], invalid: [['a', 'a']] },
  ),
  schemaCase(
    'contains',
    { contains: { minimum: 5 } },
    { valid: [[3, 5], ['a', 6], ['a'], ...noLists], invalid: [[], [1, 4]] },
  ),
  schemaCase('contains', { contains: true }, { valid: [[null]], invalid: [[]] }),
  schemaCase('contains', { contains: false }, { valid: [...noLists], invalid: [[], [1]] }),
  schemaCase(
    'contains',
    { contains: { const: 5 }, items: { type: 'integer' } },
    { valid: [[1, 5]], invalid: [[1], [5, 'a']] },
  ),
  schemaCase('contains', { contains: { if: false, else: true } }, { valid: [[1]], invalid: [[]] }),
]
