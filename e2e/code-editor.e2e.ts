import type { Browser, Page } from 'playwright-core'
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

const text = { type: 'string' }
const component = {
  kind: 'instruction' as const,
  inputs: [
    {
      name: 'row',
      inputSchema: {
        title: 'Bike row',
        type: 'object',
        properties: { sku: { ...text, description: 'The number of the article.' }, name: text },
        required: ['sku', 'name'],
      },
    },
  ],
  outputs: [
    {
      name: 'product',
      outputSchema: { title: 'Product', type: 'object', properties: { key: text }, required: ['key'] },
    },
  ],
}

/** The program of the checker. */
const checkerFile = /checker\.worker-/

async function openCode(name: string, jsCode: string, fails = false) {
  const { _id } = await sam.call('POST /components', { body: { ...component, name, jsCode } })
  const page = await openPage(browser, product.url)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  if (fails) await page.route(checkerFile, (route) => route.abort())
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/components?id=${_id}`)
  // The editor is fetched when its field comes into sight.
  await page.getByRole('textbox', { name: 'Code' }).evaluate((field) => field.scrollIntoView())
  const code = page.locator('.cm-content[aria-label="Code"]')
  await code.waitFor()
  return { id: _id, page, code, asked }
}
const marks = (page: Page) => page.locator('.cm-lintRange-error')

it('code is checked while it is typed, completed and explained, with the checker of the production build', async () => {
  const { id, page, code, asked } = await openCode('E2E code', 'ctx.output.product = { key: ctx.input.row.skuu }\n')
  // Nothing of it is fetched for reading.
  expect(asked.filter((url) => checkerFile.test(url))).toEqual([])
  await code.click()
  await marks(page).waitFor()
  expect(asked.filter((url) => checkerFile.test(url))).toHaveLength(1)
  expect(await marks(page).textContent()).toBe('skuu')
  await marks(page).hover()
  await page.getByText("Property 'skuu' does not exist on type 'BikeRow'. Did you mean 'sku'?").waitFor()
  await picture(page, 'code-editor-fault')

  await page.keyboard.press('Control+End')
  await page.keyboard.type('ctx.input.row.')
  const options = page.getByRole('listbox').getByRole('option')
  await expect.poll(() => options.allTextContents()).toEqual(['name', 'sku'])
  // Keys pressed as the list opens still go to the text.
  await page.waitForTimeout(150)
  await page.keyboard.press('ArrowDown')
  await page.getByText('The number of the article.').waitFor()
  await picture(page, 'code-editor-completion')
  await page.keyboard.press('Enter')
  await expect.poll(() => code.innerText()).toContain('ctx.input.row.sku')

  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+a')
  // Brackets and quotes close by themselves; what is typed stands as it was typed.
  await page.keyboard.type('const { row } = ctx.input\nctx.output.product = { key: row.sku }')
  await expect.poll(() => marks(page).count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await page.getByText('Component saved', { exact: true }).waitFor()
  const { jsCode } = await sam.call('GET /components/find', { query: { id } })
  expect(jsCode).toBe('const { row } = ctx.input\nctx.output.product = { key: row.sku }')
  await page.context().close()
})

it('where the checker cannot be had, code is written all the same, and it is said', async () => {
  const { page, code } = await openCode('E2E unchecked code', '', true)
  await code.click()
  await page.keyboard.type('ctx.output.product = 1')
  await page.getByText('The code cannot be checked while you type. It is when you test it.').waitFor()
  await expect.poll(() => code.innerText()).toBe('ctx.output.product = 1')
  await page.context().close()
})
