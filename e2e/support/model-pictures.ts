import type { Browser, Page } from 'playwright-core'
import { apiPerson } from './api.ts'
import { openPage, signIn } from './browser.ts'
import { demoFile } from './demo-files.ts'

type Studio = { browser: Browser; url: string; take: (page: Page, name: string) => Promise<void> }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: RegExp) => page.getByRole('tree', { name: /^Schema / }).getByRole('treeitem', { name })

const bike = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  title: 'Bike',
  properties: {
    sku: { type: 'string', title: 'Article number', pattern: '^B\\d+$' },
    price: { type: 'number', title: 'Price', minimum: 0 },
    colour: { title: 'Colour', enum: ['red', 'blue', 'green'] },
    sizes: { type: 'array', title: 'Sizes', items: { type: 'integer' } },
  },
  required: ['sku', 'price'],
}

/** The pictures of the user guide about data models: explorer and editor, code, example, versions, compare, merge. */
export async function takeModels({ browser, url, take }: Studio): Promise<void> {
  const sam = await apiPerson(url, 'sam.super')
  const first = await sam.call('POST /schemas', { body: { name: 'Shop bike', jsonSchema: bike } })
  await sam.call('POST /schemas/version/lock', { body: { id: first._id } })
  const made = await sam.call('POST /schemas/version/new', { body: { id: first._id } })
  const draft = await sam.call('GET /schemas/find', { query: { id: made._id } })
  const { colour: _colour, ...others } = bike.properties
  const properties = { ...others, weight: { type: 'number', title: 'Weight in kg', maximum: 40 } }
  const { _id, name, sys_version } = draft
  const saved = await sam.call('POST /schemas', {
    body: { _id, name, sys_version, jsonSchema: { ...bike, properties } },
  })

  const page = await openPage(browser, url)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/schemas?id=${_id}`)
  await row(page, /^price /).click()
  await take(page, 'model-editor')
  await button(page, 'Show UI').click()
  await page.getByRole('region', { name: /^Form of/ }).waitFor()
  await take(page, 'model-form')
  await button(page, 'Show UI').click()
  await button(page, 'Edit code').click()
  await page.getByRole('textbox', { name: 'Code of price' }).waitFor()
  await take(page, 'model-code')
  await button(page, 'Cancel').click()
  await button(page, 'Import example').click()
  await page.getByLabel('Example files').setInputFiles(demoFile('bikes-master-en.csv'))
  await page.getByRole('table', { name: 'Fields of the files' }).waitFor()
  await take(page, 'model-example')
  await button(page, 'Cancel').click()
  await page
    .getByRole('button', { name: 'Yes' })
    .click({ timeout: 1000 })
    .catch(() => {})
  await button(page, 'Select a version').click()
  await page.getByRole('dialog').first().waitFor()
  await take(page, 'model-versions')
  await page.keyboard.press('Escape')
  await button(page, 'Compare').click()
  await page.getByRole('dialog').first().waitFor()
  await take(page, 'model-compare')
  await page.keyboard.press('Escape')
  await row(page, /^price /).click()
  const minimum = page.getByRole('region', { name: 'Properties' }).getByLabel('minimum', { exact: true })
  await minimum.fill('1')
  await minimum.press('Enter')
  const theirs = { ...properties, price: { ...bike.properties.price, minimum: 5 } }
  await sam.call('POST /schemas', {
    body: { _id, name, sys_version: saved.sys_version, jsonSchema: { ...bike, properties: theirs } },
  })
  await button(page, 'Merge with my changes').click()
  await page.getByRole('dialog').first().waitFor()
  await take(page, 'model-merge')
  await page.context().close()
}
