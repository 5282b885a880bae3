import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endpointKeyHeader } from '@millrace/contract'
import { readSettings } from '@millrace/server/platform/config/read-settings'
import { ensureDatabase, startEmbeddedPostgres } from '@millrace/server/platform/embedded/postgres'
import { systemCaller } from '@millrace/server/platform/http/caller'
import { openPlatform } from '@millrace/server/platform/platform'
import { createServices, type Services } from '@millrace/server/entry/services'
import { freePort, startProcess, untilReady } from '../e2e/support/product.ts'
import type { Load, Loaded } from './endpoint-load.ts'
import { median, report, runs } from './report.ts'

const body = JSON.stringify({
  offer: {
    unique_code: 'EV-2026-000417',
    market: 'fr-FR',
    currency: 'EUR',
    amount: 38990,
    options: [
      { code: 'P01', label: 'Metallic paint', amount: 850 },
      { code: 'W19', label: '19 inch wheels', amount: 1200 },
      { code: 'H02', label: 'Heat pump', amount: 1100 },
    ],
    valid: { from: '2026-01-01', until: '2026-06-30' },
    note: 'Price of the spring campaign, without registration',
  },
})

/**
 * Requests per second of a published endpoint at 50 connections, over those of a bare Fastify that reads the same body
 * and sends it back, in the same run; both loaded by the same program, one after the other.
 */
export async function measureEndpoint(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'))
  const cluster = await startEmbeddedPostgres({ dataFolder: path.join(folder, 'cluster') })
  const [productPort, floorPort] = [await freePort(), await freePort()]
  await ensureDatabase(cluster.url('postgres'), 'millrace')
  const env = {
    PORT: String(productPort),
    MILLRACE_DATA: path.join(folder, 'data'),
    DATABASE_URL: cluster.url('millrace'),
    MILLRACE_SECRET: 'the secret of the benchmark, kept nowhere',
  }
  const { platform, close } = await openPlatform(readSettings(env), () => {})
  const product = startProcess('realtime', env)
  const floor = fork(new URL('./endpoint-floor.ts', import.meta.url), [String(floorPort)])
  const load = fork(new URL('./endpoint-load.ts', import.meta.url))
  try {
    const { path: published, key } = await publish(createServices(platform))
    const url = `http://127.0.0.1:${productPort}`
    await untilReady(url, product)
    await once(floor, 'message')
    const sides: [string, Load][] = [
      ['floor', { port: floorPort, path: '/', headers: {}, body }],
      ['product', { port: productPort, path: `/runtime/v1${published}`, headers: { [endpointKeyHeader]: key }, body }],
    ]
    const ratios: number[] = []
    for (let run = 0; run <= runs; run++) {
      const done: Record<string, Loaded> = {}
      for (const [name, side] of sides) done[name] = await loaded(load, side)
      // The first warms both up.
      if (run === 0) continue
      const { floor: echo, product: own } = done as Record<'floor' | 'product', Loaded>
      if (own.failed + echo.failed > 0) throw new Error(`${own.failed + echo.failed} calls failed`)
      ratios.push(own.perSecond / echo.perSecond)
      report('endpoint-requests', own.perSecond, '1/s')
      report('endpoint-floor-requests', echo.perSecond, '1/s')
      report('endpoint-p99', own.p99, 'ms', 2)
      report('endpoint-floor-p99', echo.p99, 'ms', 2)
    }
    report('endpoint-ratio', median(ratios), '', 2)
  } finally {
    load.kill()
    floor.kill()
    await product.stop()
    await close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function loaded(load: ChildProcess, side: Load): Promise<Loaded> {
  load.send(side)
  const [answer] = (await once(load, 'message')) as [Loaded]
  return answer
}

async function publish(services: Services): Promise<{ path: string; key: string }> {
  const offer = {
    type: 'object',
    required: ['unique_code', 'amount', 'options'],
    properties: {
      unique_code: { type: 'string', minLength: 1 },
      amount: { type: 'number', minimum: 0 },
      options: { type: 'array', items: { type: 'object', required: ['amount'] } },
    },
  }
  const component = await services.components.save(systemCaller, {
    name: 'Offer price',
    kind: 'instruction',
    inputs: [{ name: 'offer', inputSchema: offer }],
    outputs: [{ name: 'price', outputSchema: { type: 'object', required: ['total'] } }],
    jsCode:
      'const { offer } = ctx.input; ctx.output.price = { ...offer, total: offer.options.reduce((sum, { amount }) => sum + amount, offer.amount) }',
  })
  const pipeline = await services.pipelines.save(systemCaller, {
    name: 'Offer price',
    isMaster: true,
    component: component._id,
    endpoints: [{ route: '/price' }],
  })
  const endpoint = await services.endpoints.publish(systemCaller, pipeline._id)
  const { key } = await services.endpointKeys.create(systemCaller, endpoint._id, { name: 'bench' })
  return { path: `${endpoint.path}${endpoint.route}`, key }
}
