import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf, overflowOf } from './support/looks.ts'
import { type Product, startProduct } from './support/product.ts'
import { countryName, makeTwenty, overrides, renewMaster } from './support/twenty-countries.ts'

const master = 'Shops'
const country = (index: number) => countryName(master, index)

let product: Product
let browser: Browser
let sam: ApiPerson
let page: Page
let masterId: string

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  sam = await apiPerson(product.url, 'sam.super')
  masterId = await makeTwenty(sam, master)
  page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const cell = (state: string, field: string, index: number) =>
  button(page.getByRole('table', { name: 'Fields of the countries' }), `${state}: ${field} of ${country(index)}`)
const counts = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
async function openMatrix(): Promise<void> {
  await page.goto('/#/manage/audit')
  await page.goto(`/#/manage/pipeline?id=${masterId}&view=countries`)
  await page.getByRole('table', { name: 'Fields of the countries' }).waitFor()
}
/** Rows of the report of a rollout, as they read. */
const reportOf = async (dialog: Locator) =>
  (await dialog.getByRole('row').allInnerTexts()).slice(1).map((text) => text.replaceAll(/\s+/g, ' ').trim())
/** What a country has by its newest version: number, brand, delimiter, format. */
async function stored(index: number) {
  const { _id } = (await sam.call('GET /pipelines/pipelinesOfMaster', { query: { id: masterId } })).find(
    ({ name }) => name === country(index),
  ) ?? { _id: '' }
  const [newest] = await sam.call('GET /pipelines/version', { query: { id: _id } })
  const found = await sam.call('GET /pipelines/id', { query: { id: newest?._id ?? '' } })
  const [source] = found.dataSources
  const config = source?.config ?? {}
  return [
    ...[found.version, found.brand?.name, 'delimiter' in config ? config.delimiter : null],
    found.dataSinks[0]?.format,
  ]
}

it('what countries have of their own is told field by field, and has drifted once the master changes', async () => {
  await openMatrix()
  await counts('20 countries, 3 overridden, 0 drifted, 0 get a new value')
  for (const [index, field] of Object.entries(overrides)) await cell('Overridden', field, Number(index)).waitFor()
  await renewMaster(sam, masterId)
  await openMatrix()
  await counts('20 countries, 0 overridden, 3 drifted, 57 get a new value')
  for (const [index, field] of Object.entries(overrides)) await cell('Drifted', field, Number(index)).waitFor()
  await cell('New value', 'Brand', 0).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'countries')
  const fields = page.locator('th[scope=row]')
  const drifted = async () => {
    await page.getByRole('combobox', { name: 'Fields' }).selectOption('Only drifted')
    return fields.allInnerTexts()
  }
  await expect.poll(drifted).toEqual(['Brand', 'rows: delimiter', 'out: format'])
  await page.getByRole('combobox', { name: 'Fields' }).selectOption('All fields')
})

it('a field is compared with both versions of the master, and kept', async () => {
  await cell('Drifted', 'Brand', 3).click()
  const dialog = page.getByRole('dialog', { name: `Brand of ${country(3)}` })
  for (const value of ['OpenEV', 'Adventure Works', 'Best Buy']) {
    await dialog.getByText(value, { exact: true }).waitFor()
  }
  await button(dialog, 'Keep').click()
  await dialog.waitFor({ state: 'detached' })
  expect(await stored(3)).toEqual([1, 'OpenEV', null, 'json'])
})

it('a new version is rolled out to chosen countries first, which keep their overrides', async () => {
  expect(await button(page, 'Roll out version 2').isDisabled()).toBe(true)
  for (const index of [2, 3]) await page.getByRole('checkbox', { name: `Choose ${country(index)}` }).check()
  await button(page, 'Roll out version 2').click()
  const dialog = page.getByRole('dialog', { name: `Roll out ${master}, version 2` })
  await expect
    .poll(() => dialog.locator('summary').allInnerTexts())
    .toEqual([
      `${country(2)} from version 1: 3 fields change, 0 kept`,
      `${country(3)} from version 1: 2 fields change, 1 kept`,
    ])
  await button(dialog, 'Roll out to 2 countries').click()
  await dialog.getByText('2 of 2 done.').waitFor()
  await button(dialog, 'Close').click()
  expect([await stored(2), await stored(3), await stored(4)]).toEqual([
    [2, 'Best Buy', '\t', 'ndjson'],
    [2, 'OpenEV', '\t', 'ndjson'],
    [1, 'Adventure Works', null, 'json'],
  ])
})

it('rolled out to all twenty, three overrides stay and the rest follows; a country that somebody saved meanwhile waits', async () => {
  await page.getByRole('checkbox', { name: 'Choose all countries' }).check()
  await button(page, 'Roll out version 2').click()
  const dialog = page.getByRole('dialog', { name: `Roll out ${master}, version 2` })
  await button(dialog, 'Roll out to 20 countries').waitFor()
  const { _id } = await sam.pipeline(country(19))
  await sam.call('POST /pipelines/version/new', { body: { id: _id } })
  await button(dialog, 'Roll out to 20 countries').click()
  await dialog.getByText(/^19 of 20 done\./).waitFor({ timeout: 90_000 })
  const rows = await reportOf(dialog)
  expect(rows.at(-1)).toBe(`${country(19)} Not done The document was changed by somebody else, please reload it 0 None`)
  for (const [index, field] of Object.entries(overrides)) expect(rows[Number(index)]).toMatch(new RegExp(`${field}$`))
  await picture(page, 'countries-report')
  await button(dialog, 'Close').click()

  // What somebody saved is there to be looked at first.
  const head = page.locator('th').filter({ hasText: new RegExp(`${country(19)}\\s*v2 \\(Draft\\), from v1`) })
  await head.getByRole('checkbox').check()
  await button(page, 'Roll out version 2').click()
  await button(dialog, 'Roll out to 1 country').click()
  await dialog.getByText('1 of 1 done.').waitFor()
  await button(dialog, 'Close').click()
  await counts('20 countries, 3 overridden, 0 drifted, 0 get a new value')
  for (let index = 0; index < 20; index++) {
    expect([index, ...(await stored(index))]).toEqual([
      index,
      2,
      index === 3 ? 'OpenEV' : 'Best Buy',
      index === 8 ? ';' : '\t',
      index === 15 ? 'xlsx' : 'ndjson',
    ])
  }
})

it('a field is taken over from the master', async () => {
  await cell('Overridden', 'out: format', 15).click()
  await button(page.getByRole('dialog', { name: `out: format of ${country(15)}` }), 'Take over').click()
  await page.getByText(`${country(15)}, version 2: out: format is inherited again`).waitFor()
  await cell('Inherited', 'out: format', 15).waitFor()
  await counts('20 countries, 2 overridden, 0 drifted, 0 get a new value')
  expect(await stored(15)).toEqual([2, 'Best Buy', '\t', 'ndjson'])
})

it('on a phone one country at a time stands beside the fields', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openMatrix()
  await page.getByRole('combobox', { name: /^Country/ }).selectOption(country(3))
  await cell('Overridden', 'Brand', 3).waitFor()
  expect(await overflowOf(page)).toBe(0)
  await picture(page, 'countries-phone')
})
