import type { Finding } from '@millrace/contract'
import type { ErrorObject } from 'ajv'
import { cutValue } from '../formats/cut-value.ts'

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'empty',
}

const formatNames: Record<string, string> = {
  date: 'a date such as 2024-05-31',
  'date-time': 'a date and time such as 2024-05-31T14:00:00Z',
  time: 'a time such as 14:00:00Z',
  uri: 'a web address such as https://example.com/a',
  url: 'a web address such as https://example.com/a',
  email: 'an e-mail address',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  hostname: 'a host name',
}

const plural = (count: unknown, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return shown.join(', ') + (values.length > 10 ? `, … (${values.length} values)` : '')
}

/** What is wrong, as the end of a sentence that begins with the value. */
function cause(error: ErrorObject, decimal: '.' | ',' | null, value: unknown): string {
  const { keyword, params } = error
  const limit = params.limit as unknown
  switch (keyword) {
    case 'type':
      return `is not ${typeCause(params.type as string | string[], decimal, value)}`
    case 'enum':
      return `is not one of ${listed(params.allowedValues as unknown[])}`
    case 'const':
      return `is not ${listed([params.allowedValue])}`
    case 'pattern':
      return `does not have the form ${params.pattern}`
    case 'format':
      return `is not ${formatNames[params.format as string] ?? `in the format ${params.format}`}`
    case 'minLength':
      return `is shorter than ${plural(limit, 'character', 'characters')}`
    case 'maxLength':
      return `is longer than ${plural(limit, 'character', 'characters')}`
    case 'minimum':
      return `is less than ${limit}`
    case 'maximum':
      return `is greater than ${limit}`
    case 'exclusiveMinimum':
      return `is not greater than ${limit}`
    case 'exclusiveMaximum':
      return `is not less than ${limit}`
    case 'multipleOf':
      return `is not a multiple of ${params.multipleOf}`
    case 'minItems':
      return `has fewer than ${plural(limit, 'entry', 'entries')}`
    case 'maxItems':
      return `has more than ${plural(limit, 'entry', 'entries')}`
    case 'uniqueItems':
      return 'holds the same entry twice'
    case 'contains':
      return 'holds no entry of the required kind'
    case 'minProperties':
      return `has fewer than ${plural(limit, 'field', 'fields')}`
    case 'maxProperties':
      return `has more than ${plural(limit, 'field', 'fields')}`
    case 'propertyNames':
      return `has a field name that is not allowed: ${params.propertyName}`
    case 'dependencies':
    case 'dependentRequired':
      return `needs ${params.missingProperty} whenever ${params.property} is given`
    case 'anyOf':
      return 'fits none of the allowed alternatives'
    case 'oneOf':
      return 'does not fit exactly one of the allowed alternatives'
    case 'not':
      return 'is what the schema excludes'
    case 'false schema':
      return 'is not allowed'
    default:
      return error.message ?? `breaks the rule ${keyword}`
  }
}

function typeCause(type: string | string[], decimal: '.' | ',' | null, value: unknown): string {
  const types = Array.isArray(type) ? type : [type]
  const names = types.map((name) => typeNames[name] ?? name).join(' or ')
  const numeric = types.includes('number') || types.includes('integer')
  if (!numeric || typeof value !== 'string' || decimal === null) return names
  if (/^\s*[+-]?\d{16,}\s*$/.test(value)) return `${names} that can be kept exactly`
  return /^\s*[+-]?\d+[.,]\d+\s*$/.test(value) && !value.includes(decimal)
    ? `${names} (the decimal mark is '${decimal}')`
    : names
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

export type MessageContext = {
  headers: ReadonlyMap<string, string> | null
  /** Set where values are text. */
  decimal: '.' | ',' | null
  /** The value as the file has it, for a property of the record that was coerced. */
  raw: (property: string) => unknown
}

/** Turns a validator's error into a finding that names the file's own header and the value as it stands there. */
export function findingOf(
  error: ErrorObject,
  record: Record<string, unknown>,
  context: MessageContext,
  row: number | null,
  line: number | null,
): Finding {
  const parts = error.instancePath.split('/').slice(1).map(unescapePointer)
  const named = error.params.missingProperty ?? error.params.additionalProperty
  const absent = error.keyword === 'required'
  if ((absent || error.keyword === 'additionalProperties') && typeof named === 'string') parts.push(named)
  const [property] = parts
  const raw = property !== undefined && parts.length === 1 ? context.raw(property) : undefined
  const value = raw ?? valueAt(record, parts)
  const header = property === undefined ? null : (context.headers?.get(property) ?? property)
  const place =
    header === null
      ? 'The record'
      : context.headers && parts.length === 1
        ? `Column '${header}'`
        : `Field '${[header, ...parts.slice(1)].join('/')}'`
  const text = cutValue(value)
  return {
    row,
    line,
    column: header,
    path: parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    rule: error.keyword,
    value: text,
    message: sentence(error, context, place, text, value, property),
  }
}

function sentence(
  error: ErrorObject,
  context: MessageContext,
  place: string,
  text: string,
  value: unknown,
  property: string | undefined,
): string {
  if (error.keyword === 'required') {
    const inFile = property !== undefined && context.headers?.has(property)
    return inFile ? `${place} is empty, but a value is required` : `${place} is missing`
  }
  if (error.keyword === 'additionalProperties') return `${place} is not expected`
  if (error.keyword === 'minLength' && value === '') return `${place} is empty, but a value is required`
  const what = cause(error, context.decimal, value)
  return text === '' || typeof value === 'object' ? `${place} ${what}` : `${place}: '${text}' ${what}`
}

function valueAt(record: unknown, parts: readonly string[]): unknown {
  let at = record
  for (const part of parts) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, part)) return undefined
    at = (at as Record<string, unknown>)[part]
  }
  return at
}

/** The message without the value and with '*' for positions in lists: alike for all findings of one cause. */
export function groupMessage(finding: Finding): string {
  return finding.message.replace(`: '${finding.value}' `, ' ').replace(/\/\d+(?=[/'])/g, '/*')
}
