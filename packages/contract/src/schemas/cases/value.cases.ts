import { json, schemaCase, type SchemaCase } from './schema-case.ts'

const one = { string: 'a', number: 1.5, integer: 3, boolean: true, null: null, array: [], object: {} }
const types = Object.keys(one) as (keyof typeof one)[]

/** type, enum, const and the boolean schemas. */
export const valueCases: SchemaCase[] = [
  ...types.map((type) => {
    const fits = (other: keyof typeof one) => other === type || (type === 'number' && other === 'integer')
    return schemaCase(
      'type',
      { type },
      {
        valid: types.filter(fits).map((name) => one[name]),
        invalid: types.filter((name) => !fits(name)).map((name) => one[name]),
      },
    )
  }),
  schemaCase(
    'type',
    { type: 'integer' },
    { valid: [1.0, -0, 1e3, 1e300, 2 ** 53 + 2], invalid: [0.1, 1e-9, '1', true] },
  ),
  schemaCase(
    'type',
    { type: 'number' },
    { valid: [0, -1.5, 1e308, 5e-324], invalid: ['', '1', false, null, [1], { a: 1 }] },
  ),
  schemaCase('type', { type: 'string' }, { valid: ['', '1', 'null', '\u0000'], invalid: [0, false, null, ['a']] }),
  schemaCase('type', { type: ['string', 'null'] }, { valid: ['', null], invalid: [0, false, [], {}] }),
  schemaCase('type', { type: ['integer', 'boolean'] }, { valid: [1, 1.0, false], invalid: [1.5, 'true', null] }),
  schemaCase('type', { type: ['number', 'integer'] }, { valid: [1, 1.5], invalid: ['1'] }),
  schemaCase('type', { type: ['array', 'object'] }, { valid: [[], {}], invalid: [null, '[]', 1] }),

  schemaCase('enum', { enum: ['red', 'blue'] }, { valid: ['red', 'blue'], invalid: ['Red', '', 0, null, ['red']] }),
  schemaCase('enum', { enum: [1, 0] }, { valid: [1, 1.0, 0, -0], invalid: [true, false, '1', 2] }),
  schemaCase('enum', { enum: [false] }, { valid: [false], invalid: [0, null, '', [false]] }),
  schemaCase('enum', { enum: [[false], [1]] }, { valid: [[false], [1.0]], invalid: [[0], [true], [], [false, false]] }),
  schemaCase('enum', { enum: [null, 'a'] }, { valid: [null, 'a'], invalid: [0, false, ''] }),
  schemaCase(
    'enum',
    { enum: [{ a: 1, b: [{ c: null }] }] },
    {
      valid: [{ b: [{ c: null }], a: 1 }],
      invalid: [{ a: 1 }, { a: 1, b: [{ c: null }], d: 1 }, { a: true, b: [{ c: null }] }, [], 'a'],
    },
  ),
  schemaCase('enum', { enum: [] }, { invalid: [1, null, ''] }),
  schemaCase('enum', { enum: ['a\u0000b'] }, { valid: ['a\u0000b'], invalid: ['ab', 'a'] }),
  schemaCase(
    'enum',
    { enum: Array.from({ length: 500 }, (_, n) => `code ${n}`) },
    { valid: ['code 0', 'code 499'], invalid: ['code 500', 0] },
  ),
  schemaCase(
    'enum',
    { enum: [json('{"valueOf": 1}'), json('{"constructor": {"a": 1}}')] },
    {
      valid: [json('{"valueOf": 1}'), json('{"constructor": {"a": 1}}')],
      invalid: [json('{"valueOf": 2}'), json('{"constructor": {"a": 2}}'), {}],
    },
  ),

  schemaCase('const', { const: 2 }, { valid: [2, 2.0], invalid: [3, '2', true, null] }),
  schemaCase('const', { const: 0 }, { valid: [0, -0], invalid: [false, '', null, [], {}] }),
  schemaCase('const', { const: false }, { valid: [false], invalid: [0, [false], null] }),
  schemaCase('const', { const: true }, { valid: [true], invalid: [1, 'true'] }),
  schemaCase('const', { const: null }, { valid: [null], invalid: [0, false, ''] }),
  schemaCase('const', { const: { a: false } }, { valid: [{ a: false }], invalid: [{ a: 0 }, [false], {}] }),
  schemaCase(
    'const',
    { const: { a: 1, b: 2 } },
    { valid: [{ b: 2, a: 1 }], invalid: [{ a: 1 }, { a: 1, b: 2, c: 3 }] },
  ),
  schemaCase(
    'const',
    { const: [{ a: 1 }, 2] },
    { valid: [[{ a: 1 }, 2]], invalid: [[2, { a: 1 }], [{ a: 1 }], { 0: { a: 1 }, 1: 2 }] },
  ),
  schemaCase('const', { const: 9007199254740992 }, { valid: [9007199254740992], invalid: [9007199254740991] }),
  schemaCase(
    'const',
    { const: json('{"__proto__": 1}') },
    { valid: [json('{"__proto__": 1}')], invalid: [{}, json('{"__proto__": 2}')] },
  ),
  schemaCase(
    'const',
    { const: { $ref: '#/definitions/none' } },
    { valid: [{ $ref: '#/definitions/none' }], invalid: [{}] },
  ),

  schemaCase('true', true, { valid: [0, '', null, [], {}, false] }),
  schemaCase('false', false, { invalid: [0, '', null, [], {}, false] }),
  schemaCase('{}', {}, { valid: [0, '', null, [], {}, false] }),
]
