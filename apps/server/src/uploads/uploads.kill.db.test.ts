import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { apiRoot, type Envelope, tokenHeader, type Upload } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pickFreePort } from '../embedded/free-port.ts'
import {
  csv,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  scale,
  sha256,
  uploadForm,
} from '../imports/imports.fixtures.ts'
import { testPassword } from '../test-support/factories.ts'

let world: ImportWorld
let server: ChildProcess | null = null
const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The product's API in a process of its own; its address. */
async function startServer(): Promise<string> {
  const port = await pickFreePort()
  const child = spawn(process.execPath, ['--no-node-snapshot', main, 'api'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: world.platform.databaseUrl,
      MILLRACE_DATA: dirname(world.platform.settings.filesFolder),
      MILLRACE_FILES: world.platform.settings.filesFolder,
      MILLRACE_DEMO: '0',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = child
  let said = ''
  child.stdout?.on('data', (data) => (said += data))
  while (!said.includes('Millrace is ready')) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`)
    await sleep(50)
  }
  return `http://127.0.0.1:${port}`
}
async function killServer(): Promise<void> {
  if (server === null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
  server = null
}
async function tokenAt(url: string): Promise<string> {
  const answer = await fetch(`${url}${apiRoot}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: world.people.manager.userName, password: testPassword }),
  })
  const { data } = (await answer.json()) as Envelope<{ token: { value: string } }>
  return data.token.value
}

beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(async () => {
  await killServer()
  await world.close()
})

describe('GUARANTEE G1 a server killed during uploads', () => {
  it(
    'API-025/api what was answered is there, byte for byte; nothing else looks accepted',
    async () => {
      const { country } = await makePipelines(world)
      const content = csv(60_000)
      const seed = Date.now() % 1000
      const answered: Upload[] = []
      console.log(`kills of the server, seed ${seed}`)
      const rounds = Math.ceil(2.5 * scale)
      // Several uploads are under way at each kill.
      for (let round = 0; round < rounds; round++) {
        const url = await startServer()
        const token = await tokenAt(url)
        const sending = Array.from({ length: 4 }, async () => {
          for (;;) {
            const body = uploadForm(country._id, { rows: { name: 'a.csv', content } })
            let text: string
            try {
              text = await (
                await fetch(`${url}${apiRoot}/uploads`, { method: 'POST', headers: { [tokenHeader]: token }, body })
              ).text()
            } catch {
              // The server is gone; whatever had no answer must not be there.
              return
            }
            const envelope = JSON.parse(text) as Envelope<Upload[]>
            expect(envelope.code).toBe(20000)
            answered.push(...envelope.data)
          }
        })
        // At least one is answered first; the moment after that is any.
        const before = answered.length
        while (answered.length === before) await sleep(20)
        await sleep((seed + round * 211) % 500)
        await killServer()
        await Promise.all(sending)
      }
      expect(answered.length).toBeGreaterThan(3)
      const rows = await world.platform.db.selectFrom('uploads').selectAll().execute()
      const stored = new Set(rows.map((row) => row.id))
      expect(answered.filter((upload) => !stored.has(upload._id))).toEqual([])
      for (const row of rows) {
        const bytes = readFileSync(await world.platform.files.localPath(row.file_key))
        expect([bytes.length, sha256(bytes)]).toEqual([content.length, sha256(content)])
      }
      // A row whose answer was cut off may exist, since it was committed; there is at most one for each upload under way.
      expect(rows.length - answered.length).toBeLessThanOrEqual(rounds * 4)
      const queued = await world.platform.queue.send(
        'uploads.validate',
        { uploadId: rows[0]?.id },
        { key: rows[0]?.id ?? '' },
      )
      expect(queued).toBeNull()
    },
    90_000 * scale,
  )
})
