import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { demoFile } from './support/demo-files.ts'
import { faultsOf, overflowOf } from './support/looks.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const country = 'Bikes catalogue fr-FR'
const form = () => page.getByRole('group', { name: `Form of ${country}` })
const tab = (name: string) => form().getByRole('tab', { name, exact: true })
const rows = (source: string) => form().getByRole('region', { name: `First rows of ${source}` })
const check = (sink: string) => form().getByRole('region', { name: `Check of ${sink}` })
const field = (part: Locator, name: string) => part.getByRole('combobox', { name, exact: true })
/** What a field with choices shows as chosen. */
const shown = (name: string) => field(form(), name).locator('xpath=ancestor::*[contains(@class, "ant-select")][last()]')

async function choose(name: string, option: string) {
  await field(form(), name).click()
  await page.locator(`.ant-select-item-option[title="${option}"]:visible`).click()
}
const counts = async (source: string) =>
  (
    await rows(source)
      .getByText(/^\d+ records?: /)
      .innerText()
  )
    .match(/\d+/g)
    ?.map(Number)
const untilCounts = (source: string, wanted: number[]) =>
  expect.poll(() => counts(source).catch(() => null), { timeout: 60_000 }).toEqual(wanted)

async function openDraft() {
  await page.goto('/#/manage/pipeline')
  await page.getByRole('treeitem', { name: new RegExp(`^${country}`) }).click()
  await form().waitFor()
}

it('PIP-007/ui the folders stand to the left of the pipeline, 300 px wide', async () => {
  await openDraft()
  const [folders, editor] = await Promise.all([
    page.getByRole('region', { name: 'Pipelines explorer' }).boundingBox(),
    page.getByRole('region', { name: `Pipeline ${country}` }).boundingBox(),
  ])
  expect(folders?.width).toBeCloseTo(300, -1)
  expect((folders?.x ?? 0) + (folders?.width ?? 0)).toBeLessThanOrEqual(editor?.x ?? 0)
})

/** Where the last part of a form that is being opened stands below the first line of the page, frame by frame. */
async function placesWhileOpening(name: string): Promise<number[]> {
  await page.goto('about:blank')
  await page.goto('/#/manage/pipeline')
  const item = page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
  await item.waitFor()
  await page.evaluate((label) => {
    const places: number[] = []
    const look = () => {
      const last = [...document.querySelectorAll(`[aria-label="Form of ${label}"] fieldset`)].at(-1)
      const body = last?.closest('section')
      if (last && body) places.push(Math.round(last.getBoundingClientRect().top - body.getBoundingClientRect().top))
      Object.assign(window, { places })
      requestAnimationFrame(look)
    }
    look()
  }, name)
  await item.click()
  await page.getByRole('group', { name: `Form of ${name}` }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
  return page.evaluate(() => [...new Set((window as unknown as { places: number[] }).places)])
}

it.each(['EV price check en-US', country])(
  'the form of %s is shown at once: nothing in it moves after',
  async (name) => {
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const places = await placesWhileOpening(name)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    expect(places).toHaveLength(1)
  },
)

it('a locked version is unlocked, and its source is read with other settings while they change', async () => {
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await page.getByText('Version 2 (Draft)').first().waitFor()
  await tab('local').click()
  await rows('local').getByLabel('File').setInputFiles(demoFile('bikes-fr-FR.csv'))
  await untilCounts('local', fileCounts)
  await rows('local').getByText('Vélo de route Mistral rouge, 52').waitFor()

  await choose('Delimiter', 'Comma')
  await rows('local')
    .getByText(/^No column becomes 'key', 'name', 'description'/)
    .waitFor()
  await picture(page, 'pipeline-editor-preview')
  expect(await faultsOf(page)).toEqual([])
  await choose('Delimiter', 'Semicolon')
  await untilCounts('local', fileCounts)
})

it('a column that becomes a needed property turns rejected records into accepted ones', async () => {
  // The list of columns opened by itself when one was missed, and stays open.
  await rows('local').getByText('10 columns', { exact: true }).waitFor()
  const becomes = rows('local').getByLabel('What FrenchProductName becomes')
  await becomes.selectOption('FrenchProductName')
  await rows('local').getByText("No column becomes 'name', which every record needs.").waitFor()
  await untilCounts('local', [fileCounts[0] ?? 0, 0, fileCounts[0] ?? 0])
  await becomes.selectOption('name')
  await untilCounts('local', fileCounts)
})

it('a sink is given a table of the warehouse with its keys, and checked', async () => {
  await tab('warehouse').click()
  await choose('Kind of Target', 'File only')
  await tab('catalogue_file').click()
  await choose('Kind of Target', 'Table')
  await choose('Connection', 'Demo warehouse')
  await choose('Table', 'product')
  await form().getByRole('button', { name: 'Use the primary key: key, locale' }).click()
  await form().getByText('key is text, locale is text').waitFor()
  await check('catalogue_file').getByRole('button', { name: 'Check' }).click()
  await check('catalogue_file').getByText('The table takes these records.').waitFor({ timeout: 60_000 })
  expect(await faultsOf(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  await picture(page, 'pipeline-editor-sink')
})

it('what is missing leads to its field, also in a tab that is not open', async () => {
  await field(form(), 'Keys').press('Backspace')
  await field(form(), 'Keys').press('Backspace')
  await tab('warehouse').click()
  const missing = page.getByRole('region', { name: 'What is missing' })
  await missing.getByRole('button', { name: /'catalogue_file' has no keys/ }).click()
  await expect.poll(() => field(form(), 'Keys').evaluate((one) => one === document.activeElement)).toBe(true)
  await form().getByRole('button', { name: 'Use the primary key: key, locale' }).click()
  await missing.waitFor({ state: 'detached' })
})

it('what was set is there after a save and a reload', async () => {
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await page.getByRole('dialog', { name: 'Confirmation' }).getByRole('button', { name: 'Yes' }).click()
  await page.getByText('Pipeline saved').waitFor()
  await page.reload()
  await form().waitFor()
  await tab('local').click()
  await expect.poll(() => shown('Delimiter').innerText()).toContain('Semicolon')
  await tab('catalogue_file').click()
  await expect.poll(() => shown('Table').innerText()).toContain('product')
  await expect.poll(() => shown('Keys').innerText()).toMatch(/key\s+locale/)
  await tab('warehouse').click()
  await expect.poll(() => shown('Kind of Target').innerText()).toContain('File only')
})

it('a country sets a value of its own beside its master’s, and goes back', async () => {
  await tab('catalogue').click()
  await form().getByText('From Bikes catalogue', { exact: true }).first().waitFor()
  await choose('Decimal mark', 'Comma (1,5)')
  const mark = form().getByText('Its own: Bikes catalogue has point')
  await mark.waitFor()
  await form().getByText('From Bikes catalogue, but for one value of its own').waitFor()
  await mark.getByRole('button', { name: 'Use the master’s Decimal mark' }).click()
  await mark.waitFor({ state: 'detached' })
  await expect.poll(() => shown('Decimal mark').innerText()).toContain('Point')
})

/** Records, valid and rejected ones of the demo's file. */
const fileCounts = [97, 75, 22]
