import { listOfSchema } from '@millrace/contract'
import { type DatabaseForTest, postgresqlForTest } from '@millrace/engine/host/databases/database-for-test'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf } from './support/looks.ts'
import { freePort } from './support/product.ts'
import { type ProductOnCluster, startProductOnCluster } from './support/product-on-cluster.ts'

let product: ProductOnCluster
let shop: DatabaseForTest
let browser: Browser
let sam: ApiPerson

beforeAll(async () => {
  product = await startProductOnCluster()
  shop = await postgresqlForTest(product.env.DATABASE_URL ?? '')
  await shop.run('create table price (sku text primary key, amount int not null)')
  await shop.run(`insert into price values ('bike-1', 4711)`)
  browser = await openBrowser()
  sam = await apiPerson(product.url, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await shop?.drop()
  await product?.stop()
})

const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const told = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
const choose = async (page: Page, row: string, action: string) => {
  await button(page, `Actions of ${row}`).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
/** Presses Delete in the menu of a row and answers the question with Yes. */
const remove = async (page: Page, row: string, question: string) => {
  await choose(page, row, 'Delete')
  const asked = page.getByRole('dialog', { name: 'Confirmation' })
  await asked.getByText(question, { exact: true }).waitFor()
  await button(asked, 'Yes').click()
}

it('DBC-002/ui a connection is tested wrong, mended at the field that is named, saved, looked into, used and kept', async () => {
  const address = new URL(shop.options.connectionString)
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto('/#/manage/databases')
  await button(page, 'Add connection').first().click()
  const dialog = page.getByRole('dialog', { name: 'Add connection' })
  await dialog.getByLabel('Property name').fill('E2E prices')
  await dialog.getByLabel('Host').fill(address.hostname)
  await dialog.getByLabel('Port').fill(String(await freePort()))
  await dialog.getByLabel('Database', { exact: false }).last().fill(address.pathname.slice(1))
  await dialog.getByLabel('User').fill(address.username)
  await dialog.getByLabel('Password').fill('Guessed-wrong')
  await button(dialog, 'Save').click()
  await dialog.getByText(/^Nothing accepts connections at /).waitFor()
  const port = dialog.getByLabel('Port')
  expect(await port.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'connection-wrong')
  await port.fill(address.port)
  await button(dialog, 'Save').click()
  await dialog.getByText(/^The user or the password is wrong /).waitFor()
  await dialog.getByLabel('Password').fill(shop.password)
  await button(dialog, 'Save').click()
  await told(page, 'The connection was added.')
  const row = page.getByRole('row', { name: /^E2E prices/ })
  await row.getByText(`postgresql://${address.username}:***@`).waitFor()
  expect(await page.content()).not.toContain(shop.password)

  await choose(page, 'E2E prices', 'Tables and columns')
  const tables = page.getByRole('dialog', { name: 'Tables and columns of E2E prices' })
  await tables.getByText('price', { exact: true }).click()
  await tables.getByText('text, never null, key').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await button(tables, 'Close').click()

  const schema = await sam.call('POST /schemas', { body: { name: 'E2E price', jsonSchema: { type: 'object' } } })
  const component = await sam.call('POST /components', {
    body: {
      ...{ name: 'E2E reads prices', kind: 'instruction', isDB: true, testPayload: '{}' },
      outputs: [{ name: 'out', outputSchema: listOfSchema(schema._id) }],
      jsCode: '\nctx.output = { out: rows }\n',
    },
  })
  await page.goto(`/#/manage/components?id=${component._id}`)
  await page.getByRole('textbox', { name: 'Code' }).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.insertText('const rows = ')
  await button(page, 'Show tables and columns').click()
  await page.getByRole('combobox', { name: 'Connection' }).selectOption('E2E prices')
  await page.getByRole('region', { name: 'Tables and columns' }).getByText('price', { exact: true }).click()
  await button(page, 'Insert query of price').click()
  await page.keyboard.press('ControlOrMeta+s')
  await button(page.getByRole('dialog', { name: 'Confirmation' }), 'Yes').click()
  await told(page, 'Component saved')
  const saved = await sam.call('GET /components/find', { query: { id: component._id } })
  expect(saved.jsCode).toBe(
    "const rows = await ctx.db.query('E2E prices', 'select sku, amount from price')\nctx.output = { out: rows }\n",
  )
  const bench = page.getByRole('region', { name: 'Test component' })
  const run = button(bench, 'Run test')
  if ((await run.count()) === 0) await bench.getByRole('button', { name: 'Test component' }).click()
  await run.click()
  await bench.getByText(/^Ran /).waitFor()
  await page.getByText('4711').first().waitFor()

  await page.goto('/#/manage/databases')
  await remove(page, 'E2E prices', 'Do you want to delete the connection E2E prices?')
  await told(page, 'Document is used by E2E reads prices')
  await row.waitFor()
  await page.context().close()
})

it('MOD-006/ui a module that code requires cannot be removed', async () => {
  await sam.call('POST /allowed-modules', { body: { name: 'e2e-module', version: '1.2.3' } })
  await sam.call('POST /components', {
    body: { name: 'E2E requires it', kind: 'function', jsCode: "const it = require('e2e-module@1.2.3')\nreturn {}" },
  })
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto('/#/manage/allowed-modules')
  await remove(page, 'e2e-module 1.2.3', 'Do you want to delete the module e2e-module?')
  await told(page, /Document is used by E2E requires it/)
  await page.getByRole('row', { name: /^e2e-module/ }).waitFor()
  await page.context().close()
})

it('CMP-012/ui the usages of a component are those of the version that is chosen, and lead to who uses it', async () => {
  const make = (name: string, instanceOf: string[] = []) =>
    sam.call('POST /components', {
      body: { name, kind: 'workflow', instances: instanceOf.map((id, n) => ({ name: `i${n}`, instanceOf: id })) },
    })
  const inner = await make('E2E inner')
  const middle = await make('E2E middle', [inner._id])
  const outer = await make('E2E outer', [middle._id, inner._id])
  await sam.call('POST /components/version/lock', { body: { id: inner._id } })
  const newer = await sam.call('POST /components/version/new', { body: { id: inner._id } })
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/components?id=${newer._id}`)
  await button(page.getByRole('group', { name: 'Version of E2E inner' }), 'Usages').click()
  const usages = page.getByRole('dialog', { name: 'Usages of E2E inner' })
  await usages.getByText('No other component uses this version.').waitFor()
  await usages.getByLabel('Version').selectOption('Version 1 (Prod)')
  await usages.getByText('Final workflows: E2E outer version 1.').waitFor()
  const below = usages.getByRole('list', { name: 'Users of E2E middle' })
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'component-usages')
  await below.getByRole('link', { name: 'E2E outer' }).click()
  await page.getByRole('region', { name: 'Component E2E outer' }).waitFor()
  expect(new URL(page.url()).hash).toContain(outer._id)
  await page.context().close()
})
