import {
  type AccessPreview,
  type Body,
  type ExplainedAction,
  explainedActions,
  roles,
  type TreeNode,
} from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { assignPipeline } from '../../test-support/factories.ts'
import {
  chanceOf,
  makeRandomWorld,
  type RandomItem,
  type RandomPerson,
  type RandomWorld,
  randomRule,
} from './random-world.fixture.ts'

const seed = Number(process.env.MILLRACE_TEST_SEED ?? Date.now() % 100_000)
const chance = chanceOf(seed)
/** The same person may be asked about the same root twice, and would find their first folder there. */
let createdFolders = 0
/** Random questions, each compared with the real call. */
const asked = 200
/** Random changes, each compared with the trees of everybody before and after. */
const changes = 6
// Hundreds of calls each, on a machine that others may share.
vi.setConfig({ testTimeout: 300_000 })

let app: TestApp
let world: RandomWorld

beforeAll(async () => {
  console.log(`permissions, seed ${seed}`)
  app = await startTestApp({ worker: false })
  world = await makeRandomWorld(app, chance)
})
afterAll(() => app.close())

/** Every item of the trees as one person gets them, by the id of folder or newest version; none when refused. */
async function treesOf(person: RandomPerson): Promise<Map<string, TreeNode>> {
  const nodes = new Map<string, TreeNode>()
  const collect = (node: TreeNode): void => {
    nodes.set(node.value, node)
    for (const version of node.versions ?? []) nodes.set(version._id, node)
    for (const child of node.children ?? []) collect(child)
  }
  for (const kind of ['pipeline', 'schema', 'component']) {
    const { code, data } = await app.call('GET /folders/tree', { as: person, query: { kind } })
    if (code === 20000) for (const node of data) collect(node)
  }
  return nodes
}

const refused = [40300, 40400, 50008, 50012]
/** Whether the call that does it lets the person; what else is in its way, such as nothing to import, does not count. */
async function isLet(
  person: RandomPerson,
  tree: ReadonlyMap<string, TreeNode>,
  item: RandomItem,
  action: ExplainedAction,
): Promise<boolean> {
  const { id, type } = item
  const codeOf = async (call: Promise<Response>): Promise<number> => {
    const response = await call
    const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
    const code = isEnvelope ? ((await response.json()) as { code: number }).code : 20000
    if (!isEnvelope) await response.arrayBuffer()
    return code
  }
  const as = person
  const call = (name: Parameters<TestApp['fetchCall']>[0], query: Record<string, string>, body?: unknown) =>
    codeOf(app.fetchCall(name, { as, query, body }))
  switch (action) {
    case 'read':
      if (type === 'pipeline') return (await call('GET /uploads/last-all', { pipelineId: id })) === 20000
      return tree.has(id)
    case 'write': {
      // The root keeps its name, so what is written there is a new folder.
      const name = item.isRoot ? `New ${++createdFolders}` : await nameOf(item)
      const code = item.isRoot
        ? await call('POST /folders', {}, { name, kind: item.kind, parent: id })
        : await call('POST /folders/rename', {}, { id, name })
      expect([20000, ...refused]).toContain(code)
      return code === 20000
    }
    case 'write-badges': {
      const code = await call('POST /tags/update-document-tags', {}, { id, type, tags: await rulesOf(item) })
      expect([20000, ...refused]).toContain(code)
      return code === 20000
    }
    case 'upload': {
      const form = new FormData()
      form.set('pipelineId', id)
      form.set('none', new Blob(['a']), 'a.csv')
      return !refused.includes(await call('POST /uploads', {}, form))
    }
    case 'import':
      return !refused.includes(await call('POST /imports', {}, { pipelineId: id, kind: 'immediate' }))
    case 'export':
      return (await call('POST /uploads/export', {}, { uploadIds: [item.uploadId] })) === 20000
  }
}

