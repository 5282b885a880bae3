import type pg from 'pg'

/** Columns of the target table, in the order the floor copies them. */
export const targetColumns: Record<string, string> = {
  sku: 'text',
  ean: 'text',
  title: 'text',
  slug: 'text',
  brand: 'text',
  category_path: 'jsonb',
  description: 'text',
  price_cents: 'integer',
  currency: 'text',
  stock: 'integer',
  weight_g: 'integer',
  color: 'text',
  active: 'boolean',
  url: 'text',
  updated_at: 'timestamptz',
  locale: 'text',
}

const definition = (columns: Record<string, string>): string =>
  Object.entries(columns)
    .map(([name, type], i) => `${name} ${type}${i === 0 ? ' primary key' : ''}`)
    .join(', ')

/** Makes the table empty and checkpointed, so that each run starts from the same state. */
export async function emptyTarget(client: pg.Client, table: string, columns = targetColumns): Promise<void> {
  await client.query(`create table if not exists ${table} (${definition(columns)})`)
  await client.query(`truncate ${table}`)
  await client.query('checkpoint')
}
