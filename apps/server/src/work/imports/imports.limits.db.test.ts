import { afterEach, describe, expect, it } from 'vitest'
import { csv, ended, type ImportWorld, makeImportWorld, makePipelines, sendFile } from './imports.fixtures.ts'

let world: ImportWorld
afterEach(() => world?.close())

const manager = () => world.people.manager
const lines = async (importId: string) =>
  (await manager().call('GET /logs/jobs', { query: { id: importId } })).map((line) => `${line.level}: ${line.message}`)
const start = (pipelineId: string) =>
  manager().call('POST /imports', { body: { pipelineId, kind: 'immediate', restartOnError: true } })

describe('two imports beside each other', () => {
  it('a component that loops for ever ends its own import within its limit, naming its line; another succeeds', async () => {
    // What ends endless code is the clock alone: 3 s prove as much as the usual 20.
    world = await makeImportWorld({ runnerLimits: { callMs: 3000 } })
    const looping = { jsCode: 'const rows = ctx.input.rows\nfor (;;) {\n  rows.length\n}' }
    const bad = await makePipelines(world, { component: looping })
    const good = await makePipelines(world)
    await sendFile(manager(), bad.country._id, 'rows', csv(1))
    await sendFile(manager(), good.country._id, 'rows', csv(50))
    const failing = await start(bad.country._id)
    const running = await start(good.country._id)
    expect(await ended(world, running.importId)).toMatchObject({ state: 'completed' })
    expect(await ended(world, failing.importId, 40_000)).toMatchObject({ state: 'failed', attempt: 1 })
    const said = (await lines(failing.importId)).join('\n')
    expect(said).toContain(bad.component.name)
    expect(said).toMatch(/line [23]/)
  })

  it('a component that fills memory ends its own import and harms no other', async () => {
    world = await makeImportWorld()
    const greedy = { jsCode: 'const all = []; for (;;) all.push(new Array(1000).fill({}))' }
    const bad = await makePipelines(world, { component: greedy })
    const good = await makePipelines(world)
    await sendFile(manager(), bad.country._id, 'rows', csv(1))
    await sendFile(manager(), good.country._id, 'rows', csv(50))
    const failing = await start(bad.country._id)
    const running = await start(good.country._id)
    expect(await ended(world, running.importId)).toMatchObject({ state: 'completed' })
    expect(await ended(world, failing.importId, 60_000)).toMatchObject({ state: 'failed', attempt: 1 })
    expect((await lines(failing.importId)).join('\n')).toMatch(/memory/)
  })
})
