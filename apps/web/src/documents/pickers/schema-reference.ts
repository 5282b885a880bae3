import type { JsonSchema } from '@millrace/contract'
import { isObject } from '@millrace/contract/schemas/schema-keywords'

/** Another schema by its address, itself or a list of it, as the ports of a component that reads records have it. */
export type SchemaReference = { address: string; isList: boolean }

/** What a schema refers to when it says nothing else; a text is an address. @returns null for a schema that says more */
export function readReference(value: unknown): SchemaReference | null {
  if (typeof value === 'string') return value === '' ? null : { address: value, isList: false }
  if (!isObject(value)) return null
  const own = addressOf(value)
  if (own !== null) return { address: own, isList: false }
  const { type, items, ...more } = value
  const address = type === 'array' && Object.keys(more).length === 0 ? addressOf(items) : null
  return address === null ? null : { address, isList: true }
}

export const writeReference = (address: string, isList: boolean): JsonSchema =>
  isList ? { type: 'array', items: { $ref: address } } : { $ref: address }

const addressOf = (schema: unknown): string | null =>
  isObject(schema) && typeof schema.$ref === 'string' && Object.keys(schema).length === 1 ? schema.$ref : null
