import type { AskedRow, DocRef, MassKind } from '@millrace/contract'
import { type Selectable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { type VersionRow, versionRows } from '../../kernel/versions/versions.reads.ts'

export type MassRunRow = Selectable<Tables['mass_runs']>
export type MassMasterRow = Selectable<Tables['mass_run_rows']>

/** The newest version of every master pipeline, by name. */
export const newestMasters = (db: Connection): Promise<VersionRow[]> =>
  versionRows(db)
    .where(
      'v.id',
      'in',
      sql<string>`(select distinct on (n.document_id) n.id from document_versions n
        order by n.document_id, n.version desc)`,
    )
    .where(sql<boolean>`exists (select 1 from pipeline_versions p where p.version_id = v.id and p.is_master)`)
    .orderBy(sql`lower(d.name)`)
    .orderBy('v.id')
    .execute()

/** Whether the version is one of a master; not so when it is gone. */
export async function isMaster(db: Connection, versionId: string): Promise<boolean> {
  const row = db.selectFrom('pipeline_versions').select('is_master').where('version_id', '=', versionId)
  return (await row.executeTakeFirst())?.is_master === true
}

/** Stores a run with one row for each master, in the order given. @returns its id */
export async function insertRun(
  db: Connection,
  caller: Caller,
  kind: MassKind,
  masters: readonly { old: DocRef; asked: AskedRow | null }[],
): Promise<string> {
  const id = newId()
  const { userId, userName } = caller
  await db.insertInto('mass_runs').values({ id, kind, user_id: userId, user_name: userName }).execute()
  await db
    .insertInto('mass_run_rows')
    .values(
      masters.map(({ old, asked }, position) => ({
        run_id: id,
        position,
        version_id: old._id,
        old: JSON.stringify(old),
        asked: asked === null ? null : JSON.stringify(asked),
      })),
    )
    .execute()
  return id
}

export const findRun = (db: Connection, id: string): Promise<MassRunRow | undefined> =>
  db.selectFrom('mass_runs').selectAll().where('id', '=', id).executeTakeFirst()

export const lastRun = (db: Connection, kind: MassKind): Promise<MassRunRow | undefined> =>
  db
    .selectFrom('mass_runs')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

export const rowsOfRun = (db: Connection, runId: string): Promise<MassMasterRow[]> =>
  db.selectFrom('mass_run_rows').selectAll().where('run_id', '=', runId).orderBy('position').execute()

/** Runs that have not ended, which a worker that starts sees to. */
export const unfinishedRuns = (db: Connection): Promise<{ id: string }[]> =>
  db.selectFrom('mass_runs').select('id').where('ended_at', 'is', null).orderBy('started_at').execute()

/** The first row that waits, held until the transaction ends: of two workers the second sees what the first did. */
export const holdNextRow = (tx: Connection, runId: string): Promise<MassMasterRow | undefined> =>
  tx
    .selectFrom('mass_run_rows')
    .selectAll()
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** What becomes of a row that still waits; one that was decided keeps what it is. */
export async function decideRow(
  db: Connection,
  { run_id, position }: Pick<MassMasterRow, 'run_id' | 'position'>,
  outcome: { new: DocRef; touched: DocRef[] } | { error: string },
): Promise<void> {
  const values =
    'error' in outcome
      ? { state: 'failed' as const, error: outcome.error }
      : { state: 'done' as const, new: JSON.stringify(outcome.new), touched: JSON.stringify(outcome.touched) }
  await db
    .updateTable('mass_run_rows')
    .set(values)
    .where('run_id', '=', run_id)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .execute()
}

export async function endRun(db: Connection, id: string): Promise<void> {
  await db
    .updateTable('mass_runs')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
