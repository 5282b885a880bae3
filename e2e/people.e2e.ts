import { linkIn, type MailServer, startMailServer } from '@millrace/server/test-support/mail-server'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { pngOf } from './support/picture-file.ts'
import { type Product, startProduct } from './support/product.ts'

const password = 'Chosen-by-me-1'
const email = 'nina@millrace.test'

let product: Product
let browser: Browser
let mails: MailServer
let sam: ApiPerson
/** Nina's own browser: she signs in during the first journey. */
let nina: Page

beforeAll(async () => {
  mails = await startMailServer()
  product = await startProduct({ MILLRACE_SMTP_URL: mails.url })
  browser = await openBrowser()
  sam = await apiPerson(product.url, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
  await mails?.close()
})

/** The Users screen in the eyes of a person. */
async function usersOf(userName: string): Promise<Page> {
  const page = await openPage(browser, product.url)
  await signIn(page, userName)
  await page.goto('/#/manage/users')
  await page.getByRole('table', { name: 'Users' }).waitFor()
  return page
}
const rowOf = (page: Page, userName: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: userName, exact: true }) })
const userNames = (page: Page): Promise<string[]> => page.locator('td[data-column=userName] button').allInnerTexts()
const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const person = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const told = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true }).waitFor()
const answer = async (page: Page, question: string, yes = true) => {
  const dialog = page.getByRole('dialog', { name: 'Confirmation' })
  await dialog.getByText(question, { exact: true }).waitFor()
  await button(dialog, yes ? 'Yes' : 'No').click()
}
const optionsOf = (list: Locator): Promise<string[]> => list.getByRole('option').allInnerTexts()

