import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, type Look, openBrowser, openPage, picture } from './support/browser.ts'
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

/** Signs in at any width and goes to a page. */
async function person(userName: string, path: string, look: Look = {}): Promise<Page> {
  const page = await openPage(browser, product.url, look)
  await page.goto('/')
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill('Try-this-1now')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => /#\/(import|manage)\//.test(url.href))
  await page.goto(`/#${path}`)
  return page
}
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) })
const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const told = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true }).waitFor()
const choose = async (page: Page, row: string, action: string) => {
  await rowOf(page, row).click({ button: 'right' })
  await page.getByRole('menuitem', { name: action }).click()
}
const pick = async (page: Page, select: string, text: string) => {
  await page.getByRole('combobox', { name: select, exact: true }).click()
  await page.keyboard.type(text)
  await page
    .locator('.ant-select-item-option-active')
    .filter({ hasText: new RegExp(text, 'i') })
    .waitFor()
  await page.keyboard.press('Enter')
}
const answerYes = (page: Page) => button(page.getByRole('dialog', { name: 'Confirmation' }), 'Yes').click()
/** Gives a person badges besides those they hold. */
async function giveBadge(to: string, badge: string): Promise<void> {
  const user = (await sam.call('GET /users')).find(({ userName }) => userName === to)
  if (user === undefined) throw new Error(`${to} is not there`)
  const held = user.project_tags.map(({ _id }) => _id)
  await sam.call('POST /users', { body: { ...user, project_tags: [...held, badge], updateTags: true } })
}
const projectBadge = async (name: string) => {
  const found = (await sam.call('GET /tags/list')).project.find((tag) => tag.name === name)
  if (found === undefined) throw new Error(`there is no badge ${name}`)
  return found._id
}

