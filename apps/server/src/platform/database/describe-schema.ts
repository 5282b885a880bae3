import pg from 'pg'

/**
 * The tables as they are, as text to read and compare: PostgreSQL's own pg_dump does not come with the embedded
 * server, so its catalogue is asked. Ours only; the queue keeps its tables in another schema.
 */
export async function describeSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const lines = async (sql: string): Promise<string[]> => {
    const { rows } = await client.query<{ line: string }>({ text: sql })
    return rows.map(({ line }) => line)
  }
  try {
    const tables = await lines(tableQuery)
    const parts = [
      ['-- What the migrations make together; written by describe-schema.ts and checked by its test. Do not edit.'],
      ...tables.map((table) => [table]),
      await lines(indexQuery),
      await lines(functionQuery),
      await lines(triggerQuery),
    ]
    return `${parts.map((part) => part.join('\n')).join('\n\n')}\n`
  } finally {
    await client.end()
  }
}

const ours = `n.nspname = 'public'`

/** Columns in their order, then constraints by name. */
const tableQuery = `
  select format(E'create table %I (\\n%s\\n);', c.relname, (
    select string_agg('  ' || part, E',\\n' order by place, part) from (
      select a.attnum as place, format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attidentity = 'a' then ' generated always as identity' else '' end,
        case when d.adbin is null then '' when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
          else ' default ' || pg_get_expr(d.adbin, d.adrelid) end,
        case when a.attnotnull then ' not null' else '' end) as part
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      union all
      select 10000, format('constraint %I %s', o.conname, pg_get_constraintdef(o.oid))
      from pg_constraint o where o.conrelid = c.oid and o.contype <> 'n'
    ) parts)) as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${ours} and c.relkind = 'r' order by c.relname`

/** Indexes that no constraint already tells of. */
const indexQuery = `
  select pg_get_indexdef(i.indexrelid) || ';' as line
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where ${ours} and not exists (select 1 from pg_constraint o where o.conindid = i.indexrelid) order by c.relname`

const functionQuery = `
  select rtrim(pg_get_functiondef(p.oid)) || ';' as line
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} order by p.proname`

const triggerQuery = `
  select pg_get_triggerdef(t.oid) || ';' as line
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where ${ours} and not t.tgisinternal order by c.relname, t.tgname`
