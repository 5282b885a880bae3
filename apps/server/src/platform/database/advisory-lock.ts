import pg from 'pg'

/** Does the work while no other process on the same database does work under the same number. */
export async function withLock<T>(url: string, number: number, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [number])
    return await work()
  } finally {
    // Ending the session gives the lock back.
    await client.end()
  }
}
