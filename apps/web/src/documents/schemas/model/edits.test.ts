/* oxlint-disable typescript/no-explicit-any -- changes by hand reach anywhere into a schema */
import { describe, expect, it } from 'vitest'
import {
  addProperty,
  type Edit,
  duplicateAt,
  extractDefinition,
  inlineReference,
  moveBy,
  moveTo,
  refuseName,
  removeAt,
  renameAt,
  setKeyword,
  setRequired,
  setUiOption,
  wrapInArray,
} from './edits.ts'
import { pathOf } from './paths.ts'

const base = {
  'x-own': { kept: [1, 'two'] },
  type: 'object',
  properties: {
    sku: { type: 'string', pattern: '^B' },
    price: { type: 'number', ui: { columns: 6 } },
    maker: { $ref: '#/definitions/maker' },
    offers: { type: 'array', items: { type: 'object', properties: { shop: { type: 'string' } }, required: ['shop'] } },
  },
  required: ['sku', 'price'],
  dependencies: { price: ['sku', 'maker'], sku: { required: ['price'] } },
  anyOf: [{ required: ['sku'] }, { required: ['maker'] }, true],
  definitions: {
    maker: { type: 'object', properties: { parent: { $ref: '#/definitions/maker/properties/name' }, name: {} } },
  },
}
type Base = typeof base
const at = (pointer: string) => pathOf(pointer)
const text = (value: unknown) => JSON.stringify(value)
const copy = () => JSON.parse(text(base)) as Base
/** The base after a change by hand. */
const after = (change: (schema: Record<string, any>) => unknown) => {
  const schema = copy()
  change(schema)
  return schema
}

