import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openPage } from '../e2e/support/browser.ts'
import { freePort } from '../e2e/support/product.ts'
import { median, report, runs } from './report.ts'

const web = path.join(import.meta.dirname, '..', 'apps', 'web')
const vite = path.join(path.dirname(createRequire(path.join(web, 'package.json')).resolve('vite/package.json')), 'bin')

type Chunk = { file: string; imports?: string[]; isEntry?: boolean }

/** One row of a list of 10,000; a click on it is what the click figures measure. */
const rowOf: Record<string, string> = {
  'transfer-own': '[role=option]',
  'transfer-kit': '.ant-transfer-list-content-item',
  'table-own': 'tbody input[type=checkbox]',
  'table-kit': '.ant-table-tbody-virtual input[type=checkbox]',
}

/**
 * Our transfer lists, table and dialog beside the kit's, with 10,000 rows where they have rows: kilobytes that a page
 * carries for them (gzipped, without React), milliseconds until they are drawn and until a click on a row is, and elements.
 */
export async function ownParts(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-parts-'))
  const run = (...args: string[]) => [
    path.join(vite, 'vite.js'),
    ...args,
    '--config',
    'vite.config.ts',
    '--outDir',
    folder,
  ]
  const built = spawnSync(process.execPath, run('build', 'bench', '--emptyOutDir'), { cwd: web })
  if (built.status !== 0) throw new Error(`the parts could not be built:\n${built.stderr.toString()}`)
  const port = await freePort()
  const listen = run('preview', 'bench', '--port', String(port), '--host', '127.0.0.1')
  const served = spawn(process.execPath, listen, { cwd: web })
  const browser = await openBrowser()
  try {
    await untilServed(`http://127.0.0.1:${port}/`)
    for (const part of ['transfer', 'table', 'dialog'])
      for (const maker of ['own', 'kit']) {
        report(`${part}-${maker}-size`, kilobytesOf(folder, `${part}-${maker}.tsx`), 'KB', 1)
        await draw(browser, `http://127.0.0.1:${port}/`, `${part}-${maker}`)
      }
  } finally {
    await browser.close()
    served.kill()
    await once(served, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the part brings besides what every page has. */
function kilobytesOf(folder: string, name: string): number {
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const filesOf = (names: string[], seen = new Set<string>()): Set<string> => {
    for (const one of names) {
      const chunk = manifest[one]
      if (chunk === undefined || seen.has(chunk.file)) continue
      seen.add(chunk.file)
      filesOf(chunk.imports ?? [], seen)
    }
    return seen
  }
  const entry = filesOf(Object.keys(manifest).filter((one) => manifest[one]?.isEntry))
  const files = [...filesOf([name])].filter((file) => !entry.has(file))
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0) / 1000
}

async function draw(browser: Browser, url: string, part: string): Promise<void> {
  const drawn: number[] = []
  const clicks: number[] = []
  let elements = 0
  for (let run = 0; run < runs; run++) {
    const page = await openPage(browser, `${url}`)
    await page.goto(`/?part=${part}`)
    const took = await page.waitForFunction(() => (window as { drawnAfter?: number }).drawnAfter)
    drawn.push((await took.jsonValue()) as number)
    elements = await page.evaluate(() => document.querySelectorAll('*').length)
    if (rowOf[part] !== undefined) clicks.push(await clickOn(page, rowOf[part]))
    await page.context().close()
  }
  report(`${part}-drawn`, median(drawn), 'ms')
  report(`${part}-elements`, elements, 'elements')
  if (clicks.length > 0) report(`${part}-click`, median(clicks), 'ms')
}

/** Milliseconds from a click until the page has been painted anew. */
const clickOn = (page: Page, row: string): Promise<number> =>
  page.evaluate(async (selector) => {
    const began = performance.now()
    document.querySelector<HTMLElement>(selector)?.click()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return performance.now() - began
  }, row)

async function untilServed(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error('the parts are not served')
}
