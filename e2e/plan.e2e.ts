import { readSettings } from '@millrace/server/platform/config/read-settings'
import { openPlatform } from '@millrace/server/platform/platform'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson, endDemoPlans } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { demoFile } from './support/demo-files.ts'
import { type ProductOnCluster, startProductOnCluster } from './support/product-on-cluster.ts'
import { wizardOn } from './support/wizard.ts'

const french = 'Bikes catalogue fr-FR'
const german = 'Bikes catalogue de-DE'

let product: ProductOnCluster
let browser: Browser
let marc: ApiPerson
let page: Page

beforeAll(async () => {
  product = await startProductOnCluster({ MILLRACE_TIME_ZONE: 'Europe/Paris' })
  await endDemoPlans(product.url)
  marc = await apiPerson(product.url, 'marc.manager')
  await marc.upload('Bikes catalogue', 'catalogue', demoFile('bikes-master-en.csv'))
  await marc.upload(french, 'local', demoFile('bikes-fr-FR.csv'))
  await marc.upload(german, 'local', demoFile('bikes-de-DE.csv'))
  browser = await openBrowser()
  page = await openPage(browser, product.url)
  await signIn(page, 'marc.manager')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const nextButton = (on: Page = page) => on.getByRole('button', { name: 'Next step' })
const schedule = (on: Page = page) => on.getByRole('group', { name: 'Schedule' })
const segment = (name: string, on: Page = page) => schedule(on).locator('label', { hasText: name })
const question = (on: Page = page) => on.getByRole('dialog', { name: 'Confirmation' })
const answer = (name: 'Yes' | 'No', on: Page = page) => question(on).getByRole('button', { name }).click()
const planSection = () => page.getByRole('region', { name: 'Plan' })

async function openPlan(name: string, on: Page = page, who: ApiPerson = marc): Promise<void> {
  // A visit to another page first: the same address would keep what was chosen.
  await on.goto('/#/export/index')
  await on.getByRole('heading', { level: 1, name: 'Download latest files' }).waitFor()
  await on.goto(`/#/import/upload?step=4&pipeline=${(await who.pipeline(name))._id}`)
  await schedule(on).waitFor()
}
/** By keyboard alone. */
async function pick(label: string, text: string, on: Page = page): Promise<void> {
  await on.getByRole('combobox', { name: label }).focus()
  await on.keyboard.type(text)
  await on.locator('.ant-select-item-option-active').filter({ hasText: text }).waitFor()
  await on.keyboard.press('Enter')
}
async function chooseLater(day: string, time: string): Promise<void> {
  await segment('Later').click()
  await page.getByRole('textbox', { name: 'Date' }).fill(day)
  await page.keyboard.press('Enter')
  await pick('Time', time)
}
/** Next, Yes; the wizard is on step 5 afterwards. */
async function confirmPlan(): Promise<void> {
  await nextButton().click()
  await answer('Yes')
  await page.getByRole('group', { name: 'Import details' }).waitFor()
}
const shown = (what: Locator) => what.waitFor()

describe('a plan from choosing to cancelling', () => {
  it('IMP-015/ui IMP-019/ui Later names what is missing, then says when it runs', async () => {
    await openPlan(french)
    await shown(page.locator('button:enabled', { hasText: 'Next step' }))
    await segment('Later').click()
    await shown(page.getByText('Choose a date'))
    await expect.poll(() => nextButton().isDisabled()).toBe(true)
    await picture(page, 'plan-later-empty')
    await chooseLater(dayAhead(3), '06:15')
    await shown(page.getByText(`On ${dayAhead(3)} at 06:15`))
    await shown(page.getByRole('list', { name: 'Next runs' }).getByText(`${dayAhead(3)} 06:15`))
    await picture(page, 'plan-later')
    await nextButton().click()
    await expect.poll(() => question().innerText()).toContain(`Do you want to run the pipeline : ${french}`)
    await answer('Yes')
    await shown(planSection().getByText(`On ${dayAhead(3)} at 06:15`))
    await shown(page.getByText('pending', { exact: true }))
    await picture(page, 'plan-details')
  })

  it('IMP-008/ui IMP-024/ui IMP-028/ui the plan is read back and edited: monthly on day 31 warns', async () => {
    await planSection().getByRole('button', { name: 'Edit plan' }).click()
    await shown(schedule().getByText('06:15'))
    await expect.poll(() => page.getByRole('textbox', { name: 'Date' }).inputValue()).toBe(dayAhead(3))
    await segment('Repeat').click()
    await pick('How often', 'Monthly')
    await pick('Day of the month', '31')
    await pick('Time', '06:00')
    await shown(page.getByText('The import job will only run in a month where month ends with 31st.'))
    await shown(page.getByRole('button', { name: 'Show 10' }))
    await picture(page, 'plan-monthly')
    await confirmPlan()
    await shown(planSection().getByText('Once a month on day 31 at 06:00'))
    await planSection().getByRole('button', { name: 'Show 10' }).click()
    const runs = planSection().getByRole('list', { name: 'Next runs' }).getByRole('listitem')
    await expect.poll(() => runs.count()).toBe(10)
    for (const run of await runs.allInnerTexts()) expect(run).toMatch(/-31 06:00$/)
    await picture(page, 'plan-details-ten')
    const { repeatable } = await (await apiPerson(product.url, 'ada.admin')).call('GET /imports/listScheduled')
    expect(repeatable.map(({ repeatPattern }) => repeatPattern)).toEqual(['0 6 31 * *'])
  })

  it('IMP-035/ui IMP-036/ui is cancelled, after which a new one can be chosen', async () => {
    await planSection().getByRole('button', { name: 'Cancel import' }).click()
    await expect.poll(() => question().innerText()).toContain('Do you want to cancel the import?')
    await answer('Yes')
    await shown(page.getByText('The current import is cancelled.'))
    await schedule().waitFor()
    await shown(page.locator('button:enabled', { hasText: 'Next step' }))
    await expect.poll(() => page.getByRole('button', { name: 'Cancel import' }).count()).toBe(0)
    const { job } = await marc.call('GET /imports/job', { query: { pipelineId: (await marc.pipeline(french))._id } })
    expect(job).toBeNull()
  })
})

it('a Later import starts by itself when its time has come, in front of the one who watches', async () => {
  await openPlan(french)
  await chooseLater(dayAhead(2), '23:45')
  await confirmPlan()
  await shown(page.getByText('pending', { exact: true }))
  // Its time is brought to the clock; the scheduler finds it by itself.
  const { platform, close } = await openPlatform(readSettings(product.env), () => {})
  await platform.db.updateTable('jobs').set({ next_due_at: new Date() }).where('next_due_at', 'is not', null).execute()
  await close()
  expect(await wizardOn(page).ended(90)).toMatch(/^Completed/)
  await planSection().waitFor({ state: 'detached' })
})

it('IMP-033/ui IMP-034/ui Now in place of a plan asks first; No keeps the plan, Yes runs at once without it', async () => {
  await openPlan(french)
  await segment('Repeat').click()
  await pick('How often', 'Weekly')
  await pick('Weekday', 'Monday')
  await pick('Time', '06:15')
  await confirmPlan()
  await planSection().getByRole('button', { name: 'Edit plan' }).click()
  await segment('Now').click()
  await expect
    .poll(() => question().textContent())
    .toContain('If you select now and execute it will delete the last import, Do you want continue? ')
  await answer('No')
  await shown(page.getByText('Every Monday at 06:15'))
  await segment('Now').click()
  await answer('Yes')
  await shown(page.getByText('The import starts as soon as you confirm.'))
  await confirmPlan()
  expect(await wizardOn(page).ended()).toMatch(/^Completed/)
  await expect.poll(() => planSection().count()).toBe(0)
})

it('two people at one pipeline: who comes second sees the other’s plan and cannot plan over it unseen', async () => {
  const sam = await openPage(browser, product.url)
  await signIn(sam, 'sam.super')
  await openPlan(german)
  await chooseLater(dayAhead(5), '12:00')
  await shown(page.locator('button:enabled', { hasText: 'Next step' }))

  await openPlan(german, sam)
  await segment('Repeat', sam).click()
  await pick('How often', 'Daily', sam)
  await pick('Time', '05:00', sam)
  await nextButton(sam).click()
  await answer('Yes', sam)
  await sam.getByRole('region', { name: 'Plan' }).getByText('Every day at 05:00').waitFor()

  await shown(page.getByText('sam.super has planned this pipeline meanwhile: Every day at 05:00.'))
  await shown(page.getByText('There is already a planned import for this pipeline.'))
  await expect.poll(() => nextButton().isDisabled()).toBe(true)
  await picture(page, 'plan-overtaken')
  await page.getByRole('button', { name: 'Show that plan' }).click()
  await shown(schedule().getByText('Daily'))
  await shown(page.locator('button:enabled', { hasText: 'Next step' }))

  await expect.poll(() => page.getByText('Planned by sam.super').count()).toBe(1)

  // And the other way round: what one cancels is gone for the other.
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await answer('Yes')
  await sam.getByRole('region', { name: 'Plan' }).waitFor({ state: 'detached' })
  await sam.context().close()
})

it('a master plans its chosen country pipelines together', async () => {
  await openPlan('Bikes catalogue')
  await page.getByRole('checkbox', { name: german }).waitFor()
  await segment('Repeat').click()
  await pick('How often', 'Hourly')
  await pick('Hours', '2')
  await shown(page.getByText('counted from the moment it is saved'))
  await picture(page, 'plan-master')
  await confirmPlan()
  await shown(planSection().getByText('Every 2 hours'))
  const started = page.getByRole('group', { name: 'Started imports' })
  await expect.poll(() => started.getByText(/^Bikes catalogue [a-z]{2}-[A-Z]{2}$/).allInnerTexts()).toContain(german)
  await picture(page, 'plan-master-details')
})

describe('Manage jobs', () => {
  let ada: Page
  const rows = () => ada.getByRole('table', { name: 'Jobs' }).locator('tbody tr')

  beforeAll(async () => {
    const pipelineId = (await marc.pipeline(french))._id
    await marc.call('POST /imports', { body: { pipelineId, kind: 'repeat', repeatPattern: '15 6 * * 1' } })
    const other = (await marc.pipeline(german))._id
    const later = { kind: 'scheduled', scheduledDate: dayAhead(9), scheduledTime: '08:30' } as const
    await marc.call('POST /imports', { body: { pipelineId: other, ...later } })
    ada = await openPage(browser, product.url)
    await signIn(ada, 'ada.admin')
  })

  it('PRM-002/ui is not for managers', async () => {
    await page.goto('/#/import/jobs')
    await shown(page.getByRole('heading', { name: 'Unauthorize page' }))
    expect(await page.getByRole('link', { name: 'Manage jobs' }).count()).toBe(0)
  })

  it('JOB-001/ui JOB-002/ui JOB-006/ui lists every plan, its pattern as a sentence', async () => {
    await ada.goto('/#/import/jobs')
    await rows().first().waitFor()
    await expect
      .poll(() => ada.getByRole('columnheader').allInnerTexts())
      .toEqual(['', 'Pipeline', 'Scheduled by', 'Last executed', 'Next import time', 'Repeat pattern'])
    const sentences = async () => (await rows().locator('td:last-child').allInnerTexts()).toSorted()
    await expect.poll(sentences).toEqual(['Every 2 hours', 'Every Monday at 06:15', `On ${dayAhead(9)} at 08:30`])
    await picture(ada, 'jobs')
  })

  it('JOB-003/ui JOB-004/ui deletes the selected ones, one call each; others see it at once', async () => {
    await openPlan(french)
    await shown(page.getByText('Every Monday at 06:15'))
    const calls: string[] = []
    ada.on('request', (request) => {
      if (request.method() === 'DELETE') calls.push(request.url())
    })
    await ada.getByRole('checkbox', { name: french }).check()
    await ada.getByRole('checkbox', { name: german }).check()
    await picture(ada, 'jobs-selected')
    await ada.getByRole('button', { name: 'Delete' }).click()
    await answer('Yes', ada)
    await ada.getByText('2 jobs deleted.').waitFor()
    expect(calls).toHaveLength(2)
    await expect.poll(() => rows().count()).toBe(1)
    await shown(page.getByText('The import starts as soon as you confirm.'))
  })

  it('a plan made meanwhile shows without asking, at the end', async () => {
    const body = { pipelineId: (await marc.pipeline(german))._id, kind: 'repeat', repeatPattern: 'M 15' } as const
    await marc.call('POST /imports', { body })
    await expect.poll(() => rows().last().innerText(), { timeout: 20_000 }).toContain('Every 15 minutes')
  })
})
