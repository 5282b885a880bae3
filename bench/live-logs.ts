import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { slowDown, withGalleryPage } from './gallery-page.ts'
import { report } from './report.ts'

const seconds = 4

/**
 * The logs panel of the gallery with 100,000 lines and 1,000 more a second, the processor slowed down four times: frames
 * a second and tasks over 50 ms while it follows and while it is scrolled, and the time of a search.
 */
export async function measureLiveLogs(): Promise<void> {
  await withGalleryPage({}, async (page) => {
    await openLogs(page)
    await slowDown(page)
    await tell('follow', page, false)
    await tell('scroll', page, true)
    const searched = await page.evaluate(searchFor, 'row 385')
    report('live-logs-search', searched, 'ms')
  })
}

async function openLogs(page: Page): Promise<void> {
  await page.goto('/index.html#/gallery')
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
