import { describe, expect, it } from 'vitest'
import { type CopiedFrom, cutPart, pastePart, readParts, writePart } from './clipboard.ts'
import type { Outcome } from './moves.ts'
import { type Path, pathOf, pointerOf, valueAt } from './paths.ts'

const schema = {
  type: 'object',
  properties: {
    sku: { type: 'string', title: 'Article' },
    size: { type: 'object', properties: { width: {} } },
    twin: { $ref: '#/properties/sku' },
    maker: { $ref: '#/definitions/maker' },
    tags: { type: 'array' },
  },
  required: ['sku'],
  anyOf: [{ title: 'a' }],
  definitions: { maker: { properties: { town: { $ref: '#/definitions/town' } } }, town: { type: 'string' } },
}
const from = (path: Path, more: Partial<CopiedFrom> = {}): CopiedFrom => ({
  text: writePart(schema, path),
  schema,
  documentId: 'bike',
  path,
  required: true,
  cut: false,
  ...more,
})
const edited = (outcome: Outcome) => {
  if ('reason' in outcome) throw new Error(outcome.reason)
  return outcome.edit
}

describe('the text of a part', () => {
  it('is what would stand in a schema, and is read again', () => {
    const text = writePart(schema, ['properties', 'sku'])
    expect(text).toBe('"sku": {\n  "type": "string",\n  "title": "Article"\n}')
    expect(readParts(text)).toEqual([{ name: 'sku', value: schema.properties.sku }])
    expect(readParts(writePart(schema, ['anyOf', '0']))).toEqual([{ name: null, value: { title: 'a' } }])
  })

  it.each([
    ['a field called __proto__', '"__proto__": {"type": "string"}', ['__proto__']],
    ['several fields, as copied from a file', '"a": {}, "b": true,\n', ['a', 'b']],
    ['a schema', '{"type": "string"}', [null]],
    ['anything', ' true ', [null]],
  ])('may be %s', (_, text, names) => {
    expect(readParts(text)?.map(({ name }) => name)).toEqual(names)
  })

  it.each(['', 'sku', '7', '"sku"', '[{}]', '"a": 7', 'null'])('%j holds no schema', (text) => {
    expect(readParts(text)).toBeNull()
    expect(pastePart(schema, [], text, null)).toEqual({ reason: 'The clipboard holds no JSON schema.' })
  })
})

describe('pasting', () => {
  it.each([
    ['into an object', '/properties/size', '"depth": {}', '/properties/size/properties/depth'],
    ['behind what holds nothing', '/properties/sku', '"depth": {}', '/properties/depth'],
    ['behind a reference', '/properties/twin', '{"title": "depth"}', '/properties/depth'],
    ['a name that is taken', '', '"sku": {}', '/properties/sku2'],
    ['into a list', '/properties/tags', '"x": {}', '/properties/tags/items'],
    ['into a list of schemas', '/anyOf', '"x": {}', '/anyOf/1'],
    ['into a keyword', '/definitions', '"x": {}', '/definitions/x'],
    ['a schema without a name', '', '{}', '/properties/field'],
    ['several', '/properties/size', '"a": {}, "b": {}', '/properties/size/properties/b'],
  ])('%s', (_, target, text, now) => {
    const { schema: next, selected } = edited(pastePart(schema, pathOf(target), text, null))
    expect(pointerOf(selected)).toBe(now)
    expect(valueAt(next, selected)).toBeDefined()
  })

  it.each([
    ['/required', 'Only names stand in required.'],
    ['/dependencies', 'Dependencies belong to their fields: add them from the palette.'],
    ['/patternProperties', 'The names there are patterns: only another pattern fits.'],
  ])('into %s is refused', (target, reason) => {
    const more = { ...schema, dependencies: {}, patternProperties: {} }
    expect(pastePart(more, pathOf(target), '"x": {}', null)).toEqual({ reason })
  })

  it('of what was cut takes along that it was required, and references follow', () => {
    const path = ['properties', 'sku']
    const cut = cutPart(schema, path)
    expect(cut.name).toBe('cut of sku')
    expect(valueAt(cut.schema, ['required'])).toBeUndefined()
    const { text } = from(path)
    const { name, schema: next } = edited(
      pastePart(cut.schema, ['properties', 'size'], text, from(path, { cut: true })),
    )
    expect(name).toBe('paste of sku')
    expect(valueAt(next, ['properties', 'size', 'required'])).toEqual(['sku'])
    expect(valueAt(next, ['properties', 'twin', '$ref'])).toBe('#/properties/size/properties/sku')
  })

  it('of a copy leaves references to the original', () => {
    const path = ['properties', 'sku']
    const { schema: next } = edited(pastePart(schema, ['properties', 'size'], from(path).text, from(path)))
    expect(valueAt(next, ['properties', 'twin', '$ref'])).toBe('#/properties/sku')
    expect(valueAt(next, ['properties', 'size', 'required'])).toBeUndefined()
  })

  it('in another schema brings the definitions along that it has not', () => {
    const path = ['properties', 'maker']
    const other = { type: 'object', definitions: { town: { title: 'its own' } } }
    const { schema: next } = edited(pastePart(other, [], from(path).text, from(path)))
    expect(next).toEqual({
      ...other,
      properties: { maker: schema.properties.maker },
      definitions: { town: { title: 'its own' }, maker: schema.definitions.maker },
    })
  })

  it('of another text than what was copied here knows nothing of that', () => {
    const { schema: next } = edited(
      pastePart({ type: 'object' }, [], '"m": {"$ref": "#/definitions/maker"}', from(['properties', 'maker'])),
    )
    expect(next).not.toHaveProperty('definitions')
  })
})
