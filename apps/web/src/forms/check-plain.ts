import { numberFormats, textFormats } from '@millrace/contract/schemas/formats/formats'
import { isSameJson } from '@millrace/contract/schemas/json-equality'
import { isMultipleOf } from '@millrace/contract/schemas/multiple-of'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { Report, ValueChecker } from './value-checker.ts'

type Schema = Record<string, unknown>

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    default:
      return typeof value === type
  }
}

export function checkType({ type }: Schema, value: unknown, fault: Report): void {
  if (type === undefined) return
  const types = Array.isArray(type) ? type : [type]
  if (!types.some((one) => isOfType(value, one))) fault('type', { type })
}

export function checkValues(schema: Schema, value: unknown, fault: Report): void {
  const allowed = schema.enum
  if (Array.isArray(allowed) && !allowed.some((one) => isSameJson(one, value)))
    fault('enum', { allowedValues: allowed })
  if (schema.const !== undefined && !isSameJson(schema.const, value)) fault('const', { allowedValue: schema.const })
}

export function checkNumber(schema: Schema, value: number, fault: Report): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema
  if (typeof maximum === 'number' && value > maximum) fault('maximum', { limit: maximum })
  if (typeof minimum === 'number' && value < minimum) fault('minimum', { limit: minimum })
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    fault('exclusiveMaximum', { limit: exclusiveMaximum })
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    fault('exclusiveMinimum', { limit: exclusiveMinimum })
  if (typeof multipleOf === 'number' && !isMultipleOf(value, multipleOf)) fault('multipleOf', { multipleOf })
  if (typeof format === 'string' && numberFormats.get(format)?.(value) === false) fault('format', { format })
}

/** Characters, not halves of them; counted only where the length in UTF-16 units does not decide. */
const characters = (text: string) => Array.from(text).length

export function checkText(schema: Schema, value: string, checker: ValueChecker, fault: Report): void {
  const { minLength, maxLength, pattern, format, description } = schema
  if (typeof maxLength === 'number' && value.length > maxLength && characters(value) > maxLength)
    fault('maxLength', { limit: maxLength })
  if (typeof minLength === 'number' && value.length < 2 * minLength && characters(value) < minLength)
    fault('minLength', { limit: minLength })
  if (typeof pattern === 'string' && !checker.pattern(pattern).test(value)) fault('pattern', { pattern, description })
  if (typeof format === 'string' && textFormats.get(format)?.(value) === false) fault('format', { format })
}
