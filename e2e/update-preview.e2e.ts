import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiPerson, apiPerson, endDemoPlans } from './support/api.ts'
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
  await endDemoPlans(product.url)
  page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const told = (text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true }).waitFor()
const outdated = 'The preview is out of date, please compute it again'

/** Opens a master and asks for the preview of its update. */
async function openPreview(master: string): Promise<Locator> {
  const { _id } = await sam.pipeline(master)
  await page.goto(`/#/manage/pipeline?id=${_id}`)
  await button(page.getByRole('group', { name: `Version of ${master}` }), 'Update').click()
  const dialog = page.getByRole('dialog', { name: `Update of ${master}` })
  await dialog.getByRole('region', { name: 'Pipelines' }).waitFor()
  return dialog
}
const rowOf = (dialog: Locator, kind: string, name: string) =>
  dialog
    .getByRole('region', { name: kind })
    .getByRole('listitem')
    .filter({ has: page.locator('strong').getByText(name, { exact: true }) })

it('VER-028/ui VER-031/ui a field more in Money shows in the previews of both masters, row by row with its reason', async () => {
  expect(await newerSchema(sam, 'Money', withProperty('vat', { type: 'number' }))).toBe(2)
  for (const [master, countries] of [
    ['Bikes catalogue', 3],
    ['EV catalogue', 3],
  ] as const) {
    const dialog = await openPreview(master)
    const money = rowOf(dialog, 'Data models', 'Money')
    await money.getByText('v1 → v2', { exact: true }).waitFor()
    for (const text of ['new version available', 'safe', 'vat: property added']) {
      await expect.poll(() => money.getByText(text, { exact: true }).count()).toBe(1)
    }
    const own = rowOf(dialog, 'Pipelines', master)
    await own.getByText(`Component: ${master} v1 → new draft`, { exact: true }).waitFor()
    await own.getByText('a new version will be created', { exact: true }).waitFor()
    await rowOf(dialog, 'Data models', 'Product').getByText('price: Money v1 → v2', { exact: true }).waitFor()
    await dialog.getByText(`Pipelines: ${countries + 1} of ${countries + 1} change`, { exact: true }).waitFor()
    const widths = await dialog.getByRole('region').evaluateAll((all) => all.map((one) => one.clientWidth))
    expect(widths).toHaveLength(3)
    // Lines between the columns take a pixel.
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(3)
    await button(dialog, 'Cancel').click()
  }
})

it('VER-032/ui VER-033/ui VER-013/ui country pipelines and plans go along unless they are unticked; a stale preview is refused and made anew', async () => {
  const bikes = await sam.pipeline('Bikes catalogue')
  const french = await sam.pipeline('Bikes catalogue fr-FR')
  await sam.call('POST /imports', { body: { pipelineId: bikes._id, kind: 'repeat', repeatPattern: '15 2 * * *' } })
  const dialog = await openPreview('Bikes catalogue')
  const [countries, plans] = [dialog.getByLabel('Country pipelines (3)'), dialog.getByLabel('Scheduled executions (1)')]
  expect([await countries.isChecked(), await plans.isChecked()]).toEqual([true, true])
  const plan = rowOf(dialog, 'Pipelines', 'Bikes catalogue').getByText(/^Plan “Every day at 02:15” of version 1/)
  await expect.poll(() => plan.innerText()).toMatch(/moves to the new version\.$/)
  await plans.uncheck()
  await expect.poll(() => plan.innerText()).toMatch(/stays at its version\.$/)
  await countries.uncheck()
  await dialog.getByText('Pipelines: 1 of 1 change', { exact: true }).waitFor()
  await countries.check()
  await plans.check()
  await dialog.getByText(/^\d+ documents change, nothing breaks; 1 plan moves\./).waitFor()
  await picture(page, 'update-preview')

  // Somebody locks a version that breaks: nothing of what is on screen is done, and the new preview says so.
  const breaking = (jsonSchema: object) => ({ ...jsonSchema, required: ['amount', 'currency', 'vat'] })
  expect(await newerSchema(sam, 'Money', breaking)).toBe(3)
  await button(dialog, 'Proceed').click()
  await told(outdated)
  await dialog.getByText(/^Something was changed meanwhile, so nothing was updated/).waitFor()
  const money = rowOf(dialog, 'Data models', 'Money')
  await money.getByText('v1 → v3', { exact: true }).waitFor()
  await money.getByText('vat: required from now on (breaking)', { exact: true }).waitFor()
  await rowOf(dialog, 'Pipelines', 'Bikes catalogue fr-FR').getByText('breaking', { exact: true }).waitFor()
  expect(await versionsOf(sam, bikes._id)).toEqual([1])
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'update-preview-anew')

  await button(dialog, 'Proceed').click()
  await told('Version 1 updated')
  await page.getByRole('group', { name: 'Version of Bikes catalogue' }).getByText('Version 2 (Draft)').waitFor()
  expect([await versionsOf(sam, bikes._id), await versionsOf(sam, french._id)]).toEqual([
    [2, 1],
    [2, 1],
  ])
  const list = await sam.call('GET /imports/listScheduled')
  const moved = [...list.scheduled, ...list.repeatable].map(({ pipeline }) => `${pipeline.name} ${pipeline.version}`)
  expect(moved).toContain('Bikes catalogue 2')
})

it('VER-032/ui VER-033/ui unticked country pipelines stay as they are; without plans there is no box for them', async () => {
  const ev = await sam.pipeline('EV catalogue')
  const country = await sam.pipeline('EV catalogue de-DE')
  const dialog = await openPreview('EV catalogue')
  expect(await dialog.getByLabel(/^Scheduled executions/).count()).toBe(0)
  await dialog.getByLabel('Country pipelines (3)').uncheck()
  await button(dialog, 'Proceed').click()
  await told('Version 1 updated')
  await page.getByRole('group', { name: 'Version of EV catalogue' }).getByText('Version 2 (Draft)').waitFor()
  expect([await versionsOf(sam, ev._id), await versionsOf(sam, country._id)]).toEqual([[2, 1], [1]])
})

it('a preview is read on a phone, its columns below each other', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await newerSchema(sam, 'Money', withProperty('country', { type: 'string' }))
  const dialog = await openPreview('Bikes catalogue')
  const [first, last] = [
    await dialog.getByRole('region', { name: 'Pipelines' }).boundingBox(),
    await dialog.getByRole('region', { name: 'Data models' }).boundingBox(),
  ]
  expect(last?.x).toBe(first?.x)
  expect(await overflowOf(page)).toBe(0)
  await picture(page, 'update-preview-phone')
})
