import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, type ImportWorld, makeImportWorld, makePipelines, sendFile } from '../imports/imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const manager = () => world.people.manager
const later = { kind: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '06:15' }
const weekly = { kind: 'repeat', repeatPattern: '15 6 * * 1' }

describe('POST /imports for later', () => {
  it('plans', async () => {
    const { country } = await makePipelines(world)
    const pipelineId = country._id
    await sendFile(manager(), pipelineId, 'rows', csv(1))
    const made = await manager().call('POST /imports', { body: { pipelineId, ...later } })
    const { imp, job } = await manager().call('GET /imports/job', { query: { pipelineId } })
    expect(imp).toMatchObject({ _id: made.importId, state: 'pending', scheduledAt: '2099-12-01T05:15:00.000Z' })
    expect(job).toMatchObject({ _id: made.jobId, kind: 'scheduled', nextImport: { _id: made.importId } })
    const edited = await manager().call('POST /imports/job', { body: { pipelineId, jobId: made.jobId, ...weekly } })
    expect(edited.jobId).toBe(made.jobId)
    const { nextRuns, sentence } = await manager().call('POST /imports/plan', { body: { pipelineId, ...weekly } })
    expect([nextRuns.length, sentence]).toEqual([10, 'Every Monday at 06:15'])
  })
})
