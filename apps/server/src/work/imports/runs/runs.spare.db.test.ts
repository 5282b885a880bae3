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

/** Runners of this machine that wait, or were waiting for what they do now, and for which job. */
function spares(): { check: number[]; import: number[] } {
  const scratch = `millrace-runner-${worker.child.pid}-`
  const found: { check: number[]; import: number[] } = { check: [], import: [] }
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [first, second] = [3, 4].map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
      if (!first?.includes(scratch) || !first.includes('/spare-input-0')) continue
      found[second?.includes('/spare-output-0') ? 'check' : 'import'].push(Number(pid))
    } catch {
      // It ended while we looked, or is another's.
    }
  }
  return found
}

describe.skipIf(process.platform !== 'linux')('a worker', () => {
  it('keeps a runner for the next check and one for the next import, and ends both when it stops', async () => {
    worker = await startProcess('worker', world.platform, { MILLRACE_SPARE_RUNNER: '1' })
    const both = () => {
      const found = spares()
      return found.check.length === 1 && found.import.length === 1 && found
    }
    const first = await until('two runners that wait', async () => both())
    await run()
    const second = await until('two others', async () => {
      const found = both()
      return found && found.check[0] !== first.check[0] && found.import[0] !== first.import[0] && found
    })
    await run()
    expect((await worker.terminate()).code).toBe(0)
    expect(spares()).toEqual({ check: [], import: [] })
    expect(second).not.toEqual(first)
  })

  it('keeps none where it is told so', async () => {
    worker = await startProcess('worker', world.platform, { MILLRACE_SPARE_RUNNER: '0' })
    await warmedUp()
    await run()
    expect(spares()).toEqual({ check: [], import: [] })
  })
})
