import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type PreparedKind, preparedVariable } from './prepared.ts'
import { startProduct } from './product.ts'
import { startProductOnCluster } from './product-on-cluster.ts'

/**
 * Vitest calls this once before the browser tests: each kind of product is started and stopped once. Every test file
 * then starts a product of its own on a copy of what that left behind.
 * @returns how to remove it; vitest calls that after the last test file
 */
export async function setup(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-e2e-prepared-'))
  // Open for passing through: PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  const placeOf = (kind: PreparedKind) => {
    const place = path.join(folder, kind)
    mkdirSync(place)
    return place
  }
  const stop = async (starting: Promise<{ stop(keep: 'data'): Promise<void> }>) => (await starting).stop('data')
  await Promise.all([stop(startProduct({}, placeOf('embedded'))), stop(startProductOnCluster({}, placeOf('cluster')))])
  process.env[preparedVariable] = folder
  return () => {
    delete process.env[preparedVariable]
    rmSync(folder, { recursive: true, force: true })
  }
}
