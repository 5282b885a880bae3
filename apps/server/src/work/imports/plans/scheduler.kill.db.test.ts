import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, ended, type ImportWorld, makeImportWorld, scale, until } from '../imports.fixtures.ts'
import { workerProcesses } from '../../../test-support/worker-processes.ts'
import { queueFiring } from './firing.ts'
import { readHistory, makePlan } from './firing.fixtures.ts'

let world: ImportWorld
const workers = workerProcesses(() => world.platform)

beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(async () => {
  await workers.killAll()
  await world.close()
})

it(
  'GUARANTEE G10 a scheduler killed around the moment a plan is due loses no run and doubles none',
  async () => {
    let worker = await workers.start()
    const { db, queue } = world.platform
    const repeat = { kind: 'repeat', repeatPattern: 'H 1' } as const
    const { jobId } = await makePlan(world, repeat, { madeAt: new Date(), content: csv(20) })
    const seed = Date.now() % 1000
    console.log(`kills of the scheduler, seed ${seed}`)
    const rounds = Math.ceil(2 * scale)
    const ids: string[] = []
    for (let round = 0; round < rounds; round++) {
      const { imports } = await readHistory(world, jobId)
      const next = imports.at(-1)?.id ?? ''
      // Due in a moment: the anchor moves so that the spacing stays.
      const dueAt = new Date(Date.now() + 1500)
      await db.updateTable('imports').set({ scheduled_at: dueAt }).where('id', '=', next).execute()
      const anchor = new Date(dueAt.getTime() - 3_600_000)
      await db.updateTable('jobs').set({ next_due_at: dueAt, anchor_at: anchor }).where('id', '=', jobId).execute()
      await queueFiring(db, queue, jobId)
      await sleep(1400 + ((seed + round * 137) % 400))
      await workers.kill(worker)
      worker = await workers.start()
      await until(
        'the instant is decided',
        async () => (await readHistory(world, jobId)).runs.some(([due]) => due === dueAt.toISOString()),
        60_000,
      )
      expect(await ended(world, next, 60_000)).toMatchObject({ state: 'completed', scheduled_at: dueAt })
      ids.push(next)
    }
    const { runs, imports } = await readHistory(world, jobId)
    expect(runs.map(([, outcome]) => outcome)).toEqual(Array.from({ length: rounds }, () => 'run'))
    expect(imports.map((row) => row.state)).toEqual([...ids.map(() => 'completed'), 'pending'])
    const outputs = await db.selectFrom('uploads').select('import_id').where('origin', '=', 'destination').execute()
    expect(outputs.map((row) => row.import_id).toSorted()).toEqual(ids.toSorted())
  },
  60_000 + scale * 120_000,
)
