import { createHash } from 'node:crypto'
import type { RunCounts } from '@millrace/contract'
import type { MysqlClient } from './mysql-client.ts'
import type { MysqlColumn, MysqlTarget } from './mysql-target.ts'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'

/** Number of the record in the order of arrival, with gaps. */
const number = 'millrace_n'

export const stageName = (target: MysqlTarget): string => `${target.schema}.millrace_stage`

/**
 * A stage with the types of the target, gone with the session. Every column takes NULL: what the target refuses is
 * reported with the number of its record. Created outside of transactions.
 */
export async function createMysqlStage(client: MysqlClient, target: MysqlTarget): Promise<void> {
  const columns = target.columns.map(({ name, type, isWhole }) => `${name} ${isWhole ? 'decimal(65, 20)' : type} null`)
  await client.write(
    `create temporary table ${stageName(target)}
       (${number} bigint unsigned not null auto_increment primary key, ${columns.join(', ')})
     engine = InnoDB default character set utf8mb4`,
  )
}

const refused = (options: TableSinkOptions, what: string): SinkError =>
  new SinkError('data', `The table '${options.table}' does not take the data: ${what}`)

/**
 * Merges the stage into the target inside a transaction, which stays open, and counts what happened. Of records with
 * the same key the last one wins. What is affected is known before it is written: MySQL's counts of
 * ON DUPLICATE KEY UPDATE do not tell one row from another.
 */
