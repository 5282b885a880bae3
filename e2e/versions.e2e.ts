import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf } from './support/looks.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser
let sam: ApiPerson

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  sam = await apiPerson(product.url, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const told = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true }).waitFor()
const answerYes = (page: Page) => button(page.getByRole('dialog', { name: 'Confirmation' }), 'Yes').click()

it('VER-006/ui VER-009/ui VER-010/ui VER-011/ui a model is locked with what it uses, unlocked, compared, restored and deleted', async () => {
  const wheel = await sam.call('POST /schemas', { body: { name: 'E2E wheel', jsonSchema: { type: 'number' } } })
  const bike = await sam.call('POST /schemas', {
    body: {
      name: 'E2E bike',
      jsonSchema: { type: 'object', properties: { wheel: { $ref: `importer://schema/id/${wheel._id}` } } },
    },
  })
  const page = await openPage(browser, product.url, { still: true })
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/schemas?id=${bike._id}`)
  const bar = page.getByRole('group', { name: 'Version of E2E bike' })

  // What it uses is a draft: refused with the reason, and done with force.
  await button(bar, 'Lock').click()
  const lock = page.getByRole('dialog', { name: 'Confirmation' })
  await lock.getByText('Do you want to lock schema version 1').waitFor()
  await button(lock, 'Yes').click()
  await lock.getByRole('alert').getByText('Cannot lock: schema E2E wheel version 1 is not locked').waitFor()
  await lock.getByLabel('Recursive lock').check()
  await button(lock, 'Yes').click()
  await told(page, 'Version 1 locked')
  await bar.getByText('Version 1 (Prod)').waitFor()
  expect(await button(bar, 'Delete').count()).toBe(0)

  await button(bar, 'Unlock').click()
  await answerYes(page)
  await told(page, 'Version 2 created')
  await bar.getByText('Version 2 (Draft)').waitFor()
  const { _id, sys_version } = await sam
    .call('GET /schemas/byname', { query: { name: 'E2E bike' } })
    .then(async (found) => {
      const draft = found.versions.find(({ version }) => version === 2)
      return sam.call('GET /schemas/find', { query: { id: draft?._id ?? '' } })
    })
  await sam.call('POST /schemas', {
    body: { _id, sys_version, name: 'E2E bike', jsonSchema: { type: 'object', title: 'Bike', properties: {} } },
  })

  await button(bar, 'Compare').click()
  const compare = page.getByRole('dialog', { name: 'Compare versions of E2E bike' })
  await compare.getByText('1 added, 1 removed', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'versions-compare')
  await button(compare, 'Restore version 1 as new draft').click()
  await answerYes(page)
  await told(page, 'Version 3 created')
  await bar.getByText('Version 3 (Draft)').waitFor()

  await button(bar, 'Select a version').click()
  const graph = page.getByRole('dialog', { name: 'Select a version' })
  expect(await graph.getByRole('listitem').count()).toBe(3)
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'versions-graph')
  await page.keyboard.press('Escape')

  await button(bar, 'Delete').click()
  await answerYes(page)
  await told(page, 'Version 3 deleted')
  await bar.getByText('Version 2 (Draft)').waitFor()

  await page.goto(`/#/manage/schemas?id=${wheel._id}`)
  await button(page.getByRole('group', { name: 'Version of E2E wheel' }), 'Usages').click()
  const usages = page.getByRole('dialog', { name: 'Usages of E2E wheel' })
  await usages.getByText('uses version 1').waitFor()
  await usages.getByRole('link', { name: 'E2E bike' }).click()
  await bar.getByText(/^Version/).waitFor()
  await page.context().close()
})
