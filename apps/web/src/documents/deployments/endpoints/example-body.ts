type Schema = Record<string, unknown>

/** References to parts that hold themselves end here. */
const maxDepth = 6

/**
 * A body to begin with: the example or default the schema names, else one made of its properties, the first choice of
 * each and the shortest value that fits its type.
 */
export const exampleBody = (schema: unknown): string => JSON.stringify(exampleOf(schema, schema, 0), null, 2)

function exampleOf(schema: unknown, root: unknown, depth: number): unknown {
  if (!isObject(schema) || depth > maxDepth) return null
  for (const given of [firstOf(schema.examples), schema.example, schema.default, schema.const, firstOf(schema.enum)]) {
    if (given !== undefined) return given
  }
  if (typeof schema.$ref === 'string') return exampleOf(referred(root, schema.$ref), root, depth + 1)
  const parts = [...list(schema.allOf), firstOf(schema.anyOf), firstOf(schema.oneOf)].filter(
    (part) => part !== undefined,
  )
  return parts.reduce<unknown>(
    (made, part) => merge(made, exampleOf(part, root, depth + 1)),
    ownExample(schema, root, depth),
  )
}

/** What parts of a schema say together: objects become one, of other values the later one counts. */
const merge = (made: unknown, more: unknown): unknown =>
  isObject(made) && isObject(more) ? { ...made, ...more } : (more ?? made)

function ownExample(schema: Schema, root: unknown, depth: number): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, part]) => [
          name,
          exampleOf(part, root, depth + 1),
        ]),
      )
    case 'array': {
      const item = firstOf(schema.items) ?? schema.items
      return item === undefined ? [] : [exampleOf(item, root, depth + 1)]
    }
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 0
    case 'boolean':
      return false
    default:
      return null
  }
}

function typeOf(schema: Schema): unknown {
  if (schema.type !== undefined) return firstOf(schema.type) ?? schema.type
  if (schema.properties !== undefined) return 'object'
  return schema.items === undefined ? undefined : 'array'
}

function textOf({ format, minLength }: Schema): string {
  if (format === 'date') return '2026-01-31'
  if (format === 'date-time') return '2026-01-31T12:00:00Z'
  if (format === 'email') return 'name@example.com'
  if (format === 'uri') return 'https://example.com/'
  return typeof minLength === 'number' ? 'x'.repeat(Math.min(minLength, 100)) : ''
}

/** What a reference within the schema leads to, '#/definitions/Price'. */
function referred(root: unknown, reference: string): unknown {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean)
  return steps.reduce<unknown>((at, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    return isObject(at) ? at[name] : undefined
  }, root)
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)
const isObject = (value: unknown): value is Schema =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
