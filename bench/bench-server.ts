import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureDatabase, startEmbeddedPostgres } from '@millrace/server/platform/embedded/postgres'
import { readSettings } from '@millrace/server/platform/config/read-settings'
import { openPlatform } from '@millrace/server/platform/platform'
import { createServices } from '@millrace/server/entry/services'
import pg from 'pg'
import { freePort, startProcess, untilReady } from '../e2e/support/product.ts'
import { type ProductClient, productClient } from './product.ts'
import { emptyTarget } from './target-table.ts'
import { type BenchPipeline, benchPipelines, benchTable, jobOf, makeBenchWorkspace } from './workspace.ts'

/** The whole product with its database, and the tables it writes. */
export type BenchServer = {
  pid: number
  target: pg.Client
  targetUrl: string
  client(pipeline: BenchPipeline): Promise<ProductClient>
  /** Empties the pipeline's table, runs the import and checks that it wrote that many rows (absent = any). */
  import(pipeline: BenchPipeline, client: ProductClient, rows?: number): Promise<number>
  close(): Promise<void>
}

export async function startBenchServer(): Promise<BenchServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'))
  const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const cluster = await startEmbeddedPostgres({ dataFolder: path.join(folder, 'cluster') })
    closing.push(() => cluster.stop())
    const [databaseUrl, targetUrl] = [cluster.url('millrace'), cluster.url('bench_target')]
    await ensureDatabase(cluster.url('postgres'), 'millrace')
    await ensureDatabase(cluster.url('postgres'), 'bench_target')
    const target = new pg.Client(targetUrl)
    await target.connect()
    closing.push(() => target.end())
    for (const name of benchPipelines) await emptyTarget(target, benchTable(name), jobOf(name).columns)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = {
      PORT: String(port),
      MILLRACE_DATA: path.join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      MILLRACE_SECRET: 'the secret of the benchmark, kept nowhere',
      MILLRACE_DEMO: '0',
    }
    const server = startProcess('serve', env)
    closing.push(() => server.stop())
    await untilReady(url, server)
    const ids = await makeWorkspace(env, targetUrl)
    return {
      pid: server.process.pid as number,
      target,
      targetUrl,
      client: (pipeline) => productClient(url, ids[pipeline]),
      async import(pipeline, client, rows) {
        await emptyTarget(target, benchTable(pipeline), jobOf(pipeline).columns)
        const { imp, ms } = await client.run()
        if (imp.success !== true) throw new Error(`the import ended ${imp.state}`)
        const found = await target.query(`select count(*)::int as rows from ${benchTable(pipeline)}`)
        if (rows !== undefined && found.rows[0].rows !== rows) {
          throw new Error(`the import wrote ${found.rows[0].rows} rows, the floor ${rows}`)
        }
        return ms
      },
      close,
    }
  } catch (problem) {
    await close()
    throw problem
  }
}

/** Documents are made in this process, by the services the server runs. */
async function makeWorkspace(env: Record<string, string>, targetUrl: string): Promise<Record<BenchPipeline, string>> {
  const { platform, close } = await openPlatform(readSettings(env), () => {})
  try {
    return await makeBenchWorkspace(platform, createServices(platform), targetUrl)
  } finally {
    await close()
  }
}
