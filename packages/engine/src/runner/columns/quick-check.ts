import { textFormats } from '@millrace/contract/schemas/formats/formats'
import { withinBounds } from '../../schemas/fit-check.ts'
import { annotations } from '../../schemas/flat-root.ts'
import { createPatternTester } from '../../schemas/pattern.ts'
import { isPlainObject } from '../../schemas/schema-types.ts'
import type { PackedColumn, RowPacker } from './packed-rows.ts'

export type ValueCheck = (column: PackedColumn) => boolean

const textKeywords = new Set([...annotations, 'type', 'minLength', 'maxLength', 'pattern', 'format'])
const numberKeywords = new Set([...annotations, 'type', 'minimum', 'maximum'])
const enumKeywords = new Set([...annotations, 'type', 'enum'])
const typeKeywords = new Set([...annotations, 'type'])
const listKeywords = new Set([...annotations, 'type', 'items'])

/**
 * The check of a field whose schema is one of those that most fields have: nothing is compiled for it, which takes
 * milliseconds. It accepts only what the validator of rows accepts; false may mean that it cannot tell.
 * @returns null for every other schema
 */
export function quickCheck(schema: unknown, valuesOf: RowPacker['valuesOf']): ValueCheck | null {
  if (!isPlainObject(schema)) return null
  const only = (known: ReadonlySet<string>) => Object.keys(schema).every((name) => known.has(name))
  switch (schema.type) {
    case 'string':
      if (only(textKeywords)) return textCheck(schema, valuesOf)
      return Array.isArray(schema.enum) && only(enumKeywords) ? enumCheck(schema.enum, valuesOf) : null
    case 'number':
    case 'integer':
      return only(numberKeywords) ? numberCheck(schema) : null
    case 'boolean':
      return only(typeKeywords) ? eachValue(valuesOf, isBoolean) : null
    case 'array':
      return only(listKeywords) ? listCheck(schema.items, valuesOf) : null
    default:
      return null
  }
}

type Keywords = Record<string, unknown>

/** Lengths are decided by where the texts end; only a pattern or a format looks at each. */
function textCheck(schema: Keywords, valuesOf: RowPacker['valuesOf']): ValueCheck {
  const min = typeof schema.minLength === 'number' ? schema.minLength : 0
  const max = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY
  const fits = textTest(schema)
  const areWithin = (column: PackedColumn) => lengthsWithin(column, min, max)
  if (fits === null) return areWithin
  const areFit = eachValue(valuesOf, (value) => typeof value === 'string' && fits(value))
  return (column) => areWithin(column) && areFit(column)
}

function textTest({ pattern, format }: Keywords): ((text: string) => boolean) | null {
  const isFormat = typeof format === 'string' ? (textFormats.get(format) ?? null) : null
  if (typeof pattern !== 'string') return isFormat
  // Made when the first text comes: what is no pattern is said where the whole schema is looked at.
  let tester: ReturnType<typeof createPatternTester> | null = null
  const matches = (text: string) => (tester ??= createPatternTester(pattern)).test(text)
  return isFormat === null ? matches : (text) => matches(text) && isFormat(text)
}

function enumCheck(values: readonly unknown[], valuesOf: RowPacker['valuesOf']): ValueCheck {
  const allowed = new Set(values)
  const areAllowed = eachValue(valuesOf, (value) => allowed.has(value))
  return (column) => column.kind === 's' && gapsOf(column) !== null && areAllowed(column)
}

function numberCheck(schema: Keywords): ValueCheck {
  const min = typeof schema.minimum === 'number' ? schema.minimum : Number.NEGATIVE_INFINITY
  const max = typeof schema.maximum === 'number' ? schema.maximum : Number.POSITIVE_INFINITY
  const isWhole = schema.type === 'integer'
  return (column) => numbersWithin(column, min, max, isWhole)
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

const itemTests: ReadonlyMap<unknown, (item: unknown) => boolean> = new Map([
  ['string', (item: unknown) => typeof item === 'string'],
  ['number', (item: unknown) => Number.isFinite(item)],
  ['integer', (item: unknown) => Number.isInteger(item)],
  ['boolean', isBoolean],
])

/** Lists of anything, or of items of one type. */
function listCheck(items: unknown, valuesOf: RowPacker['valuesOf']): ValueCheck | null {
  if (items === undefined) return eachValue(valuesOf, Array.isArray)
  if (!isPlainObject(items) || Object.keys(items).some((name) => !typeKeywords.has(name))) return null
  const isFit = itemTests.get(items.type)
  return isFit === undefined ? null : eachValue(valuesOf, (value) => Array.isArray(value) && areAll(value, isFit))
}

/** Holes included, which `every` passes over. */
function areAll(list: readonly unknown[], isFit: (item: unknown) => boolean): boolean {
  for (let i = 0; i < list.length; i++) if (!isFit(list[i])) return false
  return true
}

/** No rule of a field looks at a row without a value. */
function eachValue(valuesOf: RowPacker['valuesOf'], isFit: (value: unknown) => boolean): ValueCheck {
  const fitsOrLacks = withinBounds((value: unknown) => value === undefined || isFit(value))
  return (column) => valuesOf(column).every(fitsOrLacks)
}

const none: ReadonlySet<number> = new Set()

/** The rows without a value; null where a value is of another kind than its column. */
function gapsOf({ at, odd }: PackedColumn): ReadonlySet<number> | null {
  if (odd.length === 0) return none
  return odd.every((value) => value === undefined) ? new Set(at) : null
}

const surrogate = /[\ud800-\udfff]/

function lengthsWithin(column: PackedColumn, minCharacters: number, max: number): boolean {
  const { kind, data, ends } = column
  const gaps = gapsOf(column)
  if (kind !== 's' || ends === null || gaps === null) return false
  // A character is one unit of the text, or two where there are surrogates.
  const min = minCharacters > 1 && surrogate.test(data as string) ? minCharacters * 2 - 1 : minCharacters
  let from = 0
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] as number
    const length = end - from
    if ((length < min || length > max) && !gaps.has(i)) return false
    from = end
  }
  return true
}

function numbersWithin(column: PackedColumn, min: number, max: number, isWhole: boolean): boolean {
  const gaps = gapsOf(column)
  if (column.kind !== 'n' || gaps === null) return false
  const numbers = column.data as Float64Array
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] as number
    const fits = value >= min && value <= max && Number.isFinite(value) && (!isWhole || Number.isInteger(value))
    if (!fits && !gaps.has(i)) return false
  }
  return true
}
