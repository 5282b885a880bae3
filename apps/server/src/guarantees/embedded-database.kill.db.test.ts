import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { apiRoot, isEnded, tokenHeader, type Upload } from '@millrace/contract'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { callServer } from '../entry/cli/client.ts'
import { postgresProcessesOf } from '../platform/embedded/processes.ts'
import { type ProductProcess, startProcess } from '../test-support/product-process.ts'
import { scale, sha256, until, uploadForm } from '../work/imports/imports.fixtures.ts'
import { maxErrorMs, maxRecoveryMs, testTimeouts } from './figures.ts'
import { keepUploading } from './keep-uploading.ts'

vi.setConfig(testTimeouts)

const folder = mkdtempSync(join(tmpdir(), 'millrace-embedded-death-'))
const cluster = (dataFolder: string) => join(dataFolder, 'postgres', '18')
const vehicles = readFileSync(fileURLToPath(new URL('../../demo/files/epa-vehicles.csv', import.meta.url)), 'utf8')
/** So many records that their validation takes a while. */
const manyVehicles = vehicles + vehicles.slice(vehicles.indexOf('\n') + 1).repeat(15)
const running = new Set<ProductProcess>()
afterAll(async () => {
  for (const each of running) await each.kill()
  rmSync(folder, { recursive: true, force: true })
})

const titleOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // ended in between
  }
}

/** Who is killed: the server itself, or one of the processes that serve its connections. */
const victims = {
  postmaster: (dataFolder: string): number =>
    Number(readFileSync(join(cluster(dataFolder), 'postmaster.pid'), 'utf8').split('\n')[0]),
  backend: (dataFolder: string, chosen: number): number => {
    const serving = postgresProcessesOf(cluster(dataFolder)).filter((pid) =>
      /^postgres: millrace.* 127\.0\.0\.1/.test(titleOf(pid)),
    )
    return serving[chosen % serving.length] as number
  },
}

/** One product with an embedded PostgreSQL, and a manager of its demo. */
async function startProduct(dataFolder: string) {
  const product = await startProcess('serve', { dataFolder }, { MILLRACE_DEMO: '1' })
  running.add(product)
  const body = { username: 'marc.manager', password: 'Try-this-1now' }
  const signed = await callServer(product.url, 'POST /users/login', { body })
  if (!('token' in signed)) throw new Error('no token')
  const token = signed.token.value
  const { pipelines } = await callServer(product.url, 'GET /users/pipelines', {}, token)
  const idOf = (name: string) => pipelines.find((each) => each.name === name)?._id ?? ''
  return {
    product,
    url: product.url,
    token,
    registry: idOf('EPA registry en-US'),
    bikes: idOf('Bikes catalogue de-DE'),
  }
}
type Product = Awaited<ReturnType<typeof startProduct>>

/** What a call answers once it answers: calls fail while the database is away. */
const answerOf = <T>(what: string, ask: () => Promise<T | null | undefined | false>) =>
  until(what, () => ask().catch(() => null), maxRecoveryMs + 60_000)

async function send({ url, token, registry }: Product, content: string): Promise<string> {
  const form = uploadForm(registry, { vehicles: { name: 'a.csv', content } })
  const [sent] = await callServer(url, 'POST /uploads', { body: form }, token)
  return sent?._id ?? ''
}

const validated = ({ url, token }: Product, id: string): Promise<Upload> =>
  answerOf('the validation', async () => {
    const [now] = await callServer(url, 'GET /uploads/status', { query: { ids: id } }, token)
    return now !== undefined && now.status !== 'validating' && now
  })

const importNow = ({ url, token, registry: pipelineId }: Product) =>
  callServer(url, 'POST /imports', { body: { pipelineId, kind: 'immediate' } }, token)

const endOf = ({ url, token, registry: pipelineId }: Product, importId: string) =>
  answerOf('the end of the import', async () => {
    const { imp } = await callServer(url, 'GET /imports/job', { query: { pipelineId } }, token)
    return imp?._id === importId && isEnded(imp.state) && imp
  })

