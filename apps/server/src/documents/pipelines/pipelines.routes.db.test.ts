import type { CallName, Component, Pipeline, PipelineInput, Role } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { freshName, makeUserOfEachRole, type TestUser } from '../../test-support/factories.ts'

let app: TestApp
let people: Record<Role, TestUser>
let component: Component
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
  component = await makeComponent()
})
afterAll(() => app.close())

const refused = { code: 40300, message: 'You are not allowed to do this.', data: null }
const unknown = { code: 40400, message: 'Document not found', data: null }
const nowhere = '00000000-0000-7000-8000-000000000000'

type Options = { query?: Record<string, string>; body?: unknown }
async function ask(role: Role, name: CallName, { query = {}, body }: Options = {}) {
  const { code, message, data } = await app.call(name, { as: people[role], query, raw: body })
  return { code, message, data: data as unknown }
}
async function done<T>(role: Role, name: CallName, options: Options = {}): Promise<T> {
  const answer = await ask(role, name, options)
  expect(answer, name).toMatchObject({ code: 20000, message: 'ok' })
  return answer.data as T
}

const ports = { inputs: [{ name: 'rows', inputSchema: {} }], outputs: [{ name: 'out', outputSchema: {} }] }
const makeComponent = () =>
  done<Component>('manager', 'POST /components', {
    body: { name: freshName('Copy'), kind: 'instruction', jsCode: 'ctx.output = {}', ...ports },
  })
const save = (body: Partial<PipelineInput>, role: Role = 'manager') =>
  done<Pipeline>(role, 'POST /pipelines', { body: { name: freshName('Pipeline'), ...body } })
const makeMaster = (used = component._id) => save({ isMaster: true, component: used })
const makeCountry = (master: string, name = freshName('Country')) => save({ name, masterPipeline: master })
const versionCall = (action: 'lock' | 'new' | 'delete', id: string, role: Role = 'super-admin', more = {}) =>
  ask(role, `POST /pipelines/version/${action}`, { body: { id, ...more } })

