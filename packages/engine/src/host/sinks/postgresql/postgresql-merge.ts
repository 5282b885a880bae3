import type { RunCounts } from '@millrace/contract'
import type { Client } from 'pg'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'
import type { PostgresqlTarget } from './postgresql-target.ts'

export const STAGE = 'pg_temp.millrace_stage'

/** A stage with the types of the target, dropped with the transaction. */
export async function createPostgresqlStage(client: Client, target: PostgresqlTarget): Promise<void> {
  await client.query(
    `create temp table millrace_stage on commit drop as select ${target.columns.join(', ')} from ${target.name} with no data`,
  )
}

type StageFacts = { staged: number; keys: number; withoutKey: number }

async function stageFacts(client: Client, target: PostgresqlTarget): Promise<StageFacts> {
  const keys = target.keys.join(', ')
  const missing = target.keys.map((key) => `${key} is null`).join(' or ')
  const found = await client.query<{ staged: string; keys: string; without_key: string }>(
    `select coalesce(sum(n), 0) as staged, count(*) as keys, coalesce(sum(n) filter (where ${missing}), 0) as without_key
       from (select ${keys}, count(*) as n from ${STAGE} group by ${keys}) grouped`,
  )
  const [row] = found.rows
  return { staged: Number(row?.staged), keys: Number(row?.keys), withoutKey: Number(row?.without_key) }
}

/**
 * Merges the stage into the target inside the open transaction and counts what happened. Of records with the same key
 * the last one wins: the stage has no deletions, so its ctid follows the order of arrival.
 * `staged` is how many records the COPY took.
 */
export async function mergePostgresqlStage(
  client: Client,
  target: PostgresqlTarget,
  options: TableSinkOptions,
  staged: number,
): Promise<RunCounts> {
  await waitForMerges(client, target)
  // Enough to group a million keys in memory; the default spills to disk at about thirty thousand.
  await client.query(`set local work_mem = '64MB'`)
  const inserted = target.keysNotNull ? await insertIntoEmpty(client, target) : null
  if (inserted !== null) return allCreated(staged, inserted, options)
  const early = options.mode === 'upsert' && target.keysNotNull ? await upsertFirst(client, target) : null
  if (early !== null && early.created + early.changed === staged) {
    // Each key is written once at most, so there are as many keys as records.
    return { read: staged, rejected: 0, written: staged, ...early, unchanged: 0 }
  }
  const facts = await stageFacts(client, target)
  refuseWithoutKey(facts, options, 0)
  const duplicates = facts.staged - facts.keys
  tellDuplicates(duplicates, options)
  const deleted = options.mode === 'replace' ? await deleteOthers(client, target) : undefined
  const { created, changed } = early ?? (await upsert(client, target, options.mode, duplicates > 0))
  return {
    read: facts.staged,
    rejected: 0,
    written: created + changed,
    created,
    changed,
    unchanged: facts.keys - created - changed,
    ...(deleted === undefined ? {} : { deleted }),
  }
}

/**
 * Merges what is staged into a table that held nothing before this run put `straight` records into it: whatever the
 * table holds by the key of a staged record is an earlier record of the same run, and gives way to it.
 */
export async function mergeRest(
  client: Client,
  target: PostgresqlTarget,
  options: TableSinkOptions,
  straight: number,
): Promise<RunCounts> {
  await client.query(`set local work_mem = '64MB'`)
  const facts = await stageFacts(client, target)
  refuseWithoutKey(facts, options, straight)
  const { created } = await upsert(client, target, 'upsert', facts.keys < facts.staged)
  tellDuplicates(facts.staged - created, options)
  return allCreated(straight + facts.staged, straight + created, options)
}

/** Counts of a run into a table that held nothing; where keys repeat, more records were read than rows created. */
export function allCreated(read: number, created: number, { mode }: TableSinkOptions): RunCounts {
  const counts = { read, rejected: 0, written: created, created, changed: 0, unchanged: 0 }
  return mode === 'replace' ? { ...counts, deleted: 0 } : counts
}

function refuseWithoutKey(facts: StageFacts, options: TableSinkOptions, before: number): void {
  if (facts.withoutKey === 0) return
  const names = options.keys.map((key) => `'${key}'`).join(', ')
  throw new SinkError(
    'data',
    `${facts.withoutKey} of ${before + facts.staged} records have no value in the key ${names}: nothing was written`,
  )
}

function tellDuplicates(duplicates: number, { sink, log }: TableSinkOptions): void {
  if (duplicates === 0) return
  log('warn', `${sink}: ${duplicates} records have the key of a later record; the last one of each key was taken`)
}

