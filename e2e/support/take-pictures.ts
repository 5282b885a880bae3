/** Walks the screens as an operator would and writes docs/pictures; run by scripts/pictures.mjs. */
import { startMailServer } from '@millrace/server/test-support/mail-server'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { apiPerson } from './api.ts'
import { takeBench } from './bench-pictures.ts'
import { takeBlocks } from './block-pictures.ts'
import { openBrowser, openPage, signIn } from './browser.ts'
import { takeEditor } from './editor-pictures.ts'
import { takeGuards } from './guard-pictures.ts'
import { takeModels } from './model-pictures.ts'
import { takeRealtime } from './realtime-pictures.ts'
import { takePeople } from './people-pictures.ts'
import { demoFile } from './demo-files.ts'
import { startProduct } from './product.ts'
import { takeUpdates } from './update-pictures.ts'
import { wizardOn } from './wizard.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'docs', 'pictures')
mkdirSync(folder, { recursive: true })

// A zone of its own, so that pictures look alike wherever they are taken.
const mails = await startMailServer()
const product = await startProduct({ MILLRACE_TIME_ZONE: 'Europe/Paris', MILLRACE_SMTP_URL: mails.url })
const browser = await openBrowser()
try {
  await walk(await openPage(browser, product.url))
  await takeModels({ browser, url: product.url, take: takeOf })
  await takeBlocks({ browser, url: product.url, take: takeOf })
  await takeBench({ browser, url: product.url, take: takeOf })
  await takeGuards({ browser, url: product.url, take: takeOf })
  await takeRealtime({ browser, url: product.url, take: takeOf })
  await takeEditor({ browser, url: product.url, take: takeOf })
  await takePeople({ browser, url: product.url, mails, take: takeOf })
  await takeUpdates({ browser, url: product.url, take: takeOf })
} finally {
  await browser.close()
  await product.stop()
  await mails.close()
}

async function takeOf(page: Page, name: string): Promise<void> {
  // Nothing half drawn: no line of progress, no toast, no letter in a fallback font.
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
  await sleep(400)
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' })
  console.log(`docs/pictures/${name}.png`)
}

async function walk(page: Page): Promise<void> {
  const wizard = wizardOn(page)
  const take = (name: string) => takeOf(page, name)
  await page.goto('/')
  await page.getByLabel('Username').waitFor()
  await take('login')
  await signIn(page, 'marc.manager')

  await wizard.choosePipeline('Bikes catalogue')
  await wizard.next()
  await wizard.giveFile('catalogue', demoFile('bikes-master-en.csv'))
  await wizard.next()
  await wizard.judged('catalogue')

  await wizard.choosePipeline('Bikes catalogue fr-FR')
  await take('wizard-select')
  await wizard.next()
  await wizard.giveFile('local', demoFile('bikes-fr-FR.csv'))
  await take('wizard-upload')
  await wizard.next()
  const judged = await wizard.judged('local')
  await judged.getByRole('list', { name: 'Findings by cause' }).waitFor()
  await take('wizard')
  await judged.getByRole('list', { name: 'Findings by cause' }).getByRole('button').first().click()
  await judged
    .getByRole('button', { name: /^Show the whole record/ })
    .nth(1)
    .click()
  await judged.locator('[data-bad]').first().waitFor()
  await judged.getByRole('region', { name: 'Rejected record' }).scrollIntoViewIfNeeded()
  await take('record')
  await wizard.next()
  await page.getByRole('table', { name: 'Destinations' }).waitFor()
  await page.locator('button:enabled', { hasText: 'Next step' }).waitFor()
  await take('wizard-plan')
  await wizard.confirmRun()
  await wizard.ended()
  await page
    .getByRole('button', { name: /^Download / })
    .first()
    .waitFor()
  await take('wizard-details')

  await wizard.choosePipeline('Bikes catalogue de-DE')
  await wizard.next()
  await wizard.giveFile('local', demoFile('bikes-de-DE.csv'))
  await wizard.next()
  await wizard.judged('local')
  await wizard.next()
  await wizard.confirmRun()
  await wizard.ended()
  await page.goto('/#/consult/import')
  await page.getByRole('grid', { name: 'Imports' }).waitFor()
  await page.getByRole('group', { name: 'Log lines' }).waitFor()
  await take('logbook')

  await page.goto('/#/export/index')
  await page.getByRole('group', { name: 'Pipelines' }).getByText('Bikes catalogue fr-FR', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'All output files' }).check()
  await take('export')

  await page.goto('/#/consult/upload')
  await page.getByRole('group', { name: 'Pipelines' }).getByText('Bikes catalogue fr-FR', { exact: true }).click()
  await page.getByRole('group', { name: 'Log lines' }).waitFor()
  await take('uploads')
  await takePlans(page, take)
}

/** A plan in the making, the administrators' list of plans, and the testing view. */
async function takePlans(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  const marc = await apiPerson(product.url, 'marc.manager')
  const plan = async (name: string, repeatPattern: string) => {
    const pipelineId = (await marc.pipeline(name))._id
    await marc.call('POST /imports', { body: { pipelineId, kind: 'repeat', repeatPattern } })
    return pipelineId
  }
  await plan('Bikes catalogue', '15 2 * * *')
  await plan('Bikes catalogue de-DE', 'H 6')
  const french = await plan('Bikes catalogue fr-FR', '0 6 31 * *')
  await page.goto(`/#/import/upload?step=4&pipeline=${french}`)
  await page.getByRole('list', { name: 'Next runs' }).getByRole('listitem').first().waitFor()
  await take('plan')

  await page.goto('/#/testing/index')
  await page.getByRole('treeitem', { name: /Bikes catalogue fr-FR/ }).click()
  await page.getByLabel('File for local').setInputFiles(demoFile('bikes-fr-FR.csv'))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('group', { name: 'Log lines' }).getByText('97 records: 75 valid').waitFor()
  await take('testing')

  const ada = await openPage(browser, product.url)
  await signIn(ada, 'ada.admin')
  await ada.goto('/#/import/jobs')
  await ada.getByText('Once a month on day 31 at 06:00').first().waitFor()
  await takeOf(ada, 'jobs')
}
