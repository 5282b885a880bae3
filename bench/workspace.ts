import { type PipelineListItem, refToSchema, listOfSchema } from '@millrace/contract'
import { ensureBrand, ensureDatakind, ensureLocale, ensureProductLine } from '@millrace/server/lookups/lookups.service'
import type { Platform } from '@millrace/server/platform'
import type { Services } from '@millrace/server/services'
import { systemCaller } from '@millrace/server/sessions/caller'
import { createUser } from '@millrace/server/users/users.service'
import { inputSchema, outputSchema } from './products.schema.ts'
import { transformBody } from './transform.ts'

export const benchPerson = { userName: 'bench.runner', password: 'Measure-it-1' }
export const benchTable = 'product_products'

/** Everything the measured import needs, made through the product's own services. @returns the country pipeline's version id */
export async function makeBenchWorkspace(
  platform: Platform,
  services: Services,
  targetUrl: string,
): Promise<PipelineListItem['_id']> {
  const { db } = platform
  const caller = systemCaller
  await db.transaction().execute((tx) =>
    createUser(tx, caller, {
      firstName: 'Bench',
      lastName: 'Runner',
      email: 'bench@example.org',
      role: 'super-admin',
      password: benchPerson.password,
    }),
  )
  const classed = {
    brand: await ensureBrand(db, 'Bench'),
    locale: await ensureLocale(db, { language: 'en', country: 'US' }),
    productLine: await ensureProductLine(db, 'bench', 'Bench'),
    datakind: await ensureDatakind(db, 'product'),
  }
  const connection = await services.connections.ensure(caller, {
    name: 'bench target',
    type: 'postgresql',
    cnxString: targetUrl,
  })
  const row = await services.schemas.save(caller, { name: 'Bench row', jsonSchema: inputSchema })
  const product = await services.schemas.save(caller, { name: 'Bench product', jsonSchema: outputSchema })
  const one = await services.components.save(caller, {
    name: 'Row to product',
    kind: 'instruction',
    inputs: [{ name: 'row', inputSchema: refToSchema(row._id) }],
    outputs: [{ name: 'product', outputSchema: refToSchema(product._id) }],
    jsCode: `const { row } = ctx.input\n${transformBody}\nctx.output = { product }`,
  })
  const link = (fromInstance: string, fromPort: string, toInstance: string, toPort: string) => ({
    name: `${fromInstance || 'in'} to ${toInstance || 'out'}`,
    fromInstance,
    fromPort,
    toInstance,
    toPort,
    jsCode: '',
  })
  const each = await services.components.save(caller, {
    name: 'Rows to products',
    kind: 'forEach',
    inputs: [{ name: 'rows', inputSchema: listOfSchema(row._id) }],
    outputs: [{ name: 'products', outputSchema: listOfSchema(product._id) }],
    instances: [{ name: 'one', instanceOf: one._id }],
    links: [link('', 'rows', 'one', 'row'), link('one', 'product', '', 'products')],
  })
  const master = await services.pipelines.save(caller, {
    name: 'Bench',
    isMaster: true,
    component: each._id,
    ...classed,
    dataSources: [{ dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv', tolerance: 0.05 }],
    dataSinks: [{ name: 'products' }],
  })
  const country = await services.pipelines.save(caller, { name: 'Bench en-US' })
  const saved = await services.pipelines.save(caller, {
    _id: country._id,
    sys_version: country.sys_version,
    name: 'Bench en-US',
    isMaster: false,
    masterPipeline: master._id,
    ...classed,
    dataSources: [{ dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv', tolerance: 0.05 }],
    dataSinks: [
      {
        name: 'products',
        format: 'ndjson',
        target: { kind: 'table', connection: connection._id, table: benchTable, keys: ['sku'], mode: 'upsert' },
      },
    ],
  })
  return saved._id
}
