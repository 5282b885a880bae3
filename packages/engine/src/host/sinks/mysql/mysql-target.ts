import { type MysqlClient, quoted } from './mysql-client.ts'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'
import { checkColumns, checkKeyNames, checkUniqueKey } from '../tables/target-checks.ts'

export type MysqlColumn = {
  /** Quoted. */
  name: string
  /** As in a definition, with character set and collation. */
  type: string
  notNull: boolean
  /** Whether its values are texts: they are compared byte by byte, so that a change of case is a change. */
  isText: boolean
  /** Whole numbers only: fractions would be rounded away silently. */
  isWhole: boolean
}

/** The checked target: quoted names, ready for statements. */
export type MysqlTarget = {
  /** Quoted, with schema. */
  name: string
  /** Quoted schema of the table; the marker table stands beside it. */
  schema: string
  columns: MysqlColumn[]
  /** Quoted. */
  keys: string[]
  values: MysqlColumn[]
}

type Table = { schema: string; name: string; type: string; engine: string | null; transactions: string | null }
type ColumnRow = {
  name: string
  type: string
  data: string
  collation: string | null
  charset: string | null
  nullable: string
  fallback: string | null
  extra: string
}

/** Reads the table from the catalogue and refuses what a run could only find out too late. */
export async function checkMysqlTarget(client: MysqlClient, options: TableSinkOptions): Promise<MysqlTarget> {
  const names = checkKeyNames(options)
  const found = await findTable(client, options)
  const rows = await client.rows<ColumnRow>(
    `select column_name as name, column_type as type, data_type as data, collation_name as collation,
            character_set_name as charset, is_nullable as nullable, column_default as fallback, extra
       from information_schema.columns where table_schema = ? and table_name = ?`,
    [found.schema, found.name],
  )
  const columns = rows.map((row) => ({
    ...row,
    generated: /\bGENERATED\b|\bPERSISTENT\b/i.test(row.extra) && !/DEFAULT_GENERATED/i.test(row.extra),
    required: row.nullable === 'NO' && row.fallback === null && !/auto_increment/i.test(row.extra),
  }))
  const spelled = checkColumns(
    options.table,
    names,
    columns.map((column) => ({ ...column, required: column.required && !column.generated })),
    // Column names are case-insensitive in MySQL.
    (a, b) => a.toLowerCase() === b.toLowerCase(),
  )
  await checkUnique(client, options, found)
  const all = spelled.map((row): MysqlColumn => {
    const { name, type, data, charset, collation } = row
    const isText = /char|text|enum|set/i.test(data)
    return {
      name: quoted(name),
      type: charset === null || collation === null ? type : `${type} character set ${charset} collate ${collation}`,
      notNull: row.nullable === 'NO',
      isText,
      isWhole: /int$/i.test(data),
    }
  })
  const keys = new Set(options.keys)
  return {
    name: `${quoted(found.schema)}.${quoted(found.name)}`,
    schema: quoted(found.schema),
    columns: all,
    keys: options.keys.map(quoted),
    values: all.filter((_, index) => !keys.has(names[index] ?? '')),
  }
}

async function findTable(client: MysqlClient, { table }: TableSinkOptions): Promise<Table> {
  const [first = '', ...rest] = table.split('.')
  const own = rest.length === 0
  const schema = own ? client.database : first
  if (schema === '') {
    throw new SinkError('target', `The connection names no database: write the table as 'database.${table}'`)
  }
  const [found] = await client.rows<Table>(
    `select t.table_schema as \`schema\`, t.table_name as name, t.table_type as type, t.engine, e.transactions
       from information_schema.tables t left join information_schema.engines e on e.engine = t.engine
      where t.table_schema = ? and t.table_name = ?`,
    [schema, own ? first : rest.join('.')],
  )
  if (!found) throw new SinkError('target', `The table '${table}' does not exist in the database '${schema}'`)
  if (found.type !== 'BASE TABLE') throw new SinkError('target', `'${table}' is not a table`)
  if (found.transactions !== 'YES') {
    throw new SinkError(
      'target',
      `The table '${table}' is kept by ${found.engine}, which has no transactions; make it an InnoDB table`,
    )
  }
  return found
}

async function checkUnique(client: MysqlClient, { table, keys }: TableSinkOptions, found: Table): Promise<void> {
  const rows = await client.rows<{ name: string; col: string | null; part: number | null }>(
    `select index_name as name, column_name as col, sub_part as part from information_schema.statistics
      where table_schema = ? and table_name = ? and non_unique = 0`,
    [found.schema, found.name],
  )
  const indexes = [...Map.groupBy(rows, (row) => row.name).values()]
  // Not those of expressions or of beginnings of texts.
  const ofColumns = indexes.flatMap((index) => {
    const columns = index.flatMap(({ col, part }) => (col === null || part !== null ? [] : [col]))
    return columns.length === index.length ? [columns] : []
  })
  checkUniqueKey(table, keys, ofColumns, (a, b) => a.toLowerCase() === b.toLowerCase())
}
