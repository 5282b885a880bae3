import type { Page } from 'playwright-core'
import { median, report } from './report.ts'

/** For so long boxes, or the whole diagram, are pulled about. */
const pullMs = 4000
const layouts = 3

/** A diagram of 300 instances and 526 links: milliseconds to lay it out, frames a second while it is moved. */
export async function measureDiagram(page: Page): Promise<void> {
  await page.addInitScript(watchLayouts)
  const times: number[] = []
  for (let count = 0; count < layouts; count++) {
    await page.goto(
      `/gallery.html?screen=component-editor-large&state=full&theme=${count % 2 === 0 ? 'light' : 'dark'}`,
    )
    await page.locator('.react-flow__node').first().waitFor({ timeout: 60_000 })
    await page.locator('html[data-settled]').waitFor({ state: 'attached' })
    // The same layout is asked for twice, as effects are while the app is made; the second answer is kept from the first.
    times.push(Math.max(...(await page.evaluate(() => (window as Watched).layoutTimes))))
  }
  report('app-diagram-300-layout', median(times), 'ms')
  const canvas = page.getByRole('application', { name: 'Diagram of Large catalogue' })
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('the diagram is not drawn')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height - 40 }
  report('app-diagram-300-pan-all', await framesWhilePulling(page, middle), 'frames/s')
  await page
    .getByRole('treeitem', { name: 'step150 Step with 3' })
    .or(page.getByText('step12', { exact: true }))
    .first()
    .click()
  const one = await page.locator('.react-flow__node.selected').boundingBox()
  if (one === null) throw new Error('no box is selected')
  report('app-diagram-300-drag', await framesWhilePulling(page, { x: one.x + one.width / 2, y: one.y + 6 }), 'frames/s')
}

/** Pulls what is at a place to and fro, and counts the frames that are drawn meanwhile. */
async function framesWhilePulling(page: Page, { x, y }: { x: number; y: number }): Promise<number> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 8, y + 8)
  const counted = page.evaluate(countFrames, pullMs)
  const end = performance.now() + pullMs
  for (let step = 0; performance.now() < end; step++)
    await page.mouse.move(x + 60 * Math.sin(step / 8), y + 30 * Math.cos(step / 8))
  const frames = await counted
  await page.mouse.up()
  return (frames * 1000) / pullMs
}

/** Runs in the page. */
function countFrames(forMs: number): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    let frames = 0
    const next = () => {
      if (performance.now() - began > forMs) return resolve(frames)
      frames += 1
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
}

type Watched = Window & typeof globalThis & { layoutTimes: number[] }

/** Runs in the page: notes how long its worker takes for each layout, once it has started. */
function watchLayouts(): void {
  const watched = window as Watched
  watched.layoutTimes = []
  const began = new Map<number, number>()
  let last = 0
  watched.Worker = class extends watched.Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given)
      this.addEventListener('message', ({ data }: MessageEvent<{ id: number }>) => {
        const from = began.get(data.id)
        // The worker does one thing after the other: what came before is not this layout's time.
        if (from !== undefined) watched.layoutTimes.push(performance.now() - Math.max(from, last))
        last = performance.now()
      })
    }
    override postMessage(message: { id: number; cmd: string }): void {
      if (message.cmd === 'layout') began.set(message.id, performance.now())
      super.postMessage(message)
    }
  }
}
