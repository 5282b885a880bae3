import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endDemoPlans } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { type Product, startProduct } from './support/product.ts'
import { realDataPresent, realFile } from './support/real-data.ts'
import { figures, type Wizard, wizardOn } from './support/wizard.ts'

let product: Product
let browser: Browser
let page: Page
let wizard: Wizard

beforeAll(async () => {
  product = await startProduct()
  await endDemoPlans(product.url)
  browser = await openBrowser()
  page = await openPage(browser, product.url)
  wizard = wizardOn(page)
  await signIn(page, 'marc.manager')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

/** Steps 1 to 3: uploads one file. @returns records, valid, rejected */
async function upload(pipeline: string, dataSubKind: string, file: string): Promise<number[]> {
  await wizard.choosePipeline(pipeline)
  await wizard.next()
  await wizard.giveFile(dataSubKind, file)
  await wizard.next()
  return figures(await wizard.judged(dataSubKind))
}

/** Steps 4 and 5, after `upload`. */
async function run(pipeline: string): Promise<string> {
  await wizard.next()
  expect(await wizard.confirmRun()).toContain(`Do you want to run the pipeline : ${pipeline}`)
  return wizard.ended(120)
}

describe.skipIf(!realDataPresent)('the main job on real files', () => {
  it('UPL-001/ui UPL-010/ui UPL-019/ui uploads the bikes master and sees every record judged', async () => {
    expect(await upload('Bikes catalogue', 'catalogue', realFile('bikes/bikes-master-en.csv'))).toEqual([606, 606, 0])
  })

  it('IMP-003/ui IMP-007/ui IMP-008/ui imports the French bikes: 157 of 197, the rest named', async () => {
    expect(await upload('Bikes catalogue fr-FR', 'local', realFile('bikes/bikes-fr-FR.csv'))).toEqual([197, 157, 40])
    const findings = page.getByRole('group', { name: 'Process your file' })
    await findings.getByText("Column 'FrenchProductName' is empty, but a value is required").first().waitFor()
    await picture(page, 'wizard-findings')
    expect(await run('Bikes catalogue fr-FR')).toBe('Completed, 40 left out')
    await picture(page, 'wizard-details')
  })

  it('EXP-006/ui downloads what came out, one product per accepted record, accents whole', async () => {
    const link = page.getByRole('button', { name: /Download Bikes-catalogue-fr-FR-catalogue_file-.*\.ndjson$/ })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/^Bikes-catalogue-fr-FR-catalogue_file-\d{8}-\d{6}\.ndjson$/)
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines).toHaveLength(157)
    const products = lines.map((line) => JSON.parse(line) as { locale: string; name: string; description: string })
    expect(new Set(products.map((one) => one.locale))).toEqual(new Set(['fr-FR']))
    expect(lines.join('')).toMatch(/é/)
    expect(lines.join('')).not.toMatch(/\uFFFD|Ã©/)
  })

  it.each([
    ['de-DE', 'bikes/bikes-de-DE.csv', [197, 196, 1], 'Completed, 1 left out'],
    ['es-ES', 'bikes/bikes-es-ES.tsv', [197, 102, 95], 'Completed, 95 left out'],
  ])('imports the bikes of %s', async (locale, file, counts, state) => {
    expect(await upload(`Bikes catalogue ${locale}`, 'local', realFile(file))).toEqual(counts)
    expect(await run(`Bikes catalogue ${locale}`)).toBe(state)
  })

  it('imports the electric vehicles of three markets over their master', async () => {
    const master = await upload('EV catalogue', 'vehicles', realFile('vehicles/ev-master.ndjson'))
    expect(master).toEqual([1189, 1189, 0])
    for (const [locale, file, count] of [
      ['en-US', 'ev-en-US.csv', 665],
      ['de-DE', 'ev-de-DE.csv', 778],
      ['pt-BR', 'ev-pt-BR.tsv', 607],
    ] as const) {
      expect(await upload(`EV catalogue ${locale}`, 'market', realFile(`vehicles/${file}`))).toEqual([count, count, 0])
      expect(await run(`EV catalogue ${locale}`)).toBe('completed')
    }
  })

  it('IMP-011/ui IMP-012/ui IMP-013/ui runs the countries of a master in sequence and ends in the logbook', async () => {
    await wizard.choosePipeline('EV catalogue')
    await wizard.next()
    await wizard.next()
    await wizard.next()
    // Its import has just ended: until the page knows, it cannot be chosen, and then it is.
    await page.getByRole('checkbox', { name: /EV catalogue pt-BR/, checked: true }).waitFor()
    await page.getByRole('checkbox', { name: /EV catalogue pt-BR/ }).uncheck()
    await wizard.confirmRun()
    await page.waitForURL(/#\/consult\/import/)
    const grid = page.getByRole('grid', { name: 'Imports' })
    const unfold = page.getByRole('button', { name: 'Imports of EV catalogue', exact: true })
    const chain = grid.getByRole('row').filter({ has: unfold })
    await chain.getByText('2 countries').waitFor()
    await chain.getByText('completed', { exact: true }).waitFor({ timeout: 60_000 })
    // 665 and 778 records of the countries, and the 1,189 of the master for each.
    await chain.getByText('3,821 in, 1,443 out, 0 left out').waitFor()
    await unfold.click()
    const parts = grid.getByRole('row').filter({ hasText: /EV catalogue (de-DE|en-US)/ })
    await expect.poll(() => parts.count()).toBe(4)
    await expect
      .poll(async () => (await parts.allInnerTexts()).slice(0, 2).map((text) => text.split('\n')[0]))
      .toEqual(['EV catalogue de-DE', 'EV catalogue en-US'])
    await parts.first().click()
    await page
      .getByRole('region', { name: 'Details' })
      .getByRole('heading', { name: /EV catalogue de-DE/ })
      .waitFor()
    await expect.poll(() => unfold.getAttribute('aria-expanded')).toBe('true')
    await picture(page, 'logbook-chain')
  })

  it('imports the 19.25 MiB vehicle registry: 46,839 in, 46,839 out', async () => {
    const counts = await upload('EPA registry en-US', 'vehicles', realFile('vehicles/epa-vehicles.csv'))
    expect(counts).toEqual([46_839, 46_839, 0])
    expect(await run('EPA registry en-US')).toBe('completed')
    const facts = page.getByRole('group', { name: 'Import details' })
    await facts.getByText('46,839 created').waitFor()
  })

  it('refuses a file whose records break the schema and does not go on', async () => {
    const counts = await upload('EV catalogue', 'vehicles', realFile('vehicles/ev-layers-raw.ndjson'))
    expect(counts).toEqual([1449, 66, 1383])
    const source = await wizard.judged('vehicles')
    await source.getByText('invalid', { exact: true }).waitFor()
  })
})
