import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, type ImportWorld, makeImportWorld, makePipelines, sendFile, until } from './imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

it('API-040/api GET /imports/job answers the last import, and while it waits or runs its job', async () => {
  const { manager, user } = world.people
  const { country } = await makePipelines(world, { component: { jsCode: 'for (;;) {}' } })
  const query = { pipelineId: country._id }
  const ask = () => manager.call('GET /imports/job', { query })
  expect(await ask()).toEqual({ imp: null, job: null })
  await sendFile(manager, country._id, 'rows', csv(2))
  const { importId, jobId } = await manager.call('POST /imports', { body: { ...query, kind: 'immediate' } })
  expect(await ask()).toMatchObject({
    imp: { _id: importId, jobId, pipeline: { _id: country._id }, success: null },
    job: { _id: jobId, kind: 'immediate', jobKind: 'immediate', pipelineId: country._id },
  })
  await until('the run', async () => (await ask()).imp?.state === 'progress')
  await manager.call('POST /imports/abort', { body: { importId } })
  expect(await ask()).toMatchObject({ imp: { _id: importId, state: 'aborted', success: false }, job: null })
  expect(await user.ask('GET /imports/job', { query })).toMatchObject({ code: 40400 })
})