async function rowOf({ id, type }: RandomItem) {
  if (type === 'folder') return app.db.selectFrom('folders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return app.db
    .selectFrom('documents as d')
    .innerJoin('document_versions as v', 'v.document_id', 'd.id')
    .selectAll('d')
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow()
}
const nameOf = async (item: RandomItem) => (await rowOf(item)).name
const rulesOf = async (item: RandomItem) => {
  const row = await rowOf(item)
  return { read: row.read_rule, write: row.write_rule }
}

const actionsOf = (item: RandomItem): ExplainedAction[] =>
  explainedActions.filter((action) =>
    item.type === 'pipeline'
      ? action !== 'export' || item.uploadId !== null
      : !['upload', 'import', 'export'].includes(action),
  )

describe('an explanation', () => {
  it('S3 allows exactly what the real call lets through, for random people, folders, rules, locks and data kinds', async () => {
    const seen = { allowed: 0, refused: 0 }
    const trees = new Map<string, Map<string, TreeNode>>()
    for (const person of world.people) trees.set(person.userId, await treesOf(person))
    for (let n = 0; n < asked; n++) {
      const person = chance.pick(world.people)
      const item = chance.pick(world.items)
      const action = chance.pick(actionsOf(item))
      const { code, data } = await app.call('GET /permissions/explain', {
        as: world.sam,
        query: { userId: person.userId, kind: item.type, id: item.id, action },
      })
      const what = `${action} of ${item.type} ${await nameOf(item)} by ${person.role}, seed ${seed}: ${JSON.stringify(data)}`
      expect(code, what).toBe(20000)
      const tree = trees.get(person.userId) ?? new Map()
      expect(data.allowed, what).toBe(await isLet(person, tree, item, action))
      expect(
        data.steps.every((step) => step.passed),
        what,
      ).toBe(data.allowed)
      const failed = data.steps.find((step) => !step.passed)
      if (failed !== undefined) expect(data.rule, what).toBe(failed.rule)
      seen[data.allowed ? 'allowed' : 'refused']++
    }
    expect(Math.min(seen.allowed, seen.refused)).toBeGreaterThan(asked / 20)
  })
})

type Access = { read: boolean; write: boolean }

/** What these people may read and write by their trees, as 'person item'; `waysToo`: folders of role user. */
async function accessOf(people: readonly RandomPerson[], waysToo = false): Promise<Map<string, Access>> {
  const access = new Map<string, Access>()
  for (const person of people) {
    for (const node of (await treesOf(person)).values()) {
      const isFolder = node.type === 'folder'
      // Folders are no more than the way to pipelines for role user.
      if (isFolder && person.role === 'user' && !waysToo) continue
      access.set(`${person.userId} ${node.value}`, { read: true, write: isFolder ? node.droppable : node.draggable })
    }
  }
  return access
}

const shift = (was: boolean, is: boolean) => (was === is ? null : is ? 'gains' : 'loses')

function shifts(before: ReadonlyMap<string, Access>, after: ReadonlyMap<string, Access>): string[] {
  const none = { read: false, write: false }
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => [key, before.get(key) ?? none, after.get(key) ?? none] as const)
    .filter(([, was, is]) => was.read !== is.read || was.write !== is.write)
    .map(([key, was, is]) => `${key} ${shift(was.read, is.read)} ${shift(was.write, is.write)}`)
    .toSorted()
}

function expectSame(preview: AccessPreview, real: readonly string[], what: string): void {
  expect(preview.gains + preview.loses, what).toBe(real.length)
  const told = preview.changes.map(({ user, item, read, write }) => `${user._id} ${item.id} ${read} ${write}`)
  expect(real, what).toEqual(expect.arrayContaining(told))
  expect(told.length, what).toBe(Math.min(200, real.length))
  expect(preview.people, what).toBe(new Set(real.map((line) => line.split(' ')[0])).size)
  expect(preview.items, what).toBe(new Set(real.map((line) => line.split(' ')[1])).size)
}

type PersonChange = Omit<Body<'POST /permissions/preview-user'>, 'userId'>

