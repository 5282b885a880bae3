import { linkIn, type MailServer, startMailServer } from '@millrace/server/test-support/mail-server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { apiPerson } from './support/api.ts'
import { closePages, openBrowser } from './support/browser.ts'
import { lookAt, type Screen } from './support/looks.ts'
import { peopleLooks } from './support/people-looks.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let mails: MailServer
let browser: Browser
/** Of a pipeline, for addresses. */
let country: string

beforeAll(async () => {
  mails = await startMailServer()
  product = await startProduct({ MILLRACE_SMTP_URL: mails.url })
  await makeTina()
  const marc = await apiPerson(product.url, 'marc.manager')
  country = (await marc.pipeline('Bikes catalogue fr-FR'))._id
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
  await mails?.close()
})

/** Somebody who is asked to enrol at every login, since she never does. */
async function makeTina(): Promise<void> {
  const sam = await apiPerson(product.url, 'sam.super')
  const email = 'tina@millrace.test'
  await sam.call('POST /users', { body: { firstName: 'Tina', lastName: 'Tester', email, role: 'user', tfa: true } })
  const token = linkIn(await mails.mailFor(email)).searchParams.get('t') ?? ''
  await sam.call('POST /users/create-password', { body: { password: 'Try-this-1now', token } })
}

const outside: Screen[] = [
  { name: 'login', path: () => '/login', ready: (page) => page.getByLabel('Username').waitFor() },
  {
    name: 'two-factor',
    path: () => '/login',
    ready: async (page) => {
      await page.getByLabel('Username').fill('tina.tester')
      await page.getByLabel('Password', { exact: true }).fill('Try-this-1now')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
    },
    dialog: true,
  },
  {
    name: 'forgotten',
    path: () => '/forgotten',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Validate' }).click()
      await page.getByText('Please input email').waitFor()
    },
  },
  {
    name: 'create-password',
    path: () => '/create-password?t=none&un=tina.tester',
    ready: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('abc1')
      await page.getByRole('button', { name: 'Validate' }).click()
      await page.getByText('The password must contain at least one lowercase').waitFor()
    },
  },
  {
    name: 'create-password-incomplete',
    path: () => '/create-password',
    ready: (page) => page.getByRole('link', { name: 'Ask for a new link' }).waitFor(),
  },
  { name: '404', path: () => '/404', ready: (page) => page.getByText('Wrong page...').waitFor() },
]

const ofManagers: Screen[] = [
  {
    name: 'manage-pipeline',
    path: () => `/manage/pipeline?id=${country}&view=details`,
    ready: (page) => page.getByRole('group', { name: /^Version of / }).waitFor(),
  },
  {
    name: 'manage-schemas',
    path: () => '/manage/schemas',
    ready: (page) => page.getByRole('treeitem').first().waitFor(),
  },
  {
    name: 'manage-components',
    path: () => '/manage/components?id=gone',
    ready: (page) => page.getByText('You do not have access to this component').waitFor(),
  },
]
/** Opens the menu of a row of the explorer and takes an action. */
async function chooseOf(page: Page, row: string, action: string): Promise<void> {
  await page
    .getByRole('treeitem')
    .filter({ has: page.getByText(row, { exact: true }) })
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: action }).click()
}
const ofAdmins: Screen[] = [
  {
    name: 'manage-admin',
    path: () => '/manage/pipeline',
    ready: (page) => page.getByRole('treeitem', { name: /Bikes catalogue fr-FR/ }).waitFor(),
  },
  {
    name: 'explanation',
    path: () => '/manage/pipeline',
    ready: async (page) => {
      await chooseOf(page, 'Bikes catalogue fr-FR', 'Why can this person not see it?')
      await page.getByRole('combobox', { name: 'Person' }).click()
      await page.keyboard.type('dana')
      // The people may still be on their way: Enter chooses nobody from an empty list.
      await page.locator('.ant-select-item-option-active').getByText('dana.dealer').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Rules' }).waitFor()
      // The list of people fades; half faded nothing reaches its contrast.
      await page.locator('.ant-select-dropdown').waitFor({ state: 'hidden' })
    },
    dialog: true,
  },
  {
    name: 'document-badges',
    path: () => '/manage/pipeline',
    ready: async (page) => {
      await chooseOf(page, 'Retail network', 'Manage badges')
      await page.getByRole('region', { name: 'Read' }).waitFor()
    },
    dialog: true,
  },
  {
    name: 'delete-folder',
    path: () => '/manage/pipeline',
    ready: async (page) => {
      await chooseOf(page, 'Retail network', 'Delete folder')
      await page.getByRole('dialog', { name: 'Delete folder' }).waitFor()
    },
    dialog: true,
  },
]
const ofSuperAdmins: Screen[] = [
  ...peopleLooks,
  {
    name: 'overview',
    path: () => '/overview',
    ready: (page) => page.getByRole('region', { name: 'Workers' }).getByText('Running since').waitFor(),
  },
  {
    name: 'global-badges',
    path: () => '/manage/users',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Manage global badge list' }).click()
      await page.getByRole('region', { name: 'Project tags' }).waitFor()
    },
    dialog: true,
  },
  {
    name: 'tag',
    path: () => '/import/jobs',
    ready: async (page) => {
      await page.goto('/#/manage/users')
      await page.getByRole('button', { name: 'Manage global badge list' }).click()
      await page.getByRole('button', { name: 'Edit Europe' }).or(page.getByTitle('Edit Europe')).first().click()
      await page.getByRole('dialog', { name: 'Edit Project tag' }).waitFor()
    },
  },
  {
    name: 'audit',
    path: () => '/manage/audit?kind=user',
    ready: async (page) => {
      await page.getByRole('button', { name: 'What changed: create user tina.tester' }).click()
      await page.getByRole('table', { name: 'Changes of tina.tester' }).waitFor()
      await page.locator('.ant-picker').first().waitFor()
    },
  },
  {
    name: 'audit-no-match',
    path: () => '/manage/audit?user=nobody+of+the+kind&from=2026-01-01',
    ready: (page) => page.getByText('Nothing matches these filters').waitFor(),
  },
]

lookAt(
  () => ({ browser, url: product.url }),
  [
    { userName: null, screens: outside },
    { userName: 'marc.manager', screens: ofManagers },
    { userName: 'ada.admin', screens: ofAdmins },
    { userName: 'sam.super', screens: ofSuperAdmins },
  ],
)
