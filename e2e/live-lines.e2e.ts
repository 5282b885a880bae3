import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Log, LogFilter } from '@millrace/contract'
import { type Database, openDatabase } from '@millrace/server/platform/database/database'
import { appendLogs } from '@millrace/server/work/logs/append-logs'
import { findLogs } from '@millrace/server/work/logs/logs.repository'
import { type FaultProxy, startFaultProxy } from '@millrace/server/test-support/fault-proxy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPerson } from './support/api.ts'
import { type ProductOnCluster, startProductOnCluster } from './support/product-on-cluster.ts'

/** 1 in the regular run, which tests each guarantee at a tenth of its figure; 10 in `npm run test:guarantees`. */
const scale = Number(process.env.MILLRACE_TEST_SCALE ?? 1)
const lines = 2000 * scale
const cuts = 2 * scale

let product: ProductOnCluster
let proxy: FaultProxy
let db: Database
const fetchPlainly = globalThis.fetch
beforeAll(async () => {
  product = await startProductOnCluster()
  proxy = await startFaultProxy(product.url)
  db = openDatabase(product.env.DATABASE_URL ?? '', { max: 2 })
})
afterAll(async () => {
  globalThis.fetch = fetchPlainly
  proxy?.close()
  await db?.destroy()
  await product?.stop()
})

/** The parts of the app that follow a log, as the browser loads them; here without a browser around them. */
type AppParts = {
  createLogFeed(filter: LogFilter): {
    store: { visibleLines(): Log[]; lastOf(id: string): number | undefined }
    state: { get(): string; subscribe(listener: () => void): () => void }
    stop(): void
  }
  storeTokens(token: { value: string; expireAt: string }, refreshToken: string): void
  closeLive(): void
}

/** Loads them with what they need of a browser: where they come from, a place for tokens, addresses without a host. */
async function loadApp(origin: string): Promise<AppParts> {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  Object.assign(globalThis, {
    window: { location: { origin }, addEventListener: () => {} },
    localStorage,
    fetch: (address: string, options: RequestInit) => fetchPlainly(new URL(address, origin), options),
  })
  const part = async (file: string): Promise<Partial<AppParts>> =>
    import(pathToFileURL(path.join(import.meta.dirname, '..', 'apps', 'web', 'src', file)).href)
  return {
    ...(await part('work/logs/log-feed.ts')),
    ...(await part('api/stored-tokens.ts')),
    ...(await part('api/live.ts')),
  } as AppParts
}

describe('GUARANTEE G11 the log as the app holds it', () => {
  it(
    'LOG-017/ui cut off again and again while lines come: its list equals the table, no line missing or doubled',
    async () => {
      const person = await apiPerson(product.url, 'marc.manager')
      const file = new File(['id,make\n1,x\n'], 'few.csv')
      const upload = await person.upload('EPA registry en-US', 'vehicles', file)
      const app = await loadApp(new URL(proxy.through).origin)
      app.storeTokens({ value: person.token, expireAt: '2999-01-01T00:00:00.000Z' }, 'none')
      const feed = app.createLogFeed({ uploadId: [upload._id] })
      const states = new Set<string>()
      feed.state.subscribe(() => states.add(feed.state.get()))
      await expect.poll(() => feed.state.get(), { timeout: 20_000 }).toBe('live')
      const seed = Date.now() % 1000
      console.log(`cuts of a live log, seed ${seed}`)
      let done = 0
      const writing = (async () => {
        for (let n = 0; n < lines; n += 20) {
          // Each cut has its share of the lines, so that they come before, during and after it.
          while (done < cuts && n >= ((done + 1) * lines) / cuts) await sleep(20)
          const some = Array.from({ length: 20 }, (_, i) => ({
            at: new Date(),
            level: 'info' as const,
            message: `line ${n + i + 1}`,
          }))
          await appendLogs(db, { upload: upload._id }, some, null)
          await sleep(25)
        }
      })()
      for (let cut = 0; cut < cuts; cut++, done = cut) {
        await expect.poll(() => feed.state.get(), { timeout: 20_000 }).toBe('live')
        await sleep((seed + cut * 211) % 900)
        proxy.down(true)
        await expect.poll(() => feed.state.get(), { timeout: 20_000 }).not.toBe('live')
        // Some are back before the app begins to ask, some after.
        await sleep((seed + cut * 577) % 2500)
        proxy.down(false)
      }
      await writing
      const table = await findLogs(db, { uploads: [upload._id] })
      expect(table.length).toBeGreaterThanOrEqual(lines)
      await expect.poll(() => feed.store.lastOf(upload._id), { timeout: 20_000 }).toBe(table.length)
      expect(feed.store.visibleLines().map(({ seq, message }) => [seq, message])).toEqual(
        table.map(({ seq, message }) => [seq, message]),
      )
      expect(states.has('polling') || states.has('unavailable')).toBe(true)
      feed.stop()
      app.closeLive()
    },
    120_000 * scale,
  )
})
