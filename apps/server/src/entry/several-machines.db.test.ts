import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiRoot, isEnded, runtimeRoot, tokenHeader } from '@millrace/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pickFreePort } from '../platform/embedded/free-port.ts'
import { createEmptyDatabase } from '../test-support/database.ts'
import { type ProductProcess, startProcess } from '../test-support/product-process.ts'
import { until } from '../work/imports/imports.fixtures.ts'
import { callServer } from './cli/client.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-machines-'))
const demoFile = (name: string) => readFileSync(fileURLToPath(new URL(`../../demo/files/${name}`, import.meta.url)))
const running: ProductProcess[] = []

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let url: string
let runtime: string
let token: string
beforeAll(async () => {
  database = await createEmptyDatabase()
  const target = { databaseUrl: database.url, settings: { filesFolder: join(folder, 'files') } }
  const port = await pickFreePort()
  runtime = `http://127.0.0.1:${port}${runtimeRoot}`
  /** Each with a data folder of its own, as on a machine of its own; database, files and settings are the same. */
  const start = async (role: 'api' | 'worker' | 'realtime', name: string, env: Record<string, string> = {}) => {
    const common = {
      MILLRACE_DEMO: '1',
      MILLRACE_DEMO_IMPORTS: '0',
      MILLRACE_RUNTIME_URL: runtime,
      MILLRACE_DATA: join(folder, name),
    }
    const process = await startProcess(role, target, { ...common, ...env })
    running.push(process)
    return process
  }
  url = (await start('api', 'api')).url
  await start('worker', 'worker-1')
  await start('worker', 'worker-2')
  await start('realtime', 'realtime', { PORT: String(port), HOST: '127.0.0.1' })
  const body = { username: 'marc.manager', password: 'Try-this-1now' }
  const signed = await callServer(url, 'POST /users/login', { body })
  if (!('token' in signed)) throw new Error('a second factor is asked for')
  token = signed.token.value
})
afterAll(async () => {
  for (const each of running) await each.kill()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const pipeline = async (name: string) => {
  const { pipelines } = await callServer(url, 'GET /users/pipelines', {}, token)
  return pipelines.find((each) => each.name === name)?._id ?? ''
}
const jobOf = async (pipelineId: string) =>
  (await callServer(url, 'GET /imports/job', { query: { pipelineId } }, token)).imp

it('one uploads at the api, the workers validate and import, and the api has what came out', async () => {
  const sources = [
    ['Dealers fr-FR', 'dealers', 'bikes-dealers.xlsx'],
    ['EPA registry en-US', 'vehicles', 'epa-vehicles.csv'],
  ] as const
  for (const [name, source, file] of sources) {
    const pipelineId = await pipeline(name)
    const form = new FormData()
    form.set('pipelineId', pipelineId)
    form.set(source, new Blob([demoFile(file)]), file)
    const [sent] = await callServer(url, 'POST /uploads', { body: form }, token)
    await until('the validation', async () => {
      const [now] = await callServer(url, 'GET /uploads/status', { query: { ids: sent?._id ?? '' } }, token)
      return now?.status === 'valid'
    })
  }
  const ids = await Promise.all(
    sources.map(async ([name]) => {
      const pipelineId = await pipeline(name)
      await callServer(url, 'POST /imports', { body: { pipelineId, kind: 'immediate' } }, token)
      return pipelineId
    }),
  )
  for (const pipelineId of ids) {
    const ended = await until('the end of the import', async () => {
      const imp = await jobOf(pipelineId)
      return imp !== null && isEnded(imp.state) && imp
    })
    expect([ended.state, ended.success], String(ended.problem)).toEqual(['completed', true])
    const files = await callServer(url, 'GET /uploads/import', { query: { importId: ended._id } }, token)
    const output = files.find(({ from, dataSubKind }) => from === 'destination' && dataSubKind === 'catalogue_file')
    const answer = await fetch(`${url}${apiRoot}/uploads/export`, {
      method: 'POST',
      headers: { [tokenHeader]: token, 'content-type': 'application/json' },
      body: JSON.stringify({ uploadIds: [output?._id] }),
    })
    expect((await answer.text()).trimEnd().split('\n').length).toBeGreaterThan(5)
  }
})

it('what the api published, the realtime process answers, and takes posts for the workers', async () => {
  const headers = { [tokenHeader]: token, 'content-type': 'application/json' }
  const price = { unique_code: 'demo:aurore:e1:2025:base', amount: 38_990.499, currency: 'USD' }
  const ask = () => fetch(`${runtime}/ev-price/v1/price`, { method: 'POST', headers, body: JSON.stringify({ price }) })
  const answer = await until('the endpoint', async () => {
    const asked = await ask()
    return asked.ok && (await asked.json())
  })
  expect(answer).toEqual({ price: { ...price, amount: 38_990.5 } })

  const [listener] = await callServer(url, 'GET /pipelines/deployed-listener', {}, token)
  expect(listener?.address?.startsWith(runtime)).toBe(true)
  const posted = await fetch(listener?.address ?? '', { method: 'POST', headers, body: demoFile('ev-prices.json') })
  expect(posted.status).toBe(202)
  const pipelineId = await pipeline('EV price check en-US')
  const imported = await until('the import of what was posted', async () => {
    const imp = await jobOf(pipelineId)
    return imp !== null && isEnded(imp.state) && imp
  })
  expect([imported.state, imported.success], String(imported.problem)).toEqual(['completed', true])
})

it('a worker that is killed is missed by nobody', async () => {
  await running[1]?.kill()
  const pipelineId = await pipeline('Dealers fr-FR')
  const { importId } = await callServer(url, 'POST /imports', { body: { pipelineId, kind: 'immediate' } }, token)
  const ended = await until('the end of the import', async () => {
    const imp = await jobOf(pipelineId)
    return imp?._id === importId && isEnded(imp.state) && imp
  })
  expect(ended.state).toBe('completed')
})
