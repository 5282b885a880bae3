import type { DatabaseOptions, DatabaseRow } from './database.types.ts'
import { openDatabase } from './open-database.ts'

/** `sql` is the name as a statement has it, quoted where it has to be. */
export type DatabaseColumn = { name: string; sql: string; type: string; nullable: boolean; key: boolean }
export type DatabaseTable = { schema: string; name: string; sql: string; view: boolean; columns: DatabaseColumn[] }

const maxTables = 100
const maxColumns = 150

/** Both give, in order, one row for each column: sname, tname, tview, cname, ctype, cnull, ckey, isfirst (no schema needed). */
const statements = {
  postgresql: `with found as (
      select c.oid, n.nspname, c.relname, c.relkind in ('v', 'm') as is_view, n.nspname = current_schema() as is_first
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and has_schema_privilege(n.oid, 'usage')
        and (has_table_privilege(c.oid, 'select') or has_any_column_privilege(c.oid, 'select'))
        and (position($1::text in lower(n.nspname || '.' || c.relname)) > 0
          or exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and position($1::text in lower(a.attname)) > 0))
      order by n.nspname = current_schema() desc, n.nspname, c.relname limit ${maxTables + 1})
    select f.nspname as sname, f.relname as tname, f.is_view as tview, f.is_first as isfirst, a.attname as cname,
      format_type(a.atttypid, a.atttypmod) as ctype, not a.attnotnull as cnull,
      exists (select from pg_index i where i.indrelid = f.oid and i.indisprimary and a.attnum = any(i.indkey)) as ckey
    from found f left join pg_attribute a
      on a.attrelid = f.oid and a.attnum between 1 and ${maxColumns} and not a.attisdropped
    order by f.is_first desc, f.nspname, f.relname, a.attnum`,
  mysql: `select t.table_schema as sname, t.table_name as tname, t.table_type <> 'BASE TABLE' as tview,
      database() is not null as isfirst, c.column_name as cname, c.column_type as ctype, c.is_nullable = 'YES' as cnull,
      c.column_key = 'PRI' as ckey
    from (select table_schema, table_name, table_type from information_schema.tables t
      where (table_schema = database() or database() is null
        and table_schema not in ('mysql', 'sys', 'performance_schema', 'information_schema'))
      and (locate(?, lower(concat(table_schema, '.', table_name))) > 0 or exists (
        select 1 from information_schema.columns c where c.table_schema = t.table_schema
          and c.table_name = t.table_name and locate(?, lower(c.column_name)) > 0))
      order by table_schema, table_name limit ${maxTables + 1}) t
    left join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
      and c.ordinal_position <= ${maxColumns}
    order by t.table_schema, t.table_name, c.ordinal_position`,
}

/**
 * The tables and views that the account of a connection reads, with their columns; those of its own schema come first.
 * @param search part of the name of a table or a column, '' for all
 * @returns at most 100 of them, and whether there are more
 * @throws DatabaseError with a sentence that says which part of the connection to mend, where it cannot be opened
 */
export async function readTables(
  options: DatabaseOptions,
  search: string,
): Promise<{ tables: DatabaseTable[]; more: boolean }> {
  const database = openDatabase(options)
  try {
    const text = search.trim().toLowerCase()
    const parameters = options.type === 'mysql' ? [text, text] : [text]
    const rows = await database.query(statements[options.type], parameters, (maxTables + 1) * maxColumns)
    const tables = tablesOf(options, rows)
    return { tables: tables.slice(0, maxTables), more: tables.length > maxTables }
  } finally {
    await database.close()
  }
}

function tablesOf({ type }: DatabaseOptions, rows: readonly DatabaseRow[]): DatabaseTable[] {
  const tables = new Map<string, DatabaseTable>()
  const quoted = (name: string): string => quoteName(type, name)
  for (const { sname, tname, tview, isfirst, cname, ctype, cnull, ckey } of rows) {
    const [schema, name] = [String(sname), String(tname)]
    const key = JSON.stringify([schema, name])
    const sql = isTrue(isfirst) ? quoted(name) : `${quoted(schema)}.${quoted(name)}`
    const table = tables.get(key) ?? { schema, name, sql, view: isTrue(tview), columns: [] }
    tables.set(key, table)
    if (cname === null) continue
    const column = { name: String(cname), sql: quoted(String(cname)), type: String(ctype) }
    table.columns.push({ ...column, nullable: isTrue(cnull), key: isTrue(ckey) })
  }
  return [...tables.values()]
}

/** MySQL has 1 and 0 for them. */
const isTrue = (value: unknown): boolean => value === true || Number(value) === 1

/** Names that are words of SQL and hence quoted, however they are written. */
const words = new Set(
  (
    'all and any as asc between by case cast check collate column condition constraint create cross current_date default ' +
    'delete desc describe distinct div do drop else end except exists explain false fetch for foreign from full grant ' +
    'group groups having if ignore in index inner insert intersect interval into is join key keys lead left like limit ' +
    'lines load lock match mod natural not null of offset on only option or order out outer over partition primary ' +
    'procedure range rank read references rename replace return right row rows select session_user set show some system ' +
    'table then to trigger true union unique update usage use user using values when where window with write'
  ).split(' '),
)

function quoteName(type: DatabaseOptions['type'], name: string): string {
  if (/^[a-z_][a-z\d_]*$/.test(name) && !words.has(name)) return name
  return type === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`
}
