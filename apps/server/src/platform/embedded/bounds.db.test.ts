import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, DatabaseError, openDatabase, testDatabase } from '@millrace/engine/host/databases/open-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureDemoWarehouse } from '../../entry/demo/demo-warehouse.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts'
import { postgresProcessesOf } from './processes.ts'
import { maxMemoryMiB } from './settings.ts'
import { copyPreparedCluster } from '../../test-support/prepared-cluster.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-bounds-'))
const cluster = join(dataFolder, 'postgres', '18')
let server: EmbeddedPostgres
let warehouse: Database
let address: string

beforeAll(async () => {
  copyPreparedCluster(dataFolder)
  server = await startEmbeddedPostgres({ dataFolder, durability: 'throwaway' })
  address = await ensureDemoWarehouse(server.url())
  warehouse = openDatabase({ type: 'postgresql', name: 'warehouse', connectionString: address })
})
afterAll(async () => {
  await warehouse?.close()
  await server?.stop()
  rmSync(dataFolder, { recursive: true, force: true })
})

/** Most memory of its own that a process of the server ever had at once, in MiB. */
const maxMiB = (): number => Math.max(...postgresProcessesOf(cluster).map(mibOf))

/** A process that is ending has no memory left to tell, and one that has ended no status. */
function mibOf(pid: number): number {
  try {
    return Number(/^VmData:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** What a statement ended with, and the most memory of a process while it ran. */
async function run(sql: string): Promise<{ problem: unknown; mib: number }> {
  let mib = 0
  const watching = setInterval(() => (mib = Math.max(mib, maxMiB())), 20)
  const problem = await warehouse.query(sql, [], 10).catch((error: unknown) => error)
  clearInterval(watching)
  return { problem, mib }
}

describe.runIf(process.platform === 'linux')('S1 a statement of component code on the embedded server', () => {
  const greedy: [what: string, sql: string, words: RegExp][] = [
    [
      'a list that grows',
      'select cardinality(array_agg(n)) from (select generate_series(1, 1000000000) n) s',
      /out of memory/,
    ],
    [
      'a text that grows',
      `select length(string_agg(repeat('x', 1000), '')) from generate_series(1, 1e7)`,
      /out of memory/,
    ],
    [
      'many large texts',
      `select length(${Array(12).fill("repeat('x', 100000000)").join(' || ')})`,
      /out of memory|invalid memory/,
    ],
    [
      'an object that grows',
      'select length(jsonb_object_agg(n, n)::text) from (select generate_series(1, 100000000) n) s',
      /out of memory/,
    ],
    ['a sort', `select n from generate_series(1, 1e9) n order by md5(n::text)`, /temp_file_limit/],
    [
      'rows joined with themselves',
      'with a as materialized (select n, repeat(md5(n::text), 50) t from generate_series(1, 1e9) n) select a.n from a join a b on a.t = b.t',
      /temp_file_limit/,
    ],
  ]

  it.each(greedy)('%s fails by itself, and nothing else notices', async (_what, sql, words) => {
    const beside = new pg.Client({ connectionString: address })
    await beside.connect()
    const { pid } = server
    const { problem, mib } = await run(sql)
    expect(problem).toBeInstanceOf(DatabaseError)
    expect((problem as Error).message).toMatch(words)
    expect(mib).toBeGreaterThan(0)
    expect(mib).toBeLessThan(maxMemoryMiB() + 1)
    expect(server.pid).toBe(pid)
    // This connection was there before: no crash of the server ended it.
    expect((await beside.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    expect(await warehouse.query('select 1 as n', [], 1)).toEqual([{ n: 1 }])
    await beside.end()
  })

  it('a test of the connection says what bounds it', async () => {
    expect(await testDatabase({ type: 'postgresql', name: 'warehouse', connectionString: address })).toMatchObject({
      ok: true,
      message:
        'The connection works. Limits of its server for one session: 512MB for temporary files (temp_file_limit), ' +
        '8MB of memory for each sort or hash (work_mem).',
    })
  })

  it('its account holds only so many sessions, and cannot take its limits away', async () => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    const { rows } = await client.query(`select rolconnlimit as n from pg_roles where rolname = current_user`)
    expect(rows).toEqual([{ n: 60 }])
    await expect(client.query(`set temp_file_limit = -1`)).rejects.toThrow(/permission denied/)
    expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '1h' }])
    await client.end()
  })
})
