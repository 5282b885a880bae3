import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, postgresProcessesOf, waitUntil } from '../apps/server/src/platform/embedded/processes.ts'
import { launchProduct, type ProductOptions, type StartedProduct, startProduct } from './test-product.ts'

let dataFolder: string
const started: StartedProduct[] = []

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'millrace-start-'))
})

afterEach(async () => {
  for (const product of started.splice(0)) await product.stop()
  await waitUntil(() => postgresHere().length === 0, 30_000)
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

const postgresHere = () => postgresProcessesOf(join(dataFolder, 'postgres', '18'))
const lockFile = () => join(dataFolder, 'millrace.lock')
const serverPid = () => (JSON.parse(readFileSync(lockFile(), 'utf8')) as { pid: number }).pid

/** What the first start of this file made: the database files and the demo workspace. */
let made: string | null = null
afterAll(() => {
  if (made !== null) rmSync(made, { recursive: true, force: true })
})

/** Starts on a copy of what the first start made, for tests about what comes after that. */
function startAgain(): Promise<StartedProduct> {
  if (made !== null) execFileSync('cp', ['-a', `${made}/.`, dataFolder])
  return start()
}

async function start(options: ProductOptions = {}): Promise<StartedProduct> {
  const product = await startProduct({ dataFolder, ...options })
  started.push(product)
  return product
}

/** Starts what cannot start; answers the lines after the stages of the set-up, and the exit code. */
async function refusal(options: ProductOptions): Promise<{ code: number | null; said: string }> {
  const product = await launchProduct({ dataFolder, ...options })
  started.push(product)
  if (product.process.exitCode === null) await once(product.process, 'close')
  return { code: product.process.exitCode, said: product.output() }
}

describe('npm start', () => {
  it('tells its stages, the address and the demo logins, and answers', async () => {
    const product = await start()
    // The address is printed just after the server begins to answer.
    await waitUntil(() => product.output().includes('Try-this-1now'), 30_000)
    const output = product.output()
    expect(output).toMatch(/Checking the installation\n/)
    expect(output).toMatch(/Starting Millrace\n/)
    expect(output).toMatch(/Making the PostgreSQL database files/)
    expect(output).toContain(new URL(product.url).port)
    for (const person of ['dana.dealer', 'marc.manager', 'ada.admin', 'sam.super']) expect(output).toContain(person)
    expect(output).toContain('Try-this-1now')
    expect(await product.stop()).toBe(0)
    made = mkdtempSync(join(tmpdir(), 'millrace-made-'))
    execFileSync('cp', ['-a', `${dataFolder}/.`, made])
  })

  // How long that takes is measured by `npm run bench`.
  it('starts the second time without installing, building or making anything anew', async () => {
    if (made === null) expect(await (await start()).stop()).toBe(0)
    const second = await startAgain()
    expect(second.output()).not.toMatch(/Installing|Building|Making/)
  })

  it('stops everything on Ctrl-C, also when it comes twice at once, as from the terminal and from npm', async () => {
    const product = await startAgain()
    expect(postgresHere().length).toBeGreaterThan(0)
    const server = serverPid()
    const closed = once(product.process, 'close')
    product.process.kill('SIGINT')
    product.process.kill('SIGINT')
    await closed
    expect(product.process.exitCode).toBe(0)
    expect(isAlive(server)).toBe(false)
    expect(postgresHere()).toEqual([])
    expect(existsSync(lockFile())).toBe(false)
    await expect(fetch(product.url)).rejects.toThrow()
  })
})

describe('after a killed process', () => {
  it.runIf(process.platform === 'linux')('leaves nothing behind when the start script is killed', async () => {
    const product = await startAgain()
    const server = serverPid()
    product.process.kill('SIGKILL')
    expect(await waitUntil(() => !isAlive(server) && postgresHere().length === 0, 20_000)).toBe(true)
    expect(existsSync(lockFile())).toBe(false)
  })

  it('starts again when the server was killed', async () => {
    const product = await startAgain()
    const closed = once(product.process, 'close')
    process.kill(serverPid(), 'SIGKILL')
    await closed
    expect(product.process.exitCode).not.toBe(0)
    const again = await start()
    expect((await fetch(`${again.url}/readyz`)).ok).toBe(true)
  })
})

describe('a start that cannot succeed says why in one sentence and ends with code 1', () => {
  it('a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    try {
      expectOneSentence(await refusal({ port }), new RegExp(`${port}`))
      expect(postgresHere()).toEqual([])
    } finally {
      taken.close()
    }
  })

  it('a data folder that cannot be written', async () => {
    writeFileSync(join(dataFolder, 'file'), '')
    const folder = join(dataFolder, 'file', 'data')
    expectOneSentence(await refusal({ dataFolder: folder }), /data folder .* cannot be (made|written)/)
  })

  it('a DATABASE_URL that cannot be reached', async () => {
    const env = { DATABASE_URL: 'postgresql://someone:secret-word@127.0.0.1:1/nowhere' }
    const refused = await refusal({ env })
    expectOneSentence(refused, /127\.0\.0\.1/)
    expect(refused.said).not.toContain('secret-word')
  })

  it('a data folder in use by another server', async () => {
    await startAgain()
    expectOneSentence(await refusal({}), new RegExp(`process ${serverPid()};`))
  })
})

function expectOneSentence({ code, said }: { code: number | null; said: string }, expected: RegExp): void {
  expect(code).toBe(1)
  expect(said).not.toMatch(/^\s+at /m)
  const last = said.trim().split('\n').at(-1) ?? ''
  expect(last).toMatch(expected)
  expect(last).toMatch(/^[A-Z].*\.$/)
}
