import { type JsonSchema, listOfSchema, type PipelineListItem, refToSchema } from '@millrace/contract'
import {
  ensureBrand,
  ensureDatakind,
  ensureLocale,
  ensureProductLine,
} from '@millrace/server/documents/lookups/lookups.service'
import type { Platform } from '@millrace/server/platform/platform'
import type { Services } from '@millrace/server/entry/services'
import { systemCaller } from '@millrace/server/platform/http/caller'
import { createUser } from '@millrace/server/people/users/create-user'
import { type BenchJob, benchJobs } from './jobs.ts'
import { chainedSteps } from './transform.ts'

export const benchPerson = { userName: 'bench.runner', password: 'Measure-it-1' }

/** Pipelines of the benchmark, by what they are for; each has a table of its own, called like it. */
export const benchPipelines = ['products', 'products_too', 'products_chained', 'products_small', 'vehicles'] as const
export type BenchPipeline = (typeof benchPipelines)[number]
export const benchTable = (pipeline: BenchPipeline): string => `product_${pipeline}`
export const jobOf = (pipeline: BenchPipeline): BenchJob => benchJobs[pipeline === 'vehicles' ? 'vehicles' : 'products']

/** Everything the measured imports need, made through the product's own services. @returns version ids of the country pipelines */
export async function makeBenchWorkspace(
  platform: Platform,
  services: Services,
  targetUrl: string,
): Promise<Record<BenchPipeline, PipelineListItem['_id']>> {
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
    datakind: await ensureDatakind(db, 'product'),
  }
  const connection = await services.connections.ensure(caller, {
    name: 'bench target',
    type: 'postgresql',
    cnxString: targetUrl,
  })
  const made: Partial<Record<BenchPipeline, PipelineListItem['_id']>> = {}
  for (const pipeline of benchPipelines) {
    const job = jobOf(pipeline)
    const row = await services.schemas.save(caller, { name: `Row of ${pipeline}`, jsonSchema: job.inputSchema })
    const product = await services.schemas.save(caller, { name: `Of ${pipeline}`, jsonSchema: job.outputSchema })
    const each = await makeComponent(services, pipeline, refToSchema(row._id), refToSchema(product._id), {
      rows: listOfSchema(row._id),
      products: listOfSchema(product._id),
    })
    const productLine = await ensureProductLine(db, pipeline, pipeline)
    const dataSources = [
      { dataSubKind: 'rows', connectorType: 'manual' as const, contentType: 'csv' as const, tolerance: 0.05 },
    ]
    const own = { ...classed, productLine, dataSources }
    const master = await services.pipelines.save(caller, {
      name: pipeline,
      isMaster: true,
      component: each,
      ...own,
      dataSinks: [{ name: 'products' }],
    })
    const country = await services.pipelines.save(caller, { name: `${pipeline} en-US` })
    const keys = [Object.keys(job.columns)[0] as string]
    const saved = await services.pipelines.save(caller, {
      _id: country._id,
      sys_version: country.sys_version,
      name: `${pipeline} en-US`,
      isMaster: false,
      masterPipeline: master._id,
      ...own,
      dataSinks: [
        {
          name: 'products',
          format: 'ndjson',
          target: { kind: 'table', connection: connection._id, table: benchTable(pipeline), keys, mode: 'upsert' },
        },
      ],
    })
    made[pipeline] = saved._id
  }
  return made as Record<BenchPipeline, PipelineListItem['_id']>
}

/** A forEach around one instruction, or around five that each do a part of its work. @returns its version id */
async function makeComponent(
  services: Services,
  pipeline: BenchPipeline,
  row: JsonSchema,
  product: JsonSchema,
  lists: { rows: JsonSchema; products: JsonSchema },
): Promise<string> {
  const instruction = (name: string, from: string, to: string, jsCode: string) =>
    services.components.save(systemCaller, {
      name: `${name} of ${pipeline}`,
      kind: 'instruction',
      inputs: [{ name: from, inputSchema: from === 'row' ? row : {} }],
      outputs: [{ name: to, outputSchema: to === 'product' ? product : {} }],
      jsCode,
    })
  const link = (fromInstance: string, fromPort: string, toInstance: string, toPort: string) => ({
    name: `${fromInstance || 'in'} to ${toInstance || 'out'}`,
    fromInstance,
    fromPort,
    toInstance,
    toPort,
    jsCode: '',
  })
  const forEach = async (steps: { name: string; from: string; to: string; code: string }[]) => {
    const instances: { name: string; instanceOf: string }[] = []
    for (const { name, from, to, code } of steps) {
      instances.push({ name, instanceOf: (await instruction(name, from, to, code))._id })
    }
    const links = steps.map((step, i) => {
      const before = steps[i - 1]
      return before === undefined
        ? link('', 'rows', step.name, 'row')
        : link(before.name, before.to, step.name, step.from)
    })
    const last = steps.at(-1)
    const component = await services.components.save(systemCaller, {
      name: `All of ${pipeline}`,
      kind: 'forEach',
      inputs: [{ name: 'rows', inputSchema: lists.rows }],
      outputs: [{ name: 'products', outputSchema: lists.products }],
      instances,
      links: [...links, link(last?.name ?? '', 'product', '', 'products')],
    })
    return component._id
  }
  if (pipeline === 'products_chained') return forEach(chainedSteps)
  const code = `const { row } = ctx.input\n${jobOf(pipeline).body}\nctx.output = { product }`
  return forEach([{ name: 'one', from: 'row', to: 'product', code }])
}
