/* oxlint-disable unicorn/no-thenable -- 'then' is a keyword of draft-07; schemas are never awaited */
import { json, schemaCase, type SchemaCase } from './schema-case.ts'

const metaSchema = 'http://json-schema.org/draft-07/schema#'
const money = { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } }

/** References inside one document, by pointer, name and address, and into the store. */
export const referenceCases: SchemaCase[] = [
  schemaCase(
    '$ref',
    { properties: { a: { $ref: '#' } }, additionalProperties: false },
    {
      valid: [{}, { a: {} }, { a: { a: {} } }],
      invalid: [{ b: 1 }, { a: { b: 1 } }],
    },
  ),
  schemaCase(
    '$ref',
    { properties: { a: { type: 'integer' }, b: { $ref: '#/properties/a' } } },
    { valid: [{ b: 3 }], invalid: [{ b: 'x' }] },
  ),
  schemaCase('$ref', { items: [{ type: 'integer' }, { $ref: '#/items/0' }] }, { valid: [[1, 2]], invalid: [[1, 'x']] }),
  schemaCase(
    '$ref',
    {
      definitions: {
        'tilde~field': { type: 'integer' },
        'slash/field': { type: 'integer' },
        'percent%field': { type: 'integer' },
        'foo"bar': { type: 'integer' },
        'ä ö': { type: 'integer' },
      },
      properties: {
        tilde: { $ref: '#/definitions/tilde~0field' },
        slash: { $ref: '#/definitions/slash~1field' },
        percent: { $ref: '#/definitions/percent%25field' },
        quote: { $ref: '#/definitions/foo%22bar' },
        letters: { $ref: '#/definitions/%C3%A4%20%C3%B6' },
        plain: { $ref: '#/definitions/ä ö' },
      },
    },
    {
      valid: [{ tilde: 1, slash: 1, percent: 1, quote: 1, letters: 1, plain: 1 }],
      invalid: ['tilde', 'slash', 'percent', 'quote', 'letters', 'plain'].map((name) => ({ [name]: 'x' })),
    },
  ),
  schemaCase(
    '$ref',
    {
      definitions: { a: { type: 'integer' }, b: { $ref: '#/definitions/a' }, c: { $ref: '#/definitions/b' } },
      allOf: [{ $ref: '#/definitions/c' }],
    },
    { valid: [5], invalid: ['a'] },
  ),
  // Siblings of a reference say nothing in draft-07.
  schemaCase(
    '$ref',
    { definitions: { list: { type: 'array' } }, properties: { a: { $ref: '#/definitions/list', maxItems: 2 } } },
    { valid: [{ a: [1, 2, 3] }], invalid: [{ a: 'x' }] },
  ),
  schemaCase(
    '$ref',
    { $ref: '#/definitions/a', definitions: { a: { type: 'string' } }, maxLength: 1 },
    { valid: ['abc'], invalid: [1] },
  ),
  // Names and data that look like references.
  schemaCase('$ref', { properties: { $ref: { type: 'string' } } }, { valid: [{ $ref: 'a' }], invalid: [{ $ref: 2 }] }),
  schemaCase(
    '$ref',
    { properties: { $ref: { $ref: '#/definitions/s' } }, definitions: { s: { type: 'string' } } },
    { valid: [{ $ref: 'a' }], invalid: [{ $ref: 2 }] },
  ),
  schemaCase(
    '$ref',
    { enum: [{ $ref: '#/definitions/none' }], default: { $ref: 'nowhere' } },
    { valid: [{ $ref: '#/definitions/none' }], invalid: [{}] },
  ),
  schemaCase('$ref', { allOf: [{ $ref: '#/definitions/yes' }], definitions: { yes: true } }, { valid: [1] }),
  schemaCase('$ref', { allOf: [{ $ref: '#/definitions/no' }], definitions: { no: false } }, { invalid: [1] }),
  schemaCase(
    '$ref',
    { $ref: metaSchema },
    { valid: [{ minLength: 1 }, true, { type: ['string'] }], invalid: [{ minLength: -1 }, { type: 'text' }, 5] },
  ),
  schemaCase(
    '$ref',
    { properties: { n: { $ref: `${metaSchema}/definitions/nonNegativeInteger` } } },
    { valid: [{ n: 1 }], invalid: [{ n: -1 }] },
  ),
  schemaCase(
    '$ref',
    {
      definitions: {
        node: {
          type: 'object',
          required: ['value'],
          properties: { value: { type: 'number' }, next: { $ref: '#/definitions/node' } },
        },
      },
      allOf: [{ $ref: '#/definitions/node' }],
    },
    {
      valid: [{ value: 1, next: { value: 2 } }],
      invalid: [
        { value: 1, next: { value: 'x' } },
        { value: 1, next: {} },
      ],
    },
  ),
  // Two ways to one schema are no endless recursion.
  schemaCase(
    '$ref',
    {
      definitions: { int: { type: 'integer' } },
      allOf: [
        { properties: { a: { $ref: '#/definitions/int' } } },
        { additionalProperties: { $ref: '#/definitions/int' } },
      ],
    },
    { valid: [{ a: 1 }], invalid: [{ a: 'x' }] },
  ),
  // What draft-07 does not know is no schema, until a reference leads there.
  schemaCase(
    '$ref',
    {
      unknown: { deep: [{ type: 'integer', items: { $ref: '#/definitions/x' } }] },
      allOf: [{ $ref: '#/unknown/deep/0' }],
      definitions: { x: {} },
    },
    { valid: [1], invalid: ['a'] },
  ),
  schemaCase(
    '$ref',
    json(
      '{"definitions": {"__proto__": {"type": "integer"}, "toString": {"type": "string"}}, "properties": {"a": {"$ref": "#/definitions/__proto__"}, "b": {"$ref": "#/definitions/toString"}}}',
    ),
    {
      valid: [{ a: 1, b: '' }],
      invalid: [{ a: 'x' }, { b: 1 }],
    },
  ),
  schemaCase(
    '$ref',
    { if: { $ref: '#/definitions/int' }, then: { minimum: 0 }, definitions: { int: { type: 'integer' } } },
    { valid: [1, -0.5], invalid: [-1] },
  ),

  schemaCase(
    '$id',
    {
      $id: 'http://example.com/root.json',
      definitions: { a: { $id: 'a.json', type: 'integer' } },
      properties: {
        x: { $ref: 'a.json' },
        y: { $ref: 'http://example.com/a.json' },
        z: { $ref: 'http://example.com/root.json#/definitions/a' },
      },
    },
    {
      valid: [{ x: 1, y: 1, z: 1 }],
      invalid: [{ x: 'a' }, { y: 'a' }, { z: 'a' }],
    },
  ),
  schemaCase(
    '$id',
    {
      $id: 'http://example.com/tree',
      items: { $ref: 'node' },
      definitions: {
        node: { $id: 'http://example.com/node', properties: { sub: { $ref: 'tree' }, n: { type: 'number' } } },
      },
    },
    {
      valid: [[{ n: 1, sub: [{ n: 2 }] }]],
      invalid: [[{ n: 'x' }], [{ sub: [{ n: 'x' }] }]],
    },
  ),
  schemaCase(
    '$id',
    {
      $id: 'http://example.com/base/',
      definitions: {
        b: {
          $id: 'folder/',
          definitions: { c: { $id: 'inner.json', type: 'integer' } },
          properties: { v: { $ref: 'inner.json' } },
        },
      },
      properties: { d: { $ref: 'folder/' }, e: { $ref: 'folder/inner.json' } },
    },
    {
      valid: [{ d: { v: 1 }, e: 1 }],
      invalid: [{ d: { v: 'x' } }, { e: 'x' }],
    },
  ),
  schemaCase(
    '$id',
    { allOf: [{ $ref: '#foo' }], definitions: { a: { $id: '#foo', type: 'integer' } } },
    { valid: [1], invalid: ['a'] },
  ),
  schemaCase(
    '$id',
    {
      $id: 'http://example.com/r',
      allOf: [{ $ref: 'http://example.com/n.json#foo' }],
      definitions: { a: { $id: 'n.json', definitions: { b: { $id: '#foo', type: 'integer' } } } },
    },
    { valid: [1], invalid: ['a'] },
  ),
  schemaCase(
    '$id',
    {
      allOf: [{ $ref: 'http://example.com/x#foo' }],
      definitions: { a: { $id: 'http://example.com/x#foo', type: 'integer' } },
    },
    { valid: [1], invalid: ['a'] },
  ),
  // An anchor is a name of its own base only.
  schemaCase(
    '$id',
    {
      $id: 'http://example.com/r',
      allOf: [{ $ref: '#foo' }],
      definitions: {
        a: { $id: '#foo', type: 'integer' },
        b: { $id: 'other', definitions: { c: { $id: '#foo', type: 'string' } } },
      },
    },
    { valid: [1], invalid: ['a'] },
  ),
  schemaCase(
    '$id',
    {
      $id: 'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed',
      properties: {
        a: { $ref: 'urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed#/definitions/x' },
        b: { $ref: '#/definitions/x' },
      },
      definitions: { x: { minLength: 3 } },
    },
    {
      valid: [{ a: 'bar', b: 'bar' }],
      invalid: [{ a: 'b' }, { b: 'b' }],
    },
  ),
  schemaCase(
    '$id',
    { definitions: { a: { $id: 'urn:example:a', type: 'string' } }, allOf: [{ $ref: 'urn:example:a' }] },
    { valid: ['x'], invalid: [1] },
  ),
  schemaCase(
    '$id',
    {
      $id: 'http://example.com/s/',
      definitions: {
        foo: { $id: 'http://example.com/foo.json', type: 'string' },
        base: { $id: 'foo.json', type: 'number' },
      },
      allOf: [{ $id: 'http://example.com/', $ref: 'foo.json' }],
    },
    { valid: [1], invalid: ['a'] },
  ),
  schemaCase(
    '$id',
    {
      definitions: {
        fake: { enum: [{ $id: 'http://example.com/real', type: 'null' }] },
        real: { $id: 'http://example.com/real', type: 'string' },
      },
      anyOf: [{ $ref: 'http://example.com/real' }],
    },
    { valid: ['a'], invalid: [null] },
  ),
  schemaCase(
    '$id',
    {
      definitions: {
        fake: { not: { extra: [{ $id: 'http://example.com/real', type: 'null' }] } },
        real: { $id: 'http://example.com/real', type: 'string' },
      },
      anyOf: [{ $ref: 'http://example.com/real' }],
    },
    { valid: ['a'], invalid: [null] },
  ),
  schemaCase('$id', { properties: { $id: { type: 'string' } } }, { valid: [{ $id: '#x' }], invalid: [{ $id: 1 }] }),
  schemaCase(
    '$id',
    { id: 'http://example.com/older', $anchor: 'newer', type: 'string' },
    { valid: ['a'], invalid: [1] },
  ),

  schemaCase('definitions', { definitions: { a: { type: 'integer' } } }, { valid: [1, 'x'] }),
  schemaCase('definitions', { $ref: '#/$defs/a', $defs: { a: { type: 'integer' } } }, { valid: [1], invalid: ['x'] }),

  schemaCase(
    'store',
    { properties: { a: { $ref: 'importer://schema/id/1' }, b: { $ref: 'importer://schema/id/1#/properties/amount' } } },
    {
      store: { 'importer://schema/id/1': money },
      valid: [{ a: { amount: 1 }, b: 1 }],
      invalid: [{ a: {} }, { a: { amount: 'x' } }, { b: 'x' }],
    },
  ),
  schemaCase(
    'store',
    { $ref: 'importer://schema/name/Money of shop' },
    { store: { 'importer://schema/name/Money of shop': money }, valid: [{ amount: 1 }], invalid: [{}] },
  ),
  schemaCase(
    'store',
    { $ref: 'importer://schema/name/Money%20of%20shop#/properties/amount' },
    { store: { 'importer://schema/name/Money of shop': money }, valid: [1], invalid: ['x'] },
  ),
  schemaCase(
    'store',
    { $ref: 'importer://schema/name/100% a/../b' },
    { store: { 'importer://schema/name/100% a/../b': money }, valid: [{ amount: 1 }], invalid: [{}] },
  ),
  schemaCase(
    'store',
    { $ref: 'importer://schema/id/1' },
    {
      store: {
        'importer://schema/id/1': {
          $id: 'http://example.com/same',
          properties: { a: { $ref: 'importer://schema/id/2' }, b: { $ref: '#/definitions/x' } },
          definitions: { x: { type: 'string' } },
        },
        'importer://schema/id/2': {
          $id: 'http://example.com/same',
          properties: { b: { $ref: 'http://example.com/same#/definitions/x' } },
          definitions: { x: { type: 'integer' } },
        },
      },
      valid: [{ b: 'x', a: { b: 1 } }],
      invalid: [{ b: 1 }, { a: { b: 'x' } }],
    },
  ),
  schemaCase(
    'store',
    { items: { $ref: 'importer://schema/id/a' } },
    {
      store: {
        'importer://schema/id/a': { properties: { b: { $ref: 'importer://schema/id/b' } } },
        'importer://schema/id/b': { properties: { a: { $ref: 'importer://schema/id/a' }, n: { type: 'number' } } },
      },
      valid: [[{ b: { a: { b: { n: 1 } } } }]],
      invalid: [[{ b: { a: { b: { n: 'x' } } } }]],
    },
  ),
]
