import type { BenchServer } from './bench-server.ts'
import { productsFile } from './products-file.ts'
import { median, report, rows, runs } from './report.ts'
import { runFloor, runFloors } from './run-floor.ts'
import { benchTable } from './workspace.ts'
import { emptyTarget } from './target-table.ts'

/** Five chained components instead of one that does their work. */
export async function measureChained(server: BenchServer): Promise<void> {
  const one = await server.client('products')
  const five = await server.client('products_chained')
  for (const client of [one, five]) await client.upload(productsFile(rows))
  await server.import('products', one)
  await server.import('products_chained', five)
  const ratios: number[] = []
  for (let i = 0; i < runs; i++) {
    const alone = await server.import('products', one)
    ratios.push((await server.import('products_chained', five)) / alone)
  }
  report('chained-components-ratio', median(ratios), '×', 2)
}

/**
 * Two imports at once: how much of the throughput of one after the other. What the machine has to give is said by two
 * floors at once, which work in one thread each.
 */
export async function measureTogether(server: BenchServer): Promise<void> {
  const file = productsFile(rows)
  const first = await server.client('products')
  const second = await server.client('products_too')
  for (const client of [first, second]) await client.upload(file)
  await server.import('products', first)
  await server.import('products_too', second)
  const gains: number[] = []
  const floorGains: number[] = []
  const ratios: number[] = []
  for (let i = 0; i < runs; i++) {
    const alone = await server.import('products', first)
    for (const name of ['products', 'products_too'] as const) await emptyTarget(server.target, benchTable(name))
    const both = await Promise.all([first.run(), second.run()])
    if (both.some(({ imp }) => imp.success !== true)) throw new Error('one of two imports failed')
    const took = span(both.map(({ imp }) => [Date.parse(imp.scheduledAt), Date.parse(imp.endAt as string)]))
    gains.push((2 * alone) / took)
    const floor = await runFloor(server, 'products', file)
    const floors = await runFloors(server, 'products', file, ['floor_products', 'floor_products_too'])
    const floorsTook = span(floors.map(({ begin, ms }) => [begin, begin + ms]))
    floorGains.push((2 * floor.ms) / floorsTook)
    ratios.push(took / floorsTook)
  }
  report('two-imports-throughput', median(gains), '×', 2)
  report('two-floors-throughput', median(floorGains), '×', 2)
  report('two-imports-to-two-floors-ratio', median(ratios), '×', 2)
}

/** ms from the first begin to the last end. */
const span = (times: readonly (readonly [number, number])[]): number =>
  Math.max(...times.map(([, end]) => end)) - Math.min(...times.map(([begin]) => begin))
