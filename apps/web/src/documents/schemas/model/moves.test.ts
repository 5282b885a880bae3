import { describe, expect, it } from 'vitest'
import { moveAmong, moveBeside, moveIn, moveOut, type Outcome, type Side } from './moves.ts'
import { type Path, pathOf, pointerOf, valueAt } from './paths.ts'

const schema = {
  type: 'object',
  properties: {
    sku: { type: 'string' },
    size: {
      type: 'object',
      properties: { width: { type: 'number' }, height: { type: 'number' } },
      required: ['width'],
    },
    tags: { type: 'array' },
    codes: { type: 'array', items: { type: 'object', properties: { code: {} } } },
    maker: { $ref: '#/definitions/maker' },
    twin: { $ref: '#/properties/size/properties/width' },
    branch: { anyOf: [{ title: 'a' }, { title: 'b' }] },
    no: false,
  },
  patternProperties: { '^x-': {} },
  required: ['sku'],
  dependencies: { sku: ['size'], size: { required: ['sku'] } },
  definitions: { maker: { type: 'string' }, 7: {}, 8: {} },
}
const fields = (value: unknown, at: Path = []): string[] =>
  Object.keys(valueAt(value, [...at, 'properties']) as Record<string, unknown>)
const edited = (outcome: Outcome) => {
  if ('reason' in outcome) throw new Error(outcome.reason)
  return outcome.edit
}
const drop = (from: string, to: string, side: Side) => moveBeside(schema, pathOf(from), pathOf(to), side)

describe('a drop', () => {
  it.each<[string, string, Side, string, string]>([
    ['before a field', '/properties/tags', 'before', '/properties/maker', '/properties/maker'],
    ['behind a field', '/properties/tags', 'after', '/properties/sku', '/properties/sku'],
    ['into an object', '/properties/size', 'into', '/properties/sku', '/properties/size/properties/sku'],
    ['into the whole', '', 'into', '/properties/size/properties/width', '/properties/width'],
    ['beside the whole', '', 'after', '/properties/size/properties/width', '/properties/width'],
    ['into a list without entries', '/properties/tags', 'into', '/properties/sku', '/properties/tags/items'],
    [
      'into the entries of a list',
      '/properties/codes/items',
      'into',
      '/properties/sku',
      '/properties/codes/items/properties/sku',
    ],
    ['into a keyword', '/definitions', 'into', '/properties/sku', '/definitions/sku'],
    ['into a list of schemas', '/properties/branch/anyOf', 'into', '/properties/sku', '/properties/branch/anyOf/2'],
    [
      'before an entry of a list',
      '/properties/branch/anyOf/1',
      'before',
      '/properties/sku',
      '/properties/branch/anyOf/1',
    ],
    ['a list’s entry as a field', '/properties/sku', 'after', '/properties/branch/anyOf/0', '/properties/field'],
    ['a keyword before another of its schema', '/properties', 'before', '/definitions', '/definitions'],
  ])('%s', (_, to, side, from, now) => {
    const { name, schema: next, selected } = edited(drop(from, to, side))
    expect(pointerOf(selected)).toBe(now)
    expect(valueAt(next, selected)).toEqual(valueAt(schema, pathOf(from)))
    expect(name).toBe(`move of ${pathOf(from).at(-1)}`)
  })

  it.each<[string, string, Side, string[]]>([
    ['/properties/sku', '/properties/tags', 'after', ['size', 'tags', 'sku', 'codes']],
    ['/properties/sku', '/properties/tags', 'before', ['size', 'sku', 'tags', 'codes']],
    ['/properties/codes', '/properties/sku', 'before', ['codes', 'sku', 'size', 'tags']],
  ])('of %s at %s (%s) gives the order %j', (from, to, side, order) => {
    expect(fields(edited(drop(from, to, side)).schema).slice(0, 4)).toEqual(order)
  })

  it('takes along that it is required, and references follow', () => {
    const { schema: next } = edited(drop('/properties/size/properties/width', '/properties/sku', 'after'))
    expect(valueAt(next, ['required'])).toEqual(['sku', 'width'])
    expect(valueAt(next, ['properties', 'size', 'required'])).toBeUndefined()
    expect(valueAt(next, ['properties', 'twin', '$ref'])).toBe('#/properties/width')
  })

  it('where it stands changes nothing', () => {
    expect(edited(drop('/properties/sku', '/properties/size', 'before')).schema).toBe(schema)
  })

  it.each<[string, string, Side, string]>([
    ['', '/properties/size', 'into', 'The whole schema stays where it is.'],
    ['/properties/size', '/properties/size/properties/width', 'after', 'size cannot go into itself.'],
    ['/properties/size', '/properties/size', 'into', 'size cannot go into itself.'],
    [
      '/properties/sku',
      '/properties/size/properties/width',
      'into',
      'Only an object or a list holds others: select one.',
    ],
    ['/properties/sku', '/properties/maker', 'into', 'A reference holds nothing else.'],
    ['/properties/sku', '/properties/no', 'into', 'This place holds true or false: choose a type first.'],
    ['/properties/sku', '/properties/codes', 'into', 'A list has one kind of entries, and it is described already.'],
    ['/properties/sku', '/required', 'into', 'Only names stand in required.'],
    ['/properties/sku', '/dependencies', 'into', 'Dependencies belong to their fields: add them from the palette.'],
    [
      '/properties/sku',
      '/dependencies/size',
      'after',
      'Dependencies belong to their fields: add them from the palette.',
    ],
    ['/dependencies/size', '/properties', 'into', 'Dependencies belong to their fields: add them from the palette.'],
    ['/properties/sku', '/patternProperties', 'into', 'The names there are patterns: only another pattern fits.'],
    ['/required', '/properties/size', 'into', 'required belongs to its schema: move what stands in it.'],
    ['/properties', '/properties/size', 'into', 'properties cannot go into itself.'],
    ['/definitions', '/properties/size', 'into', 'definitions belongs to its schema: move what stands in it.'],
    ['/definitions/8', '/definitions/7', 'before', 'Names that are whole numbers keep their order.'],
  ])('of %s at %s (%s) is refused: %4$s', (from, to, side, reason) => {
    expect(drop(from, to, side)).toEqual({ reason })
  })
})

