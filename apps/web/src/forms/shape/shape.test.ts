/* oxlint-disable unicorn/no-thenable -- 'then' is a keyword of draft-07; schemas are never awaited */
import { describe, expect, it } from 'vitest'
import { openFormSchema } from '../form-schema.ts'
import { defaultOf } from './defaults.ts'
import { shapeOf } from './shape.ts'
import { switchChoice } from './switch-choice.ts'

const text = { type: 'string' }
const number = { type: 'number' }
const card = { title: 'Card', properties: { kind: { const: 'card' }, name: text, digits: text }, required: ['kind'] }
const bank = { title: 'Bank', properties: { kind: { const: 'bank' }, name: text, account: text }, required: ['kind'] }
const payment = { type: 'object', oneOf: [card, bank] }

function draw(schema: object, value?: unknown, store = {}) {
  const form = openFormSchema(schema as Record<string, unknown>, store)
  return shapeOf(form, form.root, value)
}
const names = (schema: object, value?: unknown, store = {}) =>
  Object.keys((draw(schema, value, store).node.properties ?? {}) as object)

describe('what a form draws', () => {
  it.each<[string, object, unknown, string[]]>([
    ['a reference inside', { $ref: '#/definitions/a', definitions: { a: { properties: { x: text } } } }, {}, ['x']],
    [
      'allOf',
      { properties: { x: text }, allOf: [{ properties: { y: text } }, { properties: { z: text } }] },
      {},
      ['x', 'y', 'z'],
    ],
    ['oneOf by its fixed value', payment, { kind: 'bank' }, ['kind', 'name', 'account']],
    ['oneOf by what it comes nearest to', payment, { kind: 'bank', name: 5 }, ['kind', 'name', 'account']],
    [
      'anyOf',
      {
        anyOf: [
          { properties: { x: number }, required: ['x'] },
          { properties: { y: text }, required: ['y'] },
        ],
      },
      { y: 'b' },
      ['y'],
    ],
    [
      'a dependency that is met',
      { properties: { x: text }, dependencies: { x: { properties: { y: text } } } },
      { x: 'a' },
      ['x', 'y'],
    ],
    [
      'a dependency that is not',
      { properties: { x: text }, dependencies: { x: { properties: { y: text } } } },
      {},
      ['x'],
    ],
    [
      'then',
      {
        properties: { x: number },
        if: { properties: { x: { minimum: 5 } }, required: ['x'] },
        then: { properties: { big: text } },
        else: { properties: { small: text } },
      },
      { x: 7 },
      ['x', 'big'],
    ],
    [
      'else',
      {
        properties: { x: number },
        if: { properties: { x: { minimum: 5 } }, required: ['x'] },
        then: { properties: { big: text } },
        else: { properties: { small: text } },
      },
      { x: 3 },
      ['x', 'small'],
    ],
    ['a schema that holds itself in allOf', { allOf: [{ $ref: '#' }], properties: { x: text } }, {}, ['x']],
  ])('%s', (_what, schema, value, expected) => {
    expect(names(schema, value)).toEqual(expected)
  })

  it('SCH-008/ui a reference to a stored schema, with the title that stands beside it', () => {
    const store = {
      'importer://schema/name/size': {
        type: 'object',
        title: 'Size',
        properties: { unit: { $ref: '#/definitions/unit' } },
        definitions: { unit: { enum: ['cm', 'in'] } },
      },
    }
    const shape = draw({ $ref: 'importer://schema/name/size', title: 'Width' }, {}, store)
    expect(shape.node).toMatchObject({ title: 'Width', type: 'object' })
    expect(draw({ $ref: 'importer://schema/name/none' }).missing).toBe('Schema not exist.')
  })

  it.each<[string, object, unknown, { kind: string; nullable?: boolean; choices?: number }]>([
    ['a type that may be null', { type: ['string', 'null'] }, undefined, { kind: 'string', nullable: true }],
    [
      'anyOf with null',
      { anyOf: [{ type: 'number' }, { type: 'null' }] },
      undefined,
      { kind: 'number', nullable: true, choices: 0 },
    ],
    ['two types, by the value', { type: ['string', 'number'] }, 5, { kind: 'number', choices: 1 }],
    ['no type but properties', { properties: {} }, undefined, { kind: 'object' }],
    ['no type but items', { items: {} }, undefined, { kind: 'array' }],
    ['no type, by the value', { minLength: 3 }, 5, { kind: 'number', nullable: true }],
    ['anything', {}, undefined, { kind: 'string', nullable: true, choices: 1 }],
    [
      'the type both say',
      { allOf: [{ type: ['integer', 'string'] }, { type: 'number' }] },
      undefined,
      { kind: 'integer', choices: 0 },
    ],
  ])('the type of %s', (_what, schema, value, { kind, nullable = false, choices = 0 }) => {
    const shape = draw(schema, value)
    expect([shape.kind, shape.nullable, shape.choices.length]).toEqual([kind, nullable, choices])
  })

  it('options that are a value each are one list, with their titles', () => {
    const { node, choices } = draw({ oneOf: [{ const: 1, title: 'One' }, { const: '1' }, { enum: [null] }] })
    expect([node.enum, node.enumNames, choices.length]).toEqual([[1, '1', null], ['One', '1', '(none)'], 0])
  })

  it('the same object for a part that two schemas describe, so that its field stays', () => {
    const form = openFormSchema({ properties: { x: text }, allOf: [{ properties: { x: { minLength: 2 } } }] }, {})
    const part = () => (shapeOf(form, form.root, {}).node.properties as { x: unknown }).x
    expect(part()).toBe(part())
  })
})

