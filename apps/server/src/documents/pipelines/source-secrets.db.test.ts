import type { CallName } from '@millrace/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, manualSource, sendRaw } from '../../work/imports/imports.fixtures.ts'
import { makeReady, weekly } from '../../work/imports/plans/planning.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

const secrets = /Bearer-7391|key-7391|pass-7391/
const config = {
  method: 'GET' as const,
  url: 'https://shop:pass-7391@example.com/{locale}?api_key=key-7391&page=1',
  headers: { Authorization: 'Bearer-7391' },
}

it('S6 no answer shows what a fetch sends in headers and keys; saving what was shown keeps it', async () => {
  const sources = [manualSource('rows', { connectorType: 'real-time', config })]
  const { pipelineId, country } = await makeReady(world, { sources })
  const { manager, admin, 'super-admin': sam } = world.people
  await manager.call('POST /imports', { body: { pipelineId, ...weekly } })
  const future = { pageNumber: 1, nbItemsPerPage: 9, pending: true, success: [true, false] }
  const asked: [CallName, object, (typeof sam)[]][] = [
    ['GET /pipelines', {}, [manager, admin, sam]],
    ['GET /users/pipelines', {}, [manager, admin, sam]],
    ['GET /imports/job', { query: { pipelineId } }, [manager, sam]],
    ['GET /imports/listScheduled', {}, [admin, sam]],
    ['POST /imports/listAll', { body: future }, [manager, sam]],
  ]
  for (const [name, input, people] of asked) {
    for (const person of people) {
      const text = await (await sendRaw(world.url, name, input, person.token)).text()
      expect(text, name).toContain('"Authorization":"***"')
      expect(text, name).not.toMatch(secrets)
    }
  }
  const found = await world.pipelines.find(sam, pipelineId)
  const saved = await world.pipelines.save(sam, found)
  for (const shown of [country, found, saved]) expect(JSON.stringify(shown)).not.toMatch(secrets)
  const { content } = await world.platform.db
    .selectFrom('document_versions')
    .select('content')
    .where('id', '=', pipelineId)
    .executeTakeFirstOrThrow()
  expect(content).toMatchObject({ dataSources: [{ config }] })
})
