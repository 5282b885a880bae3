import { readFileSync } from 'node:fs'
import path from 'node:path'
import { tokenHeader } from '@millrace/contract'
import pg from 'pg'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { demoFile } from './support/demo-files.ts'
import { downloaded, recordsOf } from './support/downloads.ts'
import { type Product, startProduct } from './support/product.ts'
import { realDataPresent, realFile } from './support/real-data.ts'
import { figures, wizardOn } from './support/wizard.ts'

/** The files of one tour: records, valid and rejected ones of each, and what its countries make of them. */
type Files = {
  dealers: { file: string; records: number; french: number }
  layers: { file: string; counts: number[] }
  vehicles: { file: string; records: number }
  markets: { locale: string; file: string; records: number }[]
}

const own: Files = {
  dealers: { file: demoFile('bikes-dealers.xlsx'), records: 137, french: 15 },
  layers: { file: demoFile('ev-layers-raw.ndjson'), counts: [57, 3, 54] },
  vehicles: { file: demoFile('ev-master.ndjson'), records: 95 },
  markets: [
    { locale: 'en-US', file: demoFile('ev-en-US.csv'), records: 70 },
    { locale: 'de-DE', file: demoFile('ev-de-DE.csv'), records: 70 },
    { locale: 'pt-BR', file: demoFile('ev-pt-BR.tsv'), records: 68 },
  ],
}
const real: Files = {
  dealers: { file: realFile('bikes/bikes-dealers.xlsx'), records: 701, french: 40 },
  layers: { file: realFile('vehicles/ev-layers-raw.ndjson'), counts: [1449, 66, 1383] },
  vehicles: { file: realFile('vehicles/ev-master.ndjson'), records: 1189 },
  markets: [
    { locale: 'en-US', file: realFile('vehicles/ev-en-US.csv'), records: 665 },
    { locale: 'de-DE', file: realFile('vehicles/ev-de-DE.csv'), records: 778 },
    { locale: 'pt-BR', file: realFile('vehicles/ev-pt-BR.tsv'), records: 607 },
  ],
}

const tours: [string, Files][] = [['the files that come with the product', own]]
if (realDataPresent) tours.push(['real product files', real])

const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const answerYes = (page: Page) => button(page.getByRole('dialog', { name: 'Confirmation' }), 'Yes').click()
const told = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true }).waitFor()

/** Keeps everybody from writing products into the demo's warehouse, so that a run waits at its end as long as needed. */
async function holdProducts({ dataFolder }: Product): Promise<() => Promise<void>> {
  const access = readFileSync(path.join(dataFolder, 'postgres', '18', 'millrace-access.json'), 'utf8')
  const { password, port } = JSON.parse(access) as { password: string; port: number }
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'millrace', password, database: 'millrace_warehouse' })
  await client.connect()
  await client.query('begin')
  await client.query('lock table product in access exclusive mode')
  return () => client.end()
}

