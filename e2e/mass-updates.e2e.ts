import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf, overflowOf } from './support/looks.ts'
import { newerSchema, versionsOf, withProperty } from './support/newer-version.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser
let sam: ApiPerson
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  sam = await apiPerson(product.url, 'sam.super')
  // Made last and first by name: what lists are in order of.
  const bikes = await sam.call('GET /pipelines/id', { query: { id: (await sam.pipeline('Bikes catalogue'))._id } })
  const late = { name: 'a late master', isMaster: true, component: bikes.component, dataSinks: bikes.dataSinks }
  const { _id } = await sam.call('POST /pipelines', { body: { ...late, dataSources: bikes.dataSources } })
  await sam.call('POST /pipelines/version/lock', { body: { id: _id } })
  await newerSchema(sam, 'Money', withProperty('vat', { type: 'number' }))
  page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const masters = ['a late master', 'Bikes catalogue', 'EV catalogue', 'EV price', 'EV price check']
const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const names = (list: Locator) => list.getByRole('checkbox').evaluateAll((all) => all.map((one) => one.ariaLabel))
const reportRow = (name: string) =>
  page
    .getByRole('list', { name: 'What became of each master' })
    .getByRole('listitem')
    .filter({ has: page.locator('strong').getByText(name, { exact: true }) })
const told = (text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true }).waitFor()

it('VER-035/ui VER-036/ui VER-037/ui VER-040/ui VER-041/ui VER-042/ui masters that can be updated are listed by name, chosen and looked at', async () => {
  await page.goto('/#/manage/update-lock-pipeline')
  const tabs = page.getByRole('tab')
  await expect.poll(() => tabs.allInnerTexts()).toEqual(['Update version', 'Lock version'])
  await heading('5 master pipeline(s) can be updated').waitFor()
  const list = page.getByRole('list', { name: 'Master pipelines that can be updated' })
  await expect.poll(() => names(list)).toEqual(masters)
  await expect.poll(() => list.getByTitle('Version 1 (Prod)').allInnerTexts()).toEqual(masters.map(() => 'v1'))
  await expect.poll(() => list.getByTitle('Version 1 (Prod)').locator('svg').count()).toBe(5)

  await page.getByText('Select a pipeline to check the details', { exact: true }).waitFor()
  await expect.poll(() => button('Start update').isDisabled()).toBe(true)
  await box('Check all').check()
  await page.getByText('5 selected', { exact: true }).waitFor()
  await expect.poll(() => button('Start update').isEnabled()).toBe(true)
  for (const name of masters) expect(await box(name).isChecked()).toBe(true)
  await box('EV catalogue').uncheck()
  await page.getByText('4 selected', { exact: true }).waitFor()
  expect(await box('Check all').evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true)
  await box('Check all').check()
  await box('Check all').uncheck()
  await expect.poll(() => button('Start update').isDisabled()).toBe(true)

  await list.getByRole('button', { name: 'Bikes catalogue' }).click()
  await heading('Update of Bikes catalogue').waitFor()
  const models = page.getByRole('region', { name: 'Data models' })
  await models.getByText('vat: property added', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Country pipelines (3)').isChecked()).toBe(true)
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'mass-updates')
})

