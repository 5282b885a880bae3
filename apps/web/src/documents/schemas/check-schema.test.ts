import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSchemaFaults } from './check-schema.ts'

const places = (schema: unknown) => findSchemaFaults(schema).map(({ pointer }) => pointer)

describe('findSchemaFaults', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['no schema at all', 7, '', /^A schema is an object/],
    ['a keyword of the wrong type', { properties: { a: { minLength: 'x' } } }, '/properties/a/minLength', /not valid/],
    ['a reference to nothing', { items: { $ref: '#/nothing' } }, '/items', /can't resolve reference #\/nothing/],
    ['one in a definition that nothing uses', { definitions: { d: { $ref: '#/no' } } }, '/definitions/d', /#\/no/],
    ['a pattern that is none', { properties: { a: { pattern: '(' } } }, '/properties/a/pattern', /no|not a regular/],
    ['a name that is no pattern', { patternProperties: { '(': {} } }, '/patternProperties/(', /not a regular/],
    ['a slow pattern', { not: { pattern: '^(a+)+$' } }, '/not/pattern', /exponential time/],
    ['a value of another type', { type: 'string', enum: ['a', 7] }, '/enum/1', /is 7, which is never/],
    ['a schema that is itself', { $ref: '#' }, '', /refers to itself without end/],
    [
      'a circle of alternatives, not the harmless reference before it',
      { properties: { a: { $ref: '#' } }, anyOf: [{ type: 'null' }, { not: { $ref: '#' } }] },
      '/anyOf/1/not',
      /refers to itself without end/,
    ],
    [
      'a circle of definitions',
      { definitions: { a: { $ref: '#/definitions/b' }, b: { allOf: [{ $ref: '#/definitions/a' }] } } },
      '/definitions/a',
      /refers to itself without end/,
    ],
  ])('tells %s at its place', (_, schema, pointer, message) => {
    const faults = findSchemaFaults(schema)
    expect(faults.map((fault) => fault.pointer)).toEqual([pointer])
    expect(faults[0]?.message).toMatch(message)
  })

  it('tells all of them at once', () => {
    const wrong = { $ref: '#/nothing' }
    expect(
      places({
        properties: {
          a: wrong,
          b: { pattern: '(', $comment: 7 },
          c: { type: 'integer', const: 'x' },
          d: { $ref: '#/no' },
        },
        items: [{ pattern: '[' }],
      }).toSorted(),
    ).toEqual([
      '/items/0/pattern',
      '/properties/a',
      '/properties/b/$comment',
      '/properties/b/pattern',
      '/properties/c/const',
      '/properties/d',
    ])
  })

  it('tells what is shared by two places at both', () => {
    const wrong = { $ref: '#/nothing' }
    expect(places({ properties: { a: wrong, b: wrong } }).slice(0, 2)).toEqual(['/properties/a', '/properties/b'])
  })

  it.each([
    true,
    {},
    { properties: { next: { $ref: '#' } } },
    { $ref: 'importer://schema/id/elsewhere' },
    { items: { $ref: 'importer://schema/id/elsewhere#/properties/amount' } },
    { items: { $ref: 'importer://schema/name/Money#/definitions/a' } },
    { default: { $ref: '#/nothing', pattern: '(' } },
  ])('has nothing against %j', (schema) => {
    expect(findSchemaFaults(schema)).toEqual([])
  })

  const demo = path.join(import.meta.dirname, '../../../../server/src/entry/demo/schemas')
  it.each(readdirSync(demo).filter((name) => name.endsWith('.json')))('has nothing against %s of the demo', (name) => {
    expect(findSchemaFaults(JSON.parse(readFileSync(path.join(demo, name), 'utf8')))).toEqual([])
  })

  // Once more where the machine stood still: a bound of seconds says nothing then.
  it('goes through 500 fields quickly', { retry: 2 }, () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [
        `field${n}`,
        { type: 'string', pattern: `^([a-z]+-)+${n}$`, enum: ['a'] },
      ]),
    )
    findSchemaFaults({ properties })
    const started = performance.now()
    expect(findSchemaFaults({ type: 'object', properties })).toEqual([])
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
