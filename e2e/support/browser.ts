import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { chromiumLaunch } from '../../scripts/chromium.mjs'

const pictures = path.join(import.meta.dirname, '..', 'pictures')

let running: Browser | undefined

/** The browser of this process, started by who asks first: the files of a worker share it, one after the other. */
export async function openBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await chromium.launch(await chromiumLaunch())
  return running
}

/** Ends every profile that a file opened, and with them its pages; the browser stays for the next file. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}

/** What the open pages show, to be told with a failure: most of them cannot be seen again. */
export async function describePages(): Promise<string[]> {
  const pages = running?.contexts().flatMap((context) => context.pages()) ?? []
  return Promise.all(pages.map(describePage))
}

/** Its address, then its text as one line: open dialogs, notifications and the screen, or all of it where it has none. */
async function describePage(page: Page): Promise<string> {
  const parts = page.locator('dialog[open], [aria-label="Notifications"], main')
  const texts = await parts.allInnerTexts().catch(() => [])
  const shown = texts.filter((text) => text.trim() !== '')
  const text =
    shown.length > 0
      ? shown.reverse().join('\n')
      : await page.locator('body').innerText({ timeout: 5000 }).catch(String)
  return `${page.url()} shows: ${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, maxTold)}`
}

const maxTold = 3000

/**
 * `motion`: with animations, as the browser has them by default. Without them, as for somebody who asks for reduced
 * motion, a click cannot fall between two places of an option that is still moving.
 */
export type Look = { width?: number; height?: number; dark?: boolean; motion?: boolean }

/** A fresh profile: no cookies, no stored tokens. */
export async function openPage(browser: Browser, url: string, look: Look = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    colorScheme: look.dark ? 'dark' : 'light',
    reducedMotion: look.motion ? 'no-preference' : 'reduce',
    acceptDownloads: true,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

/** Signs in on the login page, as a person does. */
export async function signIn(page: Page, userName: string, password = 'Try-this-1now'): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('navigation').first().waitFor()
}

/** Where it lies on the page, once it has come to rest: a diagram is shown, and fitted to its canvas a moment later. */
export async function placeOf(target: Locator) {
  let last = ''
  for (;;) {
    const place = await target.boundingBox()
    if (place !== null && JSON.stringify(place) === last) return place
    last = JSON.stringify(place)
    await target.page().waitForTimeout(150)
  }
}

/** With MILLRACE_PICTURES=1, pictures are kept under e2e/pictures, to be looked at. */
export const takesPictures = Boolean(process.env.MILLRACE_PICTURES)

/** Keeps a picture of the page, where pictures are taken. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!takesPictures) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: path.join(pictures, `${name}.png`) })
}
