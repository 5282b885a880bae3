import pg from 'pg'

const DUPLICATE_DATABASE = '42P04'
/** Two sessions that make the same database at the same moment collide in the catalogue instead. */
const UNIQUE_VIOLATION = '23505'

/**
 * Makes the database `name` on the server that `url` points to, unless it is there.
 * @param url any database of the server, as a role that may create databases
 */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== DUPLICATE_DATABASE && code !== UNIQUE_VIOLATION) throw error
  } finally {
    await client.end()
  }
}
