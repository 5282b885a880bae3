import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@millrace/server/platform/embedded/postgres'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages, openBrowser, openPage, signIn } from './support/browser.ts'
import { freePort, type Started, startProcess, untilReady } from './support/product.ts'
import { realDataPresent, realFile } from './support/real-data.ts'
import { wizardOn } from './support/wizard.ts'

// API and worker as processes of their own on one database, as on several machines.
let folder: string
let cluster: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let api: Started
let browser: Browser
let page: Page
let env: Record<string, string>
const workers: Started[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-e2e-kill-'))
  cluster = await startEmbeddedPostgres({ dataFolder: path.join(folder, 'cluster'), durability: 'throwaway' })
  const port = await freePort()
  env = {
    PORT: String(port),
    MILLRACE_DATA: path.join(folder, 'data'),
    DATABASE_URL: cluster.url(),
    MILLRACE_SECRET: 'one secret for both processes of the test',
    MILLRACE_DEMO: '1',
    MILLRACE_DEMO_IMPORTS: '0',
    // The runners of the workers are those of their imports.
    MILLRACE_SPARE_RUNNER: '0',
  }
  api = startProcess('api', env)
  await untilReady(`http://127.0.0.1:${port}`, api)
  browser = await openBrowser()
  page = await openPage(browser, `http://127.0.0.1:${port}`)
  await signIn(page, 'marc.manager')
})
afterAll(async () => {
  await closePages(browser)
  for (const worker of workers) await worker.stop('SIGKILL')
  await api?.stop()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function startWorker(): Started {
  const worker = startProcess('worker', env)
  workers.push(worker)
  return worker
}

/** A field of /proc/{pid}/status; NaN for a process that has ended. */
function statusOf(pid: number | string, field: 'PPid' | 'VmRSS'): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}

/** Runner processes below a worker. */
function runnersOf(worker: Started): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.filter((pid) => statusOf(pid, 'PPid') === worker.process.pid).map(Number)
}

/** Resident memory of a worker and its runners, in MiB. */
function treeMiB(worker: Started): number {
  const pids = [worker.process.pid ?? 0, ...runnersOf(worker)]
  return pids.reduce((sum, pid) => sum + (statusOf(pid, 'VmRSS') || 0), 0) / 1024
}

describe.skipIf(!realDataPresent)('a worker killed in the middle of an import', () => {
  it('IMP-047/ui the import is taken up again within 30 s and ends once, its output whole', async () => {
    const first = startWorker()
    const wizard = wizardOn(page)
    await wizard.choosePipeline('EPA registry en-US')
    await wizard.next()
    await wizard.giveFile('vehicles', realFile('vehicles/epa-vehicles.csv'))
    await wizard.next()
    await wizard.judged('vehicles')
    await wizard.next()
    await wizard.confirmRun()
    const details = page.getByRole('group', { name: 'Import details' })
    await details.getByText('progress', { exact: true }).waitFor()
    await expect.poll(() => runnersOf(first).length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0)
    await sleep(500)
    await expect.poll(() => details.getByText('progress', { exact: true }).count()).toBe(1)
    await first.stop('SIGKILL')
    const killedAt = Date.now()

    const second = startWorker()
    await expect.poll(() => runnersOf(second).length, { timeout: 30_000, interval: 100 }).toBeGreaterThan(0)
    expect(Date.now() - killedAt).toBeLessThan(30_000)
    let mostMiB = 0
    const sampling = setInterval(() => {
      mostMiB = Math.max(mostMiB, treeMiB(second))
    }, 200)
    expect(await wizard.ended(90)).toBe('completed')
    clearInterval(sampling)
    // A file of 19.25 MiB; the bound holds for every file under the limit of 20 MiB.
    expect(mostMiB).toBeGreaterThan(100)
    expect(mostMiB).toBeLessThan(600)

    // One file for each of the two sinks: the killed attempt left none.
    const files = page.getByRole('button', { name: /^Download EPA-registry-en-US-[^ ]+$/ })
    await expect.poll(() => files.count()).toBe(2)
    const button = page.getByRole('button', { name: /^Download EPA-registry-en-US-catalogue_file-[^ ]+$/ })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines).toHaveLength(46_839)
    expect(new Set(lines).size).toBe(46_839)
    await page.goto('/#/consult/import')
    const rows = page.getByRole('row').filter({ hasText: 'EPA registry en-US' })
    await rows.first().waitFor()
    await expect.poll(() => rows.count()).toBe(1)
  })
})
