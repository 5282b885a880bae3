import { apiRoot, type CallSpec, calls, codes, type Policy, policy } from '@millrace/contract'
import { z } from 'zod'

type Schema = Record<string, unknown>

/** The envelope around the data of one call, as a schema. */
const envelopeOf = (data: z.ZodType) => z.object({ code: z.number().int(), message: z.string(), data })

/** The OpenAPI 3.1 document of all calls, made from the contract and nothing else. */
export function openApiDocument(title: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  const named: Record<string, Schema> = {}
  for (const [name, spec] of Object.entries(calls) as [string, CallSpec][]) {
    const [method = '', path = ''] = name.split(' ')
    const described = operation(name, spec, policy[name as keyof typeof policy])
    paths[path] = { ...paths[path], [method.toLowerCase()]: withNamed(described, named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version: '1',
      description:
        'Every answer but a file is an envelope {code, message, data}; code 20000 is success. The token of POST /users/login goes in the header X-Token.',
    },
    servers: [{ url: apiRoot }],
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Token' } },
      schemas: {
        ...named,
        Failure: jsonSchema(z.object({ code: z.number().int(), message: z.string(), data: z.null() }), 'output'),
      },
    },
  }
}

function operation(name: string, spec: CallSpec, rule: Policy): Schema {
  const [method, path = ''] = name.split(' ')
  const isPublic = rule.roles === 'public'
  return {
    operationId: `${method?.toLowerCase()}${path.replace(/[^a-z0-9]+(.)?/gi, (_, letter = '') => letter.toUpperCase())}`,
    tags: [path.split('/')[1] ?? ''],
    description: rule.roles === 'public' ? 'Public.' : `For ${rule.roles.join(', ')}. Object rule: ${rule.object}.`,
    security: isPublic ? [] : [{ token: [] }],
    ...((spec.query || spec.params) && {
      parameters: [...parameters(spec.params, 'path'), ...parameters(spec.query, 'query')],
    }),
    ...requestBody(spec),
    responses: {
      200: spec.file
        ? fileResponse
        : { description: 'Code 20000', content: json(jsonSchema(envelopeOf(spec.reply), 'output')) },
      default: {
        description: `Any other code, such as ${codes.invalid}, with its message`,
        content: json({ $ref: '#/components/schemas/Failure' }),
      },
    },
  }
}

const json = (schema: Schema) => ({ 'application/json': { schema } })
const fileResponse = {
  description: 'The file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

function requestBody(spec: CallSpec): Schema {
  if (spec.multipart) {
    const schema = {
      type: 'object',
      properties: { pipelineId: { type: 'string' } },
      required: ['pipelineId'],
      additionalProperties: { type: 'string', format: 'binary', description: 'A file; its name is the dataSubKind.' },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!spec.body) return {}
  return { requestBody: { required: true, content: json(jsonSchema(spec.body, 'input')) } }
}

function parameters(of: z.ZodType | undefined, place: 'path' | 'query'): Schema[] {
  if (of === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(of, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

/** What a schema keeps under a name of its own, because it holds itself, belongs to the whole document. */
function withNamed(part: unknown, named: Record<string, Schema>): unknown {
  if (Array.isArray(part)) return part.map((entry) => withNamed(entry, named))
  if (part === null || typeof part !== 'object') return part
  const entries = Object.entries(part).flatMap(([key, value]): [string, unknown][] => {
    if (key === '$defs') {
      for (const [name, schema] of Object.entries(value as Record<string, Schema>)) {
        named[name] = withNamed(schema, named) as Schema
      }
      return []
    }
    if (key === '$ref' && typeof value === 'string') {
      return [[key, value.replace('#/$defs/', '#/components/schemas/')]]
    }
    return [[key, withNamed(value, named)]]
  })
  return Object.fromEntries(entries)
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  // OpenAPI 3.1 names the dialect once for the whole document.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
