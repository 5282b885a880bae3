import { type CallName, policy, type Role } from '@millrace/contract'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import { type ImportWorld, makeImportWorld, manualSource, send, sendRaw } from '../../work/imports/imports.fixtures.ts'
import { insertValidUpload, later, makeReady, setState, weekly } from '../../work/imports/plans/planning.fixtures.ts'
import { freshName, makeBadge, makeUser, testPassword } from '../../test-support/factories.ts'
import { withoutRow } from './calls-without-row.fixtures.ts'
import { documentChanges } from './document-changes.fixtures.ts'
import { listenerChanges } from './listener-changes.fixtures.ts'
import { createPasswordLink } from '../users/password-links.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

/** What must never be found in any row. */
const secrets = { password: 'Chosen-pass-7391', database: 'db-pass-7391', header: 'Bearer-7391', key: 'key-7391' }
const seen: string[] = []

type Change = {
  as?: Role | null
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Kind and action of the row; before and after as far as they are told here. */
  row: { kind: string; action: string; before?: unknown; after?: unknown }
}

const sam = () => world.people['super-admin']
const folder = async () =>
  (await world.folders.create(sam(), { name: freshName('Folder'), kind: 'schema', parent: null })).id
const person = () => makeUser(world.platform.db)
/** Somebody who has not chosen a password. */
async function invited(): Promise<string> {
  const { userId } = await person()
  await world.platform.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  return userId
}
const connection = () =>
  world.connections.create(sam(), { name: freshName('shop'), type: 'postgresql', cnxString: 'postgres://a:b@db/x' })
const address = `postgres://loader:${secrets.database}@db.example/shop`
const module = () => world.modules.create(sam(), { name: `m-${newId()}`, version: '1.0.0' })
async function plan() {
  const { pipelineId } = await makeReady(world)
  return { pipelineId, ...(await sam().call('POST /imports', { body: { pipelineId, ...weekly } })) }
}
async function published() {
  const { pipelineId } = await makeReady(world, { country: { endpoints: [{ route: '/rows' }] } })
  return sam().call('POST /pipelines/publish-endpoint', { body: { id: pipelineId } })
}
async function startedImport() {
  const { pipelineId } = await makeReady(world)
  return sam().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })
}
async function challenge() {
  const made = await person()
  await world.platform.db.updateTable('users').set({ tfa: 'required' }).where('id', '=', made.userId).execute()
  const body = { username: made.userName, password: testPassword }
  const { data } = await send(world.url, 'POST /users/login', { body })
  if (!('tfa' in data)) throw new Error('no challenge')
  const { _id, secret = '' } = data.tfa
  seen.push(secret)
  return { _id, code: generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }) }
}

