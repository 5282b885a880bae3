import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { demoFile } from './support/demo-files.ts'
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

const linkCode = `if (ctx.rt_context.wait) {
  ctx.log.info('waiting')
  for (;;);
}
if (ctx.rt_context.fail) throw new Error('no price')
ctx.output = ctx.input`

async function makeComponent(): Promise<string> {
  const ports = { inputs: [{ name: 'rows', inputSchema: {} }], outputs: [{ name: 'out', outputSchema: {} }] }
  const leaf = await sam.call('POST /components', {
    body: { ...ports, name: 'E2E leaf', kind: 'instruction', jsCode: 'ctx.output.out = ctx.input.rows' },
  })
  const { _id } = await sam.call('POST /components', {
    body: {
      ...ports,
      name: 'E2E bench',
      kind: 'workflow',
      instances: [{ name: 'leaf', instanceOf: leaf._id }],
      links: [
        { name: 'in', fromInstance: '', fromPort: 'rows', toInstance: 'leaf', toPort: 'rows', jsCode: linkCode },
        { name: 'on', fromInstance: 'leaf', fromPort: 'out', toInstance: '', toPort: 'out', jsCode: '' },
      ],
    },
  })
  return _id
}

async function writeContext(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Context (ctx.rt_context)' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

it('CMP-018/ui a component is run on records of an upload, one after the other; an error leads to its line, and Stop ends what never ends', async () => {
  await sam.upload('Best Buy stores en-US', 'stores', demoFile('bestbuy-stores.json'))
  const id = await makeComponent()
  const page = await openPage(browser, product.url, { width: 1440, height: 1000 })
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/components?id=${id}`)
  // The mark that says whether it is open stands before its name.
  await page.getByRole('button', { name: /Test component$/ }).click()

  await button(page, 'Fill …').click()
  const dialog = page.getByRole('dialog', { name: 'Fill the payload' })
  await dialog.getByRole('tab', { name: 'From an upload' }).click()
  await dialog.getByRole('combobox', { name: 'Pipeline' }).selectOption({ label: 'Best Buy stores en-US' })
  await dialog.getByRole('spinbutton', { name: 'How many' }).fill('3')
  await button(page, 'Fill').click()
  await dialog.waitFor({ state: 'detached' })

  await button(page, 'Run test').click()
  await page.getByRole('tab', { name: 'out (3 records)' }).waitFor()
  const values = page.getByRole('table', { name: 'Values of the links' })
  await expect.poll(() => values.getByRole('row').nth(1).innerText()).toMatch(/^in\s+3/)
  await page.getByRole('combobox', { name: 'Records that are run' }).selectOption('rows')
  await button(page, 'Next record').click()
  await page.getByText('2 of 3', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'out (1 record)' }).waitFor()
  await picture(page, 'test-bench')
  expect(await faultsOf(page)).toEqual([])

  await writeContext(page, '{"fail": true}')
  await button(page, 'Run test').click()
  const fault = page.getByRole('alert').filter({ hasText: "link 'in' of E2E bench, line 5: Error: no price" })
  await fault.waitFor()
  await button(page, 'Go to the line').click()
  await page.locator('.cm-runFaultLine', { hasText: 'no price' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('no price')

  await writeContext(page, '{"wait": true}')
  await button(page, 'Run test').click()
  // What it logs is told while it runs.
  await page.getByRole('region', { name: 'Logs' }).getByText('waiting', { exact: true }).waitFor()
  await button(page, 'Stop').click()
  await page.getByText(/^Stopped after/).waitFor()
  await writeContext(page, '{}')
  await button(page, 'Run test').click()
  await page.getByText(/^Ran \d/).waitFor()
  await page.context().close()
})
