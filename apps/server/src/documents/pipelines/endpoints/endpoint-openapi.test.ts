import type { JsonSchema } from '@millrace/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { wholePorts } from './bundle-schema.ts'
import { endpointOpenApi } from './endpoint-openapi.ts'

type Described = Parameters<typeof endpointOpenApi>[0]

const program = { name: 'Price with tax' } as Described['plan']['program']
const address = 'https://data.example.com/runtime/v1/ev-price/v1'

const described = (inputSchema: JsonSchema, more: Partial<Described> = {}) =>
  endpointOpenApi({
    plan: {
      program,
      inputSchema,
      outputSchema: { type: 'object' },
      rtContext: { pipeline: { name: 'EV price', version: 1 } },
    },
    ...{ address, route: '/price', keyRequired: false, description: null },
    ...more,
  })

/** What the schemas of the OpenAPI Initiative say of a document. */
const judged = (document: object) => new Validator().validate(structuredClone(document) as Record<string, unknown>)

const money = 'importer://schema/id/money'
const store = { [money]: { type: 'object', properties: { inside: { $ref: money }, amount: { type: 'number' } } } }
const port = (schema: JsonSchema): JsonSchema => wholePorts({ type: 'object', properties: { price: schema } }, store)

const documents: [string, object][] = [
  ['of a plain body', described(port({ type: 'string' }))],
  ['of a body that refers to a data model, which refers to itself', described(port({ $ref: money }))],
  ['of anything', described({})],
  [
    'with an own definition, a tuple, a condition and examples',
    described({
      type: 'object',
      definitions: { 'A/B': { type: ['string', 'null'] } },
      properties: { price: { items: [{ $ref: '#/definitions/A~1B' }, { const: 1 }], examples: [['x', 1]] } },
      if: { required: ['a'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of draft-07; schemas are never awaited
      then: { dependencies: { a: ['b'] }, properties: { n: { exclusiveMinimum: 1 } } },
    }),
  ],
  [
    'of a route of several parts, with a key and a description',
    described(port({}), {
      ...{ route: '/a/b.c/d_e~f-g', keyRequired: true, description: 'Prices *with* tax' },
    }),
  ],
]

it.each(documents)('API-087/api the document %s is one of OpenAPI 3.1', async (_of, document) => {
  expect(await judged(document)).toEqual({ valid: true })
})

it('API-087/api the judge of these documents sees what is wrong with one', async () => {
  const { paths, ...rest } = described({})
  const [post] = Object.values(paths)
  expect((await judged({ ...rest, paths, info: { title: 'No version' } })).valid).toBe(false)
  expect((await judged({ ...rest, paths: { price: post } })).valid).toBe(false)
  expect((await judged({ ...rest, paths, servers: [{}] })).valid).toBe(false)
})
