import type { CallName, Role } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test-support/app.ts'
import { freshName, makeUserOfEachRole, type TestUser } from '../test-support/factories.ts'

let app: TestApp
let people: Record<Role, TestUser>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
})
afterAll(() => app.close())

const refused = { code: 40300, message: 'You are not allowed to do this.', data: null }
const unknown = { code: 40400, message: 'Document not found', data: null }
const nowhere = '00000000-0000-7000-8000-000000000000'

/** What the calls tried here answer, together. */
type Answered = {
  _id: string
  name: string
  folder: string
  sys_version: number
  versions: unknown
  new: { _id: string }
}
type Options = { query?: Record<string, string>; body?: unknown }
/** What a call answers a role, without status and headers. */
async function ask(role: Role, name: string, { query, body }: Options = {}) {
  const { code, message, data } = await app.call(name as CallName, { as: people[role], query: query ?? {}, raw: body })
  return { code, message, data: data as unknown as Answered }
}
/** The data of a call that succeeds. */
async function done(role: Role, name: string, options: Options = {}) {
  const answer = await ask(role, name, options)
  expect(answer, name).toMatchObject({ code: 20000, message: 'ok' })
  return answer.data
}

/** A document of one kind as its calls know it, made by a manager. */
const contents = {
  schemas: { jsonSchema: { type: 'object', properties: { key: { type: 'string' } } } },
  components: { kind: 'instruction', jsCode: 'ctx.output = {}' },
}
type Path = keyof typeof contents
const make = (path: Path, name = freshName('Document')) =>
  done('manager', `POST /${path}`, { body: { name, ...contents[path] } })
const versionCall = (path: Path, action: string, id: string, role: Role = 'super-admin', more = {}) =>
  ask(role, `POST /${path}/version/${action}`, { body: { id, ...more } })
const folderOf = (path: Path) =>
  app.services.folders.create(people.manager, {
    name: freshName('Folder'),
    kind: path === 'schemas' ? 'schema' : 'component',
    parent: null,
  })

it.each<[string, Path]>([
  ['SCH-001/api API-089/api API-090/api API-091/api of schemas', 'schemas'],
  ['API-056/api API-057/api API-064/api CMP-025/api of components', 'components'],
])('%s: read by ids, by one id, as a list and as versions', async (_ids, path) => {
  const [one, two] = [await make(path), await make(path)]
  const ids = `${two._id},${nowhere},${one._id},${two._id}`
  expect(await done('manager', `GET /${path}`, { query: { ids } })).toEqual([two, one])
  expect(await done('manager', `GET /${path}/find`, { query: { id: one._id } })).toEqual(one)
  expect(await ask('manager', `GET /${path}/find`, { query: { id: nowhere } })).toEqual(unknown)
  const list = (await done('admin', `GET /${path}/list`)) as unknown as Answered[]
  expect(list.map(({ name }) => name)).toEqual(list.map(({ name }) => name).toSorted())
  const item = { _id: one._id, name: one.name, folder: one.folder, version: 1, vLocked: false }
  expect(list.find(({ _id }) => _id === one._id)).toMatchObject(item)
  expect(await done('admin', `GET /${path}/version`, { query: { id: one._id } })).toEqual(one.versions)
  expect(await ask('admin', `GET /${path}/version`, { query: { id: nowhere } })).toEqual(unknown)
  // An admin has the explorer alone (D-130), a user nothing of it.
  for (const name of [`GET /${path}`, `GET /${path}/find`])
    expect(await ask('admin', name, { query: { ids: one._id, id: one._id } })).toEqual(refused)
  for (const name of [`GET /${path}/list`, `GET /${path}/version`])
    expect(await ask('user', name, { query: { id: one._id } })).toEqual(refused)
})

