import type { BenchServer } from './bench-server.ts'
import { benchJobs } from './jobs.ts'
import { watchMemory } from './measured-server.ts'
import { mebibytes } from './products-file.ts'
import { median, report, runs } from './report.ts'
import { runFloor } from './run-floor.ts'

/** The whole product against the straight-line floor, in turn, on the same machine and database server. */
export async function measureAgainstFloor(server: BenchServer, name: 'products' | 'vehicles'): Promise<void> {
  const job = benchJobs[name]
  const file = job.file()
  if (file === null) {
    console.log(`bench ${name} skipped: its file is not there`)
    return
  }
  const label = name === 'products' ? '100k' : name
  const client = await server.client(name)
  report(`file-size-${label}`, mebibytes(file), 'MiB', 2)
  const uploads: number[] = []
  for (let i = 0; i < 3; i++) uploads.push(await client.upload(file))
  report(`upload-and-validate-${label}`, median(uploads), 'ms')
  const memory = watchMemory(server.pid)
  const first = await runFloor(server, name, file)
  await server.import(name, client, first.rows)
  const floor: number[] = []
  const product: number[] = []
  for (let i = 0; i < runs; i++) {
    const { ms, rows } = await runFloor(server, name, file)
    floor.push(ms)
    product.push(await server.import(name, client, rows))
  }
  const { runnerMiB, serverGrowthMiB } = memory.stop()
  report(`floor-${label}`, median(floor), 'ms')
  report(`import-${label}`, median(product), 'ms')
  report(`import-${label}-ratio`, median(product.map((ms, i) => ms / (floor[i] as number))), '×', 2)
  report(`import-${label}-rows-per-second`, first.rows / (median(product) / 1000), 'rows/s')
  report(`import-${label}-peak-runner-mib`, runnerMiB, 'MiB')
  report(`import-${label}-server-growth-mib`, serverGrowthMiB, 'MiB')
  report(`upload-to-done-${label}-ratio`, (median(uploads) + median(product)) / median(floor), '×', 2)
}
