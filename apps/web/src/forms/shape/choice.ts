import { isSameJson } from '@millrace/contract/schemas/json-equality'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { FormSchema } from '../form-schema.ts'
import { singleValue } from './constants.ts'
import { kindOf, kindsOf } from './kinds.ts'
import type { Node } from './merge.ts'

/** One of several schemas, of `oneOf` or `anyOf` or of several types. */
export type Choice = {
  key: string
  options: { title: string; schema: unknown }[]
  index: number
  /** The list in the schema that the options stand in; none for types. */
  given?: readonly unknown[]
}

/** Options that a person chose, by the key of the choice. */
export type Picked = Readonly<Record<string, number>>

/** The choice with the option picked, else the one the value fits, else the one it comes nearest to. */
export function chosenOf(
  form: Pick<FormSchema, 'fits' | 'resolve'>,
  key: string,
  schemas: unknown[],
  value: unknown,
  picked: Picked,
): Choice {
  const options = schemas.map((schema, index) => ({ title: titleOf(form, schema, index), schema }))
  const own = picked[key]
  if (own !== undefined && own < options.length) return { key, options, index: own }
  const fitting = value === undefined ? 0 : schemas.findIndex((schema) => form.fits(schema, value))
  return { key, options, index: fitting >= 0 ? fitting : nearest(form, schemas, value) }
}

function titleOf(form: Pick<FormSchema, 'fits' | 'resolve'>, schema: unknown, index: number): string {
  const node = nodeOf(form, schema)
  if (isObject(schema) && typeof schema.title === 'string') return schema.title
  if (typeof node.title === 'string') return node.title
  return `Option ${index + 1}`
}

function nodeOf(form: Pick<FormSchema, 'fits' | 'resolve'>, schema: unknown): Node {
  const node = isObject(schema) && typeof schema.$ref === 'string' ? form.resolve(schema.$ref) : schema
  return isObject(node) ? node : {}
}

function nearest(form: Pick<FormSchema, 'fits' | 'resolve'>, schemas: readonly unknown[], value: unknown): number {
  const scores = schemas.map((schema) => scoreOf(form, nodeOf(form, schema), value))
  return Math.max(0, scores.indexOf(Math.max(...scores)))
}

/** How much of a value a schema describes; a fixed value that tells kinds apart counts most. */
function scoreOf(form: Pick<FormSchema, 'fits' | 'resolve'>, node: Node, value: unknown): number {
  const { kinds } = kindsOf(node, undefined)
  const own = kindOf(value)
  if (!kinds.includes(own) && !(own === 'number' && kinds.includes('integer'))) return -1
  if (!isObject(value) || !isObject(node.properties)) return 0
  let score = 0
  for (const [name, schema] of Object.entries(node.properties)) {
    if (!Object.hasOwn(value, name)) continue
    const only = singleValue(nodeOf(form, schema))
    score += only === undefined ? 1 : isSameJson(only, value[name]) ? 100 : -100
  }
  return score
}
