/* oxlint-disable unicorn/no-thenable -- 'then' is a keyword of draft-07; schemas are never awaited */
import { isObject, keywordShape, setOwn } from '@millrace/contract/schemas/schema-keywords'

/**
 * A schema in which nothing is called '__proto__', which Ajv leaves out everywhere: as a property it becomes a pattern
 * for just that name, as a dependency a condition.
 */
export function withoutProto(schema: unknown): unknown {
  if (!isObject(schema)) return schema
  const target: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(schema)) {
    const shape = keywordShape(name)
    if (shape === null || shape === 'value' || name === '$ref') target[name] = value
    else if (Array.isArray(value)) target[name] = value.map(withoutProto)
    else if ((shape === 'map' || shape === 'dependencies') && isObject(value)) target[name] = mapOf(value)
    else target[name] = withoutProto(value)
  }
  move(target)
  return target
}

function mapOf(map: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(map))
    setOwn(copy, name, Array.isArray(value) ? value : withoutProto(value))
  return copy
}

function move(schema: Record<string, unknown>): void {
  const property = taken(schema.properties)
  if (property !== undefined) {
    schema.patternProperties = { ...(schema.patternProperties as object | undefined), '^__proto__$': property }
  }
  const dependency = taken(schema.dependencies)
  if (dependency === undefined) return
  const then = Array.isArray(dependency) ? { required: dependency } : dependency
  const condition = { if: { type: 'object', required: ['__proto__'] }, then }
  schema.allOf = [...((schema.allOf as unknown[] | undefined) ?? []), condition]
}

/** Takes '__proto__' out of a map of schemas. */
function taken(map: unknown): unknown {
  if (!isObject(map) || !Object.hasOwn(map, '__proto__')) return undefined
  const value = Object.getOwnPropertyDescriptor(map, '__proto__')?.value as unknown
  delete (map as { __proto__?: unknown }).__proto__
  return value
}
