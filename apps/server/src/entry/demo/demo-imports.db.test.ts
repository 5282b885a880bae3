import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, openApp } from '../app.ts'
import { createTestPlatform, type TestPlatform } from '../../test-support/platform.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { queueDemoImports } from './demo-imports.ts'
import { awaitsDemoImports, findDemoPerson } from './demo.repository.ts'
import { ensureDemoWorkspace } from './ensure-demo-workspace.ts'

let platform: TestPlatform
let app: App
beforeAll(async () => {
  platform = await createTestPlatform()
  app = await openApp(platform, { databaseUrl: platform.databaseUrl, parts: { api: false, worker: true } })
  await ensureDemoWorkspace(platform, app.services)
})
afterAll(async () => {
  await app.close(2000)
  await platform.close()
})

/** Imports that are no plan's: name, state, records left out, who. */
const ran = async () => {
  const rows = await platform.db
    .selectFrom('imports as i')
    .innerJoin('jobs as j', 'j.id', 'i.job_id')
    .innerJoin('documents as d', 'd.id', 'i.pipeline_id')
    .select(['d.name', 'i.state', 'i.user_name as by'])
    .where('j.kind', '!=', 'repeat')
    .execute()
  return rows.map(({ name, state, by }) => `${name}: ${state} by ${by}`).toSorted()
}

const expected = [
  'Bikes catalogue de-DE: failed by marc.manager',
  'Bikes catalogue es-ES: completed by marc.manager',
  'Dealers de-DE: completed by dana.dealer',
  'EPA registry en-US: completed by marc.manager',
]

describe('the first imports of a demo', () => {
  it('are left out where the setting says so', async () => {
    const settings = { ...platform.settings, demoImports: false }
    await queueDemoImports({ ...platform, settings })
    expect(await ran()).toEqual([])
    expect(await awaitsDemoImports(platform.db)).toBe(true)
  })

  it('run through the engine, one with records left out and one that fails, and only once', async () => {
    await queueDemoImports(platform)
    await expect.poll(ran, { timeout: 120_000 }).toEqual(expected)
    await expect.poll(() => awaitsDemoImports(platform.db)).toBe(false)
    const rejected = await platform.db
      .selectFrom('uploads')
      .select(['data_sub_kind as source', 'status'])
      .where('origin', '=', 'source')
      .where('status', '!=', 'valid')
      .execute()
    expect(rejected).toEqual([])
    await queueDemoImports(platform)
    expect(await ran()).toEqual(expected)
  })

  it('leave outputs to export', async () => {
    const outputs = await platform.db.selectFrom('uploads').select('id').where('origin', '=', 'destination').execute()
    expect(outputs.length).toBeGreaterThanOrEqual(3)
  })

  it.each(['Bikes catalogue', 'EV catalogue', 'Dealers'])('no plan stands in the way of Now of %s', async (name) => {
    const marc = { ...systemCaller, ...(await findDemoPerson(platform.db, 'marc.manager')) }
    const found = (await app.services.access.picker(marc)).find((item) => item.name === name)
    const { repeatable } = await app.services.plans.listScheduled(marc)
    expect(repeatable.map((job) => job.pipeline.name)).not.toContain(name)
    const started = await app.services.plans.start(marc, { pipelineId: found?._id ?? '', kind: 'immediate' })
    expect(started.imports?.length).toBeGreaterThan(0)
    const { repeatable: after } = await app.services.plans.listScheduled(marc)
    expect(after).toHaveLength(4)
  })
})