const changes: Partial<Record<CallName, () => Promise<Change>>> = {
  ...documentChanges(() => world),
  ...listenerChanges(() => world),
  'POST /users/login': async () => ({
    as: null,
    body: { username: (await person()).userName, password: testPassword },
    row: { kind: 'session', action: 'login' },
  }),
  'POST /users/tfa': async () => ({
    as: null,
    body: await challenge(),
    row: { kind: 'user', action: 'enrol two-factor', after: { tfa: 'enrolled' } },
  }),
  'POST /users/create-password': async () => {
    const link = new URL(await createPasswordLink(world.platform, world.platform.db, await person()))
    const token = link.searchParams.get('t') ?? ''
    seen.push(token)
    return { as: null, body: { token, password: secrets.password }, row: { kind: 'user', action: 'set password' } }
  },
  'POST /users/logout': async () => ({ as: 'user', row: { kind: 'session', action: 'logout' } }),
  'POST /users': async () => ({
    body: { firstName: 'Nina', lastName: 'New', email: `${newId()}@example.org`, role: 'user', admin_tags: [] },
    row: { kind: 'user', action: 'create', before: null, after: { firstName: 'Nina' } },
  }),
  'POST /users/toggle': async () => ({
    body: { ids: [(await person()).userId], enabled: false },
    row: { kind: 'user', action: 'de-activate', before: { isActive: true }, after: { isActive: false } },
  }),
  'POST /users/assign': async () => {
    const name = freshName('Given')
    const badge = await makeBadge(world.platform.db, name)
    return {
      body: { ids: [(await person()).userId], give: { badges: [badge] }, take: {} },
      row: { kind: 'user', action: 'save', before: { project_tags: [] }, after: { project_tags: [name] } },
    }
  },
  'DELETE /users': async () => ({
    query: { ids: (await person()).userId },
    row: { kind: 'user', action: 'delete', after: null },
  }),
  'POST /users/reset-password': async () => ({
    body: { id: (await person()).userId },
    row: { kind: 'user', action: 'reset password' },
  }),
  'POST /users/reset-tfa': async () => ({
    body: { id: (await person()).userId },
    row: { kind: 'user', action: 'reset two-factor' },
  }),
  'POST /users/invite': async () => ({ body: { id: await invited() }, row: { kind: 'user', action: 'invite' } }),
  'POST /users/invitation-link': async () => ({
    body: { id: await invited() },
    row: { kind: 'user', action: 'copy invitation', before: null, after: null },
  }),
  'POST /uploads/disable': async () => {
    const { pipelineId } = await makeReady(world)
    const { pipelineId: documentId } = await world.access.seen(sam(), pipelineId)
    return {
      body: { uploadId: await insertValidUpload(world, documentId) },
      row: { kind: 'upload', action: 'disable', before: { enabled: true }, after: { enabled: false } },
    }
  },
  'POST /imports': async () => ({
    body: { pipelineId: (await makeReady(world)).pipelineId, kind: 'immediate' },
    row: { kind: 'import', action: 'start', before: null, after: { kind: 'immediate', version: 1 } },
  }),
  'POST /imports/runAllImport': async () => ({
    body: { pipelineId: (await makeReady(world)).master._id },
    row: {
      kind: 'import',
      action: 'start',
      before: null,
      after: { kind: 'sequential', pipelines: [expect.any(String)] },
    },
  }),
  'POST /imports/job': async () => ({
    body: { jobId: (await plan()).jobId, ...later },
    row: {
      kind: 'job',
      action: 'save',
      before: { repeatPattern: weekly.repeatPattern },
      after: { scheduledDate: later.scheduledDate },
    },
  }),
  'DELETE /imports/job': async () => ({
    query: { jobId: (await plan()).jobId },
    row: { kind: 'job', action: 'delete', after: null },
  }),
  'DELETE /imports': async () => ({
    query: { importId: (await plan()).importId },
    row: { kind: 'job', action: 'delete', after: null },
  }),
  'POST /imports/pause': async () => ({
    body: { reason: 'The database is moved' },
    row: { kind: 'import', action: 'pause', before: null, after: { reason: 'The database is moved' } },
  }),
  'DELETE /imports/pause': async () => {
    await world.people['super-admin'].call('POST /imports/pause', { body: { reason: 'The database is moved' } })
    return { row: { kind: 'import', action: 'resume', before: { reason: 'The database is moved' }, after: null } }
  },
  'POST /imports/abort': async () => {
    const { importId } = await startedImport()
    await setState(world, importId, 'progress')
    return {
      body: { importId },
      row: { kind: 'import', action: 'abort', after: { state: 'aborted' } },
    }
  },
  'POST /folders': async () => ({
    body: { name: freshName('Folder'), kind: 'schema', parent: null },
    row: { kind: 'folder', action: 'create', before: null, after: { folder: 'Data Models' } },
  }),
  'DELETE /folders': async () => ({
    body: { id: await folder(), kind: 'schema' },
    row: { kind: 'folder', action: 'delete', before: { folder: 'Data Models' }, after: null },
  }),
  'POST /folders/rename': async () => ({
    body: { id: await folder(), name: freshName('Renamed') },
    row: { kind: 'folder', action: 'rename' },
  }),
  'POST /folders/reparent': async () => {
    const target = await world.folders.create(sam(), { name: freshName('Target'), kind: 'schema', parent: null })
    return {
      body: { id: await folder(), parentId: target.id },
      row: {
        kind: 'folder',
        action: 'move',
        before: { folder: 'Data Models' },
        after: { folder: `Data Models / ${target.name}` },
      },
    }
  },
  'POST /pipelines/publish-endpoint': async () => ({
    body: { id: (await published()).pipelineId },
    row: { kind: 'endpoint', action: 're-publish', before: { route: '/rows' }, after: { route: '/rows' } },
  }),
  'DELETE /pipelines/deployed-endpoint': async () => ({
    query: { id: (await published())._id },
    row: { kind: 'endpoint', action: 'un-publish', after: null },
  }),
  'POST /pipelines/deployed-endpoint/{id}/key': async () => ({
    params: { id: (await published())._id },
    body: { name: 'shop', perMinute: 60 },
    row: { kind: 'endpoint', action: 'add key', before: null, after: { key: 'shop', perMinute: 60, expireAt: null } },
  }),
  'DELETE /pipelines/deployed-endpoint/{id}/key': async () => {
    const { _id: id } = await published()
    const made = await world.endpointKeys.create(sam(), id, { name: 'shop' })
    seen.push(made.key)
    return {
      params: { id },
      query: { keyId: made._id },
      row: { kind: 'endpoint', action: 'delete key', before: { key: 'shop' }, after: null },
    }
  },
  'POST /database-connections': async () => ({
    body: { name: freshName('shop'), type: 'postgresql', cnxString: address },
    row: { kind: 'connection', action: 'create', before: null },
  }),
  'PUT /database-connections': async () => ({
    body: { _id: (await connection())._id, name: freshName('shop'), type: 'postgresql', cnxString: address },
    row: { kind: 'connection', action: 'save' },
  }),
  'DELETE /database-connections/{id}': async () => ({
    params: { id: (await connection())._id },
    row: { kind: 'connection', action: 'delete', after: null },
  }),
  'POST /allowed-modules': async () => ({
    body: { name: `m-${newId()}`, version: '1.0.0' },
    row: { kind: 'module', action: 'create', before: null },
  }),
  'PUT /allowed-modules': async () => ({
    body: { _id: (await module())._id, name: `m-${newId()}`, version: '2.0.0' },
    row: { kind: 'module', action: 'save' },
  }),
  'DELETE /allowed-modules/{id}': async () => ({
    params: { id: (await module())._id },
    row: { kind: 'module', action: 'delete', after: null },
  }),
  'POST /allowed-modules/{id}/install': async () => {
    const { _id } = await module()
    await world.platform.db
      .updateTable('modules')
      .set({ download: true, state: 'failed' })
      .where('id', '=', _id)
      .execute()
    return { params: { id: _id }, row: { kind: 'module', action: 'install', before: { state: 'failed' } } }
  },
  'POST /tags': async () => ({
    body: { name: freshName('Badge'), type: 'project' },
    row: { kind: 'badge', action: 'create', before: null, after: { type: 'project' } },
  }),
  'DELETE /tags': async () => ({
    query: { ids: await makeBadge(world.platform.db) },
    row: { kind: 'badge', action: 'delete', after: null },
  }),
  'POST /tags/update-document-tags': async () => {
    const name = freshName('Readers')
    const badge = await makeBadge(world.platform.db, name)
    return {
      body: { id: await folder(), type: 'folder', tags: { read: [[badge]], write: [] } },
      row: { kind: 'folder', action: 'badges', before: { read: [] }, after: { read: [[name]], write: [] } },
    }
  },
}

