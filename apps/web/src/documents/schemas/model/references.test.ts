import { describe, expect, it } from 'vitest'
import {
  duplicateAt,
  type Edit,
  extractDefinition,
  inlineReference,
  moveBy,
  moveTo,
  removeAt,
  renameAt,
  wrapInArray,
} from './edits.ts'
import { changeType, addFromPalette, paletteFor } from './palette.ts'
import { isPlain, isWithin, type Json, pathOf, valueAt } from './paths.ts'
import { referredPath, withReferences } from './references.ts'
import { hasOwnName, isField } from './roles.ts'
import { rowsDownTo, rowsOf } from './tree.ts'

const at = pathOf
/** Every part that something refers to has a title of its own. */
const base = {
  type: 'object',
  properties: {
    sku: { title: 'sku', type: 'string' },
    copy: { $ref: '#/properties/sku' },
    maker: {
      title: 'maker',
      type: 'object',
      properties: { town: { title: 'town' }, next: { $ref: '#/properties/maker' } },
    },
    town: { $ref: '#/properties/maker/properties/town', ui: { columns: 6 } },
    second: { $ref: '#/anyOf/1' },
    third: { $ref: '#/anyOf/2' },
    spaced: { $ref: '#/definitions/a%20b~1c' },
    $ref: { title: 'a field with the name of a keyword' },
  },
  anyOf: [{ title: 'first' }, { title: 'second' }, { title: 'third' }],
  definitions: { 'a b/c': { title: 'spaced' } },
  default: { $ref: '#/properties/sku' },
  enum: [{ $ref: '#/anyOf/1' }],
}

/** Where each reference stands as data would: the title of what it leads to, in the order of the rows. */
function titles(schema: Json): string[] {
  return rowsOf(schema, () => true, 'Bike').flatMap(({ path }) => {
    const part = valueAt(schema, path)
    if (!isPlain(part) || typeof part.$ref !== 'string') return []
    const leadsTo = valueAt(schema, referredPath(part.$ref) ?? [])
    return [isPlain(leadsTo) ? String(leadsTo.title ?? leadsTo.$ref) : 'nothing']
  })
}

describe('references follow what they lead to', () => {
  it.each<[string, (schema: Json) => Edit | null]>([
    ['another name of a field', (s) => renameAt(s, at('/properties/sku'), 'number')],
    ['another name of an object with fields', (s) => renameAt(s, at('/properties/maker'), 'firm')],
    ['another name of a definition', (s) => renameAt(s, at('/definitions/a b~1c'), 'd%')],
    ['a field moved into an object', (s) => moveTo(s, at('/properties/sku'), at('/properties/maker/properties'), 0)],
    ['a field moved out of an object', (s) => moveTo(s, at('/properties/maker/properties/town'), at('/properties'), 8)],
    ['an entry moved up', (s) => moveBy(s, at('/anyOf/2'), -1)],
    ['an entry moved to the end', (s) => moveTo(s, at('/anyOf/0'), at('/anyOf'), 2)],
    ['an entry before them removed', (s) => removeAt(s, at('/anyOf/0'))],
    ['an entry before them copied', (s) => duplicateAt(s, at('/anyOf/0'))],
    ['the items of a list', (s) => wrapInArray(s, at('/properties/maker'))],
  ])('%s', (_, edit) => {
    const done = edit(base)
    expect(titles(done?.schema).toSorted()).toEqual(titles(base).toSorted())
    expect(done?.schema).not.toEqual(base)
    expect(valueAt(done?.schema, ['default'])).toBe(base.default)
    expect(valueAt(done?.schema, ['enum'])).toBe(base.enum)
  })

  it('a definition made of an object is what the others lead to', () => {
    const { schema } = extractDefinition(base, at('/properties/maker'), 'maker')
    expect(titles(schema).toSorted()).toEqual([...titles(base), 'maker'].toSorted())
    expect(valueAt(schema, at('/properties/town/$ref'))).toBe('#/definitions/maker/properties/town')
  })

  it.each([[''], ['/definitions/a b~1c']])('no definition is made of %j', (pointer) =>
    expect(extractDefinition(base, at(pointer), 'x').schema).toBe(base),
  )

  it('what a reference leads to takes its place with the words beside it', () => {
    const done = inlineReference(base, at('/properties/town'))
    expect(valueAt(done?.schema, at('/properties/town'))).toEqual({ title: 'town', ui: { columns: 6 } })
  })

  it('moving a field among others spells no reference anew', () => {
    const odd = { properties: { 'a b': {}, c: { $ref: '#/properties/a b' } } }
    expect(valueAt(moveBy(odd, at('/properties/a b'), 1)?.schema, at('/properties/c/$ref'))).toBe('#/properties/a b')
  })

  it.each([['#/%'], ['#name'], ['importer://schema/id/x#/properties/sku'], ['other.json#/properties/sku']])(
    'a reference %s is left alone',
    (reference) => {
      const schema = { $ref: reference }
      expect(withReferences(schema, () => ['elsewhere'])).toBe(schema)
    },
  )

  it('any moves and renames of any parts lose none', () => {
    for (let seed = 1; seed <= 200; seed++) {
      let state = seed
      const next = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return Math.floor((state / 2 ** 32) * below)
      }
      let schema: Json = base
      for (let step = 0; step < 10; step++) {
        const rows = rowsOf(schema, () => true, 'Bike').filter(({ isSchema, path }) => isSchema && path.length > 0)
        const path = rows[next(rows.length)]?.path ?? []
        const into = rows[next(rows.length)]?.path ?? []
        const choice = next(3)
        const fits = isField(path) && !isWithin(into, path) && isPlain(valueAt(schema, [...into, 'properties']))
        const edit =
          choice === 0 && hasOwnName(path)
            ? renameAt(schema, path, `new${seed}/${step}`)
            : choice === 1
              ? moveBy(schema, path, next(2) === 0 ? 1 : -1)
              : fits
                ? moveTo(schema, path, [...into, 'properties'], 0)
                : null
        if (edit === null) continue
        schema = edit.schema
        expect(titles(schema).toSorted(), `seed ${seed}: ${edit.name}`).toEqual(titles(base).toSorted())
      }
    }
  })
})

