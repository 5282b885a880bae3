import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ExampleName, type ScreenState, screenStates } from '../apps/web/src/gallery/screen-example.ts'
import { closePages, type Look, openBrowser, openPage } from './support/browser.ts'
import { type Gallery, startGallery } from './support/gallery.ts'
import {
  openWalkers,
  partMs,
  partsOf,
  type ScreenWalk,
  startWalk,
  walkParts,
  walkScreen,
  type Wrong,
} from './support/gallery-walk.ts'
import { overflowOf } from './support/looks.ts'

let gallery: Gallery
let browser: Browser

beforeAll(async () => {
  gallery = await startGallery()
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await gallery?.stop()
})

/** Every state is looked at once; what a phone has less room for is looked at there too, in the other theme. */
const walks: { name: string; look: Look; states: readonly ScreenState[] }[] = [
  { name: 'wide-light', look: { width: 1440, height: 900 }, states: screenStates },
  { name: 'phone-dark', look: { width: 390, height: 844, dark: true }, states: ['full', 'long'] },
]
const pagesAtOnce = 8

describe.each(walks)('every screen in every state, $name', ({ name, look, states }) => {
  const parts = partsOf(states)
  let page: Page
  let walked: Promise<Wrong>[]

  beforeAll(async () => {
    page = await openPage(browser, gallery.url, look)
    const others = await openWalkers(page.context(), pagesAtOnce - 1)
    walked = walkParts([startWalk(page), ...others], parts, name)
  })
  afterAll(() => page?.context().close())

  for (const [index, part] of parts.entries()) {
    it(part.title, { timeout: partMs(part) }, async () => {
      expect(await walked[index]).toEqual({})
    })
  }
})

describe('a walk through the states of a screen', () => {
  let page: Page
  beforeEach(async () => {
    page = await openPage(browser, gallery.url)
  })
  afterEach(() => page.context().close())

  it('tells under its name alone what is wrong with a state, until it is gone', async () => {
    await page.addInitScript(spoilEmptyState)
    const walk: ScreenWalk = { screen: 'users', states: ['full', 'empty', 'long'] }
    const { 'users, empty': found, ...others } = await walkScreen(startWalk(page), walk, 'spoiled')
    expect(others).toEqual({})
    expect(found).toEqual({
      overflow: expect.any(Number),
      faults: [expect.stringMatching(/^button-name: /)],
      said: ['while it is there', 'while it goes'],
    })
    expect((found as { overflow: number }).overflow).toBeGreaterThan(1000)
  })

  it('shows in each what a page of its own shows', async () => {
    const shown: string[] = []
    await page.exposeFunction('tellShown', (text: string) => void shown.push(text))
    await page.addInitScript(tellWhatIsShown)
    const all = partsOf(screenStates).flatMap(({ screens }) => screens)
    const names = ['manage-lock', 'schema-editor', 'wizard-plan', 'login', 'manage-usages', 'manage-lock']
    const walks = names.flatMap((name) => all.filter(({ screen }) => screen === name))
    const walker = startWalk(page)
    for (const one of walks) expect(await walkScreen(walker, one, 'walked')).toEqual({})
    const walked = shown.splice(0)
    for (const { screen, states } of walks) {
      for (const state of states) await walkScreen(startWalk(page), { screen, states: [state] }, 'alone')
    }
    expect(walked).toEqual(shown)
    expect(new Set(shown).size).toBeGreaterThan(10)
    // What a press opens is there, also where it had to be fetched on a page that was at rest.
    expect(walked.filter((text) => text.includes('Usages of Bikes fr-FR'))).toHaveLength(2)
  })
})

/** In the page: tells at the end of each example what is to be read of it and how many elements it has. */
function tellWhatIsShown(): void {
  window.addEventListener('leave-example', () => {
    const { tellShown } = window as unknown as { tellShown(text: string): void }
    tellShown(`${document.body.innerText}\n${document.body.querySelectorAll('*').length} elements`)
  })
}

