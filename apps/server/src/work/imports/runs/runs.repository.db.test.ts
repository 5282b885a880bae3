import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenForNotices } from '../../../platform/notices/listen-for-notices.ts'
import type { LiveNotice } from '../../../platform/notices/notices.ts'
import { insertFindings, finishValidation, takeUpload } from '../../uploads/uploads.repository.ts'
import { type ImportWorld, makeImportWorld, makePipelines } from '../imports.fixtures.ts'
import { findImport, isBlockedByAnother } from '../imports.repository.ts'
import {
  abortImport,
  endImport,
  type ImportAttempt,
  lockImport,
  saveCounts,
  startProgress,
  takeImport,
} from './runs.repository.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

const none = { sources: {}, sinks: {} }
const end = { success: true, counts: none, problem: null, endedAt: new Date() }
const ranWith = (id: string) => {
  const ref = { _id: id, name: 'x', version: 1, vLocked: false }
  return {
    pipeline: { ...ref, type: 'pipeline' as const },
    component: { ...ref, type: 'component' as const },
    uploads: [],
  }
}

/** A chain of two imports that no worker takes; the country of the first. */
async function chain() {
  const { master } = await makePipelines(world, { countries: 2 })
  const { manager } = world.people
  const { imports } = await manager.call('POST /imports/runAllImport', { body: { pipelineId: master._id } })
  return imports.map((entry) => entry.importId)
}
const take = async (id: string): Promise<ImportAttempt> => {
  const row = await takeImport(world.platform.db, id, new Date())
  if (row === null) throw new Error('it was not to be had')
  return { id, attempt: row.attempt, pipelineId: row.pipeline_id }
}

describe('GUARANTEE G5 a number per attempt', () => {
  it('an import that was taken over is out of reach of the one who held it', async () => {
    const { db } = world.platform
    const [id = ''] = await chain()
    const stale = await take(id)
    const holder = await take(id)
    expect([stale.attempt, holder.attempt]).toEqual([1, 2])
    const before = await findImport(db, id)
    expect(await startProgress(db, stale, ranWith(id))).toBe(false)
    expect(await saveCounts(db, stale, { sources: {}, sinks: { out: { read: 1, rejected: 0, written: 1 } } })).toBe(
      false,
    )
    expect(await db.transaction().execute((tx) => lockImport(tx, stale))).toBe(false)
    expect(await endImport(db, stale, end)).toBe(false)
    expect(await findImport(db, id)).toEqual(before)
    expect(await startProgress(db, holder, ranWith(id))).toBe(true)
    expect(await db.transaction().execute((tx) => lockImport(tx, holder))).toBe(true)
    expect(await endImport(db, holder, end)).toBe(true)
    expect(await endImport(db, holder, end)).toBe(false)
    expect(await takeImport(db, id, new Date())).toBeNull()
  })

  it('IMP-043/api an aborted import is out of reach of its worker; only running ones are aborted', async () => {
    const { db } = world.platform
    const [id = ''] = await chain()
    const held = await take(id)
    expect(await abortImport(db, id, new Date())).toMatchObject({ state: 'aborted', success: false })
    expect(await endImport(db, held, end)).toBe(false)
    expect(await abortImport(db, id, new Date())).toBeNull()
    expect(await findImport(db, id)).toMatchObject({ state: 'aborted' })
  })

  it('a validation that was taken over can store neither findings nor its outcome', async () => {
    const { db } = world.platform
    const { country } = await makePipelines(world)
    const { pipelineId } = await world.access.seen(world.people.manager, country._id)
    const id = `taken-${Math.random()}`
    const upload = { pipeline_id: pipelineId, data_sub_kind: 'rows', file_key: id, size: 1, sha256: '' }
    await db
      .insertInto('uploads')
      .values({ id, status: 'validating', origin: 'source', ...upload })
      .execute()
    const stale = await takeUpload(db, id)
    const finding = { row: 1, line: 2, column: 'a', path: '/a', rule: 'type', value: 'x\0y', message: 'no' }
    if (stale === null) throw new Error('it was not to be had')
    expect(await insertFindings(db, stale, 1, [finding])).toBe(true)
    const holder = await takeUpload(db, id)
    if (holder === null) throw new Error('it was not to be had')
    expect(await db.selectFrom('upload_findings').selectAll().where('upload_id', '=', id).execute()).toEqual([])
    expect(await insertFindings(db, stale, 2, [finding])).toBe(false)
    const outcome = {
      status: 'valid' as const,
      counts: null,
      detected: null,
      groups: [],
      totalFindings: 0,
      rejected: null,
      dataset: null,
    }
    expect(await finishValidation(db, { ...stale, pipelineId }, outcome)).toBe(false)
    expect(await finishValidation(db, { ...holder, pipelineId }, { ...outcome, status: 'invalid' })).toBe(true)
    expect(await takeUpload(db, id)).toBeNull()
  })
})

it('an import that is taken is announced, and one that is not to be had is not', async () => {
  const { db, databaseUrl: url, log } = world.platform
  const [first = '', second = ''] = await chain()
  const heard: LiveNotice[] = []
  const ear = await listenForNotices({ url, log }, { onNotice: (notice) => heard.push(notice), onGap: () => {} })
  try {
    expect(await takeImport(db, second, new Date())).toBeNull()
    const { pipelineId } = await take(first)
    await expect.poll(() => heard).toEqual([{ about: 'import', id: first, pipelineId, change: 'update' }])
  } finally {
    await ear.close()
  }
})

describe('taking turns', () => {
  it('an entry of a chain is not to be had before its turn', async () => {
    const { db } = world.platform
    const [first = '', second = ''] = await chain()
    expect(await takeImport(db, second, new Date())).toBeNull()
    const held = await take(first)
    expect(await takeImport(db, second, new Date())).toBeNull()
    expect(await endImport(db, held, { ...end, success: false, problem: 'no' })).toBe(true)
    expect(await takeImport(db, second, new Date())).toMatchObject({ state: 'busy', attempt: 1 })
  })

  it('GUARANTEE G8 the database refuses a second running import of a pipeline', async () => {
    const { db } = world.platform
    const [id = ''] = await chain()
    await take(id)
    const row = await findImport(db, id)
    const other = `other-${Math.random()}`
    const { blocking: _generated, counts: _counts, ran_with: _ranWith, ...copy } = row ?? ({} as never)
    await db
      .insertInto('imports')
      .values({ ...copy, id: other, state: 'sequential', position: 0, ran_with: null })
      .execute()
    const refused = await takeImport(db, other, new Date()).then(
      () => null,
      (error: unknown) => error,
    )
    expect(isBlockedByAnother(refused)).toBe(true)
    expect(isBlockedByAnother(new Error('another fault'))).toBe(false)
  })
})
