import { listOfSchema, refToSchema } from '@millrace/contract'
import type { ApiPerson } from './api.ts'

const jsonSchema = {
  type: 'object',
  required: ['code', 'amount'],
  properties: { code: { type: 'string', minLength: 1 }, amount: { type: 'number', minimum: 0 } },
}

/** A data model of prices, and a component that adds tax to one. */
export async function makePriceComponent(sam: ApiPerson) {
  const schema = await sam.call('POST /schemas', { body: { name: 'Price of a vehicle', jsonSchema } })
  const port = refToSchema(schema._id)
  const component = await sam.call('POST /components', {
    body: {
      ...{ name: 'Price with tax', kind: 'instruction' },
      inputs: [{ name: 'price', inputSchema: port }],
      outputs: [{ name: 'price', outputSchema: port }],
      jsCode:
        'const { price } = ctx.input\nctx.output.price = { ...price, amount: Math.round(price.amount * 120) / 100 }',
    },
  })
  return { schema, component }
}

/** A country pipeline whose source prices is filled by a listener, without a listener yet. */
export async function makePriceCountry(sam: ApiPerson, name: string) {
  const { schema } = await makePriceComponent(sam)
  const component = await sam.call('POST /components', {
    body: {
      ...{ name: 'Take over prices', kind: 'instruction' },
      inputs: [{ name: 'prices', inputSchema: listOfSchema(schema._id) }],
      outputs: [{ name: 'prices', outputSchema: listOfSchema(schema._id) }],
      jsCode: 'ctx.output.prices = ctx.input.prices',
    },
  })
  const [[brand], [locale], [productLine], [datakind]] = await Promise.all([
    sam.call('GET /brands/list'),
    sam.call('GET /locales/list'),
    sam.call('GET /productlines/list'),
    sam.call('GET /datakinds/list'),
  ])
  const common = {
    ...{ brand: brand?._id ?? null, locale: locale?._id ?? null, productLine: productLine?._id ?? null },
    datakind: datakind?._id ?? null,
    dataSources: [{ dataSubKind: 'prices', connectorType: 'listener' as const, contentType: 'json' as const }],
    dataSinks: [{ name: 'prices', format: 'ndjson' as const }],
  }
  const master = await sam.call('POST /pipelines', {
    body: { ...common, name: `${name}, all`, isMaster: true, component: component._id },
  })
  return sam.call('POST /pipelines', {
    body: { ...common, name, isMaster: false, masterPipeline: master._id },
  })
}