describe('what a new value begins with', () => {
  it.each<[object, unknown]>([
    [{ properties: { x: { default: 3 }, y: text } }, { x: 3 }],
    [{ properties: { x: { const: 'a' }, y: { const: 'b' } }, required: ['x'] }, { x: 'a' }],
    [{ properties: { part: { properties: { x: { default: 'deep' } } } } }, { part: { x: 'deep' } }],
    [{ properties: { list: { items: text }, part: {} }, required: ['list'] }, { list: [] }],
    [{ default: [1], items: number }, [1]],
    [{ properties: { x: text } }, undefined],
    [{ properties: { child: { $ref: '#' }, x: { default: 1 } } }, { x: 1, child: { x: 1 } }],
  ])('%j', (schema, expected) => {
    const form = openFormSchema(schema as Record<string, unknown>, {})
    expect(defaultOf(form, form.root)).toEqual(expected)
  })
})

describe('another option of oneOf', () => {
  const form = openFormSchema(payment, {})
  const value = { kind: 'card', name: 'Ada', digits: '4711', note: 'not ours' }
  const before = shapeOf(form, form.root, value)
  const after = switchChoice(form, form.root, value, before, { '/oneOf': 1 })

  it('keeps what both know and what neither knows, and sets the fixed value', () => {
    expect(after).toEqual({ kind: 'bank', name: 'Ada', note: 'not ours' })
  })

  it('brings back what it had when it was left', () => {
    const back = switchChoice(form, form.root, after, shapeOf(form, form.root, after), { '/oneOf': 0 }, value)
    expect(back).toEqual(value)
  })

  it('begins anew where the types differ', () => {
    const mixed = openFormSchema({ oneOf: [text, { properties: { x: { default: 1 } }, type: 'object' }] }, {})
    expect(switchChoice(mixed, mixed.root, 'a', shapeOf(mixed, mixed.root, 'a'), { '/oneOf': 1 })).toEqual({ x: 1 })
    expect(switchChoice(mixed, mixed.root, { x: 1 }, shapeOf(mixed, mixed.root, { x: 1 }), { '/oneOf': 0 })).toBe(
      undefined,
    )
  })
})
