import type { Browser, Page } from 'playwright-core'
import { apiPerson } from './api.ts'
import { openPage, signIn } from './browser.ts'
import { demoFile } from './demo-files.ts'

type Studio = { browser: Browser; url: string; take: (page: Page, name: string) => Promise<void> }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The picture of the test bench: one record of an upload, run by itself. */
export async function takeBench({ browser, url, take }: Studio): Promise<void> {
  const sam = await apiPerson(url, 'sam.super')
  await sam.upload('Best Buy stores en-US', 'stores', demoFile('bestbuy-stores.json'))
  const ports = { inputs: [{ name: 'stores', inputSchema: {} }], outputs: [{ name: 'open', outputSchema: {} }] }
  const jsCode = `const open = ctx.input.stores.filter((store) => store.type === 'BigBox')
ctx.log.info(open.length, 'of', ctx.input.stores.length, 'stores')
ctx.output.open = open.map(({ id, name, city }) => ({ id, name, city }))`
  const made = await sam.call('POST /components', {
    body: { ...ports, name: 'Large stores', kind: 'instruction', jsCode },
  })
  const page = await openPage(browser, url, { width: 1600, height: 1000 })
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/components?id=${made._id}`)
  await page.getByRole('button', { name: /Test component$/ }).click()
  await button(page, 'Fill …').click()
  const dialog = page.getByRole('dialog', { name: 'Fill the payload' })
  await dialog.getByRole('tab', { name: 'From an upload' }).click()
  await dialog.getByRole('combobox', { name: 'Pipeline' }).selectOption({ label: 'Best Buy stores en-US' })
  await dialog.getByRole('spinbutton', { name: 'How many' }).fill('5')
  await button(page, 'Fill').click()
  await dialog.waitFor({ state: 'detached' })
  await button(page, 'Run test').click()
  await page.getByText(/^Ran \d/).waitFor()
  await page.getByRole('button', { name: /Test component$/ }).evaluate((element) => element.scrollIntoView())
  await take(page, 'test-bench')
  await page.context().close()
}
