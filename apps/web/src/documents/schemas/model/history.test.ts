/* oxlint-disable unicorn/no-thenable -- 'then' is a keyword of draft-07; schemas are never awaited */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { pastePart, writePart } from './clipboard.ts'
import {
  duplicateAt,
  type Edit,
  moveBy,
  removeAt,
  renameAt,
  setKeyword,
  setRequired,
  setUiOption,
  stepOf,
} from './edits.ts'
import { applyEdit, type History, redo, redoName, startHistory, undo, undoName } from '../../editing/history.ts'
import { nodeKinds, typeKinds } from './kinds.ts'
import { moveBeside, moveIn, moveOut, type Outcome } from './moves.ts'
import { addFromPalette, changeType } from './palette.ts'
import { isPlain, type Json, partsIn, type Path, valueAt } from './paths.ts'
import { hasOwnName, isField } from './roles.ts'
import { rowsOf, type TreeRow } from './tree.ts'

/** Numbers of a seed, each below what is asked for. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Styles of several authors and drafts. */
const styles: Record<string, unknown> = {
  'draft-07 with definitions': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://example.org/bike',
    type: 'object',
    properties: {
      sku: { type: 'string', pattern: '^B\\d+$', examples: ['B1'] },
      price: { type: ['number', 'null'], minimum: 0, exclusiveMaximum: 1e6, ui: { columns: 6, widget: 'slider' } },
      maker: { $ref: '#/definitions/maker', description: 'beside a reference' },
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      pair: { type: 'array', items: [{ type: 'integer' }, true], additionalItems: false },
    },
    required: ['sku'],
    dependencies: { price: ['sku'], maker: { required: ['price'] } },
    definitions: { maker: { type: 'object', properties: { parent: { $ref: '#/definitions/maker' } } } },
  },
  '2020-12 with $defs and words of its own': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: { id: { type: 'integer', deprecated: true }, yes: true, no: false },
    'x-generated-by': { tool: ['a', { deep: null }] },
    properties: { 'a/b~c': { $ref: '#/$defs/id' }, __proto__x: { not: { type: 'null' } } },
    patternProperties: { '^x-': {} },
    additionalProperties: { type: 'string' },
    unevaluatedProperties: false,
    if: { properties: { kind: { const: 'e' } } },
    then: { required: ['battery'] },
    else: false,
  },
  'draft-04 in one line': {
    id: 'x',
    type: 'object',
    properties: { n: { type: 'number', minimum: 0, exclusiveMinimum: true } },
  },
  combined: {
    oneOf: [{ type: 'string', enum: ['a', 1, null, { b: [] }] }, { allOf: [{ anyOf: [{}, { not: {} }] }, true] }],
    contains: { type: 'object' },
    propertyNames: { maxLength: 5 },
    default: { $ref: '#/not/a/reference' },
  },
  'nothing in it': {},
}
const shared = path.join(import.meta.dirname, '../../../../../../../shared/data/vehicles/ev-vehicle.schema.json')
if (existsSync(shared)) styles['a vehicle of a public registry'] = JSON.parse(readFileSync(shared, 'utf8'))

const allRows = (schema: unknown): TreeRow[] => rowsOf(schema, () => true, 'Bike')

/** Any edit of any row, as a person could make it; null where none fits. */
function randomEdit(schema: unknown, next: (below: number) => number): Edit | null {
  const rows = allRows(schema)
  const row = rows[next(rows.length)]
  if (row === undefined) return null
  const { path: at } = row
  const other = rows[next(rows.length)]?.path ?? []
  switch (next(12)) {
    case 0:
      return at.length === 0 ? null : removeAt(schema, at)
    case 1:
      return hasOwnName(at) ? renameAt(schema, at, `renamed${next(1000)}`) : null
    case 2:
      return row.isSchema && isPlain(valueAt(schema, at))
        ? setKeyword(schema, at, ['title', 'minimum', 'x-own'][next(3)] ?? '', next(9))
        : null
    case 3:
      return row.isSchema && isPlain(valueAt(schema, at))
        ? setUiOption(schema, at, 'columns', next(2) === 0 ? undefined : next(12) + 1)
        : null
    case 4:
      return isField(at) ? setRequired(schema, at, next(2) === 0) : null
    case 5:
      return at.length === 0 ? null : moveBy(schema, at, next(2) === 0 ? 1 : -1)
    case 6:
      return row.isSchema && at.length > 1 ? duplicateAt(schema, at) : null
    case 7:
      return row.isSchema && at.length > 0
        ? changeType(schema, at, typeKinds[next(typeKinds.length)] ?? 'string')
        : null
    case 8:
      return editOf(moveBeside(schema, at, other, (['before', 'into', 'after'] as const)[next(3)] ?? 'into'))
    case 9:
      return editOf(next(2) === 0 ? moveIn(schema, at) : moveOut(schema, at))
    case 10:
      return editOf(pastePart(schema, other, writePart(schema, at), null))
    default:
      return addFromPalette(schema, at, nodeKinds[next(nodeKinds.length)] ?? 'string')
  }
}
const editOf = (outcome: Outcome): Edit | null => ('edit' in outcome ? outcome.edit : null)

