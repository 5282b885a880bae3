import type { ExplainedAction } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { assignPipeline, makeBadge, makeUser, type TestUser } from '../../test-support/factories.ts'
import { makeMatrixWorld, type MatrixWorld } from '../../test-support/matrix-world.ts'

let app: TestApp
let world: MatrixWorld
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  world = await makeMatrixWorld(app)
})
afterAll(() => app.close())

const explain = (as: TestUser, userId: string, id: string, action: ExplainedAction, kind = 'pipeline') =>
  app.call('GET /permissions/explain', { as, query: { userId, kind, id, action } })

/** A pipeline 'Bikes' in Pipelines / France / Sales, where France asks for a badge to read; its version and document. */
async function makeBikes(name: string) {
  const { db, services } = app
  const badge = await makeBadge(db, `Sales ${name}`)
  const other = await makeBadge(db, `Board ${name}`)
  const { sam } = world
  const france = await services.folders.create(sam, { name: `France ${name}`, kind: 'pipeline', parent: null })
  const sales = await services.folders.create(sam, { name: 'Sales', kind: 'pipeline', parent: france.id })
  await services.folders.setRules(sam, france.id, { read: [[badge, other], [other]], write: [] })
  const pipeline = await services.pipelines.save(sam, {
    name: 'Bikes',
    folder: sales.id,
    isMaster: true,
    component: (await world.objects('own')).componentId,
  })
  const { document_id: documentId } = await db
    .selectFrom('document_versions')
    .select('document_id')
    .where('id', '=', pipeline._id)
    .executeTakeFirstOrThrow()
  return { badge, other, france, id: pipeline._id, documentId }
}

describe('why somebody may not', () => {
  it('names the folder by its path and the group of badges that is missing', async () => {
    const { badge, other, id } = await makeBikes('by group')
    const manager = await makeUser(app.db, { role: 'manager', badges: [badge] })
    const { data } = await explain(world.sam, manager.userId, id, 'read')
    expect(data).toMatchObject({
      allowed: false,
      rule: 'This person lacks read badges of the folder Pipelines / France by group.',
      groups: [
        { tags: [{ _id: badge, name: 'Sales by group' }, { _id: other }], held: false },
        { tags: [{ _id: other, name: 'Board by group' }], held: false },
      ],
    })
    expect(data.steps.map(({ about }) => about)).toEqual(['account', 'role', 'read', 'read'])
    expect(data.steps.map(({ rule, passed }) => [passed, rule])).toEqual([
      [true, 'The account is active.'],
      [true, 'The role manager may read pipelines.'],
      [false, 'This person lacks read badges of the folder Pipelines / France by group.'],
      [true, 'No read badges are asked for by the pipeline Pipelines / France by group / Sales / Bikes.'],
    ])
    await app.db.insertInto('user_badges').values({ user_id: manager.userId, badge_id: other }).execute()
    expect((await explain(world.sam, manager.userId, id, 'read')).data).toMatchObject({
      allowed: true,
      rule: 'This person holds read badges of the folder Pipelines / France by group.',
      groups: [{ held: true }, { held: true }],
    })
  })

  it('names the role, the assignment, the data kind and an account that is off', async () => {
    const { other, id, documentId } = await makeBikes('by role')
    const user = await makeUser(app.db, { badges: [other] })
    const failed = async (action: ExplainedAction, userId = user.userId) =>
      (await explain(world.sam, userId, id, action)).data.steps.filter(({ passed }) => !passed).map(({ rule }) => rule)
    const kind = 'This person is limited to the data kind dealer, and that of the pipeline is not set.'
    expect(await failed('read')).toEqual(['The pipeline is not assigned to this person.', kind])
    await assignPipeline(app.db, user.userId, documentId)
    expect(await failed('import')).toEqual([kind])
    await app.db.updateTable('users').set({ unrestricted_upload: true }).where('id', '=', user.userId).execute()
    expect(await failed('import')).toEqual([])
    expect(await failed('write-badges')).toContain('The role user may not change the badges of pipelines.')
    await app.db.updateTable('users').set({ is_active: false }).where('id', '=', user.userId).execute()
    expect(await failed('read')).toEqual(['The account is switched off, so every call is refused.'])
    const admin = await makeUser(app.db, { role: 'admin', badges: [other] })
    expect(await failed('import', admin.userId)).toEqual(['The role admin may not start imports.'])
  })

  it('names the lock, which badges do not ask, and what comes with the product', async () => {
    const { other, id, documentId } = await makeBikes('by lock')
    const admin = await makeUser(app.db, { role: 'admin', badges: [other] })
    await app.db.updateTable('document_versions').set({ locked: true }).where('id', '=', id).execute()
    expect((await explain(world.sam, admin.userId, id, 'write')).data).toMatchObject({
      allowed: false,
      rule: 'A version is locked, so only a super-admin changes the document.',
    })
    expect((await explain(world.sam, admin.userId, id, 'write-badges')).data.allowed).toBe(true)
    expect((await explain(world.sam, world.sam.userId, id, 'write')).data.allowed).toBe(true)
    await app.db.updateTable('documents').set({ is_ready_made: true }).where('id', '=', documentId).execute()
    expect((await explain(world.sam, world.sam.userId, id, 'write')).data).toMatchObject({
      allowed: false,
      rule: 'It comes with the product, and nobody changes it.',
    })
  })

  it('asks of pipelines only what pipelines do', async () => {
    const { folderId, personId } = await world.objects('own')
    const { code, message } = await explain(world.sam, personId, folderId, 'upload', 'folder')
    expect([code, message]).toEqual([40000, 'Upload, import and export are only available for pipelines'])
  })
})

