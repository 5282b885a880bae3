import { readFileSync } from 'node:fs'
import type { Log } from '@millrace/contract'
import { readSettings } from '@millrace/server/platform/config/read-settings'
import { appendLogs } from '@millrace/server/work/logs/append-logs'
import { openPlatform } from '@millrace/server/platform/platform'
import type { Browser, Locator, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson, endDemoPlans } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { makeCodedPipelines } from './support/coded-pipelines.ts'
import { demoFile } from './support/demo-files.ts'
import { downloaded } from './support/downloads.ts'
import { changeTheme, faultsOf, searched, widths } from './support/looks.ts'
import { type ProductOnCluster, startProductOnCluster } from './support/product-on-cluster.ts'

const rows = (count: number) =>
  new File([`id\n${Array.from({ length: count }, (_, i) => String(i)).join('\n')}\n`], `rows-${count}.csv`)

let product: ProductOnCluster
let browser: Browser
let page: Page
let marc: ApiPerson
let ids: {
  completed: string
  failed: string
  upload: string
  dealers: string
  breaking: string
  spanish: string
  rejected: string
}

beforeAll(async () => {
  product = await startProductOnCluster({ MILLRACE_TIME_ZONE: 'Europe/Paris' })
  await endDemoPlans(product.url)
  await makeCodedPipelines(product.env, [{ name: 'Breaking', code: 'throw new Error("as told")' }])
  marc = await apiPerson(product.url, 'marc.manager')
  await marc.upload('Breaking en-US', 'rows', rows(10))
  const failed = await marc.start('Breaking en-US')
  await marc.ended('Breaking en-US', failed)
  const sam = await apiPerson(product.url, 'sam.super')
  const upload = await sam.upload('Dealers fr-FR', 'dealers', demoFile('bikes-dealers.xlsx'))
  const completed = await sam.start('Dealers fr-FR')
  await sam.ended('Dealers fr-FR', completed)
  const spanish = 'Bikes catalogue es-ES'
  await marc.upload('Bikes catalogue', 'catalogue', demoFile('bikes-master-en.csv'))
  const rejected = await marc.upload(spanish, 'local', demoFile('bikes-es-ES.tsv'))
  await marc.ended(spanish, await marc.start(spanish))
  ids = {
    completed,
    failed,
    upload: upload._id,
    dealers: (await marc.pipeline('Dealers fr-FR'))._id,
    breaking: (await marc.pipeline('Breaking en-US'))._id,
    spanish: (await marc.pipeline(spanish))._id,
    rejected: rejected._id,
  }
  browser = await openBrowser()
  page = await openPage(browser, product.url)
  await signIn(page, 'marc.manager')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

/** Writes lines into the log of an import as a run does, into the product's own database. */
async function writerOf(importId: string) {
  const { platform, close } = await openPlatform(readSettings(product.env), () => {})
  const levels = ['info', 'warn', 'success', 'error'] as const
  return {
    close,
    async write(from: number, count: number): Promise<void> {
      const lines = Array.from({ length: count }, (_, i) => ({
        at: new Date(),
        level: levels[(from + i) % levels.length] ?? 'info',
        message: `line number ${from + i} of this run`,
      }))
      await appendLogs(platform.db, { import: importId }, lines, null)
    },
  }
}

const details = (on = page) => on.getByRole('region', { name: 'Details' })
const facts = (on = page) => on.getByRole('group', { name: 'Facts of the import' })
const logLines = (on = page) => on.getByRole('group', { name: 'Log lines' })

describe('the logbook', () => {
  it('a link leads to an import: why it failed, its counts, its files, what it ran with', async () => {
    await page.goto(`/#/consult/import?import=${ids.failed}`)
    await details()
      .getByRole('heading', { name: /Breaking en-US/ })
      .waitFor()
    await facts()
      .getByText(/as told/)
      .first()
      .waitFor()
    await facts().getByText('What it ran with').click()
    await facts().getByText('Seed').waitFor()
    await facts().getByRole('button', { name: 'Download rows-10.csv' }).waitFor()
    await page.goto(`/#/consult/import?import=${ids.completed}`)
    await facts().getByRole('table', { name: 'Records' }).getByText('dealers').waitFor()
    const outputs = facts().getByRole('list', { name: 'Output files' })
    const { name } = await downloaded(page, outputs.getByRole('button').first())
    expect(name).toMatch(/^Dealers-fr-FR-/)
  })

  it('LOG-007/ui a row says how many records it read, wrote and left out, and how long it took', async () => {
    await page.goto(`/#/consult/import?import=${ids.completed}`)
    const row = page.getByRole('grid', { name: 'Imports' }).getByRole('row', { name: /Dealers fr-FR/ })
    await row.getByText(/^[\d,]+ in, [\d,]+ out, 0 left out$/).waitFor()
    await row.getByText(/^took [\d.]+ (ms|s)$/).waitFor()
  })

  it('IMP-008/ui Run again starts the pipeline of an ended import once more and shows the new one on top', async () => {
    await page.goto(`/#/consult/import?import=${ids.completed}`)
    await details().getByRole('button', { name: 'Run again' }).click()
    const asked = page.getByRole('dialog')
    await asked.getByText('Run Dealers fr-FR again now?').waitFor()
    await picture(page, 'consult-logbook-run-again')
    await asked.getByRole('button', { name: 'Yes' }).click()
    await expect.poll(() => page.url()).not.toContain(ids.completed)
    await expect.poll(() => page.url()).toMatch(/import=\w/)
    const first = page.getByRole('grid', { name: 'Imports' }).getByRole('row').nth(1)
    await expect.poll(() => first.getAttribute('aria-selected')).toBe('true')
    const [newest] = await marc.call('GET /imports/pipeline', { query: { pipelineId: ids.dealers } })
    expect(newest).not.toBe(ids.completed)
    await expect.poll(() => page.url()).toContain(newest)
    await expect.poll(() => first.textContent(), { timeout: 60_000 }).toMatch(/completed/i)
  })

  it('LOG-004/ui filters by state and by day, and says how to see all again', async () => {
    await page.goto('/#/consult/import')
    const grid = page.getByRole('grid', { name: 'Imports' })
    await grid.getByText('Dealers fr-FR').first().waitFor()
    await page.getByText('Days in Europe/Paris').waitFor()
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.locator('.ant-select-item-option-content').getByText('failed', { exact: true }).click()
    await expect.poll(() => grid.getByText('Dealers fr-FR').count()).toBe(0)
    await grid.getByText('Breaking en-US').first().waitFor()
    await picture(page, 'consult-logbook-filtered')
    await page.goto('/#/consult/import?state=failed&to=2020-01-01')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await grid.getByText('Dealers fr-FR').first().waitFor()
    await expect.poll(() => page.url()).not.toContain('state=')
  })

  it('LOG-003/ui on a phone the details come into sight when a row is chosen', async () => {
    const phone = await openPage(browser, product.url, { width: 390, height: 844 })
    await phone.goto('/')
    await phone.evaluate(
      (stored) => {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
      },
      await storedSession(),
    )
    await phone.goto('/#/consult/import')
    const rows = phone.getByRole('grid', { name: 'Imports' }).getByRole('row')
    await rows.filter({ hasText: 'Breaking en-US' }).click()
    const heading = details(phone).getByRole('heading', { name: /Breaking en-US/ })
    await heading.waitFor()
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200)
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThan(40)
    await picture(phone, 'consult-logbook-phone-chosen')
    await phone.context().close()
  })

  it('LIM-002/ui LOG-009/ui the panels begin at 400 px, the list of pipelines at 300 px', async () => {
    await page.goto('/#/consult/import')
    await facts().waitFor()
    await expect.poll(async () => (await facts().boundingBox())?.width).toBeCloseTo(400, -1)
    const bar = page.getByRole('separator', { name: 'Resize the facts' })
    await bar.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('460')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.goto('/#/export/index')
    const list = page.getByRole('separator', { name: 'Resize the list' })
    await list.waitFor()
    await expect.poll(() => list.getAttribute('aria-valuenow')).toBe('300')
    // The panel itself is as wide as its divider says.
    const panelOf = (divider: Locator) => divider.locator('xpath=preceding-sibling::*[1]')
    await expect.poll(async () => (await panelOf(list).boundingBox())?.width).toBeCloseTo(300, -1)
    await page.goto('/#/testing/index')
    const explorer = page.getByRole('separator', { name: 'Resize the explorer' })
    await explorer.waitFor()
    await expect.poll(async () => (await panelOf(explorer).boundingBox())?.width).toBeCloseTo(300, -1)
  })

  it('LOG-005/ui names the plan of an import that is still to run', async () => {
    const body = {
      pipelineId: ids.dealers,
      kind: 'repeat',
      repeatPattern: '15 6 * * 1',
      restartOnError: true,
    } as const
    const { jobId } = await marc.call('POST /imports', { body })
    await page.goto('/#/consult/import?time=future')
    const plan = page.getByRole('region', { name: 'Plan' })
    await plan.getByText('Every Monday at 06:15').waitFor()
    await expect
      .poll(() => plan.getByRole('link', { name: 'Edit the plan' }).getAttribute('href'))
      .toContain(ids.dealers)
    await picture(page, 'consult-logbook-planned')
    await marc.call('DELETE /imports/job', { query: { jobId } })
  })

  it('ERR-010/ui a list that cannot be had keeps its reason and asks again on Retry', async () => {
    const other = await openPage(browser, product.url)
    await signIn(other, 'marc.manager')
    // Until somebody asks again, and not only until the page does so by itself, while it has no live connection yet.
    await other.evaluate(noteRetry)
    const isRetried = () => other.evaluate(() => 'isRetried' in window)
    await other.route('**/imports/listAll', async (route) =>
      (await isRetried()) ? route.continue() : route.fulfill({ status: 502, body: '' }),
    )
    await other.goto('/#/consult/import')
    const retry = other.getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    await picture(other, 'consult-logbook-failing')
    await expect.poll(() => other.getByText('error while fetching all imports.').count()).toBeGreaterThan(0)
    await retry.click()
    await other.getByRole('grid', { name: 'Imports' }).waitFor()
    // What the page asks for by itself meanwhile is left, as nobody waits for it any more.
    await other.unrouteAll({ behavior: 'ignoreErrors' })
    await other.context().close()
  })
})

/** In the page: keeps in mind that Retry was pressed. */
function noteRetry(): void {
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.textContent === 'Retry') Object.assign(window, { isRetried: true })
  }
  window.addEventListener('click', note, true)
}

