import { setTimeout as sleep } from 'node:timers/promises'
import { mysqlSuite } from '@millrace/engine/host/sinks/mysql/mysql-for-test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { csv, ended, type ImportWorld, makeImportWorld, scale, sendFile } from '../work/imports/imports.fixtures.ts'
import { type FaultProxy, startFaultProxy } from '../test-support/fault-proxy.ts'
import { type ProductProcess, startProcess } from '../test-support/product-process.ts'
import { maxErrorMs, maxRecoveryMs, testTimeouts } from './figures.ts'
import { readRows, openTarget, tablePipeline, type TargetDatabase, type TargetTable } from './import-targets.ts'

vi.setConfig(testTimeouts)

const records = 8000

let world: ImportWorld
let worker: ProductProcess
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
  worker = await startProcess('worker', world.platform)
})
afterAll(async () => {
  await worker?.kill()
  await world?.close()
})

const start = async (pipelineId: string) => {
  const body = { pipelineId, kind: 'immediate' as const }
  return (await world.people.manager.call('POST /imports', { body })).importId
}

/** The target is behind a line that fails: `db` looks at it over another one. */
function behaviour(kind: TargetDatabase['kind']): void {
  let db: TargetDatabase
  let proxy: FaultProxy
  let clean: string[]
  let bytes: number
  beforeAll(async () => {
    db = await openTarget(world, kind, async (url) => {
      proxy = await startFaultProxy(url)
      return proxy.through
    })
    const undisturbed = await fresh()
    proxy.cutAfter(Number.POSITIVE_INFINITY)
    expect(await ended(world, await start(undisturbed.pipelineId))).toMatchObject({ state: 'completed' })
    bytes = proxy.passed()
    clean = await readRows(undisturbed)
  })
  afterAll(async () => {
    proxy?.close()
    await db?.remove()
  })
  /** A pipeline whose rows are uploaded and valid. */
  const fresh = async (): Promise<TargetTable> => {
    const target = await tablePipeline(world, db, 'replace')
    await sendFile(world.people.manager, target.pipelineId, 'rows', csv(records))
    return target
  }
  const run = async (target: TargetTable) => ended(world, await start(target.pipelineId), 60_000)
  const files = (importId: string) =>
    world.platform.db.selectFrom('uploads').select('id').where('import_id', '=', importId).execute()

  it('GUARANTEE G6 the line to a sink cut at any moment: the import is whole or failed with a clear reason within 5 s, and the next one succeeds', async () => {
    const seed = Date.now() % 100_000
    const ends: Record<string, number> = {}
    for (let round = 0; round < Math.ceil(1.2 * scale); round++) {
      const target = await fresh()
      const before = await readRows(target)
      // Statements of the opening, the copy of the records, the merge and the commit are all on this way.
      proxy.cutAfter(1 + (((seed + round) * 7919) % bytes))
      const row = await run(target)
      const cutAt = proxy.lastCut()
      const tookMs = cutAt === null ? 0 : performance.now() - cutAt
      ends[row.state] = (ends[row.state] ?? 0) + 1
      if (row.state === 'completed')
        expect([await readRows(target), await files(row.id)]).toEqual([clean, [expect.anything()]])
      else {
        expect(row).toMatchObject({
          state: 'failed',
          problem: expect.stringMatching(/^The (connection to|database of|sink 'out').*(was lost|reached)/),
        })
        expect([await readRows(target), await files(row.id)]).toEqual([before, []])
        expect(tookMs).toBeLessThan(maxErrorMs)
        expect(await run(target)).toMatchObject({ state: 'completed', problem: null })
        expect(await readRows(target)).toEqual(clean)
      }
    }
    console.log(`cuts of the line to ${kind}, seed ${seed}: ${JSON.stringify(ends)}`)
  })

  it('GUARANTEE G6 a line lost between COMMIT and its answer is looked into: what is there counts as written', async () => {
    const target = await fresh()
    const cut = proxy.cutAtCommit('kept')
    const row = await run(target)
    await cut
    expect(row).toMatchObject({ state: 'completed', attempt: 1, problem: null })
    expect(row.counts.sinks.out).toMatchObject({ written: records - 10, unchanged: 10 })
    expect(await readRows(target)).toEqual(clean)
  })

  it('GUARANTEE G6 a COMMIT that never arrived is no success: the import fails, the table is as it was', async () => {
    const target = await fresh()
    const before = await readRows(target)
    const cut = proxy.cutAtCommit('lost')
    const row = await run(target)
    expect(row).toMatchObject({ state: 'failed', problem: expect.stringMatching(/connection.*lost/) })
    expect(performance.now() - (await cut)).toBeLessThan(maxErrorMs)
    expect([await readRows(target), await files(row.id)]).toEqual([before, []])
  })

  it('GUARANTEE G6 a target that is away while a COMMIT is in doubt is asked again when it is back, within 15 s', async () => {
    const target = await fresh()
    const cut = proxy.cutAtCommit('kept')
    const importId = await start(target.pipelineId)
    await cut
    proxy.down(true)
    await sleep(4000)
    proxy.down(false)
    const back = performance.now()
    expect(await ended(world, importId)).toMatchObject({ state: 'completed', attempt: 1, problem: null })
    expect(performance.now() - back).toBeLessThan(maxRecoveryMs)
    expect(await readRows(target)).toEqual(clean)
  })

  it('GUARANTEE G6 a target that goes away in the middle of the copy fails the import within 5 s, and serves again once it is back', async () => {
    const target = await fresh()
    const before = await readRows(target)
    proxy.cutAfter(Math.round(bytes / 2))
    const importId = await start(target.pipelineId)
    while (proxy.lastCut() === null) await sleep(5)
    proxy.down(true)
    const gone = performance.now()
    expect(await ended(world, importId)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/connection/),
    })
    expect(performance.now() - gone).toBeLessThan(maxErrorMs)
    const began = performance.now()
    expect(await run(target)).toMatchObject({ state: 'failed', problem: expect.stringMatching(/cannot be reached/) })
    expect(performance.now() - began).toBeLessThan(maxErrorMs)
    proxy.down(false)
    const back = performance.now()
    expect(await readRows(target)).toEqual(before)
    expect(await run(target)).toMatchObject({ state: 'completed', problem: null })
    expect(performance.now() - back).toBeLessThan(maxRecoveryMs)
    expect(await readRows(target)).toEqual(clean)
    expect(worker.child.exitCode).toBeNull()
  })
}

describe('a sink into PostgreSQL', () => {
  behaviour('postgresql')
})
mysqlSuite(describe, 'a sink into MariaDB', () => {
  behaviour('mysql')
})
