import { tokenHeader } from '@millrace/contract/envelope'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf, overflowOf } from './support/looks.ts'
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

const listOf = (properties: Record<string, object>, required: readonly string[] = []) => ({
  type: 'array',
  items: { type: 'object', properties, required },
})
const text = { type: 'string' }
const rows = [
  { SKU: 'B-1', 'Product name': 'Road bike', ListPrice: '1.999,50 €', Start_date: '31.12.2024', Color: 'Rot' },
  { SKU: 'B-2', 'Product name': 'City bike', ListPrice: '899,00 €', Start_date: '01.02.2025', Color: 'NA' },
]
const mapped = [
  { sku: 'B-1', price: 1999.5, startDate: '2024-12-31', productName: 'Road bike', color: 'red', brand: 'Acme' },
  { sku: 'B-2', price: 899, startDate: '2025-02-01', productName: 'City bike', color: 'none', brand: 'Acme' },
]

/** A component whose only instance is a mapping in which nothing is mapped yet. */
async function makeComponent(name: string): Promise<string> {
  const block = (await sam.call('GET /components/list')).find((one) => one.name === 'Map fields')
  const link = (from: readonly [string, string], to: readonly [string, string]) => ({
    name: `${from[1]} to ${to[1]}`,
    fromInstance: from[0],
    fromPort: from[1],
    toInstance: to[0],
    toPort: to[1],
    jsCode: '',
  })
  const { _id } = await sam.call('POST /components', {
    body: {
      name,
      kind: 'workflow',
      inputs: [
        {
          name: 'rows',
          inputSchema: listOf({ SKU: text, 'Product name': text, ListPrice: text, Start_date: text, Color: text }),
        },
      ],
      outputs: [
        {
          name: 'products',
          outputSchema: listOf(
            {
              sku: text,
              productName: text,
              brand: text,
              price: { type: 'number' },
              startDate: { type: 'string', format: 'date' },
              color: text,
            },
            ['sku', 'productName', 'brand'],
          ),
        },
      ],
      instances: [{ name: 'convert', instanceOf: block?._id ?? '' }],
      links: [link(['', 'rows'], ['convert', 'records']), link(['convert', 'records'], ['', 'products'])],
      testPayload: JSON.stringify({ rows }),
    },
  })
  return _id
}

const run = async (id: string) => {
  const answer = await fetch(`${product.url}/api/importer/v1/components/${id}/execute`, {
    method: 'POST',
    headers: { [tokenHeader]: sam.token, 'content-type': 'application/json' },
    body: JSON.stringify({ payload: { rows }, rt_context: {} }),
  })
  return ((await answer.json()) as { data: { output: { products: unknown } } }).data.output.products
}

const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const source = (dialog: Locator, path: string) =>
  dialog.getByRole('combobox', { name: `Source of ${path}`, exact: true })
const result = (dialog: Locator, path: string) => dialog.getByLabel(`Result of ${path}`, { exact: true })
/** Waits for the server's answer: what is said of an earlier save may still be there to be read. */
const save = async (page: Page) => {
  await button(page, 'Save').click()
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/components'),
  )
  await button(page, 'Yes').click()
  expect((await saved).ok()).toBe(true)
}

