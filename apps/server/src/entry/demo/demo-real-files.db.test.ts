import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServices } from '../services.ts'
import type { RunDefinition } from '../../documents/pipelines/pipelines.types.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'
import { runDemoPipeline, validateDemoFile } from './demo.fixtures.ts'
import { ensureDemoWorkspace } from './ensure-demo-workspace.ts'

/** Public data files that are not part of the repository; their counts are told in the README beside them. */
const data = new URL('../../../../../../shared/data/', import.meta.url).pathname
const file = (path: string): string => data + path

let platform: TestPlatform
const definitions = new Map<string, RunDefinition>()
const definition = (name: string): RunDefinition => {
  const found = definitions.get(name)
  if (found === undefined) throw new Error(`no pipeline ${name}`)
  return found
}

describe.skipIf(!existsSync(data))('the demo pipelines on real files (skipped without ../shared/data)', () => {
  beforeAll(async () => {
    platform = await createTestPlatform()
    const services = createServices(platform)
    await ensureDemoWorkspace(platform, services)
    for (const item of await services.access.picker(systemCaller)) {
      definitions.set(item.name, await services.definitions.forRun(item._id))
    }
  })
  afterAll(() => platform.close())

  it.each<[string, string, string, number, number]>([
    ['Bikes catalogue', 'catalogue', 'bikes/bikes-master-en.csv', 606, 0],
    ['Bikes catalogue fr-FR', 'local', 'bikes/bikes-fr-FR.csv', 157, 40],
    ['Bikes catalogue de-DE', 'local', 'bikes/bikes-de-DE.csv', 196, 1],
    ['Bikes catalogue es-ES', 'local', 'bikes/bikes-es-ES.tsv', 102, 95],
    ['EV catalogue', 'vehicles', 'vehicles/ev-master.ndjson', 1189, 0],
    ['EV catalogue en-US', 'market', 'vehicles/ev-en-US.csv', 665, 0],
    ['EV catalogue de-DE', 'market', 'vehicles/ev-de-DE.csv', 778, 0],
    ['EV catalogue pt-BR', 'market', 'vehicles/ev-pt-BR.tsv', 607, 0],
    ['EPA registry en-US', 'vehicles', 'vehicles/epa-vehicles.csv', 46_839, 0],
    ['Dealers fr-FR', 'dealers', 'bikes/bikes-dealers.xlsx', 701, 0],
    ['Best Buy stores en-US', 'stores', 'stores/bestbuy-stores.json', 1541, 24],
  ])('%s takes %s from %s: %d valid, %d rejected', async (pipeline, dataSubKind, path, valid, rejected) => {
    const outcome = await validateDemoFile(definition(pipeline), dataSubKind, file(path))
    expect({ status: outcome.status, ...outcome.counts }).toEqual({
      status: 'valid',
      records: valid + rejected,
      valid,
      rejected,
    })
  })

  it('rejects partial vehicles for what they lack', async () => {
    const outcome = await validateDemoFile(
      definition('EV catalogue'),
      'vehicles',
      file('vehicles/ev-layers-raw.ndjson'),
    )
    expect(outcome).toMatchObject({ status: 'invalid', counts: { valid: 66, rejected: 1383 }, totalFindings: 7252 })
    expect(new Set(outcome.findings.map((finding) => finding.rule))).toEqual(new Set(['required']))
  })

  it.each<[string, Record<string, string>, number]>([
    ['Bikes catalogue fr-FR', { catalogue: 'bikes/bikes-master-en.csv', local: 'bikes/bikes-fr-FR.csv' }, 157],
    ['Bikes catalogue de-DE', { catalogue: 'bikes/bikes-master-en.csv', local: 'bikes/bikes-de-DE.csv' }, 196],
    ['Bikes catalogue es-ES', { catalogue: 'bikes/bikes-master-en.csv', local: 'bikes/bikes-es-ES.tsv' }, 102],
    ['EV catalogue en-US', { vehicles: 'vehicles/ev-master.ndjson', market: 'vehicles/ev-en-US.csv' }, 665],
    ['EV catalogue de-DE', { vehicles: 'vehicles/ev-master.ndjson', market: 'vehicles/ev-de-DE.csv' }, 778],
    ['EV catalogue pt-BR', { vehicles: 'vehicles/ev-master.ndjson', market: 'vehicles/ev-pt-BR.tsv' }, 607],
    ['EPA registry en-US', { vehicles: 'vehicles/epa-vehicles.csv' }, 46_839],
    ['Dealers fr-FR', { dealers: 'bikes/bikes-dealers.xlsx' }, 40],
    ['Dealers de-DE', { dealers: 'bikes/bikes-dealers.xlsx' }, 40],
    ['Best Buy stores en-US', { stores: 'stores/bestbuy-stores.json' }, 1541],
  ])('%s makes of %o %d records in both sinks', async (pipeline, files, count) => {
    const paths = Object.fromEntries(Object.entries(files).map(([kind, path]) => [kind, file(path)]))
    const { outcome, records, log } = await runDemoPipeline(definition(pipeline), paths)
    expect(outcome.problem, log.join('\n')).toBeNull()
    expect(log.filter((line) => line.startsWith('error'))).toEqual([])
    expect(records.catalogue_file).toHaveLength(count)
    expect(records.warehouse).toEqual(records.catalogue_file)
    expect(outcome.counts.sinks).toMatchObject({ warehouse: { rejected: 0 }, catalogue_file: { rejected: 0 } })
  })

  it('reads accents, decimal commas and dates as the local files mean them', async () => {
    const catalogue = file('bikes/bikes-master-en.csv')
    const french = await runDemoPipeline(definition('Bikes catalogue fr-FR'), {
      catalogue,
      local: file('bikes/bikes-fr-FR.csv'),
    })
    const helmet = french.records.catalogue_file?.find((product) => product.key === 'HL-U509-R')
    expect(helmet).toEqual({
      key: 'HL-U509-R',
      locale: 'fr-FR',
      brand: 'Adventure Works',
      name: 'Casque sport 100, rouge',
      description: 'Légère, aérée, taille unique, avec une visière amovible.',
      price: 34.99,
      currency: 'EUR',
      attributes: expect.objectContaining({ color: 'Red', category: 'Accessoire', availableFrom: '2013-07-01' }),
    })
    const spanish = await runDemoPipeline(definition('Bikes catalogue es-ES'), {
      catalogue,
      local: file('bikes/bikes-es-ES.tsv'),
    })
    const casco = spanish.records.catalogue_file?.find((product) => product.key === 'HL-U509-R')
    expect(casco).toMatchObject({ name: 'Casco deportivo: 100, rojo', price: 34.99 })
    const german = await runDemoPipeline(definition('EV catalogue de-DE'), {
      vehicles: file('vehicles/ev-master.ndjson'),
      market: file('vehicles/ev-de-DE.csv'),
    })
    const products = german.records.catalogue_file ?? []
    expect(products.filter((product) => product.price !== undefined)).toHaveLength(40)
    expect(products.some((product) => String(product.name).includes('Citroën ë-Berlingo'))).toBe(true)
    expect(products[0]).toMatchObject({ attributes: { batteryKwh: 94.9, rangeWltpKm: 700 } })
    const registry = await runDemoPipeline(definition('EPA registry en-US'), {
      vehicles: file('vehicles/epa-vehicles.csv'),
    })
    expect(registry.records.catalogue_file?.[0]).toEqual({
      id: 1,
      locale: 'en-US',
      make: 'Alfa Romeo',
      model: 'Spider Veloce 2000',
      year: 1985,
      class: 'Two Seaters',
      drive: 'Rear-Wheel Drive',
      transmission: 'Manual 5-spd',
      fuel: 'Regular',
      cylinders: 4,
      displacement: 2,
      city_mpg: 19,
      highway_mpg: 25,
      combined_mpg: 21,
      listed_on: '2013-01-01',
    })
    const dealers = await runDemoPipeline(definition('Dealers fr-FR'), { dealers: file('bikes/bikes-dealers.xlsx') })
    for (const dealer of dealers.records.catalogue_file ?? []) expect(dealer.postal_code).toMatch(/^\d{5}$/)
  })
})
