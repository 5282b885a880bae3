import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf } from './support/looks.ts'
import { type Product, startProduct } from './support/product.ts'
import { realDataPresent, realFile } from './support/real-data.ts'
import { figures, wizardOn } from './support/wizard.ts'

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

/** Rows of delimited text by the names in its first line; quotes as in RFC 4180. */
function recordsOf(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  const cells = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g
  for (const [whole, cell = '', end] of text.replace(/^\uFEFF/, '').matchAll(cells)) {
    if (whole === '') break
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end !== ',') rows.push([])
  }
  const [header = [], ...records] = rows.filter((row) => row.length > 0)
  return records.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])))
}

/** Numbers may be written in another way: 1.50 and 1.5 are the same. */
const same = (one: string, other: string): boolean =>
  one === other || (one !== '' && other !== '' && Number(one) === Number(other))

describe.skipIf(!realDataPresent)('a pipeline made of a file alone', () => {
  const file = realFile('bikes/bikes-master-en.csv')
  const name = 'Parts of a file'
  const country = 'Parts of a file here'

  it('PIP-001/ui the file is looked at first, then schema, component, master and country are made, and the editor opens', async () => {
    await page.goto('/#/manage/pipeline')
    await page.getByRole('treeitem').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'New pipeline from file' }).click()
    const dialog = page.getByRole('dialog', { name: 'New pipeline from file' })
    await dialog.getByLabel('File', { exact: true }).setInputFiles(file)
    await dialog.getByText('606 records with 27 fields.', { exact: false }).waitFor()
    for (const kind of ['master pipeline', 'component', 'schema']) {
      await dialog.getByLabel(`Name of the ${kind}`).fill(name)
    }
    for (const label of ['Brand', 'Locale', 'Product line', 'Data kind']) {
      await dialog.getByLabel(label).selectOption({ index: 1 })
    }
    await dialog.getByLabel('Name of the country pipeline').fill(country)
    await dialog.getByText('606 records: all valid').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'pipeline-from-file')
    await dialog.getByRole('button', { name: 'Make the pipeline' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(/manage\/pipeline\?.*id=/)
    await page
      .getByRole('heading', { name: new RegExp(country) })
      .first()
      .waitFor()
  })

  it('the draft takes the file and writes the same records', async () => {
    const wizard = wizardOn(page)
    await wizard.choosePipeline(country)
    await wizard.next()
    await wizard.giveFile('rows', file)
    await wizard.next()
    expect(await figures(await wizard.judged('rows'))).toEqual([606, 606, 0])
    await wizard.next()
    await wizard.confirmRun()
    expect(await wizard.ended(120)).toBe('completed')
    const link = page.getByRole('button', { name: /Download Parts-of-a-file-here-rows-.*\.csv$/ })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    const written = recordsOf(readFileSync(await download.path(), 'utf8'))
    const read = recordsOf(readFileSync(file, 'utf8'))
    expect(read).toHaveLength(606)
    expect(written).toHaveLength(606)
    const different = read.filter((record, at) =>
      Object.entries(record).some(([column, value]) => !same(value, written[at]?.[column] ?? '')),
    )
    expect(different).toEqual([])
  })
})
