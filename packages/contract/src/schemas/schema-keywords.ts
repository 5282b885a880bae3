/* oxlint-disable unicorn/no-thenable -- 'then' is a keyword of draft-07; schemas are never awaited */
/** What stands under each keyword of draft-07 that asserts something, or leads to schemas that do. */
export type KeywordShape = 'value' | 'schema' | 'list' | 'map' | 'items' | 'dependencies' | 'store'

const shapes: Record<string, KeywordShape> = {
  type: 'value',
  enum: 'value',
  const: 'value',
  multipleOf: 'value',
  maximum: 'value',
  exclusiveMaximum: 'value',
  minimum: 'value',
  exclusiveMinimum: 'value',
  maxLength: 'value',
  minLength: 'value',
  pattern: 'value',
  format: 'value',
  maxItems: 'value',
  minItems: 'value',
  uniqueItems: 'value',
  maxProperties: 'value',
  minProperties: 'value',
  required: 'value',
  items: 'items',
  additionalItems: 'schema',
  contains: 'schema',
  properties: 'map',
  patternProperties: 'map',
  additionalProperties: 'schema',
  dependencies: 'dependencies',
  propertyNames: 'schema',
  if: 'schema',
  then: 'schema',
  else: 'schema',
  not: 'schema',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  // Only references lead here. `$defs` is the later name of `definitions`, which many authors write already.
  definitions: 'store',
  $defs: 'store',
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** null for what draft-07 does not know, and for annotations: nothing in there is a schema. */
export const keywordShape = (name: string): KeywordShape | null => (Object.hasOwn(shapes, name) ? shapes[name]! : null)

/** Sets a property of any name, '__proto__' included. */
export function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}

/** The schemas right inside a schema, by the steps that lead to each. Nothing for `$ref`, whose siblings do not count. */
export function* innerSchemas(schema: unknown): Generator<{ steps: string[]; schema: unknown }> {
  if (!isObject(schema) || typeof schema.$ref === 'string') return
  for (const [name, value] of Object.entries(schema)) {
    const shape = keywordShape(name)
    if (shape === 'schema' || (shape === 'items' && !Array.isArray(value))) yield { steps: [name], schema: value }
    else if ((shape === 'list' || shape === 'items') && Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield { steps: [name, String(index)], schema: item }
    } else if ((shape === 'map' || shape === 'store' || shape === 'dependencies') && isObject(value)) {
      for (const [key, item] of Object.entries(value))
        if (shape !== 'dependencies' || !Array.isArray(item)) yield { steps: [name, key], schema: item }
    }
  }
}
