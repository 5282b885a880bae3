import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages, type Look, openBrowser, openPage, picture } from './support/browser.ts'
import { type Gallery, startGallery } from './support/gallery.ts'
import { complaintsOf, faultsOf, overflowOf } from './support/looks.ts'

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

/** Each screen in each state as the page of the gallery links them: `?screen=…&state=…`. */
async function examplesOf(page: Page): Promise<string[]> {
  await page.goto('/gallery.html')
  await page.getByRole('heading', { name: 'Gallery' }).waitFor()
  return page
    .locator('a[href*="state="]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).search))
}

/** A matter of how quick the machine is: the style sheet that names the font came late. */
const lateFont = /was preloaded using link preload but not used within a few seconds/

/** What is wrong with an example; nothing when it is fine. */
async function inspect(page: Page, example: string, complaints: string[]): Promise<Record<string, unknown>> {
  await page.goto(`/gallery.html${example}`)
  await page.locator('html[data-settled]').waitFor({ state: 'attached' })
  const overflow = await overflowOf(page)
  const faults = await faultsOf(page)
  const said = complaints.splice(0).filter((complaint) => !lateFont.test(complaint))
  return overflow > 0 || faults.length > 0 || said.length > 0 ? { [example]: { overflow, faults, said } } : {}
}

/** Every state is looked at once; what a phone has less room for is looked at there too, in the other theme. */
const walks: { name: string; look: Look; states: RegExp }[] = [
  { name: 'wide-light', look: { width: 1440, height: 900, still: true }, states: /./ },
  { name: 'phone-dark', look: { width: 390, height: 844, dark: true, still: true }, states: /state=(?:full|long)/ },
]
/** A page that settles waits more than it works: this many take an example each. */
const pagesAtOnce = 3

/** Walks on with its own page of the profile until no example is left. @returns what is wrong */
async function walk(context: BrowserContext, examples: Iterator<string>, name: string) {
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const wrong: Record<string, unknown> = {}
  for (let next = examples.next(); !next.done; next = examples.next()) {
    Object.assign(wrong, await inspect(page, next.value, complaints))
    await picture(page, `gallery-${name}-${next.value.replaceAll(/[^a-z]+/g, '-')}`)
  }
  return wrong
}

describe('every screen in every state', () => {
  it.each(walks)('$name', { timeout: 900_000 }, async ({ name, look, states }) => {
    const page = await openPage(browser, gallery.url, look)
    const examples = (await examplesOf(page)).filter((example) => states.test(example))
    expect(examples.length).toBeGreaterThan(50)
    const left = examples.values()
    const walking = Array.from({ length: pagesAtOnce }, () => walk(page.context(), left, name))
    const wrong = await Promise.all(walking)
    await page.context().close()
    expect(Object.assign({}, ...wrong)).toEqual({})
  })
})

it('for somebody who wants no motion a calendar opens at its field', async () => {
  const page = await openPage(browser, gallery.url, { still: true })
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
  const page = await openPage(browser, gallery.url, { still: true })
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
  const page = await openPage(browser, gallery.url, { still: true })
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
