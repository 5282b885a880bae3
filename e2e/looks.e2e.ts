import { linkIn, type MailServer, startMailServer } from '@millrace/server/test-support/mail-server'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPerson } from './support/api.ts'
import { type Look, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { demoFile } from './support/demo-files.ts'
import { peopleLooks } from './support/people-looks.ts'
import { type Product, startProduct } from './support/product.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const country = 'Bikes catalogue fr-FR'

let product: Product
let mails: MailServer
let browser: Browser
/** Of the country and the master, for addresses. */
let ids: { country: string; master: string; planned: string; import: string; upload: string }

beforeAll(async () => {
  mails = await startMailServer()
  product = await startProduct({ MILLRACE_SMTP_URL: mails.url })
  await makeTina()
  const marc = await apiPerson(product.url, 'marc.manager')
  await marc.upload('Bikes catalogue', 'catalogue', demoFile('bikes-master-en.csv'))
  const upload = await marc.upload(country, 'local', demoFile('bikes-fr-FR.csv'))
  const imported = await marc.start(country)
  await marc.ended(country, imported)
  await marc.upload('EV catalogue', 'vehicles', demoFile('ev-layers-raw.ndjson'))
  await marc.upload('Bikes catalogue de-DE', 'local', demoFile('bikes-de-DE.csv'))
  const planned = (await marc.pipeline('Bikes catalogue de-DE'))._id
  await marc.call('POST /imports', { body: { pipelineId: planned, kind: 'repeat', repeatPattern: '0 6 31 * *' } })
  ids = {
    country: (await marc.pipeline(country))._id,
    planned,
    master: (await marc.pipeline('Bikes catalogue'))._id,
    import: imported,
    upload: upload._id,
  }
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
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

type Screen = {
  name: string
  path: () => string
  ready: (page: Page) => Promise<unknown>
  /** A dialog lies over it, which Escape closes. */
  dialog?: true
}

const inside: Screen[] = [
  { name: 'step1', path: () => '/import/upload', ready: (page) => page.getByText(country, { exact: true }).waitFor() },
  {
    name: 'step2',
    path: () => `/import/upload?step=2&pipeline=${ids.country}`,
    ready: (page) => page.getByRole('table', { name: 'Last uploads of local' }).waitFor(),
  },
  {
    name: 'step3',
    path: () => `/import/upload?step=3&pipeline=${ids.country}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Show all 22 findings' }).click()
      await page.getByRole('table', { name: 'Findings', exact: true }).waitFor()
    },
  },
  {
    name: 'step4',
    path: () => `/import/upload?step=4&pipeline=${ids.country}`,
    ready: (page) => page.locator('button:enabled', { hasText: 'Next step' }).waitFor(),
  },
  {
    name: 'step4-master',
    path: () => `/import/upload?step=4&pipeline=${ids.master}`,
    ready: (page) => page.getByRole('checkbox').first().waitFor(),
  },
  {
    name: 'step4-later',
    path: () => `/import/upload?step=4&pipeline=${ids.country}`,
    ready: async (page) => {
      await page.getByRole('group', { name: 'Schedule' }).locator('label', { hasText: 'Later' }).click()
      await page.getByRole('textbox', { name: 'Date' }).click()
      await page.locator('.ant-picker-cell-today').waitFor()
    },
  },
  {
    name: 'step4-repeat',
    path: () => `/import/upload?step=4&pipeline=${ids.master}`,
    ready: async (page) => {
      await page.getByRole('group', { name: 'Schedule' }).locator('label', { hasText: 'Repeat' }).click()
      await page.getByRole('combobox', { name: 'How often' }).waitFor()
    },
  },
  {
    name: 'step4-question',
    path: () => `/import/upload?step=4&pipeline=${ids.country}`,
    ready: async (page) => {
      await page.locator('button:enabled', { hasText: 'Next step' }).click()
      await page.getByRole('dialog', { name: 'Confirmation' }).waitFor()
    },
    dialog: true,
  },
  {
    name: 'step4-planned',
    path: () => `/import/upload?step=4&pipeline=${ids.planned}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Show 10' }).click()
      await page.locator('button:enabled', { hasText: 'Next step' }).waitFor()
    },
  },
  {
    name: 'step5-planned',
    path: () => `/import/upload?step=5&pipeline=${ids.planned}`,
    ready: (page) => page.getByRole('button', { name: 'Show 10' }).waitFor(),
  },
  {
    name: 'step5',
    path: () => `/import/upload?step=5&pipeline=${ids.country}&imports=${ids.import}`,
    ready: (page) => page.getByRole('group', { name: 'Log lines' }).locator('time').first().waitFor(),
  },
  {
    name: 'logbook',
    path: () => '/consult/import',
    ready: (page) => page.getByRole('group', { name: 'Log lines' }).locator('time').first().waitFor(),
  },
  {
    name: 'logbook-future',
    path: () => '/consult/import?time=future',
    ready: (page) => page.getByText('Once a month on day 31 at 06:00').waitFor(),
  },
  {
    name: 'logbook-no-match',
    path: () => '/consult/import?user=nobody',
    ready: (page) => page.getByText('Nothing matches these filters').waitFor(),
  },
  {
    name: 'palette',
    path: () => '/consult/import',
    ready: async (page) => {
      await page.getByRole('group', { name: 'Log lines' }).locator('time').first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Go to' }).waitFor()
    },
    dialog: true,
  },
  {
    name: 'keys',
    path: () => '/export/index',
    ready: async (page) => {
      await page.getByRole('group', { name: 'Pipelines' }).getByText(country, { exact: true }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    },
    dialog: true,
  },
  {
    name: 'uploads',
    path: () => `/consult/upload?pipeline=${ids.country}&upload=${ids.upload}`,
    ready: (page) => page.getByRole('group', { name: 'Log lines' }).locator('time').first().waitFor(),
  },
  {
    name: 'export',
    path: () => `/export/index?pipeline=${ids.country}`,
    ready: (page) => page.getByRole('table', { name: 'Output files' }).waitFor(),
  },
  {
    name: 'testing',
    path: () => `/testing/index?pipeline=${ids.country}&sent=${ids.upload}`,
    ready: async (page) => {
      await page.getByRole('treeitem', { name: /Bikes catalogue fr-FR/ }).waitFor()
      await page.getByRole('group', { name: 'Log lines' }).locator('time').first().waitFor()
    },
  },
  {
    name: 'testing-folder',
    path: () => '/testing/index',
    ready: async (page) => {
      await page.getByRole('treeitem', { name: /Bikes catalogue fr-FR/ }).waitFor()
      await page.getByRole('button', { name: 'Create Folder' }).click()
      await page.getByRole('dialog', { name: 'Create Folder' }).waitFor()
    },
    dialog: true,
  },
  {
    name: 'unauthorized',
    path: () => '/manage/databases',
    ready: (page) => page.getByRole('heading', { name: 'Unauthorize page' }).waitFor(),
  },
  {
    name: 'upcoming',
    path: () => '/manage/endpoints',
    ready: (page) => page.getByRole('heading', { level: 1, name: 'Manage endpoints' }).waitFor(),
  },
  {
    name: 'manage-pipeline',
    path: () => `/manage/pipeline?id=${ids.country}`,
    ready: (page) => page.getByRole('list', { name: 'Versions' }).waitFor(),
  },
  {
    name: 'manage-schemas',
    path: () => '/manage/schemas',
    ready: (page) => page.getByRole('treeitem').first().waitFor(),
  },
  {
    name: 'manage-components',
    path: () => '/manage/components?id=gone',
    ready: (page) => page.getByText('The component of this address is not there').waitFor(),
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
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Rules' }).waitFor()
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
  {
    name: 'jobs',
    path: () => '/import/jobs',
    ready: (page) => page.getByRole('checkbox', { name: 'Bikes catalogue de-DE' }).check(),
  },
  {
    name: 'jobs-delete',
    path: () => '/import/jobs?q=de-DE',
    ready: async (page) => {
      await page.getByRole('checkbox', { name: 'Bikes catalogue de-DE' }).check()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog', { name: 'Confirmation' }).waitFor()
    },
    dialog: true,
  },
  {
    name: 'testing-admin',
    path: () => '/testing/index',
    ready: (page) => page.getByRole('treeitem', { name: /Bikes catalogue fr-FR/ }).waitFor(),
  },
  {
    name: 'jobs-no-match',
    path: () => '/import/jobs?q=nothing+of+the+kind',
    ready: (page) => page.getByRole('button', { name: 'Clear filters' }).waitFor(),
  },
]
const ofSuperAdmins: Screen[] = [
  ...peopleLooks,
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

/** Everything that the browser complains about; a violated content security policy is among it. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

async function faultsOf(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(axe)
  const results = await page.evaluate<AxeResults>('axe.run()')
  // A page that was not there yet would be without fault, too.
  expect(results.passes.length).toBeGreaterThan(10)
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement
    const root = document.documentElement
    return Math.max(root.scrollWidth - root.clientWidth, main.scrollWidth - main.clientWidth)
  })

/** What is wrong with a screen, and by how many pixels it is too wide. */
async function inspect(page: Page, screen: Screen, look: string): Promise<{ faults: string[]; overflow: number }> {
  await page.goto(`/#${screen.path()}`)
  await screen.ready(page)
  const faults = await faultsOf(page)
  const overflow = await overflowOf(page)
  await picture(page, `look-${screen.name}-${look}`)
  if (screen.dialog) {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return { faults, overflow }
}
const fine = { faults: [], overflow: 0 }

/** Signs in; on a phone the menu is there as a button only. */
async function enter(page: Page, look: Look, person: string): Promise<void> {
  await page.goto('/')
  if (look.width !== 390) return signIn(page, person)
  await page.getByLabel('Username').fill(person)
  await page.getByLabel('Password', { exact: true }).fill('Try-this-1now')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
}

const looks: [string, Look][] = [
  ['wide-light', { width: 1440, height: 900 }],
  ['wide-dark', { width: 1440, height: 900, dark: true }],
  ['phone-light', { width: 390, height: 844 }],
  ['phone-dark', { width: 390, height: 844, dark: true }],
]

describe.each(looks)('%s', (name, look) => {
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    page = await openPage(browser, product.url, look)
    complaints = complaintsOf(page)
    await page.goto('/')
  })
  afterAll(() => page?.context().close())

  it.each(outside)('$name', async (screen) => {
    expect(await inspect(page, screen, name)).toEqual(fine)
  })

  it('signing in', async () => {
    await enter(page, look, 'marc.manager')
    expect(page.url()).toContain('/import/upload')
  })

  it.each(inside)('$name', async (screen) => {
    expect(await inspect(page, screen, name)).toEqual(fine)
  })

  describe('for admins', () => {
    let admins: Page

    beforeAll(async () => {
      admins = await openPage(browser, product.url, look)
      await enter(admins, look, 'ada.admin')
    })
    afterAll(() => admins?.context().close())

    it.each(ofAdmins)('$name', async (screen) => {
      expect(await inspect(admins, screen, name)).toEqual(fine)
    })
  })

  describe('for super-admins', () => {
    let top: Page

    beforeAll(async () => {
      top = await openPage(browser, product.url, look)
      await enter(top, look, 'sam.super')
    })
    afterAll(() => top?.context().close())

    it.each(ofSuperAdmins)('$name', async (screen) => {
      expect(await inspect(top, screen, name)).toEqual(fine)
    })
  })

  it('no screen made the browser complain', () => {
    expect(complaints).toEqual([])
  })
})
