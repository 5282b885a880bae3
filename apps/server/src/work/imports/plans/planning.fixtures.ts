import type { JobStart } from '@millrace/contract'
import { newId } from '../../../platform/database/ids.ts'
import { type FamilyOptions, type ImportWorld, makePipelines } from '../imports.fixtures.ts'
import { assignPipeline } from '../../../test-support/factories.ts'

/** Far enough ahead that nothing of it comes due while tests run. */
export const later = { kind: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '06:15' } satisfies JobStart
export const weekly = { kind: 'repeat', repeatPattern: '15 6 * * 1' } satisfies JobStart

export const answers = {
  forbidden: { code: 40300, message: 'You are not allowed to do this.', data: null },
  unknown: { code: 40400, message: 'Document not found', data: null },
  unexpected: { code: 40000, message: 'Something unexpected happened.', data: null },
  past: { code: 40000, message: 'The scheduled date is in the past', data: null },
  notReady: { code: 40000, message: 'Not all data sources have a valid upload', data: null },
  noCountries: { code: 40000, message: 'Master pipeline has no country pipelines', data: null },
  running: {
    code: 40900,
    message: 'Cannot create or edit the import. There is already an import running for this pipeline.',
    data: null,
  },
  planned: { code: 40900, message: 'There is already a planned import for this pipeline.', data: null },
  editWhileRunning: { code: 40900, message: 'Cannot edit the import. An import is already running.', data: null },
  editWhilePending: { code: 40900, message: 'Cannot edit the import. An immediate import is pending.', data: null },
  deleteRunning: { code: 40900, message: 'Cannot delete a running import.', data: null },
  deleteFinished: { code: 40900, message: 'Cannot delete a finished import.', data: null },
  invalid: (...names: string[]) => ({ code: 40000, message: `Invalid field(s) : ${names.join(', ')}`, data: null }),
  missing: (...names: string[]) => ({ code: 40000, message: `Missing field(s) : ${names.join(', ')}`, data: null }),
}

/** A master and its countries with a valid upload for each source, seen by role user too. */
export async function makeReady(world: ImportWorld, options: FamilyOptions = {}) {
  const { db } = world.platform
  const { dealerKind: datakind } = world.classes
  const family = await makePipelines(world, {
    ...options,
    master: { datakind, ...options.master },
    country: { datakind, ...options.country },
  })
  for (const { _id } of [family.master, ...family.countries]) {
    const documentId = await documentOf(world, _id)
    await assignPipeline(db, world.people.user.userId, documentId)
    await insertValidUpload(world, documentId)
  }
  return { ...family, pipelineId: family.country._id }
}

export const documentOf = async (world: ImportWorld, versionId: string): Promise<string> =>
  (await world.access.seen(world.people['super-admin'], versionId)).pipelineId

/** A valid upload as a row only: enough for whatever asks whether the sources are ready. */
export async function insertValidUpload(world: ImportWorld, documentId: string): Promise<string> {
  const id = newId()
  await world.platform.db
    .insertInto('uploads')
    .values({
      id,
      pipeline_id: documentId,
      status: 'valid',
      original_filename: 'rows.csv',
      data_sub_kind: 'rows',
      origin: 'source',
      file_key: id,
      size: 1,
      sha256: 'x',
    })
    .execute()
  return id
}

/** Puts an import into a state, as a worker would. */
export const setState = (
  world: ImportWorld,
  importId: string,
  state: 'busy' | 'progress' | 'sequential' | 'completed',
): Promise<unknown> =>
  world.platform.db
    .updateTable('imports')
    .set({ state, success: state === 'completed' ? true : null })
    .where('id', '=', importId)
    .execute()

/** What is left of a job in the database: itself, its imports by position, its audit rows in order. */
export async function stored(world: ImportWorld, jobId: string) {
  const { db } = world.platform
  return {
    job: await db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst(),
    imports: await db.selectFrom('imports').selectAll().where('job_id', '=', jobId).orderBy('position').execute(),
    audit: await db.selectFrom('audit').selectAll().where('object_id', '=', jobId).orderBy('id').execute(),
  }
}