it('VER-025/ui a mass update reports row by row; a master that somebody else has updated is refused, and its preview made anew', async () => {
  const bikes = await sam.pipeline('Bikes catalogue')
  const ev = await sam.pipeline('EV catalogue')
  await box('Bikes catalogue').check()
  await box('EV catalogue').check()
  // The country is not to go along with EV, as its preview says.
  await page.getByRole('list', { name: 'Master pipelines that can be updated' }).getByText('EV catalogue').click()
  await page.getByLabel('Country pipelines (3)').uncheck()
  const draft = { name: 'Bikes catalogue nl-NL', isMaster: false, masterPipeline: bikes._id }
  await sam.call('POST /pipelines', { body: { ...draft, dataSinks: [{ name: 'nowhere' }] } })
  await button('Start update').click()

  await heading('Last update').waitFor()
  await told('1 updated, 1 failed')
  await reportRow('Bikes catalogue').getByText('The preview is out of date, please compute it again').waitFor()
  await reportRow('EV catalogue').getByText('Version 1 updated to version 2', { exact: true }).waitFor()
  await heading('4 master pipeline(s) can be updated').waitFor()
  expect([await versionsOf(sam, bikes._id), await versionsOf(sam, ev._id)]).toEqual([[1], [2, 1]])
  expect(await versionsOf(sam, (await sam.pipeline('EV catalogue de-DE'))._id)).toEqual([1])
  await expect.poll(() => button('Start update').isDisabled()).toBe(true)
  await picture(page, 'mass-updates-report')

  await page.getByRole('list', { name: 'Master pipelines that can be updated' }).getByText('Bikes catalogue').click()
  await page.getByLabel('Country pipelines (4)').waitFor()
  await box('Check all').check()
  await button('Start update').click()
  await told('4 updated')
  await heading('0 master pipeline(s) can be updated').waitFor()
  await page.getByText('Every master pipeline is up to date.', { exact: true }).waitFor()
  await page.getByText('4 updated', { exact: true }).first().waitFor()
  await reportRow('Bikes catalogue')
    .getByText(/^\d+ more$/)
    .click()
  await reportRow('Bikes catalogue').getByText('pipeline Bikes catalogue fr-FR version 2').waitFor()
  expect(await versionsOf(sam, bikes._id)).toEqual([2, 1])
})

it('VER-038/ui VER-039/ui VER-040/ui VER-041/ui VER-042/ui masters are locked with all they use and their countries, many at once', async () => {
  await page.getByRole('tab', { name: 'Lock version' }).click()
  await heading('5 master pipeline(s) can be locked').waitFor()
  const list = page.getByRole('list', { name: 'Master pipelines that can be locked' })
  await expect.poll(() => names(list)).toEqual(masters)
  await expect.poll(() => list.getByTitle('Version 2 (Draft)').locator('svg').count()).toBe(5)
  await expect.poll(() => button('Start lock').isDisabled()).toBe(true)
  await box('Toggle all').check()
  await page.getByText('5 selected', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'mass-lock')
  await button('Start lock').click()
  await told('4 locked, 1 failed')
  // The country that was added has a sink which the component does not fill, so its master stays a draft whole.
  await reportRow('Bikes catalogue')
    .getByText(/nowhere/)
    .waitFor()
  await reportRow('EV catalogue').getByText('Version 2 locked', { exact: true }).waitFor()
  await heading('1 master pipeline(s) can be locked').waitFor()
  const isLocked = async (name: string) => {
    const { _id } = await sam.pipeline(name)
    const [newest] = await sam.call('GET /pipelines/version', { query: { id: _id } })
    return newest?.vLocked
  }
  await expect.poll(() => Promise.all(masters.map(isLocked))).toEqual([true, false, true, true, true])
  await page.getByRole('tab', { name: 'Update version' }).click()
  // What was shared was made once, so that none is behind again.
  await heading('0 master pipeline(s) can be updated').waitFor()
})

it('very long names and a phone leave nothing out of reach', async () => {
  const name = `Long${'longer'.repeat(35)}`
  const epa = await sam.call('GET /pipelines/id', { query: { id: (await sam.pipeline('EPA registry'))._id } })
  const { component, dataSources, dataSinks } = epa
  await sam.call('POST /pipelines', { body: { name, isMaster: true, component, dataSources, dataSinks } })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#/manage/update-lock-pipeline?tab=lock')
  await heading('2 master pipeline(s) can be locked').waitFor()
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('checkbox', { name }).check()
  await expect.poll(() => button('Start lock').isEnabled()).toBe(true)
  await picture(page, 'mass-lock-phone')
})
