import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { FormSchema } from '../form-schema.ts'
import { singleValue } from './constants.ts'
import { defaultOf } from './defaults.ts'
import { isShownAs } from './kinds.ts'
import type { Node } from './merge.ts'
import { type Shape, shapeOf } from './shape.ts'
import type { Picked } from './choice.ts'

const propertiesOf = ({ properties }: Node): Record<string, unknown> => (isObject(properties) ? properties : {})

/**
 * The value after another option was chosen: what both options know stays, and so does what neither knows; what only
 * the former option knew goes; fixed values and defaults of the new one come.
 * @param earlier the value when the new option was left, whose own properties come back
 */
export function switchChoice(
  form: FormSchema,
  schema: unknown,
  value: unknown,
  before: Shape,
  picked: Picked,
  earlier?: unknown,
): unknown {
  const after = shapeOf(form, schema, value, picked)
  const start = earlier ?? defaultOf(form, { ...after.node, type: after.kind }, false)
  if (after.kind !== 'object') return isShownAs(after.kind, value) && before.kind === after.kind ? value : start
  if (!isObject(value)) return start ?? {}
  const [former, next] = [propertiesOf(before.node), propertiesOf(after.node)]
  const kept = Object.entries(value).filter(([name]) => Object.hasOwn(next, name) || !Object.hasOwn(former, name))
  const target: Record<string, unknown> = { ...(isObject(start) ? start : {}), ...Object.fromEntries(kept) }
  for (const [name, property] of Object.entries(next)) {
    const only = singleValue(shapeOf(form, property, undefined).node)
    if (only !== undefined && (Object.hasOwn(value, name) || isRequired(after.node, name))) target[name] = only
  }
  return target
}

const isRequired = ({ required }: Node, name: string): boolean => Array.isArray(required) && required.includes(name)
