import { describe, expect, it } from 'vitest'
import { nodeKinds } from './kinds.ts'
import { addFromPalette, changeType, paletteFor } from './palette.ts'
import { pathOf } from './paths.ts'
import { hasOwnName, isField, roleOf } from './roles.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, title: 'Name', 'x-own': 1 },
    empty: { type: 'object' },
    tags: { type: 'array' },
    sizes: { type: 'array', items: { type: 'integer' } },
    ref: { $ref: '#/definitions/x' },
    anything: true,
    colour: { enum: ['red'] },
  },
}
const reasonOf = (pointer: string, kind: string) =>
  paletteFor(schema, pathOf(pointer)).find((entry) => entry.kind === kind)?.reason

describe('SCH-004/ui what fits the selection', () => {
  it.each([
    ['', 'string', null],
    ['/properties', 'string', null],
    ['/properties/name', 'string', 'Only an object or a list holds others: select one.'],
    ['/properties/tags', 'string', null],
    ['/properties/sizes', 'string', 'A list has one kind of entries, and it is described already.'],
    ['/properties/ref', 'string', 'A reference holds nothing else.'],
    ['/properties/anything', 'string', 'This place holds true or false: choose a type first.'],
    ['/properties/name', 'properties', 'Only an object has fields.'],
    ['/properties/empty', 'properties', null],
    ['', 'required', null],
    ['/properties/empty', 'required', 'Add fields first: only they can be required.'],
    ['/properties/empty', 'dependencies', 'Add fields first: dependencies are between them.'],
    ['/properties/name', 'required', 'Only an object has required fields.'],
    ['/properties/tags', 'items', null],
    ['/properties/sizes', 'items', 'The entries of this list are described already.'],
    ['/properties/name', 'items', 'Only a list has entries.'],
    ['/properties/name', 'enum', null],
    ['/properties/colour', 'enum', 'The values are listed already.'],
    ['/properties/name', 'oneOf', null],
    ['', 'definitions', null],
    ['/properties/name', 'definitions', 'Definitions belong to the whole schema: select its first row.'],
  ])('SCH-020/ui SCH-021/ui SCH-022/ui at %j a %s: %s', (pointer, kind, reason) => {
    expect(reasonOf(pointer, kind)).toBe(reason)
  })

  it('SCH-006/ui offers every kind, and adds it where it fits, or does nothing', () => {
    for (const pointer of [
      '',
      '/properties',
      '/properties/name',
      '/properties/tags',
      '/properties/sizes',
      '/properties/ref',
    ]) {
      expect(paletteFor(schema, pathOf(pointer)).map(({ kind }) => kind)).toEqual(nodeKinds)
      for (const { kind, reason } of paletteFor(schema, pathOf(pointer))) {
        const edit = addFromPalette(schema, pathOf(pointer), kind)
        expect(edit === null, `${pointer} ${kind}`).toBe(reason !== null)
        if (edit !== null) expect(edit.schema).not.toEqual(schema)
      }
    }
  })

  it.each<[string, string, unknown]>([
    ['', 'integer', { ...schema, properties: { ...schema.properties, field: { type: 'integer' } } }],
    [
      '/properties/tags',
      'object',
      {
        ...schema,
        properties: { ...schema.properties, tags: { type: 'array', items: { type: 'object', properties: {} } } },
      },
    ],
    ['', 'required', { ...schema, required: Object.keys(schema.properties) }],
    [
      '/properties/name',
      'enum',
      { ...schema, properties: { ...schema.properties, name: { ...schema.properties.name, enum: ['value'] } } },
    ],
    ['', 'definitions', { ...schema, definitions: { definition: { type: 'object', properties: {} } } }],
    [
      '/properties/name',
      'anyOf',
      { ...schema, properties: { ...schema.properties, name: { ...schema.properties.name, anyOf: [{}] } } },
    ],
  ])('at %j adds a %s', (pointer, kind, expected) => {
    expect(addFromPalette(schema, pathOf(pointer), kind as never)?.schema).toEqual(expected)
  })

  it('another type keeps what every schema has, and attributes of its own', () => {
    const path = pathOf('/properties/name')
    const typed = (kind: never) => (changeType(schema, path, kind).schema as typeof schema).properties.name
    expect(typed('integer' as never)).toEqual({ type: 'integer', title: 'Name', 'x-own': 1 })
    expect(typed('string' as never)).toEqual(schema.properties.name)
    expect(typed('object' as never)).toEqual({ type: 'object', properties: {}, title: 'Name', 'x-own': 1 })
  })

  it.each([
    ['', 'schema', false, false],
    ['/properties', 'map', false, false],
    ['/properties/items', 'schema', true, true],
    ['/properties/properties', 'schema', true, true],
    ['/properties/properties/properties', 'map', false, false],
    ['/properties/properties/properties/x', 'schema', true, true],
    ['/properties/properties/title', 'data', false, false],
    ['/definitions/x', 'schema', false, true],
    ['/allOf/0', 'schema', false, false],
    ['/allOf', 'list', false, false],
    ['/items', 'schema', false, false],
    ['/items/1', 'schema', false, false],
    ['/required', 'data', false, false],
    ['/properties/required', 'schema', true, true],
  ])('at %j stands a %s; a field: %s, with a name of its own: %s', (pointer, is, field, named) => {
    const path = pathOf(pointer)
    expect([roleOf(path).is, isField(path), hasOwnName(path)]).toEqual([is, field, named])
  })
})