describe('previews', () => {
  it('S3 tell an admin of people in their scope and of items they see, and of nobody and nothing else', async () => {
    const admin = await world.callerOf('admin')
    const { personId } = await world.objects('own')
    const stranger = await makeUser(app.db, { role: 'manager' })
    const root = await app.services.folders.root('schema')
    const badge = await makeBadge(app.db)
    const body = { id: root.id, type: 'folder' as const, tags: { read: [[badge]], write: [] } }
    const names = async (as: TestUser) => {
      const { data } = await app.call('POST /permissions/preview-document', { as, body })
      return data.changes.flatMap(({ user, item }) => [user._id, item.name])
    }
    // Somebody in the scope sees more than the admin does.
    const board = await makeBadge(app.db)
    const managed = await makeUser(app.db, { role: 'manager', badges: [...(await adminBadgesOf(admin)), board] })
    const minutes = await app.services.schemas.save(world.sam, { name: 'Minutes', jsonSchema: { type: 'object' } })
    const restricted = { id: minutes._id, type: 'schema' as const, tags: { read: [[board]], write: [] } }
    expect((await app.call('POST /tags/update-document-tags', { as: world.sam, body: restricted })).code).toBe(20000)
    expect(await names(world.sam)).toEqual(expect.arrayContaining([stranger.userId, managed.userId, 'Minutes']))
    const told = await names(admin)
    expect(told).toEqual(expect.arrayContaining([managed.userId, admin.userId, 'Own one']))
    expect(told).not.toContain(stranger.userId)
    expect(told).not.toContain('Foreign one')
    expect(told).not.toContain('Minutes')
    // Made nothing of it.
    const stored = await app.db.selectFrom('folders').select('read_rule').where('id', '=', root.id).executeTakeFirst()
    expect(stored?.read_rule).toEqual([])
    const person = await app.call('POST /permissions/preview-user', {
      as: admin,
      body: { userId: personId, role: 'manager' },
    })
    const items = person.data.changes.map(({ item }) => item.name)
    expect(items).toContain('Own one')
    expect(items).not.toContain('Foreign one')
    const lost = async (as: TestUser) => {
      const withoutBadges = { userId: managed.userId, project_tags: [] }
      const { data } = await app.call('POST /permissions/preview-user', { as, body: withoutBadges })
      return data.changes.map(({ item }) => item.name)
    }
    expect(await lost(world.sam)).toContain('Minutes')
    expect(await lost(admin)).not.toContain('Minutes')
  })

  it('S3 refuse empty groups and badges that are none', async () => {
    const { folderId, personId } = await world.objects('own')
    const preview = async (read: string[][]) =>
      (
        await app.call('POST /permissions/preview-document', {
          as: world.sam,
          body: { id: folderId, type: 'folder', tags: { read, write: [] } },
        })
      ).code
    expect(await preview([[]])).toBe(40000)
    expect(await preview([['no such badge']])).toBe(40000)
    const body = { userId: personId, project_tags: ['no such badge'] }
    expect((await app.call('POST /permissions/preview-user', { as: world.sam, body })).code).toBe(40000)
  })
})

const adminBadgesOf = async ({ userId }: TestUser): Promise<string[]> =>
  (await app.db.selectFrom('user_badges').select('badge_id').where('user_id', '=', userId).execute()).map(
    (row) => row.badge_id,
  )
