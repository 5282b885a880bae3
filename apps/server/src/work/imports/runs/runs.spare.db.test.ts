import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testTimeouts } from '../../../guarantees/figures.ts'
import { type ProductProcess, startProcess } from '../../../test-support/product-process.ts'
import { csv, ended, type ImportWorld, makeImportWorld, makePipelines, until, uploadForm } from '../imports.fixtures.ts'

vi.setConfig(testTimeouts)

let world: ImportWorld
let pipelineId: string
let worker: ProductProcess
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
  const { country } = await makePipelines(world, {
    component: { jsCode: 'ctx.output = { out: ctx.input.rows }' },
    sinks: [{ name: 'out', format: 'ndjson' }],
  })
  pipelineId = country._id
})
afterAll(async () => {
  await worker?.kill()
  await world.close()
})

/** Waits for the worker's warm-up, after which it would keep a runner. */
async function warmedUp(): Promise<void> {
  const prefix = `millrace-runner-${worker.child.pid}-`
  await until('the warm-up', async () =>
    readdirSync(tmpdir()).some((name) => name.startsWith(prefix) && existsSync(join(tmpdir(), name, 'program.code'))),
  )
}

/** Runs an import of a small file to its end. */
async function run(): Promise<void> {
  const { manager } = world.people
  const form = uploadForm(pipelineId, { rows: { name: 'rows.csv', content: csv(20) } })
  const [sent] = await manager.call('POST /uploads', { body: form })
  await until('the upload', async () => {
    const [upload] = await manager.call('GET /uploads/status', { query: { ids: sent?._id ?? '' } })
    return upload?.status === 'valid'
  })
  const body = { pipelineId, kind: 'immediate', restartOnError: true } as const
  const { importId } = await manager.call('POST /imports', { body })
  expect(await ended(world, importId)).toMatchObject({ state: 'completed', problem: null })
}

/** Runners of this machine that wait for a small import, or were waiting for the one they run. */
function spares(): number[] {
  const scratch = `millrace-runner-${worker.child.pid}-`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const file = readlinkSync(`/proc/${name}/fd/3`)
        return file.includes(scratch) && file.includes('/spare-')
      } catch {
        // It ended while we looked, or is another's.
        return false
      }
    })
    .map(Number)
}

describe.skipIf(process.platform !== 'linux')('a worker', () => {
  it('keeps a runner for the next small import and ends it when it stops', async () => {
    worker = await startProcess('worker', world.platform, { MILLRACE_SPARE_RUNNER: '1' })
    const [first] = await until('a runner that waits', async () => spares().length > 0 && spares())
    await run()
    await until('another', async () => spares().length === 1 && !spares().includes(first as number))
    await run()
    expect((await worker.terminate()).code).toBe(0)
    expect(spares()).toEqual([])
  })

  it('keeps none where it is told so', async () => {
    worker = await startProcess('worker', world.platform, { MILLRACE_SPARE_RUNNER: '0' })
    await warmedUp()
    await run()
    expect(spares()).toEqual([])
  })
})
