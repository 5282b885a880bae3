import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { FormSchema } from '../form-schema.ts'
import type { Node } from './merge.ts'

/** Options that are a value each, often with a title, as one list to choose from; null where one is more than that. */
export function constantsOf(form: Pick<FormSchema, 'resolve'>, options: readonly unknown[]): Node | null {
  const values: unknown[] = []
  const titles: string[] = []
  for (const option of options) {
    const node = isObject(option) && typeof option.$ref === 'string' ? form.resolve(option.$ref) : option
    const value = isObject(node) ? singleValue(node) : undefined
    if (value === undefined || !isObject(node)) return null
    values.push(value)
    titles.push(typeof node.title === 'string' ? node.title : textOfValue(value))
  }
  return { enum: values, enumNames: titles }
}

/** The only value a schema allows; undefined when it allows others. */
export function singleValue(node: Node): unknown {
  if (node.const !== undefined) return node.const
  return Array.isArray(node.enum) && node.enum.length === 1 ? node.enum[0] : undefined
}

/** A value of a list as a person reads it. */
export function textOfValue(value: unknown): string {
  if (value === '') return '(empty text)'
  if (value === null) return '(none)'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
