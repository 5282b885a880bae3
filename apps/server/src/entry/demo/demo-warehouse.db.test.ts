import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/embedded/postgres.ts'
import { copyPreparedCluster } from '../../test-support/prepared-cluster.ts'
import { ensureDemoWarehouse } from './demo-warehouse.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-warehouse-'))
let server: EmbeddedPostgres

beforeAll(async () => {
  copyPreparedCluster(dataFolder)
  server = await startEmbeddedPostgres({ dataFolder, durability: 'throwaway' })
})
afterAll(async () => {
  await server?.stop()
  rmSync(dataFolder, { recursive: true, force: true })
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

it('a start does not wait for an import that writes into the warehouse', async () => {
  const address = await ensureDemoWarehouse(server.url())
  const running = await connect(address)
  await running.query('begin')
  await running.query(`insert into price values ('a', 1, 'EUR')`)
  await running.query(`insert into product values ('a', 'de-DE', 'x', 'x')`)
  expect(await ensureDemoWarehouse(server.url())).toBe(address)
  await running.query('commit')
  await running.end()
}, 20_000)

it('tables that an earlier release left to the superuser are given to the account', async () => {
  const address = await ensureDemoWarehouse(server.url())
  const superuser = await connect(server.url('millrace_warehouse'))
  await superuser.query('alter table vehicle owner to current_user')
  await ensureDemoWarehouse(server.url())
  const { rows } = await superuser.query(
    `select distinct pg_get_userbyid(relowner) as owner from pg_class where relname in ('vehicle', 'price')`,
  )
  await superuser.end()
  expect(rows).toEqual([{ owner: decodeURIComponent(new URL(address).username) }])
})