export async function mergeMysqlStage(
  client: MysqlClient,
  target: MysqlTarget,
  options: TableSinkOptions,
): Promise<RunCounts> {
  const facts = await stageFacts(client, target, options)
  const duplicates = facts.staged - facts.keys
  if (duplicates > 0) {
    await dropEarlier(client, target)
    options.log(
      'warn',
      `${options.sink}: ${duplicates} records have the key of a later record; the last one of each key was taken`,
    )
  }
  // Creating an index commits; no transaction is open yet.
  if (options.mode === 'replace') {
    await client.write(`alter table ${stageName(target)} add index (${keyParts(target).join(', ')})`)
  }
  await lockMerges(client, target, options)
  await client.write('start transaction')
  const deleted = options.mode === 'replace' ? await deleteOthers(client, target) : undefined
  const changed = options.mode === 'insert' ? 0 : await update(client, target)
  const created = await insert(client, target)
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

async function stageFacts(client: MysqlClient, target: MysqlTarget, options: TableSinkOptions) {
  const stage = stageName(target)
  const missing = target.keys.map((key) => `${key} is null`).join(' or ')
  const [row] = await client.rows<{ staged: string; groups: string; without: string }>(
    `select coalesce(sum(n), 0) as staged, count(*) as \`groups\`, coalesce(sum(if(${missing}, n, 0)), 0) as without
       from (select sql_big_result ${target.keys.join(', ')}, count(*) as n from ${stage} group by ${target.keys.join(', ')}) as grouped`,
  )
  const [staged, withoutKey] = [Number(row?.staged), Number(row?.without)]
  if (withoutKey > 0) {
    const names = options.keys.map((key) => `'${key}'`).join(', ')
    throw new SinkError(
      'data',
      `${withoutKey} of ${staged} records have no value in the key ${names}: nothing was written`,
    )
  }
  await checkEach(
    client,
    target,
    options,
    (column) => (column.notNull ? `${column.name} is null` : null),
    'has no value in',
  )
  const fraction = (column: MysqlColumn) => (column.isWhole ? `${column.name} <> truncate(${column.name}, 0)` : null)
  await checkEach(client, target, options, fraction, 'has a fraction in')
  return { staged, keys: Number(row?.groups) }
}

/** Finds the first record that breaks a condition on one of its columns, and names both. */
async function checkEach(
  client: MysqlClient,
  target: MysqlTarget,
  options: TableSinkOptions,
  condition: (column: MysqlColumn) => string | null,
  what: string,
): Promise<void> {
  const checks = target.columns.flatMap((column) => {
    const test = condition(column)
    return test === null ? [] : [{ name: column.name, test }]
  })
  if (checks.length === 0) return
  const stage = stageName(target)
  const [found] = await client.rows<Record<string, string | number>>(
    `select ${number} as n, ${checks.map(({ test }, index) => `${test} as c${index}`).join(', ')}
       from ${stage} where ${checks.map(({ test }) => test).join(' or ')} order by ${number} limit 1`,
  )
  if (found === undefined) return
  const column = checks.find((_, index) => Number(found[`c${index}`]) === 1)
  const [place] = await client.rows<{ n: string }>(
    `select count(*) as n from ${stage} where ${number} <= ${Number(found.n)}`,
  )
  throw refused(options, `record ${place?.n} ${what} the column ${column?.name.replaceAll('`', "'")}`)
}

/** In two steps, since MySQL opens a temporary table once in a statement. */
async function dropEarlier(client: MysqlClient, target: MysqlTarget): Promise<void> {
  const stage = stageName(target)
  const last = `${target.schema}.millrace_last`
  await client.write(
    `create temporary table ${last} (n bigint unsigned not null primary key) engine = InnoDB
       select sql_big_result max(${number}) as n from ${stage} group by ${target.keys.join(', ')}`,
  )
  await client.write(`delete s from ${stage} s left join ${last} l on l.n = s.${number} where l.n is null`)
  await client.write(`drop temporary table ${last}`)
}

/** Imports merge into a table one after another. The lock ends with the session. */
async function lockMerges(client: MysqlClient, target: MysqlTarget, options: TableSinkOptions): Promise<void> {
  const name = `millrace merge ${createHash('sha256').update(target.name).digest('hex').slice(0, 40)}`
  const [lock] = await client.rows<{ got: number | null }>('select get_lock(?, 60) as got', [name])
  if (lock?.got !== 1) {
    throw new SinkError('connection', `The table '${options.table}' is locked by another import`)
  }
}

const sameKey = (target: MysqlTarget): string => target.keys.map((key) => `t.${key} = s.${key}`).join(' and ')

/** Long texts are indexed by their beginnings. */
const keyParts = (target: MysqlTarget): string[] =>
  target.keys.map((key) => {
    const type = target.columns.find((column) => column.name === key)?.type ?? ''
    return /text|blob/i.test(type) ? `${key}(191)` : key
  })

const firstKey = (target: MysqlTarget): string => target.keys[0] ?? ''

async function deleteOthers(client: MysqlClient, target: MysqlTarget): Promise<number> {
  const done = await client.write(
    `delete t from ${target.name} t left join ${stageName(target)} s on ${sameKey(target)} where s.${firstKey(target)} is null`,
  )
  return done.affectedRows
}

/** Rows that are there and different. Texts are compared byte by byte: for most collations 'a' is 'A'. */
async function update(client: MysqlClient, target: MysqlTarget): Promise<number> {
  if (target.values.length === 0) return 0
  const same = target.values.map(({ name, isText }) =>
    isText ? `cast(t.${name} as binary) <=> cast(s.${name} as binary)` : `t.${name} <=> s.${name}`,
  )
  // The stage comes first: the target has an index on the keys, the stage has none.
  const done = await client.write(
    `update ${stageName(target)} s straight_join ${target.name} t on ${sameKey(target)}
        set ${target.values.map(({ name }) => `t.${name} = s.${name}`).join(', ')}
      where not (${same.join(' and ')})`,
  )
  return done.affectedRows
}

async function insert(client: MysqlClient, target: MysqlTarget): Promise<number> {
  const names = target.columns.map(({ name }) => name)
  const done = await client.write(
    `insert into ${target.name} (${names.join(', ')})
     select ${names.map((name) => `s.${name}`).join(', ')}
       from ${stageName(target)} s left join ${target.name} t on ${sameKey(target)}
      where t.${firstKey(target)} is null order by s.${number}`,
  )
  return done.affectedRows
}