describe('consult uploads', () => {
  const source = (name: string) => page.getByRole('group', { name, exact: true })

  it('UPL-024/ui an upload opens to its sender, its causes, its rejected records and the imports that read it', async () => {
    await page.goto(`/#/consult/upload?pipeline=${ids.spanish}`)
    await source('catalogue').getByText('Comes from the master.').waitFor()
    const given = source('catalogue').getByRole('radio', { name: /bikes-master-en\.csv.*156 records.*\d{4}-.*valid/ })
    await given.waitFor()
    await source('local')
      .getByRole('radio', { name: /bikes-es-ES\.tsv.*sent by marc\.manager/ })
      .check()
    const upload = page.getByRole('group', { name: 'Facts of the upload' })
    await upload.getByText('sent by marc.manager').waitFor()
    await upload.getByRole('list', { name: 'Findings by cause' }).waitFor()
    await picture(page, 'consult-upload-opened')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      upload.getByRole('button', { name: 'Download rejected records as CSV' }).click(),
    ])
    // A heading and 41 records.
    expect(
      readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(42)
    await upload.getByRole('region', { name: 'Imports that read this file' }).getByRole('link').first().click()
    await details()
      .getByRole('heading', { name: /Bikes catalogue es-ES/ })
      .waitFor()
  })

  it('UPL-025/ui each import stands in the logs under a heading of its own', async () => {
    await page.goto(`/#/consult/upload?pipeline=${ids.dealers}`)
    const heading = logLines().getByRole('heading', { name: /^Dealers fr-FR ?\d{4}-\d\d-\d\d \d\d:\d\d$/ })
    await heading.first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('completed')
    await expect.poll(() => heading.count()).toBeGreaterThan(1)
    await picture(page, 'consult-logs-of-imports')
  })
})

