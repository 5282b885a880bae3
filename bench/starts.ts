import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from './bench-server.ts'
import { runnersOf } from './measured-server.ts'
import type { ProductClient } from './product.ts'
import { productsFile } from './products-file.ts'
import { median, report, rows, runs } from './report.ts'

/** From the call to the start of the job, through the queue; by the server's own instants. */
export async function measureJobStart(server: BenchServer): Promise<void> {
  const client = await server.client('products_small')
  await client.upload(productsFile(1000))
  const starts: number[] = []
  const whole: number[] = []
  for (let i = 0; i < 2 * runs + 1; i++) {
    const { imp, ms } = await runWell(client)
    starts.push(Date.parse(imp.startedAt as string) - Date.parse(imp.scheduledAt))
    whole.push(ms)
  }
  report('job-start', median(starts), 'ms')
  report('import-1000-rows', median(whole), 'ms')
  const alone: number[] = []
  for (let i = 0; i < 2 * runs + 1; i++) {
    await sleep(quietMs)
    alone.push((await runWell(client)).ms)
  }
  report('import-1000-rows-alone', median(alone), 'ms')
}

/** An import that fails is over sooner: its time is none. */
async function runWell(client: ProductClient) {
  const ended = await client.run()
  if (ended.imp.success !== true) throw new Error(`the import ended ${ended.imp.state}`)
  return ended
}

/** After an import the next runner is started ahead, beside which an import that follows at once has to run. */
const quietMs = 1500

/** From the call that aborts to the end of the runner. */
export async function measureAbort(server: BenchServer): Promise<void> {
  const client = await server.client('products')
  await client.upload(productsFile(rows))
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const importId = await client.start()
    await untilRunner(server)
    await sleep(300)
    const called = performance.now()
    await client.abort(importId)
    while (runnersOf(server.pid).length > 0) await sleep(5)
    times.push(performance.now() - called)
    const { state } = await client.ended(importId)
    if (state !== 'aborted') throw new Error(`the aborted import ended ${state}`)
  }
  report('abort-to-stopped', median(times), 'ms')
}

/** From the death of a runner to the next one at work. */
export async function measureRetry(server: BenchServer): Promise<void> {
  const client = await server.client('products')
  await client.upload(productsFile(rows))
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const importId = await client.start()
    const pid = await untilRunner(server)
    await sleep(300)
    const killed = performance.now()
    process.kill(pid, 'SIGKILL')
    await untilRunner(server, pid)
    times.push(performance.now() - killed)
    const { success } = await client.ended(importId)
    if (success !== true) throw new Error('the import whose runner was killed did not complete')
  }
  report('retry-after-killed-runner', median(times), 'ms')
}

async function untilRunner(server: BenchServer, otherThan = 0): Promise<number> {
  for (;;) {
    const pid = runnersOf(server.pid).find((one) => one !== otherThan)
    if (pid !== undefined) return pid
    await sleep(5)
  }
}