it.each<[string, Path]>([
  ['API-092/api API-093/api API-094/api SCH-003/api of schemas', 'schemas'],
  ['API-058/api API-059/api API-062/api CMP-025/api of components', 'components'],
])('%s: saved, moved and deleted; an admin makes empty ones and keeps their folders', async (_ids, path) => {
  const made = await make(path)
  const { _id, name, sys_version } = made
  const saved = await done('manager', `POST /${path}`, { body: { _id, name: freshName('Renamed'), sys_version } })
  expect(saved).toMatchObject({ _id, sys_version: sys_version + 1, version: 1 })
  expect(await ask('manager', `POST /${path}`, { body: { _id, name, sys_version } })).toMatchObject({
    code: 40900,
    message: 'The document was changed by somebody else, please reload it',
  })
  expect(await ask('manager', `POST /${path}`, { body: { _id: nowhere, name, sys_version: 1 } })).toEqual(unknown)
  expect(await ask('manager', `POST /${path}`, { body: { name: '  ' } })).toMatchObject({
    code: 40000,
    message: 'Please input name',
  })
  const taken = { code: 40900, message: 'This name already exists in the folder' }
  expect(await ask('manager', `POST /${path}`, { body: { name: ` ${saved.name} ` } })).toMatchObject(taken)

  const empty = await done('admin', `POST /${path}`, { body: { name: freshName('Empty') } })
  expect(empty).toMatchObject({ version: 1 })
  expect(await ask('admin', `POST /${path}`, { body: { ...made, sys_version: 2 } })).toEqual(refused)
  expect(await ask('admin', `POST /${path}`, { body: { name: freshName('Full'), ...contents[path] } })).toEqual(refused)
  const folder = await folderOf(path)
  const body = { id: empty._id, parentId: folder.id }
  expect(await ask('user', `POST /${path}/reparent`, { body })).toEqual(refused)
  expect(await done('admin', `POST /${path}/reparent`, { body })).toEqual({
    _id: empty._id,
    name: empty.name,
    folder: folder.id,
  })
  expect(await ask('admin', `POST /${path}/reparent`, { body: { ...body, id: nowhere } })).toEqual(unknown)

  // The id goes in the query, and is read from a message, too (D-105).
  const other = await done('admin', `POST /${path}`, { body: { name: freshName('Other') } })
  expect(await done('admin', `DELETE /${path}`, { body: { id: other._id } })).toEqual({ deleted: [other._id] })
  expect(await ask('user', `DELETE /${path}`, { query: { id: empty._id } })).toEqual(refused)
  expect(await done('admin', `DELETE /${path}`, { query: { id: empty._id } })).toEqual({ deleted: [empty._id] })
  expect(await ask('admin', `DELETE /${path}`, { query: { id: empty._id } })).toEqual(unknown)
})

it.each<[string, Path]>([
  [
    'API-096/api API-097/api SCH-019/api VER-001/api VER-008/api VER-015/api VER-009/api VER-010/api of schemas',
    'schemas',
  ],
  [
    'API-065/api API-066/api CMP-003/api VER-001/api VER-008/api VER-015/api VER-009/api VER-010/api of components',
    'components',
  ],
])('%s: a draft is locked and never edited again, a new version made and deleted', async (_ids, path) => {
  const { _id, name } = await make(path)
  for (const action of ['lock', 'new', 'delete', 'compute']) {
    expect(await versionCall(path, action, _id, 'admin')).toEqual(refused)
    expect(await versionCall(path, action, nowhere)).toEqual(unknown)
  }
  const not = { code: 40900, message: 'Version 1 is not locked' }
  expect(await versionCall(path, 'new', _id)).toMatchObject(not)
  const type = path === 'schemas' ? 'schema' : 'component'
  expect((await versionCall(path, 'lock', _id, 'manager', { force: true })).data).toEqual({
    _id,
    version: 1,
    vLocked: true,
    locked: [{ _id, name, version: 1, vLocked: true, type }],
  })
  expect(await versionCall(path, 'lock', _id)).toMatchObject({ code: 40900, message: 'Version 1 is already locked' })
  const save = (role: Role, id: string) => ask(role, `POST /${path}`, { body: { _id: id, name, sys_version: 1 } })
  expect(await save('super-admin', _id)).toEqual(refused)
  expect(await versionCall(path, 'delete', _id)).toMatchObject({
    code: 40900,
    message: 'A locked version cannot be deleted',
  })
  const next = (await versionCall(path, 'new', _id)).data
  expect(next).toEqual({ _id: expect.any(String), version: 2, vLocked: false })
  // What is writable says so with `read_only`: nobody but super-admin writes beside a locked version.
  for (const [role, id, read_only] of [
    ['manager', next._id, true],
    ['super-admin', next._id, false],
    ['super-admin', _id, true],
  ] as const) {
    expect(await done(role, `GET /${path}/find`, { query: { id } }), role).toMatchObject({
      read_only,
      vLocked: id === _id,
    })
    expect((await save(role, id)).code, role).toBe(read_only ? 40300 : 20000)
  }
  expect((await versionCall(path, 'delete', next._id)).data).toEqual({
    deleted: next._id,
    versions: [expect.objectContaining({ _id, version: 1, vLocked: true, vParents: [] })],
  })
})