/** In the page: the state 'empty' has a button that is nameless and too wide, and complains when it comes and goes. */
function spoilEmptyState(): void {
  let isEmpty = false
  window.addEventListener('show-example', ({ detail }: CustomEventInit<ExampleName>) => {
    isEmpty = detail?.state === 'empty'
    if (!isEmpty) return
    const button = document.createElement('button')
    button.style.width = '5000px'
    document.body.append(button)
    console.error('while it is there')
  })
  window.addEventListener('leave-example', () => {
    if (isEmpty) console.error('while it goes')
  })
}

it('for somebody who wants no motion a calendar opens at its field', async () => {
  const page = await openPage(browser, gallery.url)
  await page.goto('/gallery.html?screen=wizard-plan&state=full')
  await page.getByRole('group', { name: 'Schedule' }).locator('label', { hasText: 'Later' }).click()
  const field = page.getByRole('textbox', { name: 'Date' })
  await field.click()
  await page.locator('.ant-picker-cell-today').waitFor()
  const [at, calendar] = await Promise.all([field.boundingBox(), page.locator('.ant-picker-dropdown').boundingBox()])
  expect(Math.abs((calendar?.x ?? Number.NaN) - (at?.x ?? 0))).toBeLessThan(300)
  expect(Math.abs((calendar?.y ?? Number.NaN) - (at?.y ?? 0))).toBeLessThan(400)
  expect(await overflowOf(page)).toBe(0)
  await page.context().close()
})

it.each([
  ['SCH-032/ui LIM-003/ui the schema editor', 'schema-editor', 'Data Models', 65],
  ['LIM-003/ui the wizard', 'wizard-select', 'Upload new file', 65],
  ['PIP-013/ui LIM-003/ui pipelines', 'manage-pipelines', 'Pipelines', 60],
  ['CMP-026/ui LIM-003/ui components', 'manage-components', 'ComponentEditor', 60],
])('%s: as high as the window without a strip', async (_, screen, title, below) => {
  const page = await openPage(browser, gallery.url)
  await page.goto(`/gallery.html?screen=${screen}&state=full`)
  const box = page.getByRole('region', { name: title, exact: true })
  await box.waitFor()
  for (const height of [900, 620]) {
    await page.setViewportSize({ width: 1440, height })
    const shown = await box.evaluate((element) => {
      const { paddingTop, paddingBottom } = getComputedStyle(element)
      const { height, bottom } = element.getBoundingClientRect()
      return { content: height - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom), bottom }
    })
    expect(shown.content).toBe(height - below)
    expect(shown.bottom).toBeLessThanOrEqual(height)
  }
  await page.context().close()
})

it('a key in a field of a form lays out that field alone', async () => {
  const page = await openPage(browser, gallery.url)
  await page.goto('/gallery.html?screen=schema-editor-form&state=full')
  await page.locator('html[data-settled]').waitFor({ state: 'attached' })
  const form = page.getByRole('region', { name: /^Form of / })
  await form.getByRole('textbox').first().click()
  const laidOut = await laidOutWhile(page, () => page.keyboard.type('abc', { delay: 50 }))
  // What shows the value below the form is laid out later, with the page.
  expect(Math.min(...laidOut)).toBeLessThan(20)
  await page.context().close()
})

type Layout = { name: string; args: { beginData?: { totalObjects?: number } } }

/** How many boxes each layout of the page went through. */
async function laidOutWhile(page: Page, act: () => Promise<void>): Promise<number[]> {
  const link = await page.context().newCDPSession(page)
  const events: Layout[] = []
  link.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Layout[])))
  await link.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } })
  await act()
  const complete = new Promise<unknown>((resolve) => link.once('Tracing.tracingComplete', resolve))
  await link.send('Tracing.end')
  await complete
  return events.flatMap(({ name, args }) => (name === 'Layout' ? (args.beginData?.totalObjects ?? []) : []))
}
