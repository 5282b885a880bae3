import { linkIn, type MailServer } from '@millrace/server/test-support/mail-server'
import type { Browser, Page } from 'playwright-core'
import { apiPerson } from './api.ts'
import { openPage, signIn } from './browser.ts'
import { oneTimeCode } from './one-time-code.ts'

type Studio = {
  browser: Browser
  url: string
  mails: MailServer
  take: (page: Page, name: string) => Promise<void>
}
const email = 'nina@demo.millrace.example'
const password = 'Try-this-1now'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The pictures of the administrators' guide: people, badges, rules and what they change, why not, audit, second factor. */
export async function takePeople(studio: Studio): Promise<void> {
  const { browser, url, take } = studio
  const sam = await openPage(browser, url)
  await signIn(sam, 'sam.super')
  await makeBadgesAndPeople(url)

  await sam.goto('/#/manage/users')
  await sam.getByRole('switch', { name: 'dana.dealer is active' }).waitFor()
  await take(sam, 'users')
  await button(sam, 'dana.dealer').click()
  await sam.getByRole('listbox', { name: 'Assigned' }).getByRole('option').first().waitFor()
  await take(sam, 'person')
  await sam.keyboard.press('Escape')
  await button(sam, 'Manage global badge list').click()
  await sam.getByText('Dealer desk').filter({ visible: true }).first().waitFor()
  await take(sam, 'badges')
  await sam.keyboard.press('Escape')

  const ada = await openPage(browser, url)
  await signIn(ada, 'ada.admin')
  await ada.goto('/#/manage/pipeline')
  await openOf(ada, 'Retail network', 'Manage badges')
  await ada.getByRole('combobox', { name: 'Read: add a group', exact: true }).click()
  await ada.keyboard.type('Dealer desk')
  await ada.keyboard.press('Enter')
  await ada.getByText('Dana Dealer loses 3 pipelines:').waitFor()
  await take(ada, 'document-badges')
  await button(ada, 'Save').click()
  await button(ada, 'Yes').click()
  await ada.getByRole('dialog').first().waitFor({ state: 'detached' })
  await ada.getByText('The badges have been saved.').waitFor({ state: 'detached' })
  await openOf(ada, 'Dealers fr-FR', 'Why can this person not see it?')
  await ada.getByRole('combobox', { name: 'Person', exact: true }).click()
  await ada.keyboard.type('dana')
  await ada.keyboard.press('Enter')
  await ada.getByRole('list', { name: 'Rules' }).waitFor()
  await take(ada, 'explanation')

  await sam.goto('/#/manage/audit?kind=folder')
  await sam.getByRole('button', { name: 'What changed: badges folder Retail network' }).click()
  await sam.getByRole('table', { name: 'Changes of Retail network' }).waitFor()
  await take(sam, 'audit')
  await takeTwoFactor(studio)
}

/** Somebody new who signs in with two-factor, and a badge that Ada holds. */
async function makeBadgesAndPeople(url: string): Promise<void> {
  const sam = await apiPerson(url, 'sam.super')
  await sam.call('POST /tags', { body: { name: 'Dealer desk', type: 'project', color: '#E6550D' } })
  const tags = await sam.call('GET /tags/list')
  const desk = tags.project.find(({ name }) => name === 'Dealer desk')
  const team = tags.admin.find(({ name }) => name === 'Dealer team')
  const ada = (await sam.call('GET /users')).find(({ userName }) => userName === 'ada.admin')
  if (desk === undefined || team === undefined || ada === undefined) throw new Error('the demo lacks a badge or Ada')
  const held = ada.project_tags.map(({ _id }) => _id)
  const { tfa: _tfa, ...person } = ada
  await sam.call('POST /users', {
    body: {
      ...person,
      project_tags: [...held, desk._id],
      admin_tags: ada.admin_tags.map(({ _id }) => _id),
      updateTags: true,
    },
  })
  const nina = { firstName: 'Nina', lastName: 'Newcomer', email, role: 'user' } as const
  await sam.call('POST /users', { body: { ...nina, tfa: true, admin_tags: [team._id], updateTags: true } })
}

async function takeTwoFactor({ browser, url, mails, take }: Studio): Promise<void> {
  const page = await openPage(browser, url)
  const link = linkIn(await mails.mailFor(email, { withinMs: 60_000 }))
  await page.goto(`${link.pathname}${link.search}`)
  await page.getByLabel('Password', { exact: true }).fill(password.slice(0, 9))
  await page.getByText('8 to 128 characters').waitFor()
  await take(page, 'create-password')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm', { exact: true }).fill(password)
  await button(page, 'Validate').click()
  await page.getByText('The password has been successfully set.').waitFor()
  await page.getByLabel('Username').fill('nina.newcomer')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Login').click()
  await page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
  await page.getByText('The password has been successfully set.').waitFor({ state: 'detached' })
  await take(page, 'two-factor')
  const secret = await page.getByRole('group', { name: 'Secret' }).innerText()
  await page.getByRole('dialog').getByRole('textbox').fill(oneTimeCode(secret))
  await button(page, 'Verify').click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  await take(page, 'recovery-codes')
}

async function openOf(page: Page, row: string, action: string): Promise<void> {
  await page
    .getByRole('treeitem')
    .filter({ has: page.getByText(row, { exact: true }) })
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: action }).click()
}
