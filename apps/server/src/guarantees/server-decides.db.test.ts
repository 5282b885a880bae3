import { apiRoot, type CallName, calls, docKinds, policy, type TaggedType } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../test-support/app.ts'
import { messages, type ObjectIds, otherMessages } from '../test-support/call-messages.ts'
import { everyCallWithEveryRole } from '../test-support/every-call.ts'
import { makeMatrixWorld, type MatrixWorld } from '../test-support/matrix-world.ts'

// Hundreds of calls each, on a machine that others may share.
vi.setConfig({ testTimeout: 300_000 })

let app: TestApp
let world: MatrixWorld
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  world = await makeMatrixWorld(app)
})
afterAll(() => app.close())

/** What differs from answer to answer whatever was asked. */
const changing = new Set(['date', 'x-request-id'])
async function wholeAnswer(response: Response) {
  const headers = [...response.headers].filter(([name]) => !changing.has(name))
  return { status: response.status, headers, bytes: Buffer.from(await response.arrayBuffer()).toString('latin1') }
}

const namingForeign = everyCallWithEveryRole().filter(
  ({ objects, expected }) => objects === 'foreign' && expected === 'not found',
)

/** Ways of spelling an address that might reach a call past its policy. The list grows. */
const spellings: ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => `${path};x=1`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
  (path) => path.replace('/', '/./'),
  (path) => `/x/..${path}`,
  (path) => path.replace(/\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}?token=x&X-Token=x`,
]
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']

describe('S3 unlisted is denied', () => {
  const paths = [...new Set(Object.keys(calls).map((name) => name.split(' ')[1] ?? ''))]

  it('S3 an address or method that is no call answers a super-admin that there is nothing', async () => {
    const token = await app.tokenOf(world.sam)
    for (const path of [...paths, '/none', '/users/none', '/', '/__proto__', '/constructor']) {
      for (const method of methods) {
        if (Object.hasOwn(calls, `${method} ${path}`)) continue
        const address = `${app.url}${apiRoot}${path.replace(/\{\w+\}/g, 'x')}`
        const response = await fetch(address, { method, headers: { 'X-Token': token } })
        await response.arrayBuffer()
        expect([method, path, response.status]).toEqual([method, path, 404])
      }
    }
  })

  it('S3 no spelling of an address, and no header that names another method, gets past the session', async () => {
    const asked = Object.keys(calls).filter((name) => policy[name as CallName].roles !== 'public')
    for (const name of asked) {
      const [method = '', path = ''] = name.split(' ')
      for (const spell of spellings) {
        const address = `${app.url}${apiRoot}${spell(path.replace(/\{\w+\}/g, 'x'))}`
        const headers = { 'X-HTTP-Method-Override': 'GET', 'X-Original-URL': '/users/login', authorization: 'Bearer x' }
        const response = await fetch(address, { method, headers })
        const { code } = (await response.json()) as { code: number }
        expect([50008, 40400, 40000], `${method} ${address}`).toContain(code)
      }
    }
  })
})

describe('S3 foreign and missing', () => {
  it('S3 look alike byte for byte, headers included, in every call that names an object', async () => {
    expect(namingForeign.length).toBeGreaterThan(80)
    for (const { call, variant, role } of namingForeign) {
      const as = role === null ? null : await world.callerOf(role)
      const message = variant === '' ? messages[call] : otherMessages[call]?.[variant]
      if (message === undefined) throw new Error(`no message for ${call} ${variant}`)
      const [foreign, missing] = await Promise.all(
        (['foreign', 'missing'] as const).map(async (side) =>
          wholeAnswer(await app.fetchCall(call, { as, ...message(await world.objects(side)) })),
        ),
      )
      expect(foreign, `${call} ${variant} by ${role}`).toEqual(missing)
    }
  })

  it('S3 are answered in about the same time', async () => {
    const manager = await world.callerOf('manager')
    const admin = await world.callerOf('admin')
    const timed = [
      ['GET /uploads/last-all', manager],
      ['GET /uploads/status', manager],
      ['POST /folders/rename', admin],
      ['GET /permissions/explain', admin],
      ['POST /users/reset-tfa', admin],
    ] as const
    const sides = { foreign: await world.objects('foreign'), missing: await world.objects('missing') }
    for (const [call, as] of timed) {
      const taken: Record<keyof typeof sides, number[]> = { foreign: [], missing: [] }
      for (let n = 0; n < 40; n++) {
        // By turns, so that what else the machine does falls on both.
        for (const side of ['foreign', 'missing'] as const) {
          const start = performance.now()
          await (await app.fetchCall(call, { as, ...messages[call](sides[side]) })).arrayBuffer()
          taken[side].push(performance.now() - start)
        }
      }
      const [foreign, missing] = [median(taken.foreign), median(taken.missing)]
      console.log(`${call}: foreign ${foreign.toFixed(1)} ms, missing ${missing.toFixed(1)} ms`)
      // A table or a tree read for one and not for the other would be many times as long.
      expect(Math.max(foreign, missing), call).toBeLessThan(Math.min(foreign, missing) * 3 + 20)
    }
  })
})

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Tried ways of naming nothing in a list. The list grows. */
const nothing = ['', ',', ' ', ' , ', ',,,', '%20', '\t']
const lists: [CallName, string][] = [
  ['GET /uploads/status', 'ids'],
  ['GET /logs/uploads', 'ids'],
  ['DELETE /users', 'ids'],
  ['DELETE /tags', 'ids'],
]
/** Messages with a list of nothing, which must not mean everything. The list grows. */
const emptyBodies: [CallName, (own: ObjectIds) => unknown][] = [
  ['POST /uploads/export', () => ({ uploadIds: [] })],
  ['POST /users/assign', () => ({ ids: [], give: {}, take: {} })],
  ['POST /users/toggle', () => ({ ids: [], enabled: false })],
  ['POST /imports', () => ({ listPipelines: [], kind: 'immediate' })],
  ['POST /imports/plan', () => ({ listPipelines: [], kind: 'immediate' })],
  ['POST /imports/runAllImport', ({ pipelineId }) => ({ pipelineId, listPipelines: [] })],
  ['POST /imports/listAll', () => ({ pageNumber: 1, nbItemsPerPage: 9, success: [] })],
]

/** How many rows there are of what these calls could change. */
async function counts(): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const table of ['users', 'badges', 'imports', 'jobs', 'uploads'] as const) {
    const { n } = await app.db
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    counted[table] = Number(n)
  }
  const active = await app.db.selectFrom('users').select('id').where('is_active', '=', true).execute()
  return { ...counted, active: active.length }
}

describe('S3 empty lists select nothing', () => {
  it.each(lists)('S3 %s', async (call, name) => {
    const before = await counts()
    for (const ids of nothing) {
      const { code } = await app.call(call, { as: world.sam, query: { [name]: ids === '%20' ? ' ' : ids } })
      expect([ids, code]).toEqual([ids, 40000])
    }
    expect((await app.call(call, { as: world.sam })).code).toBe(40000)
    expect(await counts()).toEqual(before)
  })

  it.each(emptyBodies)('S3 %s with a list of nothing in its message', async (call, bodyOf) => {
    // With a country, so that everything would be something.
    const own = await ownMaster()
    const before = await counts()
    const { code } = await app.call(call, { as: world.sam, raw: bodyOf(own) })
    expect(code).toBe(40000)
    expect(await counts()).toEqual(before)
  })
})

let master: Promise<ObjectIds> | undefined
const ownMaster = (): Promise<ObjectIds> =>
  (master ??= world.objects('own').then(async (own) => {
    const row = await app.db
      .selectFrom('pipeline_versions')
      .selectAll()
      .where('version_id', '=', own.pipelineId)
      .executeTakeFirstOrThrow()
    await app.services.pipelines.save(world.sam, {
      name: 'Country of the own one',
      isMaster: false,
      masterPipeline: own.pipelineId,
      brand: row.brand_id,
      locale: row.locale_id,
      productLine: row.product_line_id,
      datakind: row.datakind_id,
    })
    return own
  }))

/** Rules that hold no badge at all, or a group of none. The list grows. */
const emptyGroups: [string, unknown][] = [
  ['one empty group', [[]]],
  ['an empty group beside a real one', [['badge'], []]],
  ['two empty groups', [[], []]],
  ['a group of an empty id', [['']]],
  ['a group of nothing', [[null]]],
  ['a group that is no list', ['badge']],
  ['a group of a list', [[['badge']]]],
  ['no list', {}],
]

describe('S3 rules', () => {
  const types: TaggedType[] = ['folder', ...docKinds]
  for (const type of types) {
    it(`S3 with an empty group are refused on a ${type}, and nothing is stored`, async () => {
      const own = await world.objects('own')
      const id = {
        folder: own.folderId,
        pipeline: own.pipelineId,
        schema: own.schemaId,
        component: own.componentId,
      }[type]
      const badge = (
        await app.db.selectFrom('badges').select('id').where('type', '=', 'project').executeTakeFirstOrThrow()
      ).id
      const before = await storedRules()
      for (const [name, rule] of emptyGroups) {
        const named = JSON.parse(JSON.stringify(rule).replaceAll('"badge"', JSON.stringify(badge))) as unknown
        for (const tags of [
          { read: named, write: [] },
          { read: [], write: named },
        ]) {
          const raw = { id, type, tags }
          const { code } = await app.call('POST /tags/update-document-tags', { as: world.sam, raw })
          expect([name, code]).toEqual([name, 40000])
          const preview = await app.call('POST /permissions/preview-document', { as: world.sam, raw })
          expect([name, preview.code]).toEqual([name, 40000])
        }
      }
      expect(await storedRules()).toEqual(before)
    })
  }
})

const storedRules = async () =>
  app.db
    .selectFrom('folders')
    .select(['id', 'read_rule', 'write_rule'])
    .unionAll(app.db.selectFrom('documents').select(['id', 'read_rule', 'write_rule']))
    .orderBy('id')
    .execute()