describe('moves by keys', () => {
  it('go up and down, into the one above and out again', () => {
    const down = edited(moveAmong(schema, ['properties', 'sku'], 1))
    expect(fields(down.schema).slice(0, 2)).toEqual(['size', 'sku'])
    const inside = edited(moveIn(down.schema, down.selected))
    expect(inside.selected).toEqual(['properties', 'size', 'properties', 'sku'])
    const outside = edited(moveOut(inside.schema, inside.selected))
    expect(fields(outside.schema).slice(0, 2)).toEqual(['size', 'sku'])
    const up = edited(moveAmong(outside.schema, outside.selected, -1))
    expect(fields(up.schema)).toEqual(fields(schema))
    expect(valueAt(up.schema, ['required'])).toEqual(['sku'])
  })

  it('lead out of the entries of a list to behind the list', () => {
    const path = ['properties', 'codes', 'items', 'properties', 'code']
    expect(edited(moveOut(schema, path)).selected).toEqual(['properties', 'code'])
    expect(edited(moveOut(schema, path.slice(0, 3))).selected).toEqual(['properties', 'field'])
  })

  it.each<[string, Outcome, string]>([
    ['the first up', moveAmong(schema, ['properties', 'sku'], -1), 'It is the first already.'],
    ['the last down', moveAmong(schema, ['properties', 'no'], 1), 'It is the last already.'],
    ['the first in', moveIn(schema, ['properties', 'sku']), 'Nothing stands above it that could hold it.'],
    ['into a text', moveIn(schema, ['properties', 'size']), 'Only an object or a list holds others: select one.'],
    ['a keyword in', moveIn(schema, ['definitions']), 'Only a field or an entry goes into the one above it.'],
    ['the top out', moveOut(schema, ['properties', 'sku']), 'It belongs to the whole schema: nothing is around that.'],
  ])('refuse %s', (_, outcome, reason) => {
    expect(outcome).toEqual({ reason })
  })
})
