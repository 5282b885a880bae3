import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson, endDemoPlans } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { makeCodedPipelines } from './support/coded-pipelines.ts'
import { demoFile } from './support/demo-files.ts'
import { downloaded } from './support/downloads.ts'
import { type ProductOnCluster, startProductOnCluster } from './support/product-on-cluster.ts'

const pass = 'const { row } = ctx.input\nctx.output = { done: row }'
const slow = `const { row } = ctx.input
let sum = 0
for (let i = 0; i < 3_000_000; i++) sum += i
if (row.id % 5 === 0) ctx.log.info('row ' + row.id + ' of ' + (sum > 0 ? 'many' : 'none'))
ctx.output = { done: row }`
const rows = (count: number) =>
  new File([`id\n${Array.from({ length: count }, (_, i) => String(i)).join('\n')}\n`], `rows-${count}.csv`)

let product: ProductOnCluster
let browser: Browser
let page: Page
let marc: ApiPerson

beforeAll(async () => {
  product = await startProductOnCluster()
  await endDemoPlans(product.url)
  await makeCodedPipelines(product.env, [
    { name: 'Quick', code: pass },
    { name: 'Breaking', code: 'throw new Error("as told")' },
    { name: 'Slow', code: slow },
  ])
  marc = await apiPerson(product.url, 'marc.manager')
  await marc.upload('Quick en-US', 'rows', rows(10))
  await marc.upload('Breaking en-US', 'rows', rows(10))
  await marc.upload('Slow en-US', 'rows', rows(5000))
  // Ten imports: eight good ones and a failed one by Marc, one of another locale by Sam.
  for (let i = 0; i < 8; i++) await marc.ended('Quick en-US', await marc.start('Quick en-US'))
  await marc.ended('Breaking en-US', await marc.start('Breaking en-US'))
  const sam = await apiPerson(product.url, 'sam.super')
  await sam.upload('Dealers fr-FR', 'dealers', demoFile('bikes-dealers.xlsx'))
  await sam.ended('Dealers fr-FR', await sam.start('Dealers fr-FR'))

  browser = await openBrowser()
  page = await openPage(browser, product.url)
  await signIn(page, 'marc.manager')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const table = () => page.getByRole('grid', { name: 'Imports' })
const listed = (): Locator => table().locator('tbody tr')
const names = () => listed().locator('td:first-child').allInnerTexts()
const details = () => page.getByRole('region', { name: 'Details' })
const logLines = () => page.getByRole('group', { name: 'Log lines' })
const openLogbook = async (query = '') => {
  await page.goto(`/#/consult/import${query}`)
  await listed().first().waitFor()
}
async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.locator('.ant-select-item-option-content').filter({ hasText: option }).click()
}

describe('the logbook', () => {
  it('LOG-002/ui LOG-007/ui LOG-008/ui lists the newest first, nine on a page', async () => {
    await openLogbook()
    await expect
      .poll(() => table().getByRole('columnheader').allInnerTexts())
      .toEqual(['Pipeline', 'Scheduled at', 'Started at', 'End at', 'Destination', 'State', 'Success', 'User', 'Stop'])
    await expect.poll(() => listed().count()).toBe(9)
    await expect
      .poll(async () => (await names()).slice(0, 2).map((name) => name.split('\n')[0]))
      .toEqual(['Dealers fr-FR', 'Breaking en-US'])
    await page.getByText('10 runs').waitFor()
    await page.getByRole('listitem', { name: '2', exact: true }).click()
    await expect.poll(() => listed().count()).toBe(1)
    expect(page.url()).toContain('page=2')
  })

  it('LOG-004/ui LOG-010/ui filters by what occurs in imports: user and locale', async () => {
    await openLogbook()
    await choose('User', 'sam.super')
    await expect.poll(() => listed().count()).toBe(1)
    await expect.poll(async () => (await names())[0]).toContain('Dealers fr-FR')
    await page.reload()
    await expect.poll(() => listed().count()).toBe(1)
    await openLogbook('?')
    await expect.poll(() => listed().count()).toBe(9)
    await choose('Locale', 'en-US')
    await expect.poll(async () => (await names()).join(' ')).not.toContain('Dealers')
    await expect.poll(() => listed().count()).toBe(9)
  })

  it('LOG-006/ui the two success switches cannot both be off', async () => {
    await openLogbook('?')
    await page.getByRole('checkbox', { name: 'Success true' }).uncheck()
    await expect.poll(() => listed().count()).toBe(1)
    await expect.poll(async () => (await names())[0]).toContain('Breaking en-US')
    const other = page.getByRole('checkbox', { name: 'Success false' })
    await expect.poll(() => other.isChecked()).toBe(true)
    await expect.poll(() => other.isDisabled()).toBe(true)
  })

  it("LOG-005/ui 'Future only' leaves out what has run", async () => {
    await openLogbook('?')
    await page.getByText('Future only').click()
    await page.getByText('No imports are planned.').waitFor()
    await page.getByText('Past only').click()
    await expect.poll(() => listed().count()).toBe(9)
  })

  it('LOG-003/ui LOG-011/ui LOG-013/ui arrow keys move the selection; details and logs follow', async () => {
    await openLogbook('?')
    await listed().first().click()
    await details()
      .getByRole('heading', { name: /Dealers fr-FR/ })
      .waitFor()
    await logLines()
      .getByText(/bikes-dealers\.xlsx/)
      .first()
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await details()
      .getByRole('heading', { name: /Breaking en-US/ })
      .waitFor()
    await logLines()
      .getByText(/as told/)
      .first()
      .waitFor()
    await logLines()
      .getByText(/bikes-dealers\.xlsx/)
      .first()
      .waitFor({ state: 'detached' })
    await expect.poll(() => listed().nth(1).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowUp')
    await details()
      .getByRole('heading', { name: /Dealers fr-FR/ })
      .waitFor()
  })
})

describe('a running import', () => {
  it('LOG-012/ui comes at once, and its lines come by themselves while they are followed', async () => {
    await openLogbook('?')
    await marc.start('Slow en-US')
    await listed().first().getByText('Slow en-US').click()
    await listed().first().getByText('progress', { exact: true }).waitFor()
    const soon = { timeout: 15_000 }
    const chip = details().getByRole('group', { name: 'Levels' }).getByRole('button', { name: /^info/ })
    const count = async () => Number((await chip.innerText()).replace(/\D/g, ''))
    await expect.poll(count, soon).toBeGreaterThan(40)
    const before = await count()
    await expect.poll(count, soon).toBeGreaterThan(before)
    const box = logLines()
    const fromEnd = () => box.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
    await expect.poll(fromEnd, soon).toBeLessThan(30)
    // Reading further up stops the following, and what came meanwhile is counted.
    await box.hover()
    await page.mouse.wheel(0, -400)
    await page.getByRole('button', { name: /^[\d,]+ new$/ }).click()
    await expect.poll(fromEnd, soon).toBeLessThan(30)
    await picture(page, 'logbook-running')
  })

  it("IMP-044/ui IMP-045/ui is stopped from its row with 'Pipeline process aborted'; the row changes by itself", async () => {
    const stops = table().getByRole('button', { name: /^Stop the import of/ })
    await expect.poll(() => stops.count()).toBe(1)
    await table().getByRole('button', { name: 'Stop the import of Slow en-US' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('Pipeline process aborted').waitFor()
    await listed().first().getByText('aborted', { exact: true }).waitFor()
    await expect.poll(() => stops.count()).toBe(0)
  })
})

describe('files', () => {
  it('EXP-002/ui EXP-004/ui EXP-007/ui several files of a pipeline come as export.zip', async () => {
    await page.goto('/#/export/index')
    await page.getByRole('group', { name: 'Pipelines' }).getByText('Dealers fr-FR', { exact: true }).click()
    const inputs = page.getByRole('table', { name: 'Input files' })
    await inputs.waitFor()
    await expect
      .poll(async () => (await inputs.getByRole('columnheader').allInnerTexts()).filter(Boolean))
      .toEqual(['Kind', 'Status', 'Date', 'Filename'])
    await inputs.getByRole('checkbox', { name: 'All input files' }).check()
    const outputs = page.getByRole('table', { name: 'Output files' })
    await outputs.getByRole('checkbox', { name: 'All output files' }).check()
    await page.getByText(/^3 files selected, .*, they come as export\.zip$/).waitFor()
    const { name, content } = await downloaded(page, page.getByRole('button', { name: 'Export', exact: true }))
    expect(name).toBe('export.zip')
    const text = content.toString('latin1')
    expect(text.startsWith('PK')).toBe(true)
    for (const one of ['bikes-dealers.xlsx', 'Dealers-fr-FR-catalogue_file-', 'Dealers-fr-FR-warehouse-']) {
      expect(text).toContain(one)
    }
  })

  it('UPL-024/ui UPL-025/ui the uploads of each kind stand above the logs of the imports', async () => {
    await page.goto('/#/consult/upload')
    // The page before has such a list, too.
    await page.getByText('Choose a pipeline to see its uploads.').waitFor()
    const pipelines = page.getByRole('group', { name: 'Pipelines' })
    await pipelines.getByText('Dealers fr-FR', { exact: true }).click()
    const kind = page.getByRole('group', { name: 'dealers', exact: true })
    await kind.getByText('bikes-dealers.xlsx').waitFor()
    await logLines()
      .getByText(/Dealers fr-FR, version 1, begins/)
      .waitFor()
    await kind.getByRole('radio').check()
    await page.getByRole('heading', { name: 'bikes-dealers.xlsx' }).waitFor()
    await logLines()
      .getByText(/137 records/)
      .first()
      .waitFor()
    await pipelines.getByText('Dealers de-DE', { exact: true }).click()
    await page.getByText('There are no logs.').waitFor()
    await expect.poll(() => logLines().count()).toBe(0)
  })
})