describe('a pipeline', () => {
  it('API-069/api API-072/api is saved with its schemas, and found by the id of a version', async () => {
    const master = await makeMaster()
    const properties = { rows: {} }
    expect(master).toMatchObject({
      ...{ _id: expect.any(String), sys_version: 1, version: 1, vLocked: false, pipelineSchema: {} },
      ...{ inputSchema: { type: 'object', properties }, outputSchema: { properties: { out: {} } } },
    })
    expect(await done('manager', 'GET /pipelines/id', { query: { id: master._id } })).toEqual(master)
    expect(await ask('manager', 'GET /pipelines/id', { query: { id: nowhere } })).toEqual(unknown)
    const { _id, sys_version } = master
    const renamed = { _id, sys_version, name: freshName('Renamed'), isMaster: true, component: component._id }
    expect(await save(renamed)).toMatchObject({ _id, name: renamed.name, sys_version: 2, version: 1 })
    expect(await ask('manager', 'POST /pipelines', { body: renamed })).toMatchObject({
      code: 40900,
      message: 'The document was changed by somebody else, please reload it',
    })
    expect(await ask('manager', 'POST /pipelines', { body: { ...renamed, _id: nowhere } })).toEqual(unknown)
    for (const role of ['user', 'admin'] as const)
      expect(await ask(role, 'POST /pipelines', { body: { ...renamed, sys_version: 2 } }), role).toEqual(refused)
  })

  it('PIP-006/api has data sinks with a name each, and none without', async () => {
    const dataSinks = [{ name: 'out' }]
    const { _id, sys_version, name } = await save({ isMaster: true, component: component._id, dataSinks })
    const found = () => done<Pipeline>('manager', 'GET /pipelines/id', { query: { id: _id } })
    expect((await found()).dataSinks).toEqual(dataSinks)
    for (const sink of [{}, { name: '' }]) {
      const body = { _id, sys_version, name, dataSinks: [sink] }
      expect(await ask('manager', 'POST /pipelines', { body })).toMatchObject({ code: 40000 })
    }
    expect((await found()).dataSinks).toEqual(dataSinks)
  })

  it('API-071/api names its countries, by any version of the master, to who runs imports', async () => {
    const master = await makeMaster()
    const prefix = freshName('Country')
    for (const locale of ['fr', 'de']) await makeCountry(master._id, `${prefix} ${locale}`)
    await versionCall('lock', master._id, 'super-admin', { force: true })
    const newer = (await versionCall('new', master._id)).data as Pipeline
    for (const id of [master._id, newer._id]) {
      const found = await done<Pipeline[]>('manager', 'GET /pipelines/pipelinesOfMaster', { query: { id } })
      expect(found.map(({ name }) => name)).toEqual([`${prefix} de`, `${prefix} fr`])
    }
    const query = { id: master._id }
    expect(await ask('admin', 'GET /pipelines/pipelinesOfMaster', { query })).toEqual(refused)
    expect(await ask('user', 'GET /pipelines/pipelinesOfMaster', { query })).toMatchObject({ code: 40400 })
    expect(await ask('manager', 'GET /pipelines/pipelinesOfMaster', { query: { id: nowhere } })).toMatchObject({
      code: 40400,
    })
  })

  it('API-073/api is deleted with all its versions, unless countries inherit from it', async () => {
    const master = await makeMaster()
    const country = await makeCountry(master._id)
    const remove = (role: Role, id: string) => ask(role, 'DELETE /pipelines', { query: { id } })
    expect(await remove('manager', master._id)).toMatchObject({
      code: 40900,
      message: `Document is used by ${country.name}`,
    })
    expect(await remove('user', country._id)).toEqual(refused)
    // The id goes in the query, and is read from a message, too.
    expect(await done('manager', 'DELETE /pipelines', { body: { id: country._id } })).toEqual({
      deleted: [country._id],
    })
    await versionCall('lock', master._id, 'super-admin', { force: true })
    const newer = (await versionCall('new', master._id)).data as Pipeline
    const { deleted } = await done<{ deleted: string[] }>('super-admin', 'DELETE /pipelines', {
      query: { id: newer._id },
    })
    expect(new Set(deleted)).toEqual(new Set([master._id, newer._id]))
    expect(await remove('super-admin', master._id)).toEqual(unknown)
  })

  it('API-074/api lies in another folder after a move', async () => {
    const { _id, name } = await makeMaster()
    const folder = { name: freshName('Folder'), kind: 'pipeline', parent: null } as const
    const { id: parentId } = await app.services.folders.create(people.manager, folder)
    const body = { id: _id, parentId }
    expect(await ask('user', 'POST /pipelines/reparent', { body })).toEqual(refused)
    expect(await done('admin', 'POST /pipelines/reparent', { body })).toEqual({ _id, name, folder: parentId })
    expect(await done('manager', 'GET /pipelines/id', { query: { id: _id } })).toMatchObject({ folder: parentId })
    expect(await ask('manager', 'POST /pipelines/reparent', { body: { ...body, id: nowhere } })).toEqual(unknown)
  })
})

it('PIP-012/api an admin makes, moves and deletes pipelines in the explorer, and opens none', async () => {
  const master = await makeMaster()
  const query = { id: master._id }
  expect(await ask('admin', 'GET /pipelines/id', { query })).toEqual(refused)
  expect(await ask('admin', 'GET /pipelines/masters')).toEqual(refused)
  expect(await ask('admin', 'POST /pipelines/compareDataStream', { body: query })).toEqual(refused)
  const full = { name: freshName('Full'), isMaster: true, component: component._id }
  expect(await ask('admin', 'POST /pipelines', { body: full })).toEqual(refused)
  const tree = await done<unknown[]>('admin', 'GET /folders/tree', { query: { kind: 'pipeline' } })
  expect(JSON.stringify(tree)).toContain(master.name)
  const empty = await save({}, 'admin')
  expect(await done('admin', 'DELETE /pipelines', { query: { id: empty._id } })).toEqual({ deleted: [empty._id] })
})