// Imports merge into a table one after another: in different orders of keys they would lock each other out.
const mergeLock = `hashtext('millrace merge'), hashtext($1)`

/** Who loads straight holds the lock for as long as it reads its file. */
async function waitForMerges(client: Client, target: PostgresqlTarget): Promise<void> {
  await client.query(`set local lock_timeout = '10min'`)
  await client.query(`select pg_advisory_xact_lock(${mergeLock})`, [target.name])
  await client.query(`set local lock_timeout = '60s'`)
}

/** Whether nobody else merges, and nobody will before this transaction ends. */
export async function tryMergeLock(client: Client, target: PostgresqlTarget): Promise<boolean> {
  const tried = await client.query<{ held: boolean }>(`select pg_try_advisory_xact_lock(${mergeLock}) as held`, [
    target.name,
  ])
  return tried.rows[0]?.held === true
}

export async function isTableEmpty(client: Client, target: PostgresqlTarget): Promise<boolean> {
  return (await client.query(`select from ${target.name} limit 1`)).rowCount === 0
}

/**
 * Into a table without a row everything is inserted, which takes half the time where nothing may be in the way.
 * @returns how many; null, with nothing written, when the table holds rows, keys repeat or somebody else writes
 */
async function insertIntoEmpty(client: Client, target: PostgresqlTarget): Promise<number | null> {
  if (!(await isTableEmpty(client, target))) return null
  const columns = target.columns.join(', ')
  await client.query('savepoint merge')
  try {
    const done = await client.query(`insert into ${target.name} (${columns}) select ${columns} from ${STAGE}`)
    return done.rowCount ?? 0
  } catch (error) {
    if (!['23505', '23502'].includes((error as { code?: string }).code ?? '')) throw error
    await client.query('rollback to savepoint merge')
    return null
  }
}

/** Two records of the stage hit the same row; a key has no value. */
const refusals = ['21000', '23502']

/**
 * Writes before looking whether keys repeat, which nearly always they do not: looking costs 15 % of the merge, and
 * nothing else runs meanwhile. PostgreSQL refuses to write a row twice in one statement, so where it does not, each
 * row got its last record: any earlier ones were equal to what the table held.
 * @returns null, with nothing written, when keys repeat or have no value
 */
async function upsertFirst(client: Client, target: PostgresqlTarget) {
  await client.query('savepoint merge')
  try {
    return await upsert(client, target, 'upsert', false)
  } catch (error) {
    if (!refusals.includes((error as { code?: string }).code ?? '')) throw error
    await client.query('rollback to savepoint merge')
    return null
  }
}

async function deleteOthers(client: Client, target: PostgresqlTarget): Promise<number> {
  const sameKey = target.keys.map((key) => `s.${key} = t.${key}`).join(' and ')
  // Keys alone: the plan needs no more, and a full ANALYZE costs a third of the merge.
  await client.query(`analyze ${STAGE} (${target.keys.join(', ')})`)
  const done = await client.query(
    `delete from ${target.name} t where not exists (select from ${STAGE} s where ${sameKey})`,
  )
  return done.rowCount ?? 0
}

async function upsert(
  client: Client,
  target: PostgresqlTarget,
  mode: TableSinkOptions['mode'],
  hasDuplicates: boolean,
) {
  const columns = target.columns.join(', ')
  const keys = target.keys.join(', ')
  const source = hasDuplicates
    ? `select distinct on (${keys}) ${columns} from ${STAGE} order by ${keys}, ctid desc`
    : `select ${columns} from ${STAGE}`
  const compared = (from: string) =>
    target.values.map(({ name, asText }) => `${from}.${name}${asText ? '::text' : ''}`).join(', ')
  const action =
    mode === 'insert' || target.values.length === 0
      ? 'do nothing'
      : `do update set ${target.values.map(({ name }) => `${name} = excluded.${name}`).join(', ')}
         where (${compared('t')}) is distinct from (${compared('excluded')})`
  // A row that was inserted has no locker; one that was updated was locked by this very statement.
  const done = await client.query<{ created: string; changed: string }>(
    `with merged as (insert into ${target.name} as t (${columns}) ${source} on conflict (${keys}) ${action} returning (t.xmax = 0) as created)
     select count(*) filter (where created) as created, count(*) filter (where not created) as changed from merged`,
  )
  return { created: Number(done.rows[0]?.created), changed: Number(done.rows[0]?.changed) }
}
