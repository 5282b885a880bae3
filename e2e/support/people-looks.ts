import type { Page } from 'playwright-core'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openPerson = async (page: Page, userName: string, name: string) => {
  await button(page, userName).click()
  await page.getByRole('dialog', { name }).waitFor()
}

/** The Users screen as a super-admin has it, in every state, to be looked at; Escape closes what lies over it. */
export const peopleLooks: { name: string; path: () => string; ready: (page: Page) => Promise<void>; dialog?: true }[] =
  [
    {
      name: 'users',
      path: () => '/manage/users',
      ready: (page) => page.getByRole('switch', { name: 'dana.dealer is active' }).waitFor(),
    },
    {
      name: 'users-selected',
      path: () => '/manage/users?sort=-email',
      ready: async (page) => {
        await page.getByRole('checkbox', { name: 'dana.dealer' }).check()
        await page.getByRole('checkbox', { name: 'marc.manager' }).check()
        await page.getByRole('group', { name: 'Selected users' }).waitFor()
      },
    },
    {
      name: 'users-no-match',
      path: () => '/manage/users?q=nobody+of+the+kind',
      ready: (page) => page.getByText('Nothing matches these filters').waitFor(),
    },
    {
      name: 'user-new',
      path: () => '/manage/users?user=new',
      ready: async (page) => {
        await button(page, 'Confirm').click()
        await page.getByText('Please select a role').waitFor()
      },
      dialog: true,
    },
    {
      name: 'user-pipelines',
      path: () => '/manage/users',
      ready: async (page) => {
        await openPerson(page, 'dana.dealer', 'Dana Dealer')
        const available = page.getByRole('listbox', { name: 'Available' })
        await available.getByRole('option').first().click()
        await available
          .getByRole('option')
          .nth(2)
          .click({ modifiers: ['Shift'] })
      },
      dialog: true,
    },
    {
      name: 'user-manager',
      path: () => '/manage/users',
      ready: (page) => openPerson(page, 'marc.manager', 'Marc Manager'),
      dialog: true,
    },
    {
      name: 'user-own',
      path: () => '/manage/users',
      ready: (page) => openPerson(page, 'sam.super', 'Sam Super'),
      dialog: true,
    },
  ]
