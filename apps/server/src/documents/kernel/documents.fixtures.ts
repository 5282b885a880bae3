import { type ComponentInput, listOfSchema, type PipelineInput } from '@millrace/contract'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'
import { freshName, makeUserOfEachRole } from '../../test-support/factories.ts'
import { ensureBrand, ensureDatakind, ensureLocale, ensureProductLine } from '../lookups/lookups.service.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createDocumentServices, type DocumentServices } from '../document-services.ts'

export type DocumentWorld = DocumentServices & {
  platform: TestPlatform
  people: Awaited<ReturnType<typeof makeUserOfEachRole>>
  classed: { brand: string; locale: string; productLine: string; datakind: string }
  dealerKind: string
}

/** A database with one person of each role, the lookups, and the services that keep documents. */
export async function makeDocumentWorld(): Promise<DocumentWorld> {
  const platform = await createTestPlatform()
  const { db } = platform
  return {
    platform,
    ...createDocumentServices(platform),
    people: await makeUserOfEachRole(db),
    classed: {
      brand: await ensureBrand(db, 'Adventure Works'),
      locale: await ensureLocale(db, { language: 'fr', country: 'FR', name: 'French' }),
      productLine: await ensureProductLine(db, 'bikes', 'Bikes'),
      datakind: await ensureDatakind(db, 'product'),
    },
    dealerKind: await ensureDatakind(db, 'dealer'),
  }
}

export const makeSchema = (world: DocumentWorld, caller: Caller, name = freshName('Row')) =>
  world.schemas.save(caller, {
    name,
    jsonSchema: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
  })

/** A leaf that hands its list `rows` on as `out`. */
export const makeComponent = (
  world: DocumentWorld,
  caller: Caller,
  rowSchema: string,
  more: Partial<ComponentInput> = {},
) =>
  world.components.save(caller, {
    name: freshName('Copy'),
    kind: 'instruction',
    inputs: [{ name: 'rows', inputSchema: listOfSchema(rowSchema) }],
    outputs: [{ name: 'out', outputSchema: listOfSchema(rowSchema) }],
    jsCode: 'ctx.output = { out: ctx.input.rows }',
    ...more,
  })

export const makeMaster = (
  world: DocumentWorld,
  caller: Caller,
  component: string,
  more: Partial<PipelineInput> = {},
) =>
  world.pipelines.save(caller, {
    name: freshName('Master'),
    isMaster: true,
    component,
    ...world.classed,
    dataSources: [{ dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv' }],
    dataSinks: [{ name: 'out' }],
    ...more,
  })

export const makeCountry = (world: DocumentWorld, caller: Caller, master: string, more: Partial<PipelineInput> = {}) =>
  world.pipelines.save(caller, {
    name: freshName('Country'),
    isMaster: false,
    masterPipeline: master,
    ...world.classed,
    dataSources: [{ dataSubKind: 'rows', connectorType: 'manual', contentType: 'csv' }],
    dataSinks: [{ name: 'out' }],
    ...more,
  })

/** A row schema, a component over it, a master and a country, all drafts. */
export async function makeFamily(world: DocumentWorld, caller: Caller, more: Partial<PipelineInput> = {}) {
  const schema = await makeSchema(world, caller)
  const component = await makeComponent(world, caller, schema._id)
  const master = await makeMaster(world, caller, component._id, more)
  const country = await makeCountry(world, caller, master._id, more)
  return { schema, component, master, country }
}