describe.each(tours)('ten minutes with %s', (_name, { dealers, layers, vehicles, markets }) => {
  let product: Product
  let browser: Browser
  let marc: ApiPerson
  let manager: Page
  let boss: Page

  beforeAll(async () => {
    product = await startProduct()
    // The address that the product takes for its own: there the app may call its endpoints.
    const address = product.url.replace('127.0.0.1', 'localhost')
    browser = await openBrowser()
    marc = await apiPerson(product.url, 'marc.manager')
    manager = await openPage(browser, address)
    await signIn(manager, 'marc.manager')
    boss = await openPage(browser, address)
    await signIn(boss, 'sam.super')
  })
  afterAll(async () => {
    await closePages(browser)
    await product?.stop()
  })

  /** Steps 1 to 3 of the wizard. @returns records, valid, rejected */
  async function upload(page: Page, pipeline: string, dataSubKind: string, file: string): Promise<number[]> {
    const wizard = wizardOn(page)
    await wizard.choosePipeline(pipeline)
    await wizard.next()
    await wizard.giveFile(dataSubKind, file)
    await wizard.next()
    return figures(await wizard.judged(dataSubKind))
  }

  it('IMP-007/ui Dana uploads the dealers for fr-FR and runs them now', async () => {
    const dana = await openPage(browser, product.url)
    await signIn(dana, 'dana.dealer')
    const { records, french } = dealers
    expect(await upload(dana, 'Dealers fr-FR', 'dealers', dealers.file)).toEqual([records, records, 0])
    const wizard = wizardOn(dana)
    await wizard.next()
    // The demo's monthly plan belongs to another country and is in nobody's way.
    await wizard.confirmRun()
    expect(await wizard.ended()).toBe('completed')
    const link = dana.getByRole('button', { name: /Download Dealers-fr-FR-catalogue_file-.*\.ndjson$/ })
    expect(recordsOf(await downloaded(dana, link))).toHaveLength(french)
    await dana.context().close()
  })

  it('UPL-019/ui Marc uploads unmerged vehicles and sees live that they are refused, and why', async () => {
    expect(await upload(manager, 'EV catalogue', 'vehicles', layers.file)).toEqual(layers.counts)
    const source = await wizardOn(manager).judged('vehicles')
    await source.getByText('invalid', { exact: true }).waitFor()
    await picture(manager, 'tour-layers')
  })

  it('IMP-011/ui Marc uploads the master; Now runs all its countries beside the weekly plan', async () => {
    for (const { locale, file } of markets) await marc.upload(`EV catalogue ${locale}`, 'market', file)
    const { file, records } = vehicles
    expect(await upload(manager, 'EV catalogue', 'vehicles', file)).toEqual([records, records, 0])
    const wizard = wizardOn(manager)
    await wizard.next()
    await manager.getByText('The country pipelines run one after the other, as soon as you confirm.').waitFor()
    await wizard.confirmRun()
    await manager.waitForURL(/#\/consult\/import/)
    const chain = manager.getByRole('row').filter({ hasText: '3 countries' }).first()
    await chain.getByText(/^completed/i).waitFor({ timeout: 150_000 })
    await button(manager, 'Imports of EV catalogue').click()
    const rows = manager.getByRole('row').filter({ hasText: /EV catalogue [a-z]{2}-[A-Z]{2}/ })
    await expect.poll(() => rows.filter({ hasText: 'Completed' }).count()).toBe(3)
    await picture(manager, 'tour-countries')
  })

  it('SCH-019/ui VER-037/ui VER-039/ui Sam adds a field to Money, previews what follows, updates and locks it', async () => {
    const { _id } = await marc.call('GET /schemas/byname', { query: { name: 'Money' } })
    await boss.goto(`/#/manage/schemas?id=${_id}`)
    const bar = boss.getByRole('group', { name: 'Version of Money' })
    await button(bar, 'Unlock').click()
    await answerYes(boss)
    await told(boss, 'Version 2 created')
    await bar.getByText('Version 2 (Draft)').waitFor()
    await boss.getByRole('tree', { name: 'Schema Money' }).getByRole('treeitem').first().click()
    await button(boss, 'Text').click()
    const name = boss.getByRole('region', { name: 'Properties' }).getByLabel('Name', { exact: true })
    await name.fill('valid_until')
    await name.press('Enter')
    await boss.getByRole('treeitem', { name: /^valid_until / }).waitFor()
    await button(boss, 'Save').click()
    await button(boss, 'Yes').click()
    await told(boss, 'Schema saved')
    await button(bar, 'Lock').click()
    await button(boss.getByRole('dialog', { name: 'Confirmation' }), 'Yes').click()
    await told(boss, 'Version 2 locked')

    await boss.goto('/#/manage/update-lock-pipeline')
    const list = boss.getByRole('list', { name: 'Master pipelines that can be updated' })
    for (const master of ['Bikes catalogue', 'EV catalogue']) await button(list, master).waitFor()
    await button(list, 'Bikes catalogue').click()
    await boss.getByRole('heading', { name: 'Update of Bikes catalogue' }).waitFor()
    const changes = boss.getByRole('group', { name: 'What the update changes' })
    await changes.getByText('Product', { exact: true }).first().waitFor()
    await picture(boss, 'tour-preview')
    await boss.getByRole('checkbox', { name: 'Check all' }).check()
    await button(boss, 'Start update').click()
    await boss.getByText('4 updated', { exact: true }).first().waitFor({ timeout: 150_000 })
    await boss.getByRole('tab', { name: 'Lock version' }).click()
    // All of them, before they are picked: the list comes anew after the update.
    await boss.getByRole('heading', { name: '4 master pipeline(s) can be locked' }).waitFor()
    await boss.getByRole('checkbox', { name: 'Toggle all' }).check()
    await boss.getByText('4 selected').waitFor()
    await button(boss, 'Start lock').click()
    await boss.getByText('4 locked', { exact: true }).first().waitFor({ timeout: 150_000 })
    await picture(boss, 'tour-locked')
    expect(await marc.pipeline('EV catalogue en-US')).toMatchObject({ version: 2, vLocked: true })
  })

  it('IMP-044/ui EXP-006/ui Sam stops a run in the logbook, and exports what an earlier one made', async () => {
    const release = await holdProducts(product)
    try {
      await marc.start('EV catalogue en-US')
      await boss.goto('/#/consult/import')
      const stop = button(boss.getByRole('grid', { name: 'Imports' }), 'Stop the import of EV catalogue en-US')
      await stop.click()
      await answerYes(boss)
      await told(boss, 'Pipeline process aborted')
      await expect.poll(() => stop.count()).toBe(0)
    } finally {
      await release()
    }
    await boss.getByRole('row').filter({ hasText: 'aborted' }).first().waitFor()
    await picture(boss, 'tour-stopped')
    await boss.goto('/#/export/index')
    await boss.getByRole('group', { name: 'Pipelines' }).getByText('EV catalogue en-US', { exact: true }).click()
    const outputs = boss.getByRole('table', { name: 'Output files' })
    await outputs.getByRole('checkbox', { name: /^catalogue_file EV-catalogue-en-US-/ }).check()
    const output = await downloaded(boss, button(boss, 'Export'))
    expect(recordsOf(output)).toHaveLength(markets[0]?.records ?? 0)
  })

  it('DEP-004/ui the endpoint answers a price, and describes itself', async () => {
    await manager.goto('/#/manage/endpoints')
    await manager.getByRole('table', { name: 'Published endpoints' }).getByText('/ev-price/v1').click()
    const dialog = manager.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Try it out' }).click()
    const body = { price: { unique_code: 'demo:aurore:e1:2025:base', amount: 38_990.499, currency: 'USD' } }
    await dialog.getByRole('textbox', { name: 'Body' }).click()
    await manager.keyboard.press('ControlOrMeta+a')
    await manager.keyboard.insertText(JSON.stringify(body))
    await button(dialog, 'Send').click()
    const answer = dialog.getByRole('region', { name: 'Answer' })
    await answer.getByText(/38990\.5/).waitFor()
    await picture(manager, 'tour-endpoint')
    const headers = { [tokenHeader]: marc.token }
    const described = await fetch(`${product.url}/runtime/v1/ev-price/v1/openapi-3.json`, { headers })
    expect(await described.json()).toMatchObject({ openapi: '3.1.0', paths: { '/price': { post: {} } } })
  })

  it('DEP-001/ui the listener takes a post of twelve prices, which are imported and kept', async () => {
    const [listener] = await marc.call('GET /pipelines/deployed-listener')
    await manager.goto(`/#/manage/listeners?open=${listener?._id}`)
    const dialog = manager.getByRole('dialog', { name: 'Listener prices' })
    await dialog.getByText('Listening').waitFor()
    const posted = await fetch(listener?.address ?? '', {
      method: 'POST',
      headers: { [tokenHeader]: marc.token },
      body: readFileSync(demoFile('ev-prices.json')),
    })
    expect(posted.status).toBe(202)
    // Twelve records in one message.
    await expect.poll(() => dialog.innerText(), { timeout: 30_000 }).toMatch(/Received\s+1\b/)
    await picture(manager, 'tour-listener')
    await manager.goto('/#/consult/import')
    const row = manager.getByRole('row').filter({ hasText: 'EV price check en-US' })
    await expect.poll(() => row.first().innerText(), { timeout: 150_000 }).toMatch(/completed/i)
    await manager.goto('/#/export/index')
    await manager.getByRole('group', { name: 'Pipelines' }).getByText('EV price check en-US', { exact: true }).click()
    const outputs = manager.getByRole('table', { name: 'Output files' })
    await outputs.getByRole('checkbox', { name: /^catalogue_file EV-price-check-en-US-/ }).check()
    const prices = recordsOf(await downloaded(manager, button(manager, 'Export')))
    expect(prices).toHaveLength(12)
    expect(prices).toContainEqual({
      unique_code: 'demo:aurore:e3:2024:sport',
      amount: expect.any(Number),
      currency: 'USD',
    })
  })
})
