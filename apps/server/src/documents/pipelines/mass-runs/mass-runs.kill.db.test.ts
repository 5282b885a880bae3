import { afterAll, beforeAll, expect, it } from 'vitest'
import { setBarrier } from '../../../guarantees/barrier.ts'
import { workerProcesses } from '../../../test-support/worker-processes.ts'
import { type ImportWorld, makeImportWorld, makePipelines, until } from '../../../work/imports/imports.fixtures.ts'

let world: ImportWorld
const workers = workerProcesses(() => world.platform)
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(async () => {
  await workers.killAll()
  await world?.close()
})

const sam = () => world.people['super-admin']
const last = () => sam().call('GET /pipelines/version/mass-runs', { query: { kind: 'update' } })
const states = async () => (await last())?.rows.map(({ state }) => state)

it('a mass update goes on where its worker was killed: no master twice, none left out', async () => {
  const { component } = await makePipelines(world)
  const masters = []
  for (const name of ['First', 'Second', 'Third']) {
    const { master } = await makePipelines(world, { master: { name, component: component._id } })
    await world.versions.lock(sam(), 'pipeline', { id: master._id, force: true, country: true })
    masters.push(master)
  }
  const next = await world.versions.createNew(sam(), 'component', { id: component._id })
  await world.versions.lock(sam(), 'component', { id: next._id })
  const second = await world.platform.db
    .selectFrom('document_versions')
    .select('document_id')
    .where('id', '=', masters[1]?._id ?? '')
    .executeTakeFirstOrThrow()
  const barrier = await setBarrier(
    world.platform.databaseUrl,
    'document_versions',
    `new.document_id = '${second.document_id}'`,
  )
  const ids = masters.map(({ _id }) => _id)
  await world.massRuns.start(sam(), 'update', ids)
  const worker = await workers.start()
  await barrier.reached(1)
  expect(await states()).toEqual(['done', 'waiting', 'waiting'])
  await workers.kill(worker)
  await barrier.lift()
  await workers.start()
  await until('the end of the run', async () => (await last())?.endedAt)
  expect(await states()).toEqual(['done', 'done', 'done'])
  for (const id of ids) {
    const versions = await world.versions.list(sam(), 'pipeline', id)
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
  }
})
