import { SinkError } from '../../outputs/targets/sink-error.ts'
import type { Database, DatabaseOptions, DatabaseRow } from '../databases/database.types.ts'
import { openDatabase } from '../databases/open-database.ts'

/** A column of a table that a sink may write to; `required`: it takes no record without a value. */
export type ReadColumn = { name: string; type: string; nullable: boolean; required: boolean; generated: boolean }
/** `uniqueKeys`: the columns of its primary key and of each unique index without conditions. */
export type ReadTarget = { columns: ReadColumn[]; uniqueKeys: string[][] }

const maxRows = 5000

const postgresql = {
  table: `select c.relkind::text as kind from pg_class c where c.oid = to_regclass($1)`,
  columns: `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
      a.attgenerated <> '' or a.attidentity = 'a' as generated,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as required
    from pg_attribute a
    where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped order by a.attnum`,
  keys: `select i.indexrelid::text as name, a.attname as col
    from pg_index i join pg_attribute a
      on a.attrelid = i.indrelid and a.attnum = any (i.indkey[0:i.indnkeyatts - 1])
    where i.indrelid = to_regclass($1) and i.indisunique and i.indisvalid and i.indimmediate
      and i.indpred is null and i.indexprs is null
    order by not i.indisprimary, i.indexrelid, a.attnum`,
}

const mysql = {
  table: `select table_type as kind from information_schema.tables
    where table_schema = coalesce(?, database()) and table_name = ?`,
  columns: `select column_name as name, column_type as type, is_nullable = 'YES' as nullable,
      (extra like '%GENERATED%' or extra like '%PERSISTENT%') and extra not like '%DEFAULT_GENERATED%' as generated,
      is_nullable = 'NO' and column_default is null and extra not like '%auto_increment%' as required
    from information_schema.columns where table_schema = coalesce(?, database()) and table_name = ?
    order by ordinal_position`,
  keys: `select index_name as name, column_name as col from information_schema.statistics
    where table_schema = coalesce(?, database()) and table_name = ? and non_unique = 0
      and index_name not in (select index_name from information_schema.statistics
        where table_schema = coalesce(?, database()) and table_name = ? and (sub_part is not null or column_name is null))
    order by index_name <> 'PRIMARY', index_name, seq_in_index`,
}

/**
 * What the catalogue of a database says of the table that a sink would write to. Nothing is written.
 * @param table `name` or `schema.name`
 * @throws DatabaseError where the database cannot be asked; SinkError where there is no such table
 */
export async function readTarget(options: DatabaseOptions, table: string): Promise<ReadTarget> {
  const database = openDatabase({ ...options, ownStatements: true })
  try {
    return await (options.type === 'mysql' ? readMysql(database, table) : readPostgresql(database, table))
  } finally {
    await database.close()
  }
}

async function readPostgresql(database: Database, table: string): Promise<ReadTarget> {
  const name = [
    table
      .split('.')
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join('.'),
  ]
  const [found] = await database.query(postgresql.table, name, 1)
  mustBeTable(table, found, ['r', 'p'])
  const columns = await database.query(postgresql.columns, name, maxRows)
  return targetOf(columns, await database.query(postgresql.keys, name, maxRows))
}

async function readMysql(database: Database, table: string): Promise<ReadTarget> {
  const [first = '', ...rest] = table.split('.')
  const name = rest.length === 0 ? [null, first] : [first, rest.join('.')]
  const [found] = await database.query(mysql.table, name, 1)
  mustBeTable(table, found, ['BASE TABLE'])
  const columns = await database.query(mysql.columns, name, maxRows)
  return targetOf(columns, await database.query(mysql.keys, [...name, ...name], maxRows))
}

function mustBeTable(table: string, found: DatabaseRow | undefined, kinds: readonly string[]): void {
  if (found === undefined) throw new SinkError('target', `The table '${table}' does not exist there`)
  if (!kinds.includes(String(found.kind))) throw new SinkError('target', `'${table}' is not a table`)
}

function targetOf(columns: readonly DatabaseRow[], keys: readonly DatabaseRow[]): ReadTarget {
  const indexes = Map.groupBy(keys, (row) => String(row.name)).values()
  return {
    columns: columns.map(({ name, type, nullable, required, generated }) => ({
      name: String(name),
      type: String(type),
      nullable: isTrue(nullable),
      required: isTrue(required) && !isTrue(generated),
      generated: isTrue(generated),
    })),
    uniqueKeys: [...indexes].map((index) => index.map(({ col }) => String(col))),
  }
}

/** MySQL has 1 and 0 for them. */
const isTrue = (value: unknown): boolean => value === true || Number(value) === 1
