import { listOfSchema, type PipelineInput } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBrand, ensureLocale, ensureProductLine } from '../lookups/lookups.service.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeLookups, makeUserOfEachRole, type TestUser } from '../../test-support/factories.ts'

let app: TestApp
let people: Record<'user' | 'manager' | 'admin' | 'super-admin', TestUser>
let classed: Awaited<ReturnType<typeof makeLookups>>
let component: string

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
  classed = await makeLookups(app.db)
  const { services } = app
  const schema = await services.schemas.save(people['super-admin'], { name: 'Row', jsonSchema: { type: 'object' } })
  const made = await services.components.save(people['super-admin'], {
    name: 'Copy',
    kind: 'instruction',
    inputs: [{ name: 'rows', inputSchema: listOfSchema(schema._id) }],
    outputs: [{ name: 'out', outputSchema: listOfSchema(schema._id) }],
    jsCode: 'ctx.output = { out: ctx.input.rows }',
  })
  component = made._id
  const master = await save({ name: 'Zebra master', isMaster: true, component })
  await save({ name: 'b country', isMaster: false, masterPipeline: master._id })
  await save({ name: 'A country', isMaster: false, masterPipeline: master._id })
  await save({ name: 'Hidden', isMaster: true, component, isHidden: true })
})
afterAll(() => app.close())

const save = (pipeline: PipelineInput) => {
  const { brand, locale, productLine, datakind } = classed
  return app.services.pipelines.save(people['super-admin'], { brand, locale, productLine, datakind, ...pipeline })
}

describe('the pipelines to pick', () => {
  it('API-013/api PIC-012/api are those offered with the values they are classed by; a hidden one is left out', async () => {
    const { data } = await app.call('GET /users/pipelines', { as: people.manager })
    expect(data.pipelines.map(({ name }) => name)).toEqual(['Zebra master', 'A country', 'b country'])
    expect(data.brands.map(({ name }) => name)).toEqual(['Adventure Works'])
    expect(data.locales.map(({ label }) => label)).toEqual(['fr-FR'])
    // 'dealer' exists, and no pipeline offered is of it.
    expect(data.datakinds.map(({ name }) => name)).toEqual(['product'])
    expect(data.productLines.map(({ label }) => label)).toEqual(['Bikes'])
  })

  it('are none for a user whom nothing is assigned to, and so are the lists', async () => {
    const { data } = await app.call('GET /users/pipelines', { as: people.user })
    expect(data).toEqual({ locales: [], brands: [], datakinds: [], productLines: [], pipelines: [] })
  })
})

describe('the list of pipelines', () => {
  it('API-023/api has the newest version of each that the caller sees, masters first, hidden ones too', async () => {
    for (const role of ['manager', 'admin', 'super-admin'] as const) {
      const { data } = await app.call('GET /pipelines', { as: people[role] })
      expect(data.map(({ name }) => name)).toEqual(['Hidden', 'Zebra master', 'A country', 'b country'])
      expect(data.map(({ version }) => version)).toEqual([1, 1, 1, 1])
    }
    expect((await app.call('GET /pipelines', { as: people.user })).data).toEqual([])
  })
})

it('PIC-008/api offers brands, locales, product lines and data kinds, dealer among them once there is one', async () => {
  const others = {
    brand: await ensureBrand(app.db, 'OpenEV'),
    locale: await ensureLocale(app.db, { language: 'de', country: 'DE', name: 'German' }),
    productLine: await ensureProductLine(app.db, 'accessories', 'Parts'),
  }
  await save({ name: 'Dealers', isMaster: true, component, datakind: classed.dealerKind, ...others })
  const { data } = await app.call('GET /users/pipelines', { as: people.manager })
  expect({ ...data, pipelines: data.pipelines.length }).toEqual({
    brands: [
      { _id: classed.brand, name: 'Adventure Works' },
      { _id: others.brand, name: 'OpenEV' },
    ],
    locales: [
      { _id: others.locale, name: 'German', language: 'de', country: 'DE', label: 'de-DE' },
      { _id: classed.locale, name: 'French', language: 'fr', country: 'FR', label: 'fr-FR' },
    ],
    productLines: [
      { _id: classed.productLine, name: 'bikes', label: 'Bikes' },
      { _id: others.productLine, name: 'accessories', label: 'Parts' },
    ],
    datakinds: [
      { _id: classed.dealerKind, name: 'dealer' },
      { _id: classed.datakind, name: 'product' },
    ],
    pipelines: 4,
  })
})
