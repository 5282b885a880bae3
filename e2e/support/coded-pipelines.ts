import { listOfSchema, refToSchema } from '@millrace/contract'
import { readSettings } from '@millrace/server/platform/config/read-settings'
import {
  ensureBrand,
  ensureDatakind,
  ensureLocale,
  ensureProductLine,
} from '@millrace/server/documents/lookups/lookups.service'
import { openPlatform } from '@millrace/server/platform/platform'
import { createServices, type Services } from '@millrace/server/entry/services'
import { systemCaller } from '@millrace/server/platform/http/caller'

/**
 * A pipeline '{name} en-US' with one CSV source `rows` of `id`, whose record component has the given code. With `feed`, an
 * address, the server fetches the source instead of a person sending it.
 */
export type CodedPipeline = { name: string; code: string; feed?: string }

const rowSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }

/**
 * Makes pipelines around component code, by the product's own services on its database.
 * @param env the settings the product was started with, DATABASE_URL among them
 */
export async function makeCodedPipelines(env: Record<string, string>, pipelines: readonly CodedPipeline[]) {
  const { platform, close } = await openPlatform(readSettings(env), () => {})
  try {
    const services = createServices(platform)
    const { db } = platform
    const classed = {
      brand: await ensureBrand(db, 'Coded'),
      locale: await ensureLocale(db, { language: 'en', country: 'US' }),
      productLine: await ensureProductLine(db, 'coded', 'Coded'),
      datakind: await ensureDatakind(db, 'product'),
    }
    const row = await services.schemas.save(systemCaller, { name: 'Coded row', jsonSchema: rowSchema })
    for (const pipeline of pipelines) await makePipeline(services, classed, row._id, pipeline)
  } finally {
    await close()
  }
}

type Classed = { brand: string; locale: string; productLine: string; datakind: string }

async function makePipeline(services: Services, classed: Classed, row: string, { name, code, feed }: CodedPipeline) {
  const { components, pipelines } = services
  const one = await components.save(systemCaller, {
    name: `${name} one`,
    kind: 'instruction',
    inputs: [{ name: 'row', inputSchema: refToSchema(row) }],
    outputs: [{ name: 'done', outputSchema: refToSchema(row) }],
    jsCode: code,
  })
  const link = (fromInstance: string, fromPort: string, toInstance: string, toPort: string) => ({
    name: `${fromInstance || 'in'} to ${toInstance || 'out'}`,
    fromInstance,
    fromPort,
    toInstance,
    toPort,
    jsCode: '',
  })
  const each = await components.save(systemCaller, {
    name: `${name} each`,
    kind: 'forEach',
    inputs: [{ name: 'rows', inputSchema: listOfSchema(row) }],
    outputs: [{ name: 'done', outputSchema: listOfSchema(row) }],
    instances: [{ name: 'one', instanceOf: one._id }],
    links: [link('', 'rows', 'one', 'row'), link('one', 'done', '', 'done')],
  })
  const sources = [{ dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv' }] as const
  const master = await pipelines.save(systemCaller, {
    name,
    isMaster: true,
    component: each._id,
    ...classed,
    dataSources: [...sources],
    dataSinks: [{ name: 'done' }],
  })
  const country = await pipelines.save(systemCaller, { name: `${name} en-US` })
  await pipelines.save(systemCaller, {
    _id: country._id,
    sys_version: country.sys_version,
    name: `${name} en-US`,
    isMaster: false,
    masterPipeline: master._id,
    ...classed,
    dataSources: feed === undefined ? [...sources] : [fetched(feed)],
    dataSinks: [{ name: 'done', format: 'ndjson' }],
  })
}

const fetched = (url: string) =>
  ({
    dataSubKind: 'rows',
    connectorType: 'real-time',
    contentType: 'csv',
    dataFromMaster: false,
    enabled: true,
    config: { method: 'GET', url },
  }) as const
