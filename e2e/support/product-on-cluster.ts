import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureDatabase, startEmbeddedPostgres } from '@millrace/server/platform/embedded/postgres'
import { copyPrepared } from './prepared.ts'
import { freePort, startProcess, untilReady } from './product.ts'

/** The product on a database that the test can reach too, with the demo workspace inside. */
export type ProductOnCluster = {
  url: string
  /** What the product was started with, DATABASE_URL among it. */
  env: Record<string, string>
  /** Empty; for the test's own files. */
  folder: string
  /** Ends it and removes its data, unless they are kept. */
  stop(keep?: 'data'): Promise<void>
}

/** @param folder where cluster and data lie; a new one unless given */
export async function startProductOnCluster(
  more: Record<string, string> = {},
  folder?: string,
): Promise<ProductOnCluster> {
  const root = folder ?? mkdtempSync(path.join(tmpdir(), 'millrace-e2e-db-'))
  if (folder === undefined) copyPrepared('cluster', root)
  const cluster = await startEmbeddedPostgres({ dataFolder: path.join(root, 'cluster'), durability: 'throwaway' })
  await ensureDatabase(cluster.url('postgres'), 'millrace')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    MILLRACE_DATA: path.join(root, 'data'),
    DATABASE_URL: cluster.url('millrace'),
    MILLRACE_SECRET: 'the secret of a test, kept nowhere',
    MILLRACE_DEMO: '1',
    MILLRACE_DEMO_IMPORTS: '0',
    MILLRACE_WORKERS: '2',
    ...more,
  }
  const server = startProcess('serve', env)
  const stop = async (keep?: 'data') => {
    await server.stop()
    await cluster.stop()
    if (keep === undefined) rmSync(root, { recursive: true, force: true })
  }
  try {
    await untilReady(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, env, folder: mkdtempSync(path.join(root, 'files-')), stop }
}
