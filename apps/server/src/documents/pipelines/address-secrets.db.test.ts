import type { CallName, DataSink } from '@millrace/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, manualSource, sendRaw } from '../../work/imports/imports.fixtures.ts'
import { makeReady, weekly } from '../../work/imports/plans/planning.fixtures.ts'
import { newId } from '../../platform/database/ids.ts'
import { storedSources } from './pipelines.reads.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

const secrets = /(Bearer|key|pass|path|query)-7391/
const config = {
  method: 'GET' as const,
  url: 'https://shop:pass-7391@example.com/path-7391/{locale}?api_key=key-7391&page=1',
  headers: { Authorization: 'Bearer-7391' },
}
const query = { connection: newId(), query: "select * from t where k = 'query-7391'" }
const target: DataSink['target'] = {
  kind: 'http',
  url: 'https://hooks.example.com/path-7391?k=key-7391',
  batchSize: 9,
  headers: { 'X-Key': 'Bearer-7391' },
}

it('S6 no answer shows what is sent to addresses; saving what was shown keeps it', async () => {
  const sources = [
    manualSource('rows', { connectorType: 'real-time', config }),
    manualSource('stock', { connectorType: 'real-time', config: query, enabled: false }),
  ]
  const { pipelineId, country } = await makeReady(world, { sources, sinks: [{ name: 'out', target }] })
  const { manager, admin, 'super-admin': sam } = world.people
  await manager.call('POST /imports', { body: { pipelineId, ...weekly } })
  const future = { pageNumber: 1, nbItemsPerPage: 9, pending: true, success: [true, false] }
  const asked: [CallName, object, (typeof sam)[]][] = [
    ['GET /pipelines', {}, [manager, admin, sam]],
    ['GET /users/pipelines', {}, [manager, admin, sam]],
    ['GET /users/pipelinesFor', {}, [sam]],
    ['GET /imports/job', { query: { pipelineId } }, [manager, sam]],
    ['GET /imports/listScheduled', {}, [admin, sam]],
    ['POST /imports/listAll', { body: future }, [manager, sam]],
    ['GET /audit', { query: {} }, [sam]],
  ]
  for (const [name, input, people] of asked) {
    for (const person of people) {
      const text = await (await sendRaw(world.url, name, input, person.token)).text()
      // The audit's reader may edit every pipeline, so it shows queries.
      const shown = name === 'GET /audit' ? text.replaceAll('query-7391', '') : text
      expect(shown, name).not.toMatch(secrets)
      expect(text, name).toContain('"Authorization":"***"')
      expect(text, name).toContain('"X-Key":"***"')
      expect(text, name).toContain('"url":"https://hooks.example.com/***"')
    }
  }
  const found = await world.pipelines.find(sam, pipelineId)
  expect(found.dataSources[1]?.config).toEqual(query)
  const saved = await world.pipelines.save(sam, found)
  const { _id, name, isMaster, sys_version } = saved
  const renamed = await world.pipelines.save(sam, { _id, name, isMaster, sys_version })
  for (const shown of [country, found, saved, renamed]) {
    expect(JSON.stringify({ ...shown, dataSources: [shown.dataSources[0]] })).not.toMatch(secrets)
  }
  const read = await world.platform.db
    .selectFrom('document_versions')
    .select('content')
    .where('id', '=', pipelineId)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(read.content)).not.toContain('Bearer-7391')
  expect((await storedSources(world.platform, pipelineId)).map((source) => source.config)).toEqual([config, query])
  expect(read.content).toMatchObject({ dataSinks: [{ target: { url: target.url } }] })
})
