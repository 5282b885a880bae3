import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { BenchServer } from './bench-server.ts'
import { type BenchJob, benchJobs } from './jobs.ts'
import { emptyTarget } from './target-table.ts'

const run = promisify(execFile)

/** `begin`: instant in ms at which its work began. */
export type FloorResult = { ms: number; rows: number; begin: number }

/** Empties the tables and runs a floor into each, all at once, each in a process of its own. */
export async function runFloors(
  server: BenchServer,
  name: BenchJob['name'],
  file: string,
  tables: readonly string[],
): Promise<FloorResult[]> {
  for (const table of tables) await emptyTarget(server.target, table, benchJobs[name].columns)
  const script = path.join(import.meta.dirname, 'floor.ts')
  return Promise.all(
    tables.map(async (table) => {
      const { stdout } = await run(process.execPath, [script, name, server.targetUrl, table, file])
      return JSON.parse(stdout) as FloorResult
    }),
  )
}

export async function runFloor(server: BenchServer, name: BenchJob['name'], file: string): Promise<FloorResult> {
  const [result] = await runFloors(server, name, file, [`floor_${name}`])
  return result as FloorResult
}