describe('live logs', () => {
  it('GUARANTEE G11 the link is cut twenty times during a run; the list shown equals the table', async () => {
    const other = await openPage(browser, product.url)
    await other.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url })
    const links: { page: WebSocketRoute; server: WebSocketRoute }[] = []
    await other.routeWebSocket(/\/socket\//, (route) => {
      const link = { page: route, server: route.connectToServer() }
      // A link counts once the server has spoken: one that is cut while it is made tells nobody.
      link.server.onMessage((message) => {
        if (!links.includes(link)) links.push(link)
        route.send(message)
      })
    })
    await signIn(other, 'marc.manager')
    const importId = ids.failed
    await other.goto(`/#/consult/import?import=${importId}`)
    await logLines(other).locator('time').first().waitFor()

    const writer = await writerOf(importId)
    let lostSeen = 0
    for (let cut = 0; cut < 20; cut++) {
      await writer.write(cut * 100, 50)
      await expect.poll(() => links.length, { timeout: 40_000 }).toBeGreaterThan(cut)
      const link = links.at(-1)
      await link?.server.close()
      await link?.page.close()
      await writer.write(cut * 100 + 50, 50)
      lostSeen += await other.getByText('Connection lost.', { exact: false }).count()
    }
    await writer.close()
    const table: Log[] = await marc.call('GET /logs/jobs', { query: { id: importId } })
    expect(table.length).toBeGreaterThan(2000)
    expect(lostSeen).toBeGreaterThan(0)
    const wanted = `${table.length.toLocaleString('en')} lines`
    await details(other).getByText(wanted, { exact: true }).waitFor({ timeout: 30_000 })
    await details(other).getByRole('button', { name: 'Copy' }).click()
    await other.getByText(`${table.length.toLocaleString('en')} lines copied to clipboard`).waitFor()
    const shown = await other.evaluate(() => navigator.clipboard.readText())
    const source = ({ dataSubKind }: Log) => (dataSubKind === undefined ? '' : `[${dataSubKind}] `)
    // A message of several lines is one line of a copied log.
    const text = ({ message }: Log) => message.replaceAll('\n', '\\n')
    const wholeTable = table.map((line) => `${line.logDate} ${line.level.padEnd(7)} ${source(line)}${text(line)}\n`)
    expect(shown.split('\n')).toEqual(wholeTable.join('').split('\n'))
    await other.context().close()
  })

  it('a search finds what stands in lines nobody scrolled up to; the file holds the whole log', async () => {
    await page.goto(`/#/consult/upload?pipeline=${ids.breaking}`)
    await logLines().locator('time').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('number 7 of')
    await expect.poll(() => logLines().locator('[data-place]').count()).toBe(1)
    await picture(page, 'consult-logs-searched')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    const text = readFileSync(await file.path(), 'utf8')
    expect(file.suggestedFilename()).toBe('Breaking en-US imports.log')
    expect(text).toContain('line number 1999 ')
    expect(text.split('\n').length).toBeGreaterThan(2000)
  })
})

