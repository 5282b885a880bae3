import { createHmac } from 'node:crypto'
import pg from 'pg'
import { ensureDatabase } from '../../platform/embedded/databases.ts'
import { guestSettings, maxGuestSessions } from '../../platform/embedded/settings.ts'

const warehouseName = 'millrace_warehouse'

/** Tables that the demo's pipelines fill; their columns are the properties of the schema behind the sink. */
const tables = `
create table if not exists product (
  key text not null, locale text not null, brand text not null, name text not null, description text,
  price numeric, currency text, attributes jsonb, primary key (key, locale)
);
create table if not exists dealer (
  key text not null, locale text not null, name text not null, business_type text, address text, address2 text,
  city text, state text, postal_code text not null, country text not null, phone text, product_line text,
  employees bigint, year_opened bigint, annual_sales numeric, annual_revenue numeric, primary key (key, locale)
);
create table if not exists store (
  id bigint not null, locale text not null, name text not null, type text, address text, city text, state text,
  zip text not null, location jsonb, services jsonb, primary key (id, locale)
);
create table if not exists vehicle (
  id bigint not null, locale text not null, make text not null, model text not null, year bigint not null,
  class text, drive text, transmission text, fuel text, cylinders bigint, displacement numeric, city_mpg bigint,
  highway_mpg bigint, combined_mpg bigint, listed_on date, primary key (id, locale)
);
create table if not exists price (
  unique_code text primary key, amount numeric not null, currency text not null
);`

/**
 * Makes the database that the demo's pipelines write to, with its tables, on the server that the address names. It has
 * an account of its own, which owns it, is bounded in memory, temporary files and sessions, and can do nothing else on the
 * server: component code reads with it, too.
 * @param serverUrl as a superuser
 * @returns its address, with that account
 */
export async function ensureDemoWarehouse(serverUrl: string): Promise<string> {
  await ensureDatabase(serverUrl, warehouseName)
  const address = new URL(serverUrl)
  address.pathname = `/${warehouseName}`
  // Made from the server's own password, so that it is the same at every start and kept nowhere but in the connection.
  const password = createHmac('sha256', decodeURIComponent(address.password)).update(warehouseName).digest('base64url')
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    await client.query('begin')
    // Two servers that start at once make the role one after the other.
    await client.query('select pg_advisory_xact_lock(715234011)')
    await client.query(ownAccount(client.escapeLiteral(password)))
    await client.query(tables)
    await client.query('commit')
  } finally {
    await client.end()
  }
  address.username = warehouseName
  address.password = password
  return address.href
}

/**
 * The role of the warehouse, and everything in it given to that role; an earlier release left it to the superuser. A table
 * that it owns is left alone: an owner is changed under a lock that an import into the table would wait for, or deadlock with.
 */
const ownAccount = (password: string): string => `
do $$ declare relation regclass; begin
  if not exists (select from pg_roles where rolname = '${warehouseName}') then
    create role ${warehouseName} login;
  end if;
  alter role ${warehouseName} password ${password} connection limit ${maxGuestSessions};
  ${Object.entries(guestSettings)
    .map(([name, value]) => `alter role ${warehouseName} set ${name} = '${value}';`)
    .join('\n  ')}
  alter database ${warehouseName} owner to ${warehouseName};
  for relation in select c.oid::regclass from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and c.relowner <> '${warehouseName}'::regrole loop
    execute format('alter table %s owner to ${warehouseName}', relation);
  end loop;
end $$;
set role ${warehouseName};`
