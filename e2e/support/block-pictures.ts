import type { Browser, Page } from 'playwright-core'
import { apiPerson } from './api.ts'
import { openPage, signIn } from './browser.ts'

type Studio = { browser: Browser; url: string; take: (page: Page, name: string) => Promise<void> }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The pictures of connections, modules, usages, mappings and diagrams. */
export async function takeBlocks({ browser, url, take }: Studio): Promise<void> {
  const sam = await apiPerson(url, 'sam.super')
  const page = await openPage(browser, url)
  await signIn(page, 'sam.super')
  await page.goto('/#/manage/databases')
  await button(page, 'Add connection').first().click()
  const dialog = page.getByRole('dialog', { name: 'Add connection' })
  await dialog.getByLabel('Property name').fill('prices')
  await dialog.getByLabel('Host').fill('127.0.0.1')
  await dialog.getByLabel('Port').fill('1')
  await dialog.getByLabel('Database', { exact: false }).last().fill('shop')
  await dialog.getByLabel('User').fill('reader')
  await dialog.getByLabel('Password').fill('Not-the-one')
  await button(page, 'Save').click()
  await dialog.getByText(/^Nothing accepts connections/).waitFor()
  await take(page, 'connection')
  await button(page, 'Cancel').click()
  await button(page, 'Yes').click()
  await page
    .getByRole('button', { name: /^Actions of / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Tables and columns' }).click()
  await page.getByText('product', { exact: true }).click()
  await take(page, 'tables')

  const components = await sam.call('GET /components/list')
  const used = components.find(({ name }) => name === 'Map fields')
  await page.goto(`/#/manage/components?id=${used?._id ?? ''}`)
  await button(page, 'Usages').click()
  await page
    .getByRole('dialog', { name: /^Usages of/ })
    .getByText('Dependency graph')
    .waitFor()
  await take(page, 'usages')

  const bikes = components.find(({ name }) => name === 'Bikes catalogue')
  await page.goto(`/#/manage/components?id=${bikes?._id ?? ''}`)
  await button(page, 'Mapping of products').click()
  await page.getByLabel('Result of currency', { exact: true }).getByText('USD').waitFor()
  await take(page, 'mapping')
  await page.context().close()
  await takeDiagram({ browser, url, take })
}

/** A component of the demo with the code of one of its links, in a window with room for both. */
async function takeDiagram({ browser, url, take }: Studio): Promise<void> {
  const sam = await apiPerson(url, 'sam.super')
  const drawn = (await sam.call('GET /components/list')).find(({ name }) => name === 'Overlay locale')
  const page = await openPage(browser, url, { width: 1600, height: 1040 })
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/components?id=${drawn?._id ?? ''}`)
  await page.locator('.react-flow__node').first().waitFor()
  await page
    .getByRole('tree', { name: /^Everything drawn/ })
    .getByRole('treeitem', { level: 2 })
    .last()
    .click()
  await page.locator('[data-own-keys] .cm-content').waitFor()
  await take(page, 'component-diagram')
  await page.context().close()
}
