import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumLaunch } from '../../scripts/chromium.mjs'

const pictures = path.join(import.meta.dirname, '..', 'pictures')

export async function openBrowser(): Promise<Browser> {
  return chromium.launch(await chromiumLaunch())
}

export type Look = { width?: number; height?: number; dark?: boolean }

/** A fresh profile: no cookies, no stored tokens. */
export async function openPage(browser: Browser, url: string, look: Look = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    colorScheme: look.dark ? 'dark' : 'light',
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

/** Keeps a picture of the page under e2e/pictures, to be looked at. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: path.join(pictures, `${name}.png`) })
}
