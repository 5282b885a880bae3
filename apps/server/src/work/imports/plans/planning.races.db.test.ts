import type { Body, CallName, JobStart } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, openSecondServer, scale, send } from '../imports.fixtures.ts'
import { takeImport } from '../runs/runs.repository.ts'
import { firePlan } from './firing.ts'
import { answers, later, makeReady, stored, weekly } from './planning.fixtures.ts'

let world: ImportWorld
let second: Awaited<ReturnType<typeof openSecondServer>>
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
  second = await openSecondServer(world)
})
afterAll(async () => {
  await second.close()
  await world.close()
})

const manager = () => world.people.manager
const rounds = 3 * scale
let turn = 0
/** One call, at one server after the other. */
const ask = <N extends CallName>(name: N, input: { query?: Record<string, string>; body?: Body<N> }) =>
  send(turn++ % 2 === 0 ? world.url : second.url, name, input, manager().token)
const plan = (body: JobStart) => ask('POST /imports', { body })
const edit = (body: JobStart & { jobId: string }) => ask('POST /imports/job', { body })
const accepted = (all: readonly { code: number }[]) => all.filter(({ code }) => code === 20000)
const refused = <A extends { code: number }>(all: readonly A[]) => all.filter(({ code }) => code !== 20000)
const several = <T>(count: number, work: (n: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, (_, n) => work(n))

/** What is open of a pipeline: plans, and imports that have not ended. */
async function open(pipelineId: string) {
  const { db } = world.platform
  const { pipelineId: document } = await world.access.seen(manager(), pipelineId)
  const jobs = await db
    .selectFrom('jobs')
    .selectAll()
    .where('pipeline_id', '=', document)
    .where('ended_at', 'is', null)
    .execute()
  const imports = await db
    .selectFrom('imports')
    .selectAll()
    .where('pipeline_id', '=', document)
    .where('state', 'in', ['pending', 'busy', 'progress', 'sequential'])
    .orderBy('position')
    .execute()
  return { jobs, imports }
}
const due = new Date('2099-12-01T05:15:00.000Z')
/** A scheduler whose clock stands at the due instant. */
const fire = (jobId: string) => firePlan({ ...world.platform, now: () => due }, jobId)
/** A worker that takes the import the moment it was released. */
async function fireAndTake(jobId: string, importId: string): Promise<boolean> {
  const fired = await fire(jobId)
  return fired !== null && (await takeImport(world.platform.db, importId, due)) !== null
}

describe('two people at one pipeline', () => {
  it(
    `of simultaneous plans one is made, ${rounds} rounds`,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { pipelineId } = await makeReady(world)
        const all = await Promise.all(several(12, (n) => plan({ pipelineId, ...(n % 3 === 0 ? weekly : later) })))
        expect(accepted(all)).toHaveLength(1)
        for (const answer of refused(all)) expect(answer).toEqual(answers.planned)
        const { jobs, imports } = await open(pipelineId)
        expect([jobs.length, imports.length]).toEqual([1, 1])
      }
    },
    60_000 * scale,
  )

  it(
    `of simultaneous plans of a master one is made, ${rounds} rounds`,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { master, countries } = await makeReady(world, { countries: 2 })
        const all = await Promise.all(several(8, () => plan({ pipelineId: master._id, ...weekly })))
        expect(accepted(all)).toHaveLength(1)
        for (const answer of refused(all)) expect(answer).toEqual(answers.planned)
        for (const { _id } of countries) expect((await open(_id)).imports).toHaveLength(1)
      }
    },
    60_000 * scale,
  )

  it(
    `IMP-040/api of starts and plans at once one is accepted, the others learn of it, ${rounds} rounds`,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { pipelineId } = await makeReady(world)
        const all = await Promise.all(
          several(12, (n) => plan({ pipelineId, ...(n % 2 === 0 ? { kind: 'immediate' } : later) })),
        )
        expect(accepted(all)).toHaveLength(1)
        const { jobs, imports } = await open(pipelineId)
        expect([jobs.length, imports.length]).toEqual([1, 1])
        const expected = jobs[0]?.kind === 'immediate' ? answers.running : answers.planned
        for (const answer of refused(all)) expect(answer).toEqual(expected)
      }
    },
    60_000 * scale,
  )

  it(
    `edits at once, with and without a start: the plan stays one, or became one import, ${rounds} rounds`,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { pipelineId } = await makeReady(world)
        const { data } = await plan({ pipelineId, ...later })
        const jobId = data?.jobId ?? ''
        const now = round % 2 === 0 ? 3 : 99
        const all = await Promise.all(
          several(9, (n) =>
            edit({ jobId, pipelineId, ...(n === now ? { kind: 'immediate' } : n % 2 ? weekly : later) }),
          ),
        )
        const { jobs, imports } = await open(pipelineId)
        expect([jobs.length, imports.length]).toEqual([1, 1])
        if (now === 99) {
          expect(refused(all)).toEqual([])
          expect(jobs[0]).toMatchObject({ id: jobId, kind: imports[0]?.kind })
        } else {
          expect(jobs[0]?.kind).toBe('immediate')
          // Who came after the start finds the plan gone, or the import that is about to run.
          for (const answer of refused(all)) {
            expect([answers.unknown, answers.editWhilePending, answers.running]).toContainEqual(answer)
          }
        }
      }
    },
    60_000 * scale,
  )

  it(
    `edits and deletes at once: the plan is gone, and nothing of it is left, ${rounds} rounds`,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { pipelineId } = await makeReady(world)
        const { data } = await plan({ pipelineId, ...later })
        const { jobId = '', importId = '' } = data ?? {}
        const edits = several(4, () => edit({ jobId, pipelineId, ...weekly }))
        const deletes = several(4, () => ask('DELETE /imports/job', { query: { jobId } }))
        const cancels = several(2, () => ask('DELETE /imports', { query: { importId } }))
        const ends = [...(await Promise.all(deletes)), ...(await Promise.all(cancels))]
        expect(accepted(ends)).toHaveLength(1)
        for (const answer of [...refused(ends), ...refused(await Promise.all(edits))]) {
          expect([answers.unknown, answers.deleteFinished]).toContainEqual(answer)
        }
        expect(await open(pipelineId)).toEqual({ jobs: [], imports: [] })
        expect((await stored(world, jobId)).audit.filter(({ action }) => action === 'delete')).toHaveLength(1)
      }
    },
    60_000 * scale,
  )
})