describe('a badge from its making to its effect', () => {
  it('TAG-003/ui TAG-008/ui TAG-011/ui a super-admin makes it', async () => {
    const page = await person('sam.super', '/manage/users')
    await button(page, 'Manage global badge list').click()
    await page.getByRole('button', { name: 'Add to Project tags' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Project tag' })
    await dialog.getByLabel('Name', { exact: true }).fill('Dealer desk')
    await dialog.getByLabel('Color as text').fill('#E6550D')
    await picture(page, 'badge-new')
    await button(dialog, 'Save').click()
    await told(page, 'Tag successfully created')
    const row = page.getByRole('listitem').filter({ hasText: 'Dealer desk' })
    await row.getByText('Not used').waitFor()
    await expect.poll(() => button(row, 'Delete Dealer desk').count()).toBe(1)
    await page.context().close()
    await giveBadge('ada.admin', await projectBadge('Dealer desk'))
  })

  it('TAG-016/ui TAG-017/ui TAG-018/ui PRM-014/ui an admin restricts a folder after seeing what would change', async () => {
    const page = await person('ada.admin', '/manage/pipeline')
    await choose(page, 'Retail network', 'Manage badges')
    await page.getByText('Nothing is changed yet.').waitFor()
    for (const name of ['Read', 'Write']) {
      const box = page.getByRole('region', { name }).locator('> div').first()
      await expect.poll(async () => (await box.boundingBox())?.height).toBe(290)
    }
    await pick(page, 'Read: add a group', 'Dealer desk')
    await page.getByText('Dana Dealer loses 3 pipelines:').waitFor()
    await page.getByText('Read: people who hold Dealer desk. Nobody else can see it.').waitFor()
    await picture(page, 'badges-what-would-change')
    await button(page, 'Save').click()
    await page.getByText('Do you want to save the current modifications?').waitFor()
    await answerYes(page)
    await told(page, 'The badges have been saved.')
    await rowOf(page, 'Retail network').getByText('Dealer desk').waitFor()
    await rowOf(page, 'Dealers fr-FR')
      .getByTitle(/the rule of the folder Pipelines \/ Retail network/)
      .waitFor()
    await page.context().close()
  })

  it('TAG-005/ui what is used has no delete button', async () => {
    const page = await person('sam.super', '/manage/users')
    await button(page, 'Manage global badge list').click()
    const row = page.getByRole('listitem').filter({ hasText: 'Dealer desk' })
    await row.getByText('In use').waitFor()
    await expect.poll(() => button(row, 'Delete Dealer desk').count()).toBe(0)
    await page.context().close()
  })

  it('PRM-022/ui PRM-024/ui who lacks it no longer sees the pipeline, is told why, and sees it again once given it', async () => {
    const dana = await person('dana.dealer', '/testing/index')
    await dana.getByText('Not connected to a pipeline').waitFor()

    const ada = await person('ada.admin', '/manage/pipeline')
    await choose(ada, 'Dealers fr-FR', 'Why can this person not see it?')
    await pick(ada, 'Person', 'dana')
    await ada.getByText('Dana Dealer may not see Dealers fr-FR.').waitFor()
    const failed = ada.getByRole('list', { name: 'Rules' }).getByRole('listitem').filter({ hasText: 'Failed:' })
    await expect.poll(() => failed.count()).toBe(1)
    await expect.poll(() => failed.innerText()).toContain('the folder Pipelines / Retail network')
    await expect.poll(() => failed.innerText()).toContain('lacks Dealer desk')
    const helps = ada.getByRole('group', { name: 'What would help' })
    await expect.poll(() => helps.innerText()).toContain('Give Dana the badge Dealer desk.')
    await picture(ada, 'explanation')

    await giveBadge('dana.dealer', await projectBadge('Dealer desk'))
    await dana.reload()
    await rowOf(dana, 'Dealers fr-FR').waitFor()
    await ada.getByRole('combobox', { name: 'Action' }).click()
    await ada.getByTitle('Upload files to it').click()
    await ada.getByText('Dana Dealer may upload files to Dealers fr-FR.').waitFor()
    await ada.context().close()
    await dana.context().close()
  })
})

describe('the explorer of an admin on a phone', () => {
  it('PIP-012/ui FLD-011/ui FLD-013/ui FLD-008/ui folders are made, named, moved and deleted by touch', async () => {
    const page = await person('ada.admin', '/manage/schemas', { width: 390, height: 844 })
    await page.getByRole('treeitem').first().waitFor()
    const root = await page.getByRole('treeitem').first().locator('span[title]').first().innerText()
    const menu = async (row: string, action: string) => {
      await button(page, `Menu of ${row}`).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    for (const name of ['Autumn', 'Archive']) {
      await menu(root, 'New folder')
      await page.getByLabel('Folder name').fill(name)
      await page.keyboard.press('Enter')
      await rowOf(page, name).waitFor()
    }
    await menu('Autumn', 'Rename folder')
    await page.getByLabel('Folder name').fill('Autumn 2026')
    await button(page, 'Confirm').click()
    await rowOf(page, 'Autumn 2026').waitFor()

    await menu('Autumn 2026', 'Move folder')
    await rowOf(page, root).click()
    await told(page, `Autumn 2026 is already in ${root}.`)
    await rowOf(page, 'Archive').click()
    await told(page, `Autumn 2026 lies in ${root} / Archive now.`)
    await expect.poll(() => rowOf(page, 'Autumn 2026').getAttribute('aria-level')).toBe('3')
    await picture(page, 'explorer-phone')

    await menu('Archive', 'Delete folder')
    await page.getByRole('checkbox', { name: 'With the folder inside' }).check()
    await button(page, 'Delete').click()
    await rowOf(page, 'Archive').waitFor({ state: 'detached' })
    await expect.poll(() => rowOf(page, 'Autumn 2026').count()).toBe(0)
    await page.context().close()
  })

  it('FLD-013/ui FLD-015/ui FLD-016/ui FLD-017/ui by mouse only permitted folders are lit, and a refusal says why', async () => {
    const page = await person('marc.manager', '/manage/components')
    const root = page.getByRole('treeitem').first()
    await root.waitFor()
    const rootName = await root.locator('span[title]').first().innerText()
    // Beside each other, so that nothing scrolls while the button is down.
    for (const name of ['A left', 'A right']) {
      await button(page, `Menu of ${rootName}`).click()
      await page.getByRole('menuitem', { name: 'New folder' }).click()
      await page.getByLabel('Folder name').fill(name)
      await page.keyboard.press('Enter')
      await rowOf(page, name).waitFor()
    }
    await rowOf(page, 'A left').dragTo(root)
    await told(page, `A left is already in ${rootName}.`)
    await rowOf(page, 'A left').dragTo(rowOf(page, 'A right'))
    await told(page, `A left lies in ${rootName} / A right now.`)
    await expect.poll(() => rowOf(page, 'A left').getAttribute('aria-level')).toBe('3')
    await page.context().close()
  })
})
