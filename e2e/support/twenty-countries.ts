import type { PipelineInput } from '@millrace/contract'
import type { ApiPerson } from './api.ts'

const rows = { dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv' } as const
type Classes = Pick<PipelineInput, 'brand' | 'locale' | 'productLine' | 'datakind'>

/** Of the twenty countries those with a value of their own, by their numbers. */
export const overrides = {
  3: 'Brand',
  8: 'rows: delimiter',
  15: 'out: format',
} as const

/** What `GET /brands/list` and its like name so. */
async function classesOf(sam: ApiPerson): Promise<{ classes: Classes; brand: (name: string) => string }> {
  const brands = await sam.call('GET /brands/list')
  const brand = (name: string) => brands.find((one) => one.name === name)?._id ?? ''
  const [locale] = await sam.call('GET /locales/list')
  const [productLine] = await sam.call('GET /productlines/list')
  const [datakind] = await sam.call('GET /datakinds/list')
  const ids = { locale: locale?._id, productLine: productLine?._id, datakind: datakind?._id }
  return { classes: { brand: brand('Adventure Works'), ...ids } as Classes, brand }
}

/** A master with twenty countries, all locked; three of them have a value of their own. @returns its id */
export async function makeTwenty(sam: ApiPerson, name: string): Promise<string> {
  const { classes, brand } = await classesOf(sam)
  const port = { type: 'array', items: { type: 'object', properties: { key: { type: 'string' } } } }
  const component = await sam.call('POST /components', {
    body: {
      name: `Copy of ${name}`,
      kind: 'instruction',
      inputs: [{ name: 'rows', inputSchema: port }],
      outputs: [{ name: 'out', outputSchema: port }],
      jsCode: 'ctx.output = { out: ctx.input.rows }',
    },
  })
  const common = { ...classes, dataSources: [rows], dataSinks: [{ name: 'out', format: 'json' as const }] }
  const master = await sam.call('POST /pipelines', {
    body: { name, isMaster: true, component: component._id, ...common },
  })
  const own: Record<number, Partial<PipelineInput>> = {
    3: { brand: brand('OpenEV') },
    8: { dataSources: [{ ...rows, config: { delimiter: ';' } }] },
    15: { dataSinks: [{ name: 'out', format: 'xlsx' }] },
  }
  for (let index = 0; index < 20; index++) {
    const country = { name: countryName(name, index), isMaster: false, masterPipeline: master._id }
    await sam.call('POST /pipelines', { body: { ...country, ...common, ...own[index] } })
  }
  await sam.call('POST /pipelines/version/lock', { body: { id: master._id, force: true, country: true } })
  return master._id
}

export const countryName = (master: string, index: number): string => `${master} ${String(index).padStart(2, '0')}`

/** A second version of the master, with another brand, delimiter and format. @returns its id */
export async function renewMaster(sam: ApiPerson, id: string): Promise<string> {
  const { classes, brand } = await classesOf(sam)
  const made = await sam.call('POST /pipelines/version/new', { body: { id } })
  const { _id, name, sys_version, component } = await sam.call('GET /pipelines/id', { query: { id: made._id } })
  await sam.call('POST /pipelines', {
    body: {
      ...{ _id, name, sys_version, isMaster: true, component, ...classes, brand: brand('Best Buy') },
      dataSources: [{ ...rows, config: { delimiter: '\t' } }],
      dataSinks: [{ name: 'out', format: 'ndjson' }],
    },
  })
  return _id
}
