import type { Client } from 'pg'
import { escapeIdentifier } from 'pg'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'
import { checkColumns, checkKeyNames, checkUniqueKey } from '../tables/target-checks.ts'

/** The checked target: quoted names, ready for statements. */
export type PostgresqlTarget = {
  /** Quoted, with schema. */
  name: string
  /** Quoted schema of the table; the marker table stands beside it. */
  schema: string
  columns: string[]
  keys: string[]
  /** No key column takes NULL. */
  keysNotNull: boolean
  /** No trigger, rule, reference or partition has a part in what is inserted. */
  isPlain: boolean
  /** Columns that are not keys, with how they are compared: types without equality are compared as text. */
  values: { name: string; asText: boolean }[]
}

type ColumnRow = { name: string; type: string; required: boolean; notNull: boolean; generated: boolean }

/** Reads the table from the catalogue and refuses what a run could only find out too late. */
export async function checkPostgresqlTarget(client: Client, options: TableSinkOptions): Promise<PostgresqlTarget> {
  const { table, keys } = options
  const names = checkKeyNames(options)
  const found = await client.query<{ oid: number; schema: string; name: string; kind: string; watched: boolean }>(
    `select c.oid::int8 as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
            c.relhastriggers or c.relhasrules or c.relrowsecurity or c.relispartition as watched
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass($1)`,
    [table.split('.').map(escapeIdentifier).join('.')],
  )
  const [target] = found.rows
  if (!target) {
    const database = (await client.query<{ name: string }>('select current_database() as name')).rows[0]?.name
    throw new SinkError('target', `The table '${table}' does not exist in the database '${database}'`)
  }
  if (target.kind !== 'r' && target.kind !== 'p') throw new SinkError('target', `'${table}' is not a table`)

  const columns = await client.query<ColumnRow>(
    `select a.attname as name, t.typname as type, a.attgenerated <> '' or a.attidentity = 'a' as generated,
            a.attnotnull as "notNull", a.attnotnull and not a.atthasdef and a.attidentity = '' as required
       from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped`,
    [target.oid],
  )
  checkColumns(table, names, columns.rows)

  const unique = await client.query<{ keys: string[] }>(
    `select array(select a.attname::text from pg_attribute a
                   where a.attrelid = i.indrelid and a.attnum = any (i.indkey[0:i.indnkeyatts - 1])) as keys
       from pg_index i
      where i.indrelid = $1 and i.indisunique and i.indisvalid and i.indimmediate and i.indpred is null and i.indexprs is null`,
    [target.oid],
  )
  checkUniqueKey(
    table,
    keys,
    unique.rows.map((row) => row.keys),
  )
  const withoutEquality = new Set(['json', 'xml', 'point', 'polygon'])
  const typeOf = new Map(columns.rows.map((column) => [column.name, column.type]))
  return {
    name: `${escapeIdentifier(target.schema)}.${escapeIdentifier(target.name)}`,
    schema: escapeIdentifier(target.schema),
    columns: names.map(escapeIdentifier),
    keys: keys.map(escapeIdentifier),
    keysNotNull: columns.rows.filter((column) => keys.includes(column.name)).every((column) => column.notNull),
    isPlain: target.kind === 'r' && !target.watched,
    values: names
      .filter((name) => !keys.includes(name))
      .map((name) => ({ name: escapeIdentifier(name), asText: withoutEquality.has(typeOf.get(name) ?? '') })),
  }
}
