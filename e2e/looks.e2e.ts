import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { apiPerson, endDemoPlans } from './support/api.ts'
import { closePages, openBrowser } from './support/browser.ts'
import { demoFile } from './support/demo-files.ts'
import { lookAt, type Screen } from './support/looks.ts'
import { type Product, startProduct } from './support/product.ts'

const country = 'Bikes catalogue fr-FR'

let product: Product
let browser: Browser
/** Of the country and the master, for addresses. */
let ids: { country: string; master: string; planned: string; import: string; upload: string }

beforeAll(async () => {
  product = await startProduct()
  await endDemoPlans(product.url)
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
  await closePages(browser)
  await product?.stop()
})

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
    name: 'endpoints',
    path: () => '/manage/endpoints',
    ready: (page) => page.getByRole('button', { name: 'Un publish' }).waitFor(),
  },
  {
    name: 'listeners',
    path: () => '/manage/listeners',
    ready: (page) => page.getByRole('button', { name: 'Un publish' }).waitFor(),
  },
]
const ofAdmins: Screen[] = [
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

lookAt(
  () => ({ browser, url: product.url }),
  [
    { userName: 'marc.manager', screens: inside },
    { userName: 'ada.admin', screens: ofAdmins },
  ],
)