const rowsAfter = (last: string) =>
  world.platform.db.selectFrom('audit').selectAll().where('id', '>', last).orderBy('id').execute()
async function lastRow(): Promise<string> {
  const row = await world.platform.db.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? ''
}

describe('every call that changes something', () => {
  const calls = (Object.keys(policy) as CallName[]).filter((call) => !call.startsWith('GET '))

  it.each(calls.filter((call) => !(call in withoutRow)))('%s tells the audit who did what', async (call) => {
    const change = await changes[call]?.()
    if (change === undefined) throw new Error(`${call}: no change to try here, and no reason why it leaves no row`)
    const { as = 'super-admin', params = {}, query, body, row } = change
    const path = call.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') as CallName
    const caller = as === null ? null : world.people[as]
    const last = await lastRow()
    const answer = await sendRaw(world.url, path, { query, body }, caller?.token)
    expect(await answer.json()).toMatchObject({ code: 20000 })
    const rows = await rowsAfter(last)
    const told = rows.find(({ kind, action }) => kind === row.kind && action === row.action)
    expect(told, JSON.stringify(rows)).toMatchObject(row)
    expect(told?.name, 'named for people').not.toBe('')
    for (const each of rows) {
      if (caller !== null) expect([each.user_id, each.user_name]).toEqual([caller.userId, caller.userName])
      else expect(each.user_id).not.toBeNull()
    }
  })

  it('is in one of the two lists alone, and no reason outlives its call', () => {
    for (const call of Object.keys(withoutRow)) expect(calls).toContain(call)
    for (const call of Object.keys(changes)) expect(Object.keys(withoutRow)).not.toContain(call)
  })

  it('S5 a refresh token that comes a second time is told', async () => {
    const made = await person()
    const body = { username: made.userName, password: testPassword }
    const { data } = await send(world.url, 'POST /users/login', { body })
    if (!('token' in data)) throw new Error('no session')
    const { refreshToken } = data
    seen.push(refreshToken, data.token.value)
    await send(world.url, 'POST /users/refresh-token', { body: { refreshToken } })
    const last = await lastRow()
    for (let time = 0; time < 2; time++) await send(world.url, 'POST /users/refresh-token', { body: { refreshToken } })
    expect(await rowsAfter(last)).toMatchObject([
      { kind: 'session', action: 'ended by reuse', user_id: made.userId, name: made.userName },
    ])
  })
})

