/**
 * npm run bench: the 100,000-row CSV job through the whole product against the straight-line floor, in turn, on the
 * same machine and database server. Prints one line per figure: `bench <name> <value> <unit>`.
 * BENCH_ROWS and BENCH_RUNS change the defaults 100000 and 5.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServices } from '@millrace/server/services'
import { openPlatform } from '@millrace/server/open-platform'
import { ensureDatabase, startEmbeddedPostgres } from '@millrace/server/embedded/postgres'
import { readSettings } from '@millrace/server/config/read-settings'
import pg from 'pg'
import { freePort, startProcess, untilReady } from '../e2e/support/product.ts'
import { watchMemory } from './measured-server.ts'
import { type ProductClient, productClient } from './product.ts'
import { mebibytes, productsFile } from './products-file.ts'
import { secondStart } from './start-time.ts'
import { emptyTarget } from './target-table.ts'
import { benchTable, makeBenchWorkspace } from './workspace.ts'

const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const runs = Number(process.env.BENCH_RUNS ?? 5)
const floorTable = 'floor_products'
const report = (name: string, value: number, unit: string, digits = 0) =>
  console.log(`bench ${name} ${value.toFixed(digits)} ${unit}`)
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const file = productsFile(rows)
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'))
const closing: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
try {
  await measure()
} finally {
  for (const close of closing.reverse()) await close()
}

async function measure(): Promise<void> {
  report('second-start', await secondStart(folder), 'ms')
  const cluster = await startEmbeddedPostgres({ dataFolder: path.join(folder, 'cluster') })
  closing.push(() => cluster.stop())
  const [databaseUrl, targetUrl] = [cluster.url('millrace'), cluster.url('bench_target')]
  await ensureDatabase(cluster.url('postgres'), 'millrace')
  await ensureDatabase(cluster.url('postgres'), 'bench_target')
  const target = new pg.Client(targetUrl)
  await target.connect()
  closing.push(() => target.end())
  await emptyTarget(target, floorTable)
  await emptyTarget(target, benchTable)

  const port = await freePort()
  const env = {
    PORT: String(port),
    MILLRACE_DATA: path.join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    MILLRACE_SECRET: 'the secret of the benchmark, kept nowhere',
    MILLRACE_DEMO: '0',
  }
  const server = startProcess('serve', env)
  closing.push(() => server.stop())
  await untilReady(`http://127.0.0.1:${port}`, server)
  const pipelineId = await makeWorkspace(env, targetUrl)
  const client = await productClient(`http://127.0.0.1:${port}`, pipelineId)

  report('file-size', mebibytes(file), 'MiB', 2)
  const uploads: number[] = []
  for (let i = 0; i < 3; i++) uploads.push(await client.upload(file))
  report('upload-and-validate', median(uploads), 'ms')

  const serverPid = server.process.pid as number
  const memory = watchMemory(serverPid)
  await oneFloor(targetUrl, target)
  await oneImport(client, target)
  const floor: number[] = []
  const product: number[] = []
  for (let i = 0; i < runs; i++) {
    floor.push(await oneFloor(targetUrl, target))
    product.push(await oneImport(client, target))
  }
  const { runnerMiB, serverGrowthMiB } = memory.stop()
  const ratio = median(product.map((ms, i) => ms / (floor[i] as number)))
  report('floor-100k', median(floor), 'ms')
  report('import-100k', median(product), 'ms')
  report('import-100k-ratio', ratio, '×', 2)
  report('import-100k-rows-per-second', rows / (median(product) / 1000), 'rows/s')
  report('import-100k-peak-runner-mib', runnerMiB, 'MiB')
  report('import-100k-server-growth-mib', serverGrowthMiB, 'MiB')
  report('upload-to-done-ratio', (median(uploads) + median(product)) / median(floor), '×', 2)
}

/** Documents are made in this process, by the services the server runs. */
async function makeWorkspace(env: Record<string, string>, targetUrl: string): Promise<string> {
  const { platform, close } = await openPlatform(readSettings(env), () => {})
  try {
    return await makeBenchWorkspace(platform, createServices(platform), targetUrl)
  } finally {
    await close()
  }
}

async function oneFloor(targetUrl: string, target: pg.Client): Promise<number> {
  await emptyTarget(target, floorTable)
  const script = path.join(import.meta.dirname, 'floor.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, targetUrl, floorTable, file], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the floor failed: ${stderr}`)
  return (JSON.parse(stdout) as { ms: number }).ms
}

async function oneImport(client: ProductClient, target: pg.Client): Promise<number> {
  await emptyTarget(target, benchTable)
  const { imp, ms } = await client.run()
  if (imp.success !== true) throw new Error(`the import ended ${imp.state}`)
  const found = await target.query(`select count(*)::int as rows from ${benchTable}`)
  const expected = await target.query(`select count(*)::int as rows from ${floorTable}`)
  if (found.rows[0].rows !== expected.rows[0].rows) {
    throw new Error(`the import wrote ${found.rows[0].rows} rows, the floor ${expected.rows[0].rows}`)
  }
  return ms
}
