import pg from 'pg'
import { until } from '../work/imports/imports.fixtures.ts'

/** A place in a database where everybody who writes a certain row waits until the barrier is lifted. */
export type Barrier = {
  /** Waits until so many sessions wait. */
  reached(sessions: number): Promise<void>
  /** Lets all go on, those who come later too. */
  lift(): Promise<void>
}

let number = 77_000

/**
 * Sets a barrier before rows of `table` are inserted; those for which `condition` (on `new`) holds wait.
 * @param url of the database, as its owner
 */
export async function setBarrier(url: string, table: string, condition = 'true'): Promise<Barrier> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const lock = ++number
  const name = `barrier_${lock}`
  await client.query('select pg_advisory_lock($1)', [lock])
  await client.query(`
    create function ${name}() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${lock}); return new; end $$;
    create trigger ${name} before insert on ${table} for each row when (${condition}) execute function ${name}()`)
  return {
    async reached(sessions) {
      await until(`${sessions} sessions at the barrier`, async () => {
        const { rows } = await client.query<{ n: string }>(
          "select count(*) as n from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
          [lock],
        )
        return Number(rows[0]?.n) === sessions
      })
    },
    async lift() {
      // The trigger stays: taking it away would wait for sessions that hold the table. With the lock free nobody waits.
      await client.end()
    },
  }
}