describe('the keys', () => {
  it("LIM-005/ui '?' lists them in a dialog of 30 %, Ctrl K goes to a page", async () => {
    await page.goto('/#/consult/import')
    await facts().waitFor()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard' })
    await list.waitFor()
    await expect.poll(async () => (await list.boundingBox())?.width).toBeCloseTo(1440 * 0.3, -1)
    await picture(page, 'consult-keys')
    await page.keyboard.press('Control+Enter')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).waitFor()
    await picture(page, 'consult-palette')
    await page.keyboard.type('latest files')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Download latest files' }).waitFor()
  })
})

type Screen = { name: string; path: () => string; ready: (on: Page) => Promise<unknown> }
const screens: Screen[] = [
  {
    name: 'logbook-failed',
    path: () => `/consult/import?import=${ids.failed}`,
    ready: (on) => facts(on).getByRole('list', { name: 'Input files' }).waitFor(),
  },
  {
    name: 'logbook-completed',
    path: () => `/consult/import?import=${ids.completed}`,
    ready: (on) => facts(on).getByRole('list', { name: 'Output files' }).waitFor(),
  },
  {
    name: 'logbook-future',
    path: () => '/consult/import?time=future',
    ready: (on) => on.getByText('No imports are planned.').waitFor(),
  },
  {
    name: 'logbook-nothing',
    path: () => '/consult/import?user=nobody',
    ready: (on) => on.getByText('Nothing matches these filters').waitFor(),
  },
  {
    name: 'uploads-start',
    path: () => '/consult/upload',
    ready: (on) => on.getByText('Choose a pipeline to see its uploads.').waitFor(),
  },
  {
    name: 'uploads-imports',
    path: () => `/consult/upload?pipeline=${ids.dealers}`,
    ready: (on) => logLines(on).locator('time').first().waitFor(),
  },
  {
    name: 'uploads-one',
    path: () => `/consult/upload?pipeline=${ids.spanish}&upload=${ids.rejected}`,
    ready: (on) => on.getByRole('list', { name: 'Findings by cause' }).waitFor(),
  },
  {
    name: 'export-selected',
    path: () => `/export/index?pipeline=${ids.dealers}&files=${ids.upload}`,
    ready: (on) => on.getByText(/^1 file selected, /).waitFor(),
  },
]

it.each(widths)('every state of these screens is without serious fault, $width', async ({ width, look, themes }) => {
  const on = await openPage(browser, product.url, look)
  await on.goto('/')
  await on.evaluate(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    await storedSession(),
  )
  const faults: string[] = []
  for (const screen of screens) {
    await changeTheme(on, themes[0])
    await on.goto(`/#${screen.path()}`)
    await screen.ready(on)
    for (const theme of themes) {
      await changeTheme(on, theme)
      const name = `${width}-${theme}`
      if (searched.has(name)) faults.push(...(await faultsOf(on)).map((fault) => `${screen.name}: ${fault}`))
      const wide = await on.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      if (wide > 0) faults.push(`${screen.name}, ${name}: ${wide} px too wide`)
      await picture(on, `consult-${screen.name}-${name}`)
    }
  }
  expect(faults).toEqual([])
  await on.context().close()
})

/** The session of the signed-in page, for a window too narrow to sign in the usual way. */
const storedSession = () => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