const text = (value: unknown) => JSON.stringify(value)

describe.each(Object.entries(styles))('%s', (_, schema) => {
  it('SCH-002/ui is loaded and saved letter by letter', () => {
    const written = text(schema)
    const history = startHistory<Json, Path>(JSON.parse(written), [])
    allRows(history.present.value)
    expect(text(history.present.value)).toBe(written)
  })

  it('SCH-017/ui SCH-006/ui any edits undo to the start and redo to the end, letter by letter, each by its name', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const next = random(seed)
      const moments = [text(schema)]
      const names: string[] = []
      let history: History<Json, Path> = startHistory(JSON.parse(text(schema)), [])
      for (let step = 0; step < 25; step++) {
        const edit = randomEdit(history.present.value, next)
        if (edit === null) continue
        const before = history
        history = applyEdit(history, stepOf(edit))
        if (history.past.length === before.past.length) continue
        names.push(edit.name)
        moments.push(text(history.present.value))
      }
      const end = history
      for (let at = moments.length - 1; at > 0; at--) {
        expect(undoName(history), `seed ${seed}`).toBe(names[at - 1])
        history = undo(history)
        expect(text(history.present.value), `seed ${seed} step ${at}`).toBe(moments[at - 1])
      }
      expect(undoName(history)).toBeNull()
      for (let at = 1; at < moments.length; at++) {
        expect(redoName(history), `seed ${seed}`).toBe(names[at - 1])
        history = redo(history)
        expect(text(history.present.value), `seed ${seed} step ${at}`).toBe(moments[at])
      }
      expect(history).toEqual(end)
    }
  })

  it('SCH-020/ui no edit takes a field away and leaves it required', () => {
    for (let seed = 100; seed <= 160; seed++) {
      const next = random(seed)
      let history: History<Json, Path> = startHistory(JSON.parse(text(schema)), [])
      for (let step = 0; step < 25; step++) {
        const edit = randomEdit(history.present.value, next)
        // Whoever removes all fields at once sees what is left of the object.
        if (edit === null || /^(?:removal|cut) of (?:properties|required)/.test(edit.name)) continue
        expect(lostFields(history.present.value, edit.schema), `seed ${seed}: ${edit.name}`).toEqual([])
        history = applyEdit(history, stepOf(edit))
      }
    }
  })
})

/** Fields that an object had before, does not have now, and still asks for. */
function lostFields(before: unknown, now: unknown): string[] {
  return allRows(now).flatMap(({ path: at }) => {
    const object = valueAt(now, at)
    if (!isPlain(object) || !Array.isArray(object.required)) return []
    const had = partsIn(valueAt(before, [...at, 'properties']))
    const has = partsIn(object.properties)
    return object.required.map(String).filter((name) => had.includes(name) && !has.includes(name))
  })
}

describe('a large schema', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [`field${n}`, { type: 'string', maxLength: n }]),
  )
  it('draws only what is open', () => {
    const schema = { type: 'object', properties: fields }
    expect(rowsOf(schema, () => false, 'Wide')).toHaveLength(1)
    expect(rowsOf(schema, () => true, 'Wide')).toHaveLength(502)
    expect(rowsOf(schema, () => true, 'Wide')[1]?.detail).toBe('500')
  })
})
