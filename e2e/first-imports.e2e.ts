import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser
let page: Page

beforeAll(async () => {
  product = await startProduct({ MILLRACE_DEMO_IMPORTS: '1' })
  browser = await openBrowser()
  page = await openPage(browser, product.url, { motion: true })
  await signIn(page, 'marc.manager')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

it('LOG-002/ui a new demo, watched from its start, has imports that completed, left records out and failed', async () => {
  await page.goto('/#/consult/import')
  const rows = page.getByRole('grid', { name: 'Imports' }).locator('tbody tr')
  // The bikes of two countries are one run of their master.
  await page.getByRole('button', { name: 'Imports of Bikes catalogue', exact: true }).click({ timeout: 150_000 })
  const states = async () =>
    (await rows.allInnerTexts())
      .map((text) =>
        /^(\S.*? [a-z]{2}-[A-Z]{2})[\s\S]*?\b(completed(?:, \d+ left out)?|failed)/i.exec(text)?.slice(1).join(' '),
      )
      .toSorted()
  await expect
    .poll(states, { timeout: 150_000 })
    .toEqual(
      expect.arrayContaining([
        'Bikes catalogue de-DE failed',
        'Bikes catalogue es-ES Completed, 41 left out',
        'Dealers de-DE completed',
        'EPA registry en-US completed',
      ]),
    )
  await rows.filter({ hasText: 'Bikes catalogue de-DE' }).filter({ hasText: 'failed' }).first().click()
  await picture(page, 'first-imports')
  await page.goto('/#/export/index')
  await page.getByRole('group', { name: 'Pipelines' }).getByText('Dealers de-DE', { exact: true }).click()
  await page
    .getByRole('table', { name: 'Output files' })
    .getByText(/^Dealers-de-DE-/)
    .first()
    .waitFor()
})