/** Each begins some work, lets the kill happen in its middle, and looks at what came of it. */
const works: Record<string, (on: Product, kill: () => Promise<void>) => Promise<void>> = {
  async uploads(on, kill) {
    const uploading = keepUploading(on.url, {
      pipelineId: on.bikes,
      token: on.token,
      at: 3,
      kind: 'local',
      goOn: true,
      content: (n) => `${vehicles}${n},\n`,
    })
    await until('a first upload', async () => uploading.answered.size > 0)
    await kill()
    const before = uploading.answered.size
    await until('an upload after it', async () => uploading.answered.size > before, maxRecoveryMs)
    await uploading.stop()
    expect(uploading.faults).toEqual([])
    for (const { code, message, ms } of uploading.refused) {
      expect([code, message]).toEqual([50000, 'The database does not answer. Please try again in a moment.'])
      expect(ms).toBeLessThan(maxErrorMs)
    }
    for (const [id, hash] of uploading.answered) {
      const answer = await fetch(`${on.url}${apiRoot}/uploads/export`, {
        method: 'POST',
        headers: { [tokenHeader]: on.token, 'content-type': 'application/json' },
        body: JSON.stringify({ uploadIds: [id] }),
      })
      expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(hash)
    }
  },
  async validations(on, kill) {
    const id = await send(on, manyVehicles)
    await kill()
    const { status, counts } = await validated(on, id)
    expect(status).toBe('valid')
    expect(counts?.records).toBe(manyVehicles.trimEnd().split('\n').length - 1)
  },
  async imports(on, kill) {
    await validated(on, await send(on, vehicles))
    const { importId } = await importNow(on)
    await kill()
    const { state, problem } = await endOf(on, importId)
    if (state === 'completed') return
    // The target is a database of the same server: an import that was writing to it ends with the reason, and the next
    // one goes through.
    expect([state, problem]).toEqual(['failed', expect.stringMatching(/database|connection/i)])
    const next = await endOf(on, (await importNow(on)).importId)
    expect([next.state, next.success]).toEqual(['completed', true])
  },
}

describe('GUARANTEE G6 the embedded PostgreSQL dies', () => {
  it('its server or one of its processes killed during uploads, validations and imports: it runs again, all goes on', async () => {
    const seed = Date.now() % 1000
    console.log(`deaths of the embedded PostgreSQL, seed ${seed}`)
    for (let round = 0; round < Math.ceil(0.5 * scale); round++) {
      const dataFolder = join(folder, 'data')
      const on = await startProduct(dataFolder)
      for (const [n, [what, work]] of Object.entries(works).entries()) {
        for (const [name, victim] of Object.entries(victims)) {
          let killedAt = 0
          let linesBefore = 0
          const lines = () => on.product.output().split('\n')
          await work(on, async () => {
            await sleep((seed + round * 211 + n * 97) % 400)
            linesBefore = lines().length
            process.kill(victim(dataFolder, seed + round), 'SIGKILL')
            killedAt = performance.now()
            await sleep(50)
            const health = async () => (await fetch(`${on.url}/healthz`)).ok
            await until('health', health, maxRecoveryMs)
            console.log(`${name} killed during ${what}: healthy after ${Math.round(performance.now() - killedAt)} ms`)
          })
          // One a second of what fails, and one each of the end, the start, the queue, the pool, and the demo's listener.
          const seconds = (performance.now() - killedAt) / 1000
          const said = lines().slice(linesBefore)
          expect(said.length, said.join('\n')).toBeLessThanOrEqual(seconds + 5)
        }
      }
      expect(on.product.child.exitCode, on.product.output()).toBe(null)
      const { code } = await on.product.terminate()
      expect([code, on.product.output()]).toEqual([0, expect.not.stringContaining('"level":60')])
      expect(postgresProcessesOf(cluster(dataFolder))).toEqual([])
    }
  })
})
