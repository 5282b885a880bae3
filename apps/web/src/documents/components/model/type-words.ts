import type { JsonSchema } from '@millrace/contract'
import { isObject } from '@millrace/contract/schemas/schema-keywords'

const words: Record<string, readonly [one: string, many: string]> = {
  array: ['list', 'lists'],
  object: ['object', 'objects'],
  string: ['text', 'texts'],
  number: ['number', 'numbers'],
  integer: ['whole number', 'whole numbers'],
  boolean: ['yes or no', 'yes or no'],
  null: ['null', 'null'],
}

/** What goes through a port, in few words: 'list of objects', 'number or null', 'record'. */
export function nameOfType(schema: JsonSchema, many: 0 | 1 = 0): string {
  if (typeof schema.$ref === 'string') return many ? 'records' : 'record'
  if (schema.type === 'array' && isObject(schema.items) && Object.keys(schema.items).length > 0) {
    const inner = nameOfType(schema.items as JsonSchema, 1)
    const list = words.array?.[many]
    return inner === 'anything' ? `${list}` : `${list} of ${inner}`
  }
  const types = [schema.type].flat().filter((type): type is string => typeof type === 'string')
  return types.length === 0 ? 'anything' : types.map((type) => words[type]?.[many] ?? type).join(' or ')
}
