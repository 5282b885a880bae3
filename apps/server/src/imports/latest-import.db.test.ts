import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, ended, type ImportWorld, makeImportWorld, makePipelines, sendFile } from './imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

it('API-040/api GET /imports/job answers the last import, and while it waits or runs its job', async () => {
  const { manager, user } = world.people
  const jsCode = 'const end = Date.now() + 1500\nwhile (Date.now() < end) {}\nctx.output = { out: ctx.input.rows }'
  const { country } = await makePipelines(world, { component: { jsCode } })
  const query = { pipelineId: country._id }
  const ask = () => manager.call('GET /imports/job', { query })
  expect(await ask()).toEqual({ imp: null, job: null })
  await sendFile(manager, country._id, 'rows', csv(2))
  const run = () => manager.call('POST /imports', { body: { ...query, kind: 'immediate' } })
  await ended(world, (await run()).importId)
  const { importId, jobId } = await run()
  expect(await ask()).toMatchObject({
    imp: { _id: importId, jobId, pipeline: { _id: country._id }, success: null },
    job: { _id: jobId, kind: 'immediate', jobKind: 'immediate', pipelineId: country._id },
  })
  await ended(world, importId)
  expect(await ask()).toMatchObject({ imp: { _id: importId, state: 'completed', success: true }, job: null })
  expect(await user.ask('GET /imports/job', { query })).toMatchObject({ code: 40400 })
})
