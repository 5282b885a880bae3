import { json, schemaCase, type SchemaCase } from './schema-case.ts'

const noObjects = ['a', 1, null, true, ['a']]

/** Keywords of objects; names that every JavaScript object inherits are names like any other. */
export const objectCases: SchemaCase[] = [
  schemaCase(
    'maxProperties',
    { maxProperties: 2 },
    { valid: [{}, { a: 1, b: 2 }, ...noObjects], invalid: [{ a: 1, b: 2, c: 3 }] },
  ),
  schemaCase(
    'minProperties',
    { minProperties: 1 },
    { valid: [{ a: null }, json('{"__proto__": 1}'), ...noObjects], invalid: [{}] },
  ),
  schemaCase(
    'required',
    { required: ['a'] },
    { valid: [{ a: 1 }, { a: null }, ...noObjects], invalid: [{}, { b: 1 }, { A: 1 }] },
  ),
  schemaCase('required', { required: [] }, { valid: [{}] }),
  schemaCase(
    'required',
    { required: ['foo\nbar', 'foo"bar', 'a/b', 'a~b', ''] },
    {
      valid: [{ 'foo\nbar': 1, 'foo"bar': 1, 'a/b': 1, 'a~b': 1, '': 1 }],
      invalid: [{ 'foo\nbar': 1, 'foo"bar': 1, 'a/b': 1, 'a~b': 1 }],
    },
  ),
  schemaCase(
    'required',
    { required: ['__proto__', 'toString', 'constructor'] },
    {
      valid: [json('{"__proto__": 1, "toString": 2, "constructor": 3}')],
      invalid: [{}, json('{"__proto__": 1}'), { toString: 1, constructor: 2 }],
    },
  ),
  schemaCase(
    'properties',
    { properties: { a: { type: 'integer' }, b: { type: 'string' } } },
    {
      valid: [{}, { a: 1, b: '' }, { c: [] }, ...noObjects],
      invalid: [{ a: 'x' }, { a: 1, b: {} }],
    },
  ),
  schemaCase(
    'properties',
    { properties: { a: true, b: false } },
    { valid: [{}, { a: 1 }], invalid: [{ b: 1 }, { a: 1, b: null }] },
  ),
  schemaCase(
    'properties',
    {
      properties: {
        'foo\nbar': { type: 'number' },
        'a"b': { type: 'number' },
        'c\\d': { type: 'number' },
        $ref: { type: 'number' },
        '': { type: 'number' },
      },
    },
    {
      valid: [{ 'foo\nbar': 1, 'a"b': 1, 'c\\d': 1, $ref: 1, '': 1 }],
      invalid: [{ 'foo\nbar': '1' }, { 'a"b': '1' }, { 'c\\d': '1' }, { $ref: '1' }, { '': '1' }],
    },
  ),
  schemaCase(
    'properties',
    json(
      '{"properties": {"__proto__": {"type": "number"}, "toString": {"properties": {"length": {"type": "string"}}}, "constructor": {"type": "number"}}}',
    ),
    {
      valid: [{}, json('{"__proto__": 1}'), { toString: { length: 'a' } }, { constructor: 1 }],
      invalid: [json('{"__proto__": "a"}'), { toString: { length: 37 } }, { constructor: { length: 37 } }],
    },
  ),
  schemaCase(
    'patternProperties',
    { patternProperties: { '^a': { type: 'integer' }, b$: { maximum: 20 } } },
    {
      valid: [{}, { a: 1, ab: 18, b: 'x' }, { c: null }, ...noObjects],
      invalid: [{ a: 'x' }, { ab: 21 }, { bb: 31 }],
    },
  ),
  schemaCase(
    'patternProperties',
    { patternProperties: { 'a*': { type: 'integer' }, 'aaa*': { maximum: 20 } } },
    {
      valid: [{ a: 21 }, { aaaa: 18 }],
      invalid: [{ a: 'bar' }, { aaaa: 31 }],
    },
  ),
  schemaCase(
    'patternProperties',
    { patternProperties: { 'f.*': true, 'b.*': false } },
    { valid: [{}, { foo: 1 }], invalid: [{ bar: 1 }, { foobar: 1 }] },
  ),
  schemaCase(
    'patternProperties',
    { patternProperties: { '^\\p{L}$': { type: 'number' } } },
    { valid: [{ é: 1, 1: 'x' }], invalid: [{ é: 'x' }] },
  ),
  schemaCase(
    'additionalProperties',
    { properties: { a: {} }, patternProperties: { '^v': {} }, additionalProperties: false },
    {
      valid: [{}, { a: 1 }, { v1: 1 }, ...noObjects],
      invalid: [{ a: 1, b: 2 }, { x: null }, json('{"__proto__": 1}'), { constructor: 1 }],
    },
  ),
  schemaCase(
    'additionalProperties',
    { properties: { a: {} }, additionalProperties: { type: 'boolean' } },
    { valid: [{ a: 1, b: true }], invalid: [{ b: 1 }] },
  ),
  schemaCase(
    'additionalProperties',
    { additionalProperties: { type: 'boolean' } },
    { valid: [{ b: true }], invalid: [{ b: 1 }] },
  ),
  schemaCase(
    'additionalProperties',
    { allOf: [{ properties: { a: {} } }], additionalProperties: { type: 'boolean' } },
    { valid: [{ a: true }], invalid: [{ a: 1 }] },
  ),
  schemaCase(
    'dependencies',
    { dependencies: { b: ['a'] } },
    { valid: [{}, { a: 1 }, { a: 1, b: 2 }, ...noObjects], invalid: [{ b: 2 }] },
  ),
  schemaCase('dependencies', { dependencies: { b: [] } }, { valid: [{}, { b: 1 }] }),
  schemaCase(
    'dependencies',
    { dependencies: { q: ['a', 'b'] } },
    { valid: [{ q: 1, a: 1, b: 1 }], invalid: [{ q: 1, a: 1 }, { q: 1 }] },
  ),
  schemaCase(
    'dependencies',
    { dependencies: { b: { properties: { a: { type: 'integer' } }, required: ['a'] } } },
    {
      valid: [{ a: 'x' }, { a: 1, b: 1 }],
      invalid: [{ a: 'x', b: 1 }, { b: 1 }],
    },
  ),
  schemaCase(
    'dependencies',
    { dependencies: { a: true, b: false } },
    { valid: [{}, { a: 1 }], invalid: [{ b: 1 }, { a: 1, b: 1 }] },
  ),
  schemaCase('dependencies', json('{"dependencies": {"__proto__": ["a"], "toString": ["b"]}}'), {
    valid: [{}, json('{"__proto__": 1, "a": 1}'), { toString: 1, b: 1 }],
    invalid: [json('{"__proto__": 1}'), { toString: 1 }],
  }),
  schemaCase(
    'dependencies',
    { dependencies: { 'a\tb': { minProperties: 3 }, "a'b": { required: ['c"d'] } } },
    {
      valid: [
        { 'a\tb': 1, b: 2, c: 3 },
        { "a'b": 1, 'c"d': 1 },
      ],
      invalid: [{ 'a\tb': 1, b: 2 }, { "a'b": 1 }],
    },
  ),
  schemaCase(
    'propertyNames',
    { propertyNames: { maxLength: 3 } },
    { valid: [{}, { abc: 1 }, ...noObjects], invalid: [{ abcd: 1 }, { a: 1, abcd: 2 }] },
  ),
  schemaCase(
    'propertyNames',
    { propertyNames: { pattern: '^a+$' } },
    { valid: [{ a: 1, aa: 2 }], invalid: [{ b: 1 }] },
  ),
  schemaCase(
    'propertyNames',
    { propertyNames: { enum: ['a', '__proto__'] } },
    { valid: [{ a: 1 }, json('{"__proto__": 1}')], invalid: [{ b: 1 }] },
  ),
  schemaCase('propertyNames', { propertyNames: true }, { valid: [{ a: 1 }] }),
  schemaCase('propertyNames', { propertyNames: false }, { valid: [{}, ...noObjects], invalid: [{ a: 1 }] }),
]