describe('documents', () => {
  it('tell of each step: made, saved, locked, a new version, badges, renamed, moved, deleted', async () => {
    const config = {
      method: 'GET' as const,
      url: `https://example.com/?api_key=${secrets.key}`,
      headers: { Authorization: secrets.header },
    }
    const { country, pipelineId } = await makeReady(world, {
      sources: [manualSource('rows', { connectorType: 'real-time', config })],
    })
    const before = await lastRow()
    const saved = await world.pipelines.save(sam(), { ...country, name: freshName('Saved'), isHidden: true })
    await world.documents.setRules(sam(), 'pipeline', pipelineId, { read: [], write: [] })
    await world.documents.rename(sam(), 'pipeline', pipelineId, freshName('Renamed'))
    const target = await world.folders.create(sam(), { name: freshName('France'), kind: 'pipeline', parent: null })
    await world.documents.reparent(sam(), 'pipeline', pipelineId, target.id)
    await world.versions.lock(sam(), 'pipeline', { id: pipelineId, force: true })
    const { _id } = await world.versions.createNew(sam(), 'pipeline', { id: pipelineId })
    await world.versions.deleteVersion(sam(), 'pipeline', { id: _id })
    await world.versions.createNew(sam(), 'pipeline', { id: pipelineId })
    await world.versions.deleteDocument(sam(), 'pipeline', pipelineId)
    const rows = (await rowsAfter(before)).filter(({ object_id: id }) => id === pipelineId || id === _id)
    expect(rows.map(({ action }) => action)).toEqual([
      'save',
      'badges',
      'rename',
      'move',
      'lock',
      'new version',
      'delete version',
      'delete',
    ])
    expect(rows[0]).toMatchObject({
      before: { name: country.name, isHidden: false, brand: 'Adventure Works' },
      after: { name: saved.name, isHidden: true, datakind: 'dealer' },
    })
    expect(rows[3]).toMatchObject({ before: { folder: 'Pipelines' }, after: { folder: `Pipelines / ${target.name}` } })
    expect(JSON.stringify(rows[0])).toContain('"Authorization":"***"')
    expect(rows.at(-1)).toMatchObject({
      before: {
        name: expect.any(String),
        version: 2,
        versions: [
          { version: 2, vLocked: false },
          { version: 1, vLocked: true },
        ],
      },
      after: null,
    })
  })
})

describe('the rows', () => {
  it('S6 hold no password, token, code, header or key of anybody', async () => {
    const rows = JSON.stringify(await rowsAfter(''))
    expect(rows.length).toBeGreaterThan(1000)
    for (const secret of [...Object.values(secrets), testPassword, ...seen]) expect(rows).not.toContain(secret)
    // Nor a hash, at which passwords could be tried.
    expect(rows).not.toContain('argon2id$')
  })

  it('are written or not together with the change', async () => {
    const last = await lastRow()
    const name = freshName('Undone')
    await world.platform.db.schema.alterTable('audit').renameTo('audit_away').execute()
    const refused = await sam().ask('POST /tags', { body: { name, type: 'project' } })
    await world.platform.db.schema.alterTable('audit_away').renameTo('audit').execute()
    expect(refused.code).toBe(50000)
    expect((await sam().call('GET /tags/list')).project.map((tag) => tag.name)).not.toContain(name)
    expect(await rowsAfter(last)).toEqual([])
  })
})