describe('versions of a pipeline', () => {
  it('API-076/api are listed, newest first', async () => {
    const master = await makeMaster()
    await versionCall('lock', master._id, 'super-admin', { force: true })
    const newer = (await versionCall('new', master._id)).data as Pipeline
    for (const id of [master._id, newer._id])
      expect(await done('admin', 'GET /pipelines/version', { query: { id } })).toMatchObject([
        { _id: newer._id, version: 2, vLocked: false, vParents: [master._id] },
        { _id: master._id, version: 1, vLocked: true, vParents: [] },
      ])
    expect(await ask('user', 'GET /pipelines/version', { query: { id: master._id } })).toEqual(refused)
    expect(await ask('admin', 'GET /pipelines/version', { query: { id: nowhere } })).toEqual(unknown)
  })

  it('API-077/api are locked by force with what they use, and the countries with them when asked', async () => {
    const used = await makeComponent()
    const master = await makeMaster(used._id)
    const country = await makeCountry(master._id)
    expect(await versionCall('lock', master._id, 'admin')).toEqual(refused)
    expect(await versionCall('lock', nowhere)).toEqual(unknown)
    expect(await versionCall('lock', master._id)).toMatchObject({
      code: 40900,
      message: `Cannot lock: component ${used.name} version 1 is not locked`,
    })
    const of = ({ _id, name }: { _id: string; name: string }, type: string) => ({
      ...{ _id, name, type, version: 1, vLocked: true },
    })
    expect((await versionCall('lock', master._id, 'manager', { force: true, country: true })).data).toEqual({
      ...{ _id: master._id, version: 1, vLocked: true },
      locked: [of(used, 'component'), of(master, 'pipeline'), of(country, 'pipeline')],
    })
    expect(await versionCall('lock', country._id)).toMatchObject({
      code: 40900,
      message: 'Version 1 is already locked',
    })
  })

  it('VER-015/api say with read_only who may not write them, whatever is sent', async () => {
    const { _id } = await makeMaster()
    await versionCall('lock', _id, 'super-admin', { force: true })
    const newer = (await versionCall('new', _id)).data as Pipeline
    for (const [role, id, read_only] of [
      ['manager', newer._id, true],
      ['super-admin', newer._id, false],
      ['super-admin', _id, true],
    ] as const) {
      const { name, sys_version, ...found } = await done<Pipeline>(role, 'GET /pipelines/id', { query: { id } })
      expect(found, role).toMatchObject({ read_only, vLocked: id === _id })
      const { code } = await ask(role, 'POST /pipelines', { body: { _id: id, name, sys_version, read_only: false } })
      expect(code, role).toBe(read_only ? 40300 : 20000)
    }
  })

  it('API-078/api are made of locked ones, and deleted while they are drafts', async () => {
    const { _id } = await makeMaster()
    expect(await versionCall('new', _id)).toMatchObject({ code: 40900, message: 'Version 1 is not locked' })
    await versionCall('lock', _id, 'super-admin', { force: true })
    for (const action of ['new', 'delete'] as const) {
      expect(await versionCall(action, _id, 'admin')).toEqual(refused)
      expect(await versionCall(action, nowhere)).toEqual(unknown)
    }
    const newer = (await versionCall('new', _id)).data as Pipeline
    expect(newer).toEqual({ _id: expect.any(String), version: 2, vLocked: false })
    const deleted = { code: 40900, message: 'A locked version cannot be deleted' }
    expect(await versionCall('delete', _id)).toMatchObject(deleted)
    expect((await versionCall('delete', newer._id)).data).toEqual({
      deleted: newer._id,
      versions: [expect.objectContaining({ _id, version: 1, vLocked: true })],
    })
  })
})
