import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { csv, ended, type ImportWorld, makePipelines, sendFile } from '../work/imports/imports.fixtures.ts'

/** Work that must not notice what happens beside it, and how the server felt meanwhile. */
export type Neighbour = {
  /** Ends the loops; fails when one of the neighbour's runs failed. */
  stop(): Promise<{ imports: number; slowestAnswerMs: number; maxMiB: number }>
}

/** Uploads, validates and imports a file again and again, and asks for a sign of life ten times a second. */
export async function startNeighbour(world: ImportWorld): Promise<Neighbour> {
  const { manager } = world.people
  const { country } = await makePipelines(world)
  let over = false
  let imports = 0
  let slowestAnswerMs = 0
  let maxMiB = 0
  const work = (async () => {
    while (!over) {
      const upload = await sendFile(manager, country._id, 'rows', csv(50, imports))
      assert.deepEqual([upload.status, upload.counts?.records, upload.counts?.rejected], ['valid', 50, 0])
      const { importId } = await manager.call('POST /imports', { body: { pipelineId: country._id, kind: 'immediate' } })
      const { state, success } = await ended(world, importId, 120_000)
      assert.deepEqual([state, success], ['completed', true])
      imports++
      // All the time would take half of the processors from what is tested beside it.
      await sleep(1500)
    }
  })()
  const heartbeat = (async () => {
    while (!over) {
      const asked = performance.now()
      const answer = await fetch(`${world.url}/healthz`)
      assert.deepEqual([answer.status, await answer.json()], [200, { ok: true }])
      slowestAnswerMs = Math.max(slowestAnswerMs, performance.now() - asked)
      maxMiB = Math.max(maxMiB, process.memoryUsage().rss / 2 ** 20)
      await sleep(100)
    }
  })()
  const both = Promise.all([work, heartbeat])
  // Told when the loops are stopped.
  both.catch(() => {})
  return {
    async stop() {
      over = true
      await both
      return { imports, slowestAnswerMs, maxMiB }
    },
  }
}

/** Process ids of this process's runners that live now. */
export function livingRunners(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('runner.cjs')
      } catch {
        // The process ended between listing and reading.
        return false
      }
    })
}