describe('edits of a schema change what they name, and nothing else', () => {
  it.each<[string, (schema: unknown) => Edit | null, string, (schema: Record<string, any>) => unknown]>([
    [
      'a new attribute',
      (s) => setKeyword(s, at('/properties/sku'), 'maxLength', 9),
      'new maxLength of sku',
      (s) => (s.properties.sku.maxLength = 9),
    ],
    [
      'another value of one',
      (s) => setKeyword(s, at('/properties/sku'), 'pattern', '^C'),
      'change of pattern of sku',
      (s) => (s.properties.sku.pattern = '^C'),
    ],
    [
      'an attribute taken away',
      (s) => setKeyword(s, at('/properties/sku'), 'pattern', undefined),
      'removal of pattern of sku',
      (s) => delete s.properties.sku.pattern,
    ],
    ['the title of the whole', (s) => setKeyword(s, [], 'title', 'Bike'), 'new title', (s) => (s.title = 'Bike')],
    [
      'an option of the form',
      (s) => setUiOption(s, at('/properties/sku'), 'label', 'Number'),
      'change of label of sku',
      (s) => (s.properties.sku.ui = { label: 'Number' }),
    ],
    [
      'the last option taken away',
      (s) => setUiOption(s, at('/properties/price'), 'columns', undefined),
      'change of columns of price',
      (s) => delete s.properties.price.ui,
    ],
    [
      'a new field',
      (s) => addProperty(s, [], { type: 'string' }, 'price'),
      'new field price2',
      (s) => (s.properties.price2 = { type: 'string' }),
    ],
    [
      'a field removed, with what asks for it',
      (s) => removeAt(s, at('/properties/price')),
      'removal of price',
      (s) => {
        delete s.properties.price
        s.required = ['sku']
        delete s.dependencies.price
      },
    ],
    [
      'a field removed that others depend on',
      (s) => removeAt(s, at('/properties/maker')),
      'removal of maker',
      (s) => {
        delete s.properties.maker
        s.dependencies.price = ['sku']
      },
    ],
    [
      'the last required field removed',
      (s) => removeAt(s, at('/properties/offers/items/properties/shop')),
      'removal of shop',
      (s) => {
        delete s.properties.offers.items.properties.shop
        delete s.properties.offers.items.required
      },
    ],
    ['an entry of a list removed', (s) => removeAt(s, at('/anyOf/1')), 'removal of 1', (s) => s.anyOf.splice(1, 1)],
    [
      'a keyword removed',
      (s) => removeAt(s, at('/dependencies')),
      'removal of dependencies',
      (s) => delete s.dependencies,
    ],
    [
      'required',
      (s) => setRequired(s, at('/properties/maker'), true),
      'maker required',
      (s) => (s.required = ['sku', 'price', 'maker']),
    ],
    [
      'no longer required',
      (s) => setRequired(s, at('/properties/sku'), false),
      'sku optional',
      (s) => (s.required = ['price']),
    ],
    [
      'another name, at the same place',
      (s) => renameAt(s, at('/properties/price'), 'cost'),
      'rename of price',
      (s) => {
        const { sku, price, ...rest } = s.properties
        s.properties = { sku, cost: price, ...rest }
        s.required = ['sku', 'cost']
        s.dependencies = { cost: ['sku', 'maker'], sku: { required: ['price'] } }
      },
    ],
    [
      'another name of a definition, with all that refers to it',
      (s) => renameAt(s, at('/definitions/maker'), 'a b/c'),
      'rename of maker',
      (s) => {
        s.properties.maker = { $ref: '#/definitions/a%20b~1c' }
        s.definitions = { 'a b/c': { ...s.definitions.maker } }
        s.definitions['a b/c'].properties.parent = { $ref: '#/definitions/a%20b~1c/properties/name' }
      },
    ],
    [
      'down by one',
      (s) => moveBy(s, at('/properties/sku'), 1),
      'move of sku',
      (s) => {
        const { sku, price, ...rest } = s.properties
        s.properties = { price, sku, ...rest }
      },
    ],
    [
      'an entry up by one',
      (s) => moveBy(s, at('/anyOf/1'), -1),
      'move of 1',
      (s) => s.anyOf.splice(0, 2, s.anyOf[1], s.anyOf[0]),
    ],
    [
      'into another object, still required',
      (s) => moveTo(s, at('/properties/price'), at('/properties/offers/items/properties'), 0),
      'move of price',
      (s) => {
        const { price } = s.properties
        delete s.properties.price
        s.required = ['sku']
        delete s.dependencies.price
        const { items } = s.properties.offers
        items.properties = { price, ...items.properties }
        items.required = ['shop', 'price']
      },
    ],
    [
      'an entry into an entry behind it',
      (s) => moveTo(s, at('/anyOf/0'), at('/anyOf/1/properties'), 0),
      'move of 0',
      (s) => {
        const [first] = s.anyOf.splice(0, 1)
        s.anyOf[0].properties = { field: first }
      },
    ],
    [
      'a copy beside it',
      (s) => duplicateAt(s, at('/properties/sku')),
      'copy of sku',
      (s) => {
        const { sku, ...rest } = s.properties
        s.properties = { sku, sku2: sku, ...rest }
      },
    ],
    [
      'a definition of it',
      (s) => extractDefinition(s, at('/properties/price'), 'maker'),
      'definition maker2',
      (s) => {
        s.definitions.maker2 = s.properties.price
        s.properties.price = { $ref: '#/definitions/maker2' }
      },
    ],
    [
      'the definition in its place',
      (s) => inlineReference(s, at('/properties/maker')),
      'inlining of maker',
      (s) => (s.properties.maker = s.definitions.maker),
    ],
    [
      'a list of it',
      (s) => wrapInArray(s, at('/properties/sku')),
      'list of sku',
      (s) => (s.properties.sku = { type: 'array', items: s.properties.sku }),
    ],
  ])('%s', (_, edit, name, change) => {
    const schema = copy()
    const done = edit(schema)
    expect(done?.name).toBe(name)
    expect(text(done?.schema)).toBe(text(after(change)))
    // The edited schema itself is never touched: Undo goes back to it.
    expect(text(schema)).toBe(text(base))
  })

  it.each<[string, (schema: unknown) => Edit | null]>([
    ['up from the first place', (s) => moveBy(s, at('/properties/sku'), -1)],
    ['down from the last place', (s) => moveBy(s, at('/anyOf/2'), 1)],
    ['what is no reference', (s) => inlineReference(s, at('/properties/sku'))],
    [
      'a reference to what is around it',
      (s) => inlineReference({ definitions: { a: { $ref: '#/definitions' } }, x: s }, at('/definitions/a')),
    ],
    ['a reference to nothing', () => inlineReference({ a: { $ref: '#/definitions/gone' } }, at('/a'))],
  ])('not possible: %s', (_, edit) => expect(edit(copy())).toBeNull())

  it('parts that did not change are the very same', () => {
    const { schema } = setKeyword(base, at('/properties/sku'), 'maxLength', 9)
    const changed = schema as Base
    expect(changed.definitions).toBe(base.definitions)
    expect(changed.properties.price).toBe(base.properties.price)
  })

  it('__proto__ is a field like any other', () => {
    const { schema } = addProperty(JSON.parse('{"type":"object"}'), [], { type: 'string' }, '__proto__')
    expect(text(schema)).toBe('{"type":"object","properties":{"__proto__":{"type":"string"}}}')
  })

  it.each([
    ['', 'Type a name.'],
    ['sku', 'There is another sku already.'],
    ['price', null],
    ['cost', null],
  ])('the name %j of a field: %s', (name, refusal) =>
    expect(refuseName(base, at('/properties/price'), name)).toBe(refusal),
  )
})
