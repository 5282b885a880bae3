import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { demoFile } from './support/demo-files.ts'
import { faultsOf } from './support/looks.ts'
import { type Product, startProduct } from './support/product.ts'
import { wizardOn } from './support/wizard.ts'

let product: Product
let browser: Browser
let page: Page
let sam: ApiPerson

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  sam = await apiPerson(product.url, 'sam.super')
  page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const country = 'Bikes catalogue fr-FR'
const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })

describe('guards', () => {
  it('a rejected record of an upload becomes a test case of its pipeline in two clicks', async () => {
    await sam.upload('Bikes catalogue', 'catalogue', demoFile('bikes-master-en.csv'))
    const wizard = wizardOn(page)
    await wizard.choosePipeline(country)
    await wizard.next()
    await wizard.giveFile('local', demoFile('bikes-fr-FR.csv'))
    await wizard.next()
    const judged = await wizard.judged('local')
    await judged.getByRole('list', { name: 'Findings by cause' }).getByRole('button').first().click()
    await judged
      .getByRole('button', { name: /^Show the whole record/ })
      .first()
      .click()
    await button(judged, 'Keep as test case').click()
    const dialog = page.getByRole('dialog', { name: 'New test case' })
    const expected = dialog.getByRole('textbox', { name: 'Expected result: rejected, output' })
    await expected.getByText('"rejected"').waitFor()
    const name = await dialog.getByLabel('Name', { exact: true }).inputValue()
    expect(name).toMatch(/^Row \d+ of bikes-fr-FR\.csv$/)
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'guards-record')
    await button(dialog, 'Save').click()
    await dialog.waitFor({ state: 'detached' })

    const { _id } = await sam.pipeline(country)
    await page.goto(`/#/manage/pipeline?id=${_id}&view=cases`)
    await page.getByRole('list', { name: 'Test cases' }).getByText(name).first().waitFor()
    await page.getByRole('switch', { name: 'Lock only when all are green' }).click()
    await button(page, 'Run all').click()
    await page.getByText('1 of 1 green').waitFor()
    await picture(page, 'guards-pipeline')
    const { cases, needed } = await sam.call('GET /pipelines/test-cases', { query: { id: _id } })
    expect(needed).toBe(true)
    expect(cases[0]?.expected).toMatchObject({ rejected: { local: [{ record: 1 }] }, output: { warehouse: [] } })
  })

  it('a fault in one line shows what it changes before the component is locked', async () => {
    const list = await sam.call('GET /components/list')
    const id = list.find(({ name }) => name === 'Bikes catalogue')?._id ?? ''
    const { _id } = await sam.call('POST /components/version/new', { body: { id } })
    const { name, sys_version, links } = await sam.call('GET /components/find', { query: { id: _id } })
    const jsCode = `ctx.output = ctx.input.map((one) => (one.key.endsWith('4') ? { ...one, price: 0 } : one))`
    const faulty = links.map((link) => (link.toPort === 'warehouse' ? { ...link, jsCode } : link))
    await sam.call('POST /components', { body: { _id, name, sys_version, links: faulty } })
    await page.goto(`/#/manage/components?id=${_id}`)
    await button(page, 'Lock').click()
    const dialog = page.getByRole('dialog', { name: /Confirmation/ })
    await dialog.getByText(/^\d+ of \d+ records differ: \d+ changed\.$/).waitFor({ timeout: 60_000 })
    const fields = dialog.getByRole('table', { name: 'Fields that differ' })
    const cells = await fields.getByRole('cell').allInnerTexts()
    expect(cells.filter((_, place) => place % 2 === 0)).toEqual(['/warehouse/*/price'])
    await dialog.locator('summary', { hasText: country }).click()
    await dialog
      .getByRole('list', { name: `Records of ${country} that differ` })
      .getByText('→')
      .first()
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'guards-lock')
    await button(dialog, 'No').click()
  })
})