it('records are mapped without code, seen as a run makes them, and turned into code of the same meaning', async () => {
  const id = await makeComponent('Mapped bikes')
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/components?id=${id}`)
  await button(page, 'Mapping of convert').click()
  const dialog = page.getByRole('dialog', { name: 'Mapping of convert' })
  await dialog.getByText('Required, and nothing fills them: sku, productName, brand').waitFor()

  await button(dialog, 'Match by name').click()
  await dialog.getByText('4 fields joined.').waitFor()
  await dialog.getByText('Required, and nothing fills it: brand').waitFor()
  // Neither is written as a plain number or an ISO date: the run ends, and says where.
  const ended = dialog.getByText(/Map fields: record 1, \w+: '[^']+' is not a /)
  // It is said above the fields: while a field is dragged they stay where they are.
  await ended.waitFor()
  await dialog
    .getByRole('region', { name: 'Source fields' })
    .getByText('ListPrice', { exact: true })
    .dragTo(dialog.getByText('price', { exact: true }))
  await expect.poll(() => source(dialog, 'price').inputValue()).toBe('from:ListPrice')
  await ended.waitFor()
  await button(dialog, 'Options of price').click()
  await dialog.getByRole('textbox', { name: 'Locale' }).fill('de-DE')
  await button(dialog, 'Options of price').click()
  await button(dialog, 'Options of startDate').click()
  await dialog.getByRole('textbox', { name: 'Format' }).fill('DD.MM.YYYY')
  await button(dialog, 'Options of startDate').click()
  await button(dialog, 'Options of color').click()
  await button(dialog, 'Add to Replacements').click()
  await dialog.getByRole('textbox', { name: 'Value of Replacements 1' }).fill('Rot')
  await dialog.getByRole('textbox', { name: 'Replacement of Replacements 1' }).fill('red')
  await button(dialog, 'Add to Treat as empty').click()
  await dialog.getByRole('textbox', { name: 'Treat as empty 1' }).fill('NA')
  await dialog.getByRole('textbox', { name: 'Default' }).fill('none')
  await button(dialog, 'Options of color').click()
  // By keys: the list of sources takes letters, the value is typed.
  await source(dialog, 'brand').focus()
  await page.keyboard.type('Fixed')
  await dialog.getByRole('textbox', { name: 'Value', exact: true }).fill('Acme')
  await button(dialog, 'Options of brand').click()
  await expect.poll(() => dialog.getByText(/nothing fills/).count()).toBe(0)

  for (const [index, record] of mapped.entries()) {
    await dialog.getByText(`Record ${index + 1} of 2`).waitFor()
    for (const [path, value] of Object.entries(record))
      await expect.poll(() => result(dialog, path).textContent()).toBe(String(value))
    await button(dialog, 'Next').click()
  }
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'map-fields')
  await button(dialog, 'Apply').click()
  await save(page)
  expect(await run(id)).toEqual(mapped)

  // People come and go while somebody is about to press: nothing moves for that.
  const mapping = button(page, 'Mapping of convert')
  const place = await mapping.boundingBox()
  const phone = await openPage(browser, product.url, { width: 390, height: 844, dark: true })
  await signIn(phone, 'sam.super')
  await phone.goto(`/#/manage/components?id=${id}`)
  await button(phone, 'Mapping of convert').click()
  await result(phone.getByRole('dialog'), 'price').getByText('1999.5').waitFor()
  expect(await overflowOf(phone)).toBe(0)
  await picture(phone, 'map-fields-phone')
  const alsoOpen = page.getByText('You have this open in another tab, too.')
  await alsoOpen.waitFor()
  expect(await mapping.boundingBox()).toEqual(place)
  await phone.context().close()
  await mapping.click()
  await button(dialog, 'Turn into code').click()
  const code = page.getByRole('dialog', { name: 'The mapping as code' })
  await code.getByText('put(mapped, "brand"').waitFor()
  await picture(page, 'map-fields-code')
  await button(code, 'Make a component').click()
  await dialog.waitFor({ state: 'detached' })
  await save(page)
  const turned = await sam.call('GET /components/find', { query: { id } })
  const made = await sam.call('GET /components/find', { query: { id: turned.instances[0]?.instanceOf ?? '' } })
  expect(made).toMatchObject({ name: 'Mapped bikes convert', kind: 'function' })
  expect(made.readyMade).toBeUndefined()
  expect(await run(id)).toEqual(mapped)
})

it('the demo’s bikes are a mapping, shown with the values of a sample', async () => {
  const catalogue = (await sam.call('GET /components/list')).find((one) => one.name === 'Bikes catalogue')
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/components?id=${catalogue?._id ?? ''}`)
  await button(page, 'Mapping of products').click()
  const dialog = page.getByRole('dialog', { name: 'Mapping of products' })
  // The fields of both sides come through a filter and references to data models.
  await dialog.getByText('ProductAlternateKey', { exact: true }).first().waitFor()
  await dialog.getByRole('region', { name: 'Target fields' }).getByText('currency', { exact: true }).waitFor()
  await expect.poll(() => result(dialog, 'currency').textContent()).toBe('USD')
  await expect.poll(() => result(dialog, 'attributes.color').textContent()).toBe('Red')
  await expect.poll(() => dialog.getByText(/nothing fills/).count()).toBe(0)
  await picture(page, 'mapping')
  await button(dialog, 'Next').click()
  await expect.poll(() => result(dialog, 'currency').textContent()).toBe('nothing')
  await page.context().close()
})
