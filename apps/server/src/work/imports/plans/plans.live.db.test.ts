import { apiRoot, type ClientToServer, type Envelope, type ServerToClient, type Subscription } from '@millrace/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, until } from '../imports.fixtures.ts'
import { firePlan } from './firing.ts'
import { answers, later, makeReady, weekly } from './planning.fixtures.ts'

type Client = Socket<ServerToClient, ClientToServer>

let world: ImportWorld
const open = new Set<Client>()
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterEach(() => {
  for (const socket of open) socket.disconnect()
  open.clear()
})
afterAll(() => world.close())

const manager = () => world.people.manager
/** Everything a subscription is told, in order: the operation and what it is about. */
async function follow(model: 'jobs' | 'imports', filter: object, token = manager().token) {
  const socket: Client = io(world.url, { path: `${apiRoot}/socket`, transports: ['websocket'], forceNew: true })
  open.add(socket)
  const told: { operation: string; id: string; at: string | null }[] = []
  const tell = (operation: string, data: object) => {
    const { _id: id, ...item } = data as { _id: string; scheduledAt?: string; nextImport?: { scheduledAt: string } }
    told.push({ operation, id, at: (model === 'jobs' ? item.nextImport?.scheduledAt : item.scheduledAt) ?? null })
  }
  socket.on('init', ({ data }) => {
    for (const item of data) tell('init', item)
  })
  socket.on('change', (message) => tell(message.operationType, message.data))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const subscription = { token, model, filter } as unknown as Subscription
  const answer = await new Promise<Envelope<null>>((resolve) => socket.emit('subscribe', subscription, resolve))
  return { answer, told }
}

describe('live jobs', () => {
  it('a plan is told when it is made, changed, run and deleted, by its pipeline', async () => {
    const { pipelineId } = await makeReady(world)
    const { answer, told } = await follow('jobs', { pipelineId: [pipelineId] })
    expect(answer.code).toBe(20000)
    const { jobId } = await manager().call('POST /imports', { body: { pipelineId, ...later } })
    const first = { operation: 'insert', id: jobId, at: '2099-12-01T05:15:00.000Z' }
    await until('insert', async () => told.length === 1)
    expect(told).toEqual([first])
    await manager().call('POST /imports/job', { body: { jobId, kind: 'repeat', repeatPattern: '15 6 * * *' } })
    await until('update', async () => told.length === 2)
    expect(told[1]).toMatchObject({ operation: 'update', id: jobId })
    const dueAt = new Date(told[1]?.at ?? '')
    await firePlan({ ...world.platform, now: () => dueAt }, jobId)
    await until('fired', async () => told.length >= 3)
    await manager().call('DELETE /imports/job', { query: { jobId } })
    await until('delete', async () => told.at(-1)?.operation === 'delete')
    expect(told.filter(({ operation }) => operation === 'delete')).toEqual([expect.objectContaining({ id: jobId })])
  })

  it('by id: what is there at the beginning, and its end; an immediate job is no plan', async () => {
    const { pipelineId } = await makeReady(world)
    const { jobId, importId } = await manager().call('POST /imports', { body: { pipelineId, ...weekly } })
    const { told } = await follow('jobs', { _id: [jobId] })
    const imports = await follow('imports', { pipelineId: [pipelineId] })
    await until('init', async () => told.length === 1)
    expect(told[0]).toMatchObject({ operation: 'init', id: jobId })
    await manager().call('POST /imports/job', { body: { jobId, pipelineId, kind: 'immediate' } })
    await until('delete', async () => told.length === 2)
    expect(told[1]).toMatchObject({ operation: 'delete', id: jobId })
    await until('imports', async () => imports.told.length >= 3)
    expect(imports.told.find(({ operation }) => operation === 'delete')?.id).toBe(importId)
    expect(imports.told.filter(({ operation }) => operation === 'insert')).toHaveLength(1)
    const { job } = await manager().call('GET /imports/job', { query: { pipelineId } })
    expect((await follow('jobs', { _id: [job?._id ?? ''] })).told).toEqual([])
  })

  it('not to who does not see the pipeline, by either filter', async () => {
    const { pipelineId } = await makeReady(world)
    const { jobId } = await manager().call('POST /imports', { body: { pipelineId, ...later } })
    const { user } = world.people
    expect((await follow('jobs', { _id: [jobId] }, user.token)).answer.code).toBe(20000)
    await world.platform.db.deleteFrom('user_pipelines').execute()
    expect((await follow('jobs', { _id: [jobId] }, user.token)).answer).toEqual(answers.unknown)
    expect((await follow('jobs', { pipelineId: [pipelineId] }, user.token)).answer).toEqual(answers.unknown)
    expect((await follow('jobs', { _id: ['x'] })).answer).toEqual(answers.unknown)
  })
})
