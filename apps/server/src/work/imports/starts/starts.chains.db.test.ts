import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../../test-support/factories.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
} from '../imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const manager = () => world.people.manager
const start = (pipelineId: string) =>
  manager().call('POST /imports', { body: { pipelineId, kind: 'immediate', restartOnError: true } })
/** Slow enough to be met while it runs, and ends by itself. */
const slow = { jsCode: 'let n = 0; while (n < 4e8) n++; ctx.output = { out: ctx.input.rows }' }

describe('a master', () => {
  it('IMP-012/api runs its countries one after the other by name; a failed one does not stop the chain', async () => {
    const throwing = {
      jsCode:
        'if (ctx.rt_context.pipeline.name.startsWith("B")) throw new Error("no")\nctx.output = { out: ctx.input.rows }',
    }
    const { master } = await makePipelines(world, {
      component: throwing,
      sources: [manualSource('rows', { dataFromMaster: true })],
      country: { name: freshName('C last') },
    })
    const sam = world.people['super-admin']
    const { brand, locale, productLine, datakind } = world.classes
    const common = {
      isMaster: false,
      masterPipeline: master._id,
      brand,
      locale,
      productLine,
      datakind,
      dataSources: [manualSource('rows', { dataFromMaster: true })],
      dataSinks: [{ name: 'out' }],
    }
    await world.pipelines.save(sam, { name: freshName('B middle'), ...common })
    await world.pipelines.save(sam, { name: freshName('A first'), ...common })
    await sendFile(manager(), master._id, 'rows', csv(4))
    const chain = await manager().call('POST /imports/runAllImport', {
      body: { pipelineId: master._id, kind: 'sequential' },
    })
    expect(chain.imports).toHaveLength(3)
    expect(chain.imports[0]).toEqual({ jobId: chain.jobId, importId: chain.importId })
    expect(await manager().ask('POST /imports/runAllImport', { body: { pipelineId: master._id } })).toMatchObject({
      code: 40900,
      message: 'Cannot create or edit the import. There is already an import running for this pipeline.',
    })
    const rows = []
    for (const { importId } of chain.imports) rows.push(await ended(world, importId))
    expect(rows.map((row) => row.state)).toEqual(['completed', 'failed', 'completed'])
    expect(rows.map((row) => row.ran_with?.pipeline.name.slice(0, 1))).toEqual(['A', 'B', 'C'])
    for (const [n, row] of rows.entries()) {
      const before = rows[n - 1]
      if (before?.ended_at) expect(row.started_at?.getTime()).toBeGreaterThanOrEqual(before.ended_at.getTime())
    }
    const all = await manager().call('GET /logs/jobs', { query: { id: chain.jobId } })
    expect(new Set(all.map((line) => line.importId))).toEqual(new Set(chain.imports.map((entry) => entry.importId)))
  })

  it('IMP-011/api without countries it cannot be run', async () => {
    const { component } = await makePipelines(world)
    const { brand, locale, productLine, datakind } = world.classes
    const lonely = await world.pipelines.save(world.people['super-admin'], {
      name: freshName('Lonely'),
      isMaster: true,
      component: component._id,
      brand,
      locale,
      productLine,
      datakind,
    })
    const refusal = { code: 40000, message: 'Master pipeline has no country pipelines', data: null }
    expect(await manager().ask('POST /imports/runAllImport', { body: { pipelineId: lonely._id } })).toEqual(refusal)
    expect(await manager().ask('POST /imports', { body: { pipelineId: lonely._id, kind: 'immediate' } })).toEqual(
      refusal,
    )
  })

  it('API-036/api IMP-013/api runs only the countries listed; another pipeline in the list is unknown', async () => {
    const { master, countries } = await makePipelines(world, { countries: 2 })
    const other = await makePipelines(world)
    const listed = (listPipelines: string[]) =>
      manager().ask('POST /imports/runAllImport', { body: { pipelineId: master._id, listPipelines } })
    expect((await listed([other.country._id])).code).toBe(40400)
    const { data } = await listed([countries[1]?._id ?? ''])
    expect(data?.imports).toHaveLength(1)
    expect((await ended(world, data?.importId ?? '')).pipeline_id).toBe(
      (await world.access.seen(manager(), countries[1]?._id ?? '')).pipelineId,
    )
  })

  it("a country's own import may run before its turn in the chain, which waits for it", async () => {
    const { master, countries } = await makePipelines(world, { component: slow, countries: 2 })
    for (const country of countries) await sendFile(manager(), country._id, 'rows', csv(1))
    const chain = await manager().call('POST /imports/runAllImport', { body: { pipelineId: master._id } })
    const own = await start(countries[1]?._id ?? '')
    const [first, second] = chain.imports
    const alone = await ended(world, own.importId)
    expect(await ended(world, first?.importId ?? '')).toMatchObject({ state: 'completed' })
    const waited = await ended(world, second?.importId ?? '')
    expect(waited).toMatchObject({ state: 'completed', pipeline_id: alone.pipeline_id })
    expect(waited.started_at?.getTime()).toBeGreaterThanOrEqual(alone.ended_at?.getTime() ?? Number.NaN)
  })
})