it.each<[string, Path]>([
  ['API-098/api API-099/api SCH-019/api VER-012/api VER-013/api VER-029/api of schemas', 'schemas'],
  ['API-067/api API-068/api VER-012/api VER-013/api VER-029/api of components', 'components'],
])('%s: an update is computed, changes nothing, and is applied to new versions', async (_ids, path) => {
  const used = await make('schemas')
  const address = { $ref: `importer://schema/id/${used._id}` }
  const content = {
    schemas: { jsonSchema: { type: 'array', items: address } },
    components: { ...contents.components, inputs: [{ name: 'one', inputSchema: address }] },
  }[path]
  const user = await done('manager', `POST /${path}`, { body: { name: freshName('User'), ...content } })
  const compute = async (id: string) => (await versionCall(path, 'compute', id)).data
  const update = (update_data: unknown) => ask('super-admin', `POST /${path}/version/update`, { body: { update_data } })
  const nothing = await compute(user._id)
  expect(nothing).toMatchObject({ old: { _id: user._id }, new: null, update: false, updatePendings: false })
  expect(await update(nothing)).toMatchObject({ code: 40000, message: 'Nothing to update' })

  await versionCall('schemas', 'lock', used._id)
  const newer = (await versionCall('schemas', 'new', used._id)).data
  await versionCall('schemas', 'lock', newer._id)
  const report = await compute(user._id)
  expect(report).toMatchObject({
    old: { _id: user._id, version: 1 },
    new: null,
    update: true,
    schemas: [{ old: { _id: used._id }, new: { _id: newer._id, version: 2 }, updated: true }],
  })
  expect(await done('manager', `GET /${path}/version`, { query: { id: user._id } })).toHaveLength(1)
  expect(await ask('admin', `POST /${path}/version/update`, { body: { update_data: report } })).toEqual(refused)
  const updated = (await update(report)).data
  expect(updated).toMatchObject({ old: { _id: user._id }, new: { version: 2, vLocked: false } })
  const fresh = await done('manager', `GET /${path}/find`, { query: { id: updated.new._id } })
  expect(JSON.stringify(fresh)).toContain(`importer://schema/id/${newer._id}`)
  const newest = (await versionCall('schemas', 'new', newer._id)).data
  await versionCall('schemas', 'lock', newest._id)
  expect(await update(report)).toMatchObject({
    code: 40900,
    message: 'The preview is out of date, please compute it again',
  })
})

it('SCH-030/api the answer to a reference that names no schema has its address beside the fixed text', async () => {
  const address = 'importer://schema/name/of%20nobody#/properties/key'
  const body = { name: freshName('Schema'), jsonSchema: { type: 'object', properties: { key: { $ref: address } } } }
  expect(await ask('manager', 'POST /schemas', { body })).toEqual({
    code: 40000,
    message: 'Schema not exist.',
    data: { address: 'importer://schema/name/of%20nobody' },
  })
})

describe('API-088/api SCH-030/api GET /schemas/byname', () => {
  const byName = (role: Role, name: string) => ask(role, 'GET /schemas/byname', { query: { name } })
  it('finds the newest locked version, else the newest draft', async () => {
    const { _id, name } = await make('schemas')
    expect((await byName('manager', name)).data).toMatchObject({ _id, version: 1, vLocked: false })
    await versionCall('schemas', 'lock', _id)
    await versionCall('schemas', 'new', _id)
    expect((await byName('super-admin', name)).data).toMatchObject({ _id, version: 1, vLocked: true })
    const none = { code: 40400, message: 'Schema not exist.', data: null }
    expect(await byName('manager', 'of nobody')).toEqual(none)
  })

  it.each<[Role, boolean]>([
    ['user', false],
    ['manager', true],
    ['admin', false],
    ['super-admin', true],
  ])('form definitions are for %s as for everybody, other names for who opens documents: %s', async (role, opens) => {
    expect((await byName(role, 'rt-pipeline')).code).toBe(40400)
    const { name } = await make('schemas')
    expect((await byName(role, name)).code).toBe(opens ? 20000 : 40300)
    // Whether a name is known is told to nobody who may not ask.
    expect((await byName(role, 'of nobody')).code).toBe(opens ? 40400 : 40300)
  })
})

it('DBC-004/api connections are made, changed, listed and deleted by calls', async () => {
  const cnxString = 'postgres://loader:secret@db.example/shop'
  const body = { name: freshName('shop'), type: 'postgresql', cnxString, options: {}, tags: [] }
  const made = await done('super-admin', 'POST /database-connections', { body })
  const changed = { ...made, options: { schema: 'sales' } }
  const list = () => done('super-admin', 'GET /database-connections')
  expect(await list()).toContainEqual(made)
  expect(await done('super-admin', 'PUT /database-connections', { body: changed })).toEqual(changed)
  expect(await list()).toContainEqual(changed)
  const remove = { as: people['super-admin'], params: { id: made._id } }
  expect((await app.call('DELETE /database-connections/{id}', remove)).data).toEqual({ deleted: made._id })
  expect(await list()).not.toContainEqual(expect.objectContaining({ _id: made._id }))
})

it.each([
  ['NUL', 'a\u0000', 'A text cannot hold the character \\u0000. (at /jsCode)'],
  ['half of a character', '\ud800', 'A text cannot hold half of a character (\\ud800 to \\udfff alone). (at /jsCode)'],
])('a code with %s, which the database does not keep, is refused at its place', async (_, jsCode, message) => {
  const body = { name: freshName('Code'), kind: 'instruction', jsCode }
  expect(await ask('manager', 'POST /components', { body })).toEqual({ code: 40000, message, data: null })
})

it.each(['a\u0000', '\ud800'])('other calls refuse %j with a sentence, too', async (text) => {
  const cnxString = 'postgres://loader:x@db.example/shop'
  const body = { name: freshName('shop'), type: 'postgresql', cnxString, options: { note: text } }
  expect(await ask('super-admin', 'POST /database-connections', { body })).toEqual({
    code: 40000,
    message: 'The request holds a character that cannot be stored.',
    data: null,
  })
})