describe('a person and the clock at one pipeline', () => {
  it(
    `IMP-034/api IMP-038/api switching to Now at the due instant runs it once, ${2 * rounds} rounds`,
    async () => {
      const ends = { switched: 0, fired: 0 }
      for (let round = 0; round < 2 * rounds; round++) {
        const { pipelineId } = await makeReady(world)
        const { data } = await plan({ pipelineId, ...later })
        const { jobId = '', importId = '' } = data ?? {}
        const [taken, twice, answer] = await Promise.all([
          fireAndTake(jobId, importId),
          fire(jobId),
          edit({ jobId, pipelineId, kind: 'immediate' }),
        ])
        expect(twice === null || !taken || twice.outcome === 'run').toBe(true)
        const { imports } = await open(pipelineId)
        expect(imports).toHaveLength(1)
        if (answer.code === 20000) {
          ends.switched++
          expect(imports[0]).toMatchObject({ id: answer.data?.importId, kind: 'immediate', state: 'pending' })
        } else {
          ends.fired++
          expect(answer).toEqual(answers.editWhileRunning)
          expect(imports[0]).toMatchObject({ id: importId, state: 'busy' })
        }
      }
      console.log(`switching to Now at the due instant: ${JSON.stringify(ends)}`)
    },
    60_000 * scale,
  )

  it(
    `IMP-038/api editing at the due instant: the run or the new plan, never both for that instant, ${2 * rounds} rounds`,
    async () => {
      const ends = { edited: 0, fired: 0 }
      for (let round = 0; round < 2 * rounds; round++) {
        const { pipelineId } = await makeReady(world)
        const { data } = await plan({ pipelineId, ...later })
        const { jobId = '', importId = '' } = data ?? {}
        const [taken, answer] = await Promise.all([
          fireAndTake(jobId, importId),
          edit({ jobId, pipelineId, ...later, scheduledDate: '2099-12-24' }),
        ])
        const { imports, jobs } = await open(pipelineId)
        expect([imports.length, jobs.length]).toEqual([1, 1])
        if (answer.code === 20000) {
          ends.edited++
          expect(taken).toBe(false)
          expect(imports[0]).toMatchObject({ id: answer.data?.importId, state: 'pending' })
        } else {
          ends.fired++
          expect(answer).toEqual(answers.editWhileRunning)
          expect([taken, imports[0]?.id]).toEqual([true, importId])
        }
      }
      console.log(`editing at the due instant: ${JSON.stringify(ends)}`)
    },
    60_000 * scale,
  )

  it(
    `IMP-035/api cancelling at the due instant: it runs, or it is gone, ${2 * rounds} rounds`,
    async () => {
      const ends = { cancelled: 0, fired: 0 }
      for (let round = 0; round < 2 * rounds; round++) {
        const { pipelineId } = await makeReady(world)
        const { data } = await plan({ pipelineId, ...later })
        const { jobId = '', importId = '' } = data ?? {}
        const [taken, answer] = await Promise.all([
          fireAndTake(jobId, importId),
          round % 2 === 0
            ? ask('DELETE /imports', { query: { importId } })
            : ask('DELETE /imports/job', { query: { jobId } }),
        ])
        const { imports, jobs } = await open(pipelineId)
        if (answer.code === 20000) {
          ends.cancelled++
          expect([taken, imports, jobs]).toEqual([false, [], []])
        } else {
          ends.fired++
          expect(answer).toEqual(answers.deleteRunning)
          expect([taken, imports.map((row) => row.id)]).toEqual([true, [importId]])
        }
      }
      console.log(`cancelling at the due instant: ${JSON.stringify(ends)}`)
    },
    60_000 * scale,
  )
})
