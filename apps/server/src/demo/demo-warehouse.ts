import pg from 'pg'
import { ensureDatabase } from '../embedded/databases.ts'

export const warehouseName = 'millrace_warehouse'

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
);`

/**
 * Makes the database that the demo's pipelines write to, with its tables, on the server that the address names.
 * @returns its address
 */
export async function ensureDemoWarehouse(serverUrl: string): Promise<string> {
  await ensureDatabase(serverUrl, warehouseName)
  const address = new URL(serverUrl)
  address.pathname = `/${warehouseName}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    await client.query(tables)
  } finally {
    await client.end()
  }
  return address.href
}
