import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages, openBrowser, openPage, signIn } from './support/browser.ts'
import { demoFile } from './support/demo-files.ts'
import { downloaded, recordsOf } from './support/downloads.ts'
import { type Product, startProduct } from './support/product.ts'
import { figures, type Wizard, wizardOn } from './support/wizard.ts'

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

describe('a dealer with the files that come with the product', () => {
  let page: Page
  let wizard: Wizard

  beforeAll(async () => {
    page = await openPage(browser, product.url)
    wizard = wizardOn(page)
    await signIn(page, 'dana.dealer')
  })

  it('PIC-006/ui PIC-007/ui sees only the dealer pipelines assigned to her, without version numbers', async () => {
    await page.goto('/#/import/upload')
    const list = page.getByRole('group', { name: 'Pipelines' })
    await list.getByText('Dealers fr-FR', { exact: true }).waitFor()
    const rows = await list.locator('label').allInnerTexts()
    expect(rows.map((row) => row.split('\n')[0])).toEqual(['Dealers', 'Dealers de-DE', 'Dealers fr-FR'])
    expect(rows.join(' ')).not.toMatch(/\bv\d|Version|Draft|Prod\b/)
  })

  it('IMP-001/ui UPL-004/ui UPL-006/ui uploads a workbook into its one source and sees it judged', async () => {
    await wizard.choosePipeline('Dealers fr-FR')
    await wizard.next()
    const sources = page.getByRole('group', { name: 'Choose your file' }).getByRole('region')
    await sources
      .filter({ has: page.locator('input[type=file]') })
      .first()
      .waitFor()
    await expect.poll(() => page.locator('input[type=file]').count()).toBe(1)
    await wizard.giveFile('dealers', demoFile('bikes-dealers.xlsx'))
    await wizard.next()
    const judged = await wizard.judged('dealers')
    expect(await figures(judged)).toEqual([137, 137, 0])
    await judged.getByText('valid', { exact: true }).waitFor()
  })

  it('is offered to run it now and never to repeat it', async () => {
    await wizard.next()
    const step = page.getByRole('group', { name: 'Plan your import' })
    await step.getByText('Now', { exact: true }).waitFor()
    expect(await step.getByText('Repeat').count()).toBe(0)
  })

  it('IMP-007/ui runs the import and sees how it ended', async () => {
    expect(await wizard.confirmRun()).toContain('Do you want to run the pipeline : Dealers fr-FR')
    expect(await wizard.ended()).toBe('completed')
  })

  it('EXP-003/ui EXP-005/ui EXP-006/ui exports the output file under its own name', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByText('Download latest files').click()
    await page.getByRole('group', { name: 'Pipelines' }).getByText('Dealers fr-FR', { exact: true }).click()
    await page.getByRole('table', { name: 'Input files' }).getByText('bikes-dealers.xlsx').waitFor()
    const outputs = page.getByRole('table', { name: 'Output files' })
    const button = page.getByRole('button', { name: 'Export', exact: true })
    await expect.poll(() => button.isDisabled()).toBe(true)
    await outputs.getByRole('checkbox', { name: /^catalogue_file Dealers-fr-FR-catalogue_file-.*\.ndjson$/ }).check()
    const output = await downloaded(page, button)
    expect(output.name).toMatch(/^Dealers-fr-FR-catalogue_file-\d{8}-\d{6}\.ndjson$/)
    const dealers = recordsOf(output)
    expect(dealers.length).toBeGreaterThan(5)
    expect(new Set(dealers.map(({ country }) => country))).toEqual(new Set(['FR']))
    // A postal code is a text: a leading zero would be the first thing to go.
    expect(new Set(dealers.map(({ postal_code }) => typeof postal_code))).toEqual(new Set(['string']))
  })
})

describe('a manager with the files that come with the product', () => {
  let page: Page
  let wizard: Wizard

  beforeAll(async () => {
    page = await openPage(browser, product.url)
    wizard = wizardOn(page)
    await signIn(page, 'marc.manager')
  })

  async function upload(pipeline: string, dataSubKind: string, file: string): Promise<number[]> {
    await wizard.choosePipeline(pipeline)
    await wizard.next()
    await wizard.giveFile(dataSubKind, demoFile(file))
    await wizard.next()
    return figures(await wizard.judged(dataSubKind))
  }

  it('PIC-003/ui PIC-004/ui sees all pipelines, masters first, with version numbers that a dealer does not get', async () => {
    await page.goto('/#/import/upload')
    const list = page.getByRole('group', { name: 'Pipelines' })
    await list.getByText('EV catalogue pt-BR', { exact: true }).waitFor()
    const rows = await list.locator('label').allInnerTexts()
    const names = rows.map((row) => row.split('\n')[0])
    expect(names[0]).toBe('Best Buy stores')
    expect(names.indexOf('EV catalogue')).toBeLessThan(names.indexOf('Best Buy stores en-US'))
    await expect
      .poll(() => list.locator('label').filter({ hasText: 'Bikes catalogue fr-FR' }).innerText())
      .toMatch(/Version 1/)
    await expect
      .poll(() => list.locator('label').filter({ hasText: 'Best Buy stores en-US' }).innerText())
      .toMatch(/Draft/)
  })

  it('UPL-010/ui uploads the master, then a country file in Windows-1252 with decimal commas', async () => {
    expect(await upload('Bikes catalogue', 'catalogue', 'bikes-master-en.csv')).toEqual([156, 156, 0])
    expect(await upload('Bikes catalogue fr-FR', 'local', 'bikes-fr-FR.csv')).toEqual([97, 75, 22])
    const source = await wizard.judged('local')
    await source.getByText(/windows-1252/i).waitFor()
    await source.getByText(/decimal comma/).waitFor()
    await source.getByText("Column 'FrenchProductName' is empty, but a value is required").first().waitFor()
  })

  it('IMP-008/ui imports what is valid, and the output keeps accents and prices', async () => {
    await wizard.next()
    await wizard.confirmRun()
    expect(await wizard.ended()).toBe('Completed, 22 left out')
    const link = page.getByRole('button', { name: /Download Bikes-catalogue-fr-FR-catalogue_file-.*\.ndjson$/ })
    const products = recordsOf(await downloaded(page, link))
    expect(products).toHaveLength(75)
    expect(JSON.stringify(products)).toMatch(/é/)
    expect(JSON.stringify(products)).not.toMatch(/\uFFFD|Ã©/)
    const prices = products.map(({ price }) => price).filter((price) => typeof price === 'number')
    expect(prices.length).toBeGreaterThan(0)
    // A comma read as a thousands mark would make them a hundred times as high.
    expect(Math.max(...prices)).toBeLessThan(10_000)
  })
})