async function fillIn(dialog: Locator, fields: { first: string; last: string; email: string; role?: string }) {
  await dialog.getByLabel('First name').fill(fields.first)
  await dialog.getByLabel('Last name').fill(fields.last)
  await dialog.getByLabel('Email').fill(fields.email)
  if (fields.role !== undefined) await dialog.getByLabel('Role').selectOption(fields.role)
}
async function giveBadge(page: Page, kind: 'admin' | 'project', name: string) {
  await button(person(page, 'Create User'), 'Manage badges').click()
  const badges = person(page, 'Manage user badges')
  await badges
    .getByRole('listbox', { name: `Available ${kind} badges` })
    .getByRole('option', { name })
    .click()
  await badges.getByRole('listbox', { name: `Available ${kind} badges` }).press('Enter')
  await button(badges, 'Close').click()
}
async function choosePassword(page: Page, address: string) {
  const link = linkIn(await mails.mailFor(address, { withinMs: 60_000 }))
  await page.goto(`${link.pathname}${link.search}`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm', { exact: true }).fill(password)
  await button(page, 'Validate').click()
  await page.getByText('The password has been successfully set.').waitFor()
}

describe('an admin brings somebody in', () => {
  let ada: Page
  beforeAll(async () => {
    ada = await usersOf('ada.admin')
  })

  it('USR-014/ui USR-024/ui PRM-016/ui creates a person of the roles an admin may give, with a badge they share', async () => {
    await button(ada, 'Create User').click()
    const dialog = person(ada, 'Create User')
    await fillIn(dialog, { first: 'Nina', last: 'Newcomer', email })
    await expect.poll(() => dialog.getByLabel('Username').inputValue()).toBe('nina.newcomer')
    const roles = dialog.getByLabel('Role')
    await expect.poll(() => roles.locator('option').allInnerTexts()).toEqual(['Select a role', 'user', 'manager'])
    await roles.selectOption('user')
    await button(dialog, 'Confirm').click()
    await dialog.getByText('User must have at least one of your admin badges', { exact: true }).waitFor()
    await giveBadge(ada, 'admin', 'Dealer team')
    await told(ada, 'To see changes reflected in the pipeline list, please save the user and re-open this dialog')

    await dialog.getByRole('searchbox', { name: 'Search available' }).fill('dealers fr')
    const available = dialog.getByRole('listbox', { name: 'Available' })
    await expect.poll(() => optionsOf(available)).toHaveLength(1)
    await dialog.getByRole('searchbox', { name: 'Search available' }).press('Enter')
    await dialog
      .getByRole('listbox', { name: 'Assigned' })
      .getByRole('option', { name: /Dealers fr-FR/ })
      .waitFor()
    await picture(ada, 'people-create')
    await button(dialog, 'Confirm').click()
    await told(ada, 'The new user has been created successfully.')
    await rowOf(ada, 'nina.newcomer').getByText(email).waitFor()
  })

  it('USR-018/ui the person chooses a password with the mailed link, signs in and sees their pipeline alone', async () => {
    nina = await openPage(browser, product.url)
    await choosePassword(nina, email)
    await signIn(nina, 'nina.newcomer', password)
    const pipelines = nina.getByRole('group', { name: 'Pipelines' })
    await pipelines.getByText('Dealers fr-FR', { exact: true }).waitFor()
    await expect.poll(() => pipelines.getByRole('radio').count()).toBe(1)
    expect(await nina.getByRole('link', { name: 'Users' }).count()).toBe(0)
    await nina.goto('/#/manage/users')
    await nina.getByRole('heading', { name: 'Unauthorize page' }).waitFor()
  })

  it('ERR-024/ui taking the pipeline away says so before it is saved', async () => {
    await rowOf(ada, 'nina.newcomer').getByText(email).click()
    const dialog = person(ada, 'Nina Newcomer')
    const assigned = dialog.getByRole('listbox', { name: 'Assigned' })
    await assigned.getByRole('option', { name: /Dealers fr-FR/ }).click()
    await button(dialog, 'Take the marked pipelines away').click()
    await button(dialog, 'Confirm').click()
    await ada.getByText('Nina Newcomer loses the pipeline:').waitFor()
    await picture(ada, 'people-what-would-change')
    await answer(ada, 'Do you want to save the current modifications?', false)
    await button(dialog, 'Cancel').click()
    await answer(ada, 'Do you want to close without saving?')
    await dialog.waitFor({ state: 'detached' })
  })

  it('leaving by Back with edits asks', async () => {
    await rowOf(ada, 'nina.newcomer').getByText(email).click()
    const dialog = person(ada, 'Nina Newcomer')
    await dialog.getByLabel('Service').fill('Front desk')
    await ada.evaluate(() => history.back())
    await answer(ada, 'Do you want to close without saving?', false)
    await expect.poll(() => dialog.getByLabel('Service').inputValue()).toBe('Front desk')
    await ada.keyboard.press('Escape')
    await answer(ada, 'Do you want to close without saving?')
    await dialog.waitFor({ state: 'detached' })
    expect(ada.url()).not.toContain('user=')
  })

  it('USR-012/ui switching somebody off logs their open session out', async () => {
    await nina.goto('/#/import/upload')
    const theirs = nina.getByRole('group', { name: 'Pipelines' })
    await theirs.getByText('Dealers fr-FR', { exact: true }).click()
    await rowOf(ada, 'nina.newcomer').getByRole('switch').click()
    await told(ada, 'The user data has been updated successfully.')
    // Not with the mouse: the page may hear of it by itself first, and the question then lies over the button.
    await button(nina, 'Next step').dispatchEvent('click')
    await nina.getByRole('dialog', { name: 'Confirm logout' }).waitFor()
    await expect.poll(() => rowOf(ada, 'nina.newcomer').getByRole('switch').isChecked()).toBe(false)
  })
})

describe('a manager', () => {
  it('PRM-017/ui sees people of role user who share a badge, gives no other role, and no badge they do not hold', async () => {
    const marc = await usersOf('marc.manager')
    await expect
      .poll(async () => (await userNames(marc)).sort())
      .toEqual(['dana.dealer', 'marc.manager', 'nina.newcomer'])
    expect(await button(marc, 'Manage global badge list').count()).toBe(0)
    await rowOf(marc, 'dana.dealer').getByText('user', { exact: true }).click()
    const dana = person(marc, 'Dana Dealer')
    await dana.getByRole('listbox', { name: 'Assigned' }).waitFor()
    await expect.poll(() => dana.getByLabel('Role').locator('option').allInnerTexts()).toEqual(['user'])
    await button(dana, 'Manage badges').click()
    const badges = person(marc, 'Manage user badges')
    const americas = badges.getByRole('option', { name: /^Americas/ })
    await expect.poll(() => americas.getAttribute('aria-disabled')).toBe('true')
    await americas.dblclick({ force: true })
    expect(
      await badges.getByRole('listbox', { name: 'Project badges of the person' }).getByRole('option').count(),
    ).toBe(0)
    await button(badges, 'Close').click()
    await marc.keyboard.press('Escape')
    await dana.waitFor({ state: 'detached' })

    await rowOf(marc, 'marc.manager').getByText('manager', { exact: true }).click()
    const self = person(marc, 'Marc Manager')
    await self.waitFor()
    await expect.poll(() => self.getByLabel('Role').isDisabled()).toBe(true)
    expect(await button(self, 'Delete User').count()).toBe(0)
    await marc.context().close()
  })
})

describe('a super-admin', () => {
  let page: Page
  beforeAll(async () => {
    const shared = (await sam.call('GET /tags/list')).admin[0]
    for (const last of ['Alpha', 'Beta', 'Gamma']) {
      const body = { firstName: 'Temp', lastName: last, email: `${last}@millrace.test`, role: 'user' as const }
      await sam.call('POST /users', { body: { ...body, admin_tags: shared === undefined ? [] : [shared._id] } })
    }
    page = await usersOf('sam.super')
  })
  const temps = ['temp.alpha', 'temp.beta', 'temp.gamma']
  const switches = () => Promise.all(temps.map((name) => rowOf(page, name).getByRole('switch').isChecked()))

  it('USR-009/ui USR-010/ui USR-013/ui switches several people off and on, and deletes them', async () => {
    await page.getByRole('searchbox', { name: 'Search users' }).fill('temp')
    await expect.poll(() => userNames(page)).toEqual(temps)
    await page.getByRole('checkbox', { name: 'temp.alpha' }).check()
    expect(await button(page, 'De-Active').count()).toBe(0)
    await page.getByRole('checkbox', { name: 'temp.gamma' }).click({ modifiers: ['Shift'] })
    await button(page, 'De-Active').click()
    await answer(page, 'Do you want to de-activate all the users?')
    await told(page, 'De-activation for the selected users has been successfully turned off.')
    await expect.poll(switches).toEqual([false, false, false])
    await page.getByRole('checkbox', { name: 'All users' }).check()
    await picture(page, 'people-bulk')
    await button(page, 'Active').click()
    await answer(page, 'Do you want to activate all the users?')
    await told(page, 'Activation for the selected users has been successfully turned on.')
    await expect.poll(switches).toEqual([true, true, true])
    await page.getByRole('checkbox', { name: 'temp.alpha' }).check()
    await page.getByRole('checkbox', { name: 'temp.beta' }).check()
    await button(page, 'Delete').click()
    await answer(page, 'Do you want to delete all the users?')
    await told(page, 'Selected users deleted successfully.')
    await expect.poll(() => userNames(page)).toEqual(['temp.gamma'])
  })

  it('USR-029/ui deletes one in the dialog', async () => {
    await rowOf(page, 'temp.gamma').getByText('user', { exact: true }).click()
    await button(person(page, 'Temp Gamma'), 'Delete User').click()
    await answer(page, 'Do you want to delete this user?')
    await told(page, 'User deleted successfully')
    await page.getByText('Nothing matches these filters').waitFor()
    await button(page, 'Clear filters').click()
  })

  it('PRM-015/ui makes an admin without any badge, with a picture made small here', async () => {
    await button(page, 'Create User').click()
    const dialog = person(page, 'Create User')
    await fillIn(dialog, { first: 'Alba', last: 'Adminova', email: 'alba@millrace.test', role: 'admin' })
    expect(await dialog.getByRole('listbox').count()).toBe(0)
    const file = { name: 'me.png', mimeType: 'image/png', buffer: pngOf(900, 600, [29, 95, 209]) }
    await dialog.getByLabel('Picture').setInputFiles(file)
    await button(dialog, 'Remove picture').waitFor()
    await button(dialog, 'Confirm').click()
    await told(page, 'The new user has been created successfully.')
    const stored = rowOf(page, 'alba.adminova').locator('img')
    await stored.waitFor()
    expect(await stored.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
      128, 128,
    ])
    const alba = await openPage(browser, product.url)
    await choosePassword(alba, 'alba@millrace.test')
    await signIn(alba, 'alba.adminova', password)
    await alba.getByRole('link', { name: 'Users' }).waitFor()
    await alba.context().close()
  })

  it('a file that is no picture is refused with the reason', async () => {
    await rowOf(page, 'alba.adminova').getByText('admin', { exact: true }).click()
    const dialog = person(page, 'Alba Adminova')
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
    await dialog.getByLabel('Picture').setInputFiles(file)
    await dialog.getByText('The picture must be a PNG, JPEG or WebP of at most 64 KiB').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('a change of somebody else stays when another field is saved', async () => {
    await rowOf(page, 'dana.dealer').getByText('user', { exact: true }).click()
    const dialog = person(page, 'Dana Dealer')
    await dialog.getByLabel('Service').fill('Dealers')
    const dana = (await sam.call('GET /users')).find(({ userName }) => userName === 'dana.dealer')
    if (dana === undefined) throw new Error('the demo has no dana.dealer')
    const { _id, firstName, email: address, role } = dana
    await sam.call('POST /users', { body: { _id, firstName, lastName: 'Dealerson', email: address, role } })
    await button(dialog, 'Confirm').click()
    await answer(page, 'Do you want to save the current modifications?')
    await told(page, 'The user data has been updated successfully.')
    const after = (await sam.call('GET /users')).find((user) => user._id === _id)
    expect([after?.lastName, after?.service]).toEqual(['Dealerson', 'Dealers'])
  })

  it('USR-030/ui resets a password: the old one stops working and a link is mailed', async () => {
    const before = mails.received.length
    await rowOf(page, 'nina.newcomer').getByText(email).click()
    const dialog = person(page, 'Nina Newcomer')
    await button(dialog, 'Reset password').click()
    await answer(page, 'Do you want to reset the password of this user?')
    await told(page, 'Password reset successful for the user.')
    await button(dialog, 'Reset TFA').click()
    await answer(page, 'Do you want to reset the two-factor verification of this user?')
    await told(page, 'ResetTFA successful for the user.')
    await expect.poll(() => mails.received.length, { timeout: 30_000 }).toBeGreaterThan(before)
    await expect(apiPerson(product.url, 'nina.newcomer', password)).rejects.toThrow()
  })
})
