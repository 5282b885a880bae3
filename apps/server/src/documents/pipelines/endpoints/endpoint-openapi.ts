import { endpointKeyHeader, type JsonSchema, tokenHeader } from '@millrace/contract'
import { bundleSchemas } from './bundle-schema.ts'
import type { EndpointPlan } from './endpoint-plan.ts'

const dialect = 'http://json-schema.org/draft-07/schema#'
const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })
const refusal = (description: string) => ({ description, content: json('Refusal') })

const envelope: JsonSchema = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    data: { type: ['object', 'null'], description: 'Of a body that does not fit: { findings }, each with its place.' },
  },
}

const refusals: Record<string, string> = {
  400: 'The body is no JSON or does not fit; each finding names its place',
  401: 'No key, or one that does not open this address',
  403: 'A session does not open it: a key is needed',
  404: 'There is nothing at this address for the caller',
  413: 'The body is too large',
  429: 'Too many calls with this key within a minute',
  500: 'The component failed',
  503: 'It cannot be served at the moment; send it again',
  504: 'The component took too long',
}

/**
 * The OpenAPI 3 document of an endpoint (API-087). Its schemas are draft-07, which 3.1 lets a document say of itself.
 * @param address where it is served: runtime base and path, without the route
 */
export function endpointOpenApi({
  plan: { program, rtContext, inputSchema, outputSchema },
  address,
  route,
  keyRequired,
  description,
}: {
  plan: EndpointPlan
  address: string
  route: string
  keyRequired: boolean
  description: string | null
}) {
  const { name = program.name, version = 1 } = (rtContext.pipeline ?? {}) as { name?: string; version?: number }
  const schemas = bundleSchemas({ Input: inputSchema, Output: outputSchema }, {}, '/components/schemas')
  const post = {
    operationId: 'call',
    summary: `Run ${program.name}`,
    requestBody: { required: true, content: json('Input') },
    responses: {
      200: { description: 'What the component puts out', content: json('Output') },
      ...Object.fromEntries(Object.entries(refusals).map(([status, said]) => [status, refusal(said)])),
    },
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: dialect,
    info: { title: name, version: String(version), ...(description && { description }) },
    servers: [{ url: address }],
    security: [{ key: [] }, ...(keyRequired ? [] : [{ session: [] }])],
    paths: { [route]: { post } },
    components: {
      schemas: { ...schemas, Refusal: envelope },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: endpointKeyHeader },
        session: { type: 'apiKey', in: 'header', name: tokenHeader },
      },
    },
  }
}
