import { describe, expect, it } from 'vitest'
import { conversionFor, matchByName, type MappingSettings, type RecordField, unfilledFields } from './mapping.rule.ts'

const field = (path: string, more: Partial<RecordField> = {}): RecordField => ({
  path,
  type: 'string',
  required: false,
  ...more,
})
const fields = (...paths: string[]) => paths.map((path) => field(path))

describe('match by name', () => {
  it.each<[string[], string[], Record<string, string>]>([
    [['sku', 'Name'], ['name', 'sku', 'price'], { name: 'Name', sku: 'sku' }],
    [
      ['List price', 'start_date'],
      ['listPrice', 'START-DATE'],
      { listPrice: 'List price', 'START-DATE': 'start_date' },
    ],
    [['Größe', 'Prénom'], ['grosse', 'große', 'prenom'], { große: 'Größe', prenom: 'Prénom' }],
    [['color'], ['attributes.color'], { 'attributes.color': 'color' }],
    [['size.width'], ['width'], { width: 'size.width' }],
    [['name'], ['brand.name', 'name'], { name: 'name' }],
    [['name', 'NAME'], ['name'], {}],
    [['a.name', 'b.name'], ['name'], {}],
    [['a.name', 'b.name'], ['b.name'], { 'b.name': 'b.name' }],
    [['price'], ['prices'], {}],
  ])('of %j with %j gives %j', (sources, targets, matched) => {
    expect(Object.fromEntries(matchByName(fields(...sources), fields(...targets)))).toEqual(matched)
  })
})

describe('required fields that nothing fills', () => {
  const targets = [
    field('key', { required: true }),
    field('name', { required: true }),
    field('text'),
    field('size', { type: 'object' }),
    field('size.width', { required: true }),
    field('size.unit'),
    field('brand', { type: 'object', required: true }),
    field('brand.name', { required: true }),
  ]
  const to = (...paths: string[]): MappingSettings => ({ fields: paths.map((path) => ({ to: path, value: 1 })) })

  it.each<[MappingSettings, string[]]>([
    [{}, ['key', 'name', 'brand.name']],
    [to('key', 'text', 'brand'), ['name']],
    [to('key', 'name', 'brand.name'), []],
    [to('key', 'name', 'brand.name', 'size.unit'), ['size.width']],
    [to('key', 'name', 'brand.name', 'size'), []],
    [{ ...to('name', 'brand'), keepOthers: true }, []],
    [{ ...to('name', 'brand'), keepOthers: true, remove: ['key'] }, ['key']],
  ])('with %j are %j', (settings, unfilled) => {
    expect(unfilledFields(targets, settings, fields('key', 'other'))).toEqual(unfilled)
  })
})

it.each<[Partial<RecordField> | undefined, Partial<RecordField>, string | null]>([
  [{ type: 'string' }, { type: 'string' }, null],
  [{ type: 'string' }, { type: 'number' }, 'number'],
  [{ type: 'string' }, { type: 'integer' }, 'whole number'],
  [{ type: 'number' }, { type: 'integer' }, 'whole number'],
  [{ type: 'integer' }, { type: 'number' }, null],
  [{ type: 'number' }, { type: 'string' }, 'text'],
  [{ type: 'boolean' }, { type: 'boolean' }, null],
  [{ type: 'string' }, { type: 'boolean' }, 'boolean'],
  [{ type: 'string' }, { type: 'string', format: 'date' }, 'date'],
  [{ type: 'string', format: 'date' }, { type: 'string', format: 'date' }, null],
  [undefined, { type: 'string', format: 'date-time' }, 'date-time'],
  [undefined, { type: 'string' }, null],
  [undefined, { type: 'number' }, 'number'],
  [{ type: 'object' }, { type: 'object' }, null],
])('a field %j goes into %j as %j', (source, target, as) => {
  expect(conversionFor(source && field('a', source), field('b', target))).toBe(as)
})