async function storeChange(
  { userId }: RandomPerson,
  { role, isActive, unrestrictedUpload, project_tags: badges, pipelinePermissions }: PersonChange,
  versions: readonly { id: string; documentId: string }[],
): Promise<void> {
  const { db } = app
  const columns = { role, is_active: isActive, unrestricted_upload: unrestrictedUpload }
  if (Object.values(columns).some((value) => value !== undefined)) {
    await db.updateTable('users').set(columns).where('id', '=', userId).execute()
  }
  if (badges !== undefined) {
    await db.deleteFrom('user_badges').where('user_id', '=', userId).execute()
    for (const id of badges) await db.insertInto('user_badges').values({ user_id: userId, badge_id: id }).execute()
  }
  if (pipelinePermissions !== undefined) {
    await db.deleteFrom('user_pipelines').where('user_id', '=', userId).execute()
    for (const { id, documentId } of versions) if (pipelinePermissions[id]) await assignPipeline(db, userId, documentId)
  }
}

describe('a preview', () => {
  it('S3 of rules tells exactly whose trees change and how', async () => {
    let total = 0
    // Until there was something to tell: rules behind a closed root change nothing for anybody.
    for (let n = 0; n < changes || (total === 0 && n < 5 * changes); n++) {
      // Folders by turns, since theirs change the most.
      const item = chance.pick(world.items.filter(({ type }) => n % 2 === 0 || type === 'folder'))
      const tags = { read: randomRule(chance, world.badges), write: randomRule(chance, world.badges) }
      const before = await accessOf(world.people)
      const body = { id: item.id, type: item.type, tags }
      const preview = await app.call('POST /permissions/preview-document', { as: world.sam, body })
      expect(preview.code).toBe(20000)
      await app.db
        .updateTable(item.type === 'folder' ? 'folders' : 'documents')
        .set({ read_rule: JSON.stringify(tags.read), write_rule: JSON.stringify(tags.write) })
        .where('id', '=', (await rowOf(item)).id)
        .execute()
      const real = shifts(before, await accessOf(world.people))
      expectSame(preview.data, real, `seed ${seed}, ${item.type} ${item.id} ${JSON.stringify(tags)}`)
      total += real.length
    }
    expect(total).toBeGreaterThan(0)
  })

  it('S3 of a person tells exactly how their trees change', async () => {
    const documents = await app.db
      .selectFrom('document_versions as v')
      .innerJoin('pipeline_versions as p', 'p.version_id', 'v.id')
      .select(['v.id', 'v.document_id as documentId'])
      // One version of each: any of them stands for the pipeline (D-39).
      .distinctOn('v.document_id')
      .execute()
    let total = 0
    for (let n = 0; n < changes || (total === 0 && n < 5 * changes); n++) {
      const person = chance.pick(world.people)
      const change = {
        ...(chance.once(2) && { role: chance.pick(roles) }),
        ...(chance.once(3) && { isActive: chance.once(2) }),
        ...(chance.once(2) && { unrestrictedUpload: chance.once(2) }),
        ...(chance.once(2) && { project_tags: world.badges.filter(() => chance.once(2)) }),
        ...(chance.once(2) && {
          pipelinePermissions: Object.fromEntries(documents.map(({ id }) => [id, chance.once(2)])),
        }),
      }
      // A new role makes folders more, or less, than the way to pipelines.
      const waysToo = change.role !== undefined && change.role !== person.role
      const before = await accessOf([person], waysToo)
      const body = { userId: person.userId, ...change }
      const preview = await app.call('POST /permissions/preview-user', { as: world.sam, body })
      expect(preview.code).toBe(20000)
      await storeChange(person, change, documents)
      person.role = change.role ?? person.role
      const real = shifts(before, await accessOf([person], waysToo))
      expectSame(preview.data, real, `seed ${seed}, ${person.userName} ${JSON.stringify(change)}`)
      total += real.length
    }
    expect(total).toBeGreaterThan(0)
  })
})
