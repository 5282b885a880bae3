import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openBrowser, openPage } from '../e2e/support/browser.ts'
import { freePort } from '../e2e/support/product.ts'
import { report } from './report.ts'

const web = path.join(import.meta.dirname, '..', 'apps', 'web')
const vite = path.join(path.dirname(createRequire(path.join(web, 'package.json')).resolve('vite/package.json')), 'bin')
const slowdown = 4
const seconds = 4

/**
 * The logs panel of the gallery with 100,000 lines and 1,000 more a second, the processor slowed down four times: frames
 * a second and tasks over 50 ms while it follows and while it is scrolled, and the time of a search.
 */
export async function measureLiveLogs(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-gallery-'))
  const run = (...args: string[]) => [path.join(vite, 'vite.js'), ...args, '--outDir', folder]
  // The gallery is no part of a production build.
  const env = { ...process.env, NODE_ENV: 'production' }
  const built = spawnSync(process.execPath, run('build', '--mode', 'gallery', '--emptyOutDir'), { cwd: web, env })
  if (built.status !== 0) throw new Error(`the gallery could not be built:\n${built.stderr.toString()}`)
  const port = await freePort()
  const served = spawn(process.execPath, run('preview', '--port', String(port), '--host', '127.0.0.1'), { cwd: web })
  const browser = await openBrowser()
  try {
    const page = await openPage(browser, `http://127.0.0.1:${port}`)
    await openGallery(page)
    const link = await page.context().newCDPSession(page)
    await link.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await tell('follow', page, false)
    await tell('scroll', page, true)
    const searched = await page.evaluate(searchFor, 'row 385')
    report('live-logs-search', searched, 'ms')
  } finally {
    await browser.close()
    served.kill()
    await once(served, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openGallery(page: Page): Promise<void> {
  const name = { firstName: 'Lena', lastName: 'Maier' }
  const user = { _id: 'lena', name, userName: 'lena.maier', email: '', avatar: null, roles: [], role: 'manager' }
  const more = { admin_tags: [], project_tags: [], unrestrictedUpload: false }
  const session = {
    user: { ...user, ...more },
    mimetypes: {},
    timeZone: 'Europe/Berlin',
    title: 'Millrace',
    maxUpload: 1,
  }
  await page.route('**/api/**', (route) => route.fulfill({ json: { code: 20000, message: 'ok', data: session } }))
  await page.addInitScript(() => {
    localStorage.setItem('token', 'made up')
    localStorage.setItem('tokenExpireAt', '2999-01-01T00:00:00.000Z')
    localStorage.setItem('refreshToken', 'made up')
  })
  for (let tries = 0; ; tries++) {
    try {
      await page.goto('/#/gallery')
      break
    } catch (error) {
      if (tries > 50) throw error
      await sleep(200)
    }
  }
  await page.getByText('100,000 lines', { exact: true }).click()
  await page.getByRole('group', { name: 'Log lines' }).locator('time').first().waitFor()
  await sleep(1000)
}

async function tell(name: string, page: Page, scroll: boolean): Promise<void> {
  const { frames, longTasks, longest } = await page.evaluate(watchFrames, { seconds, scroll })
  report(`live-logs-${name}-fps`, frames / seconds, 'frames/s')
  report(`live-logs-${name}-long-tasks`, longTasks, 'tasks')
  report(`live-logs-${name}-longest-frame`, longest, 'ms')
}

/** Runs in the page. Scrolling goes up and down through the lines, 300 px a frame. */
function watchFrames({ seconds, scroll }: { seconds: number; scroll: boolean }) {
  const box = document.querySelector('[aria-label="Log lines"]') as HTMLElement
  let longTasks = 0
  const observer = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length
  })
  observer.observe({ entryTypes: ['longtask'] })
  return new Promise<{ frames: number; longTasks: number; longest: number }>((resolve) => {
    const began = performance.now()
    let [frames, longest, before, step] = [0, 0, began, -300]
    const frame = () => {
      const now = performance.now()
      frames += 1
      longest = Math.max(longest, now - before)
      before = now
      if (scroll) {
        if (frames % 60 === 0) step = -step
        box.scrollTop += step
      }
      if (now - began < seconds * 1000) requestAnimationFrame(frame)
      else {
        observer.disconnect()
        resolve({ frames, longTasks, longest })
      }
    }
    requestAnimationFrame(frame)
  })
}

/** Runs in the page: milliseconds from a typed search to the next frame. */
function searchFor(text: string) {
  const input = document.querySelector('[aria-label="Filter the lines"]') as HTMLInputElement
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  return new Promise<number>((resolve) => {
    const began = performance.now()
    set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
  })
}
