import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts'
import { createPgBossQueue } from './pg-boss-queue.ts'
import type { Queue } from './queue.ts'

let database: TestDatabase
const running: Queue[] = []
const openQueue = async (): Promise<Queue> => {
  const queue = createPgBossQueue({ url: database.url, log: createLog('silent') })
  running.push(queue)
  await queue.start()
  return queue
}
let queue: Queue

beforeAll(async () => {
  database = await createTestDatabase()
  queue = await openQueue()
})
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop(1000)))
  await database.drop()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
async function until(condition: () => boolean, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not so within ${withinMs} ms`)
    await pause(5)
  }
}
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

describe('the queue', () => {
  it('starts a job of another process within 50 ms', async () => {
    const sender = await openQueue()
    const delays: number[] = []
    await queue.work<{ at: number }>('fast', { concurrency: 1 }, async (job) => {
      delays.push(Date.now() - job.data.at)
    })
    const medianOfNine = async () => {
      delays.length = 0
      for (let i = 1; i <= 9; i++) {
        await pause(120)
        await sender.send('fast', { at: Date.now() })
        await until(() => delays.length === i, 10_000)
      }
      return median(delays)
    }
    // Where other work keeps the machine busy for a second, the next nine tell.
    const medians: number[] = []
    while (medians.length < 4 && !(Math.min(...medians) <= 50)) medians.push(await medianOfNine())
    expect(Math.min(...medians), String(medians)).toBeLessThanOrEqual(50)
  })

  it('takes the next job at once when one ends, without waiting for a poll', async () => {
    const done: number[] = []
    for (let n = 0; n < 20; n++) await queue.send('row', { n })
    const start = Date.now()
    await queue.work<{ n: number }>('row', { concurrency: 1 }, async (job) => {
      done.push(job.data.n)
    })
    await until(() => done.length === 20, 10_000)
    expect(done).toEqual(Array.from({ length: 20 }, (_, n) => n))
    expect(Date.now() - start).toBeLessThan(3000)
  })

  it('has one queued or active job per key, as many as wanted without one', async () => {
    expect(await queue.send('keyed', {}, { key: 'a' })).toEqual(expect.any(String))
    expect(await queue.send('keyed', {}, { key: 'a' })).toBeNull()
    expect(await queue.send('keyed', {}, { key: 'b' })).toEqual(expect.any(String))
    expect(await queue.send('keyed', {})).toEqual(expect.any(String))
    expect(await queue.send('keyed', {})).toEqual(expect.any(String))
    let finish = () => {}
    let active = 0
    await queue.work('keyed', { concurrency: 4 }, () => {
      active++
      return new Promise((resolve) => {
        finish = resolve
        if (active < 4) resolve()
      })
    })
    await until(() => active === 4, 20_000)
    finish()
  })

  it('sends within the transaction of the caller: nothing is queued when it rolls back', async () => {
    const got: string[] = []
    await queue.work<{ text: string }>('told', { concurrency: 1 }, async (job) => {
      got.push(job.data.text)
    })
    await expect(
      database.db.transaction().execute(async (tx) => {
        await queue.send('told', { text: 'rolled back' }, { tx })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await database.db.transaction().execute(async (tx) => {
      await queue.send('told', { text: 'committed' }, { tx })
      // Not to be taken before the transaction is seen by all.
      await pause(100)
      expect(got).toEqual([])
    })
    await until(() => got.length > 0, 20_000)
    expect(got).toEqual(['committed'])
  })

  it('holds a job back until it is due', async () => {
    const got: number[] = []
    await queue.work('later', { concurrency: 1 }, async () => {
      got.push(Date.now())
    })
    const due = Date.now() + 1500
    await queue.send('later', {}, { startAfter: new Date(due) })
    await until(() => got.length > 0, 6000)
    expect(got[0]).toBeGreaterThanOrEqual(due - 20)
  })

  it('tries again after a rejection', async () => {
    let tries = 0
    await queue.work('again', { concurrency: 1 }, async () => {
      tries++
      if (tries < 2) throw new Error('not yet')
    })
    await queue.send('again', {})
    await until(() => tries === 2, 8000)
  })

  it('tells a running job that it was cancelled', async () => {
    let reason: unknown
    let id: string | null = null
    await queue.work('long', { concurrency: 1 }, ({ signal }) => {
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          reason = signal.reason
          resolve()
        }),
      )
    })
    id = await queue.send('long', {})
    await pause(200)
    await queue.cancel('long', id ?? '')
    await until(() => reason !== undefined, 6000)
  })

  it('hands running work back when it stops: another process finishes it', async () => {
    const stopping = await openQueue()
    let told = false
    await stopping.work('handed', { concurrency: 1 }, ({ signal }) => {
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          told = true
          reject(new Error('stopped'))
        }),
      )
    })
    await queue.send('handed', {})
    await pause(200)
    const start = Date.now()
    await stopping.stop(1000)
    expect(told).toBe(true)
    expect(Date.now() - start).toBeLessThan(4000)
    let done = false
    await queue.work('handed', { concurrency: 1 }, async () => {
      done = true
    })
    await until(() => done, 6000)
  })

  it('wakes waiting workers of other processes', async () => {
    const other = await openQueue()
    await expect(other.wake('fast')).resolves.toBeUndefined()
  })

  it('takes the job of a killed process up again within 30 s', async () => {
    const script = `
      import { createPgBossQueue } from ${JSON.stringify(fileURLToPath(new URL('./pg-boss-queue.ts', import.meta.url)))}
      import { createLog } from ${JSON.stringify(fileURLToPath(new URL('../telemetry/log.ts', import.meta.url)))}
      const queue = createPgBossQueue({ url: process.env.QUEUE_URL, log: createLog('silent') })
      await queue.start()
      await queue.work('killed', { concurrency: 1 }, () => { console.log('taken'); return new Promise(() => {}) })`
    const victim = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, QUEUE_URL: database.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await queue.send('killed', {})
    await once(victim.stdout, 'data')
    victim.kill('SIGKILL')
    const start = Date.now()
    let done = false
    await queue.work('killed', { concurrency: 1 }, async () => {
      done = true
    })
    await until(() => done, 30_000)
    expect(Date.now() - start).toBeLessThan(30_000)
  })
})
