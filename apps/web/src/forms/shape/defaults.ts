import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { FormSchema } from '../form-schema.ts'
import { singleValue } from './constants.ts'
import { type Shape, shapeOf } from './shape.ts'

/**
 * What a new value begins with: defaults, and values that must be there and can be no other. What is there already is
 * never changed by it. @returns undefined where nothing is said
 */
export function defaultOf(form: FormSchema, schema: unknown, isRequired = false): unknown {
  return ofShape(form, shapeOf(form, schema, undefined), isRequired, [])
}

/** The least value of a type, to begin with. */
export function emptyOf(kind: string): unknown {
  return { object: {}, array: [], string: '', boolean: false, null: null }[kind] ?? null
}

/** What an item of a list, or a key that was added, begins with. */
export const startOf = (form: FormSchema, schema: unknown): unknown =>
  defaultOf(form, schema, true) ?? emptyOf(shapeOf(form, schema, undefined).kind)

function ofShape(form: FormSchema, shape: Shape, isRequired: boolean, trail: readonly string[]): unknown {
  const { node, kind, references } = shape
  if (node.default !== undefined) return node.default
  const only = singleValue(node)
  if (only !== undefined && isRequired) return only
  if (kind === 'array' && isRequired && !Array.isArray(node.items)) return []
  if (kind !== 'object' || references.some((reference) => trail.includes(reference))) return undefined
  const target: Record<string, unknown> = {}
  const required = Array.isArray(node.required) ? node.required : []
  for (const [name, schema] of Object.entries(isObject(node.properties) ? node.properties : {})) {
    const inner = shapeOf(form, schema, undefined)
    const value = ofShape(form, inner, required.includes(name), [...trail, ...references])
    if (value !== undefined)
      Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
  }
  return isRequired || Object.keys(target).length > 0 ? target : undefined
}