describe('the palette takes nothing away', () => {
  const schema = {
    properties: { a: {}, b: {} },
    required: ['a'],
    dependencies: { b: ['a'], x: { minProperties: 1 } },
  }
  it('SCH-020/ui required fields that are listed stay', () => {
    const entry = paletteFor(schema, []).find(({ kind }) => kind === 'required')
    expect(entry?.reason).toBe('The required fields are listed already.')
  })

  it('SCH-021/ui dependencies come to those that are there, until every field has some', () => {
    const done = addFromPalette(schema, [], 'dependencies')
    expect(valueAt(done?.schema, ['dependencies'])).toEqual({ ...schema.dependencies, a: ['b'] })
    const again = paletteFor(done?.schema, []).find(({ kind }) => kind === 'dependencies')
    expect(again?.reason).toBe('Every field has its dependencies already.')
  })

  it('SCH-021/ui with the names of a dependency selected, a field goes to their object', () => {
    const done = addFromPalette(schema, at('/dependencies/b'), 'string')
    expect(done?.schema).toEqual({ ...schema, properties: { a: {}, b: {}, field: { type: 'string' } } })
  })

  it('another type leaves that a value may be null', () => {
    const nullable = { properties: { a: { type: ['string', 'null'], minLength: 1 } } }
    expect(valueAt(changeType(nullable, at('/properties/a'), 'number').schema, at('/properties/a'))).toEqual({
      type: ['number', 'null'],
    })
  })

  it('fields that JavaScript keeps in their order cannot be moved', () =>
    expect(moveBy({ properties: { 1: {}, 2: {} } }, at('/properties/1'), 1)).toBeNull())
})

describe('rows of a large schema', () => {
  it('what is closed is not looked into', () => {
    const definitions = {
      get heavy(): never {
        throw new Error('looked into')
      },
    }
    const schema = { properties: { a: { type: 'string' } }, definitions }
    const rows = rowsOf(schema, (pointer) => pointer !== '/definitions', 'Bike')
    expect(rows.map(({ pointer, hasChildren }) => [pointer, hasChildren])).toEqual([
      ['', true],
      ['/properties', true],
      ['/properties/a', false],
      ['/definitions', true],
    ])
  })

  it('opens down to a depth', () =>
    expect(rowsDownTo({ properties: { a: { properties: { b: {} } } } }, 2, 'Bike')).toEqual(['', '/properties']))
})
