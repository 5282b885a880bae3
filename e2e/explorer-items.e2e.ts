import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf } from './support/looks.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const rowOf = (page: Page, name: string): Locator =>
  page
    .getByRole('tree', { name: 'Data Models' })
    .getByRole('treeitem')
    .filter({ has: page.getByText(name, { exact: true }) })
const choose = async (page: Page, row: string, action: string) => {
  await rowOf(page, row).click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const jsonFile = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

it('FLD-005/ui FLD-012/ui models are made, imported, exported, copied, moved and deleted, several at once', async () => {
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto('/#/manage/schemas')
  await page.getByRole('treeitem').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await page.getByLabel('Folder name').fill('E2E items')
  await page.keyboard.press('Enter')
  await rowOf(page, 'E2E items').waitFor()

  await choose(page, 'E2E items', 'New item')
  await page.getByLabel('Name', { exact: true }).fill('Saddle')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Saddle' }).waitFor()

  await choose(page, 'E2E items', 'Import from file')
  const dialog = page.getByRole('dialog', { name: 'Import from file' })
  await dialog
    .getByLabel('JSON files')
    .setInputFiles([
      jsonFile('Pedal.schema.json', '{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"number"}}}'),
      jsonFile('Wrong.json', '{"type":"nothing"}'),
    ])
  await button(dialog, 'Import').click()
  await dialog.getByText('1 imported: Pedal.').waitFor()
  await dialog.getByText(/^Wrong\.json: The schema is not valid/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await button(dialog, 'Close').click()

  const download = page.waitForEvent('download')
  await choose(page, 'Pedal', 'Export as file')
  const file = await download
  expect(file.suggestedFilename()).toBe('Pedal.schema.json')
  const { properties } = JSON.parse(readFileSync(await file.path(), 'utf8')) as { properties: object }
  expect(Object.keys(properties)).toEqual(['z', 'a'])

  await choose(page, 'Pedal', 'Copy')
  await page.keyboard.press('Enter')
  await rowOf(page, 'Pedal (1)').waitFor()

  await rowOf(page, 'Pedal (1)').click({ modifiers: ['Control'] })
  await rowOf(page, 'Saddle').click({ modifiers: ['Shift'] })
  const chosen = page.getByRole('group', { name: 'Chosen rows' })
  await chosen.getByText('2 chosen').waitFor()
  await picture(page, 'explorer-chosen')
  await button(chosen, 'Delete').click()
  const question = page.getByRole('dialog', { name: 'Delete several' })
  await question.getByText('Do you want to delete 2 documents with 2 versions in all?').waitFor()
  await button(question, 'Delete').click()
  await page.getByRole('dialog', { name: 'Report' }).getByText('2 deleted: Pedal (1), Saddle.').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => rowOf(page, 'Saddle').count()).toBe(0)
  await page.context().close()
})
