import { tokenHeader } from '@millrace/contract'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf } from './support/looks.ts'
import { makePriceCountry } from './support/prices.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser
let page: Page
let sam: ApiPerson
let pipelineId = ''
let listenerId = ''

const name = 'Price changes'
const button = (within: Page | Locator, text: string) => within.getByRole('button', { name: text, exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Listener shop' })
const fact = (of: string) =>
  dialog()
    .locator('div', { has: page.getByText(of, { exact: true }) })
    .last()
const message = (code: string, amount: unknown) => JSON.stringify({ code, amount })

const post = async (body: string): Promise<number> => {
  const headers = { [tokenHeader]: sam.token }
  const address = `${product.url}/runtime/v1/listener/${listenerId}`
  return (await fetch(address, { method: 'POST', headers, body })).status
}

beforeAll(async () => {
  product = await startProduct()
  sam = await apiPerson(product.url, 'sam.super')
  pipelineId = (await makePriceCountry(sam, name))._id
  browser = await openBrowser()
  page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

describe('a listener of HTTP posts, from the form of its pipeline to its end', () => {
  it('PIP-023/ui its form is that of the definition rt-listener-info: a broker is asked for only where there is one', async () => {
    const { jsonSchema } = await sam.call('GET /schemas/byname', { query: { name: 'rt-listener-info' } })
    type Fields = { properties: Record<string, { title: string }> }
    const { properties, else: ofBrokers } = jsonSchema as Fields & { else: Fields }
    await page.goto(`/#/manage/pipeline?id=${pipelineId}`)
    await button(page, 'Add to Listeners').click()
    const form = page.getByRole('group', { name: 'Listeners', exact: true })
    const titles = [properties, ofBrokers.properties]
      .flatMap((fields) => Object.values(fields))
      .map(({ title }) => title)
    expect(titles).toContain('Queue, topic or subject')
    for (const title of titles) await form.getByLabel(title).first().waitFor()
    await form.getByRole('combobox', { name: 'Receives by' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'http' }).click()
    await form.getByLabel('Queue, topic or subject').waitFor({ state: 'detached' })
    await form.getByLabel('Name').fill('shop')
    await form.getByLabel('Data source').fill('prices')
    await form.getByLabel('Seconds gathered').fill('1')
  })

  it('DEP-001/ui PIP-020/ui PIP-021/ui is saved and published, and soon it listens', async () => {
    await button(page, 'Save').first().click()
    await button(page, 'Yes').click()
    await page.getByText('Pipeline saved').waitFor()
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Listener', exact: true }) }).last()
    await button(panel, 'Publish').click()
    await page.getByText(`Do you want to publish the listener of pipeline [${name}]`).waitFor()
    await button(page, 'Yes').click()
    await page.getByText('Pipeline is successfully published').waitFor()
    await panel.getByText('Listening').waitFor()
    const published = await sam.call('GET /pipelines/deployed-listener')
    listenerId = published.find(({ pipelineName }) => pipelineName === name)?._id ?? ''
    await panel.getByText(`/runtime/v1/listener/${listenerId}`).waitFor()
    await panel.getByRole('link', { name: 'Show it in Manage listeners' }).click()
    await dialog().getByText('No message is held.').waitFor()
  })

  it('DEP-008/ui messages are counted, imported and told by the logbook; poison is held with its reason', async () => {
    expect([await post(message('EV-1', 39_900)), await post(message('EV-2', 'n/a'))]).toEqual([202, 202])
    await expect.poll(() => fact('Received').innerText()).toMatch(/\s2$/)
    await expect.poll(() => fact('Last message').innerText()).toMatch(/\d{4}-\d\d-\d\d/)
    await expect.poll(() => fact('Still waiting (lag)').innerText()).toMatch(/\s0$/)
    await dialog().getByRole('tab', { name: 'Held messages (1)' }).waitFor()
    await dialog().getByText("/amount: Field 'amount': 'n/a' is not a number").waitFor()
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'listener-held')
  })

  it('DEP-008/ui a held message is tried against the draft, which explains it', async () => {
    await dialog()
      .getByRole('button', { name: /^Try it: message / })
      .click()
    const field = dialog().getByRole('textbox', { name: 'Message' })
    await expect.poll(() => field.inputValue()).toBe(message('EV-2', 'n/a'))
    await button(dialog(), 'Try it').click()
    await dialog().getByText('Not accepted').waitFor()
    await dialog().getByRole('cell', { name: 'record 1 /amount' }).waitFor()
    await field.fill(message('EV-2', 2))
    await button(dialog(), 'Try it').click()
    await dialog().getByText('Accepted: 1 record').waitFor({ timeout: 60_000 })
    await dialog().getByLabel('Output').getByText('EV-2').waitFor()
    await picture(page, 'listener-try')
  })

  it('DEP-008/ui it is resumed, held again as nothing was mended, and dropped after a question', async () => {
    await dialog()
      .getByRole('tab', { name: /^Held messages/ })
      .click()
    const box = () => dialog().getByRole('checkbox', { name: /^Message / })
    const label = async () => ((await box().count()) === 1 ? box().getAttribute('aria-label') : null)
    const before = await label()
    await box().check()
    await button(dialog(), 'Resume').click()
    await page.getByText('1 message resumed').waitFor()
    // Held again it is another row of its own.
    await expect.poll(async () => [null, before].includes(await label()), { timeout: 60_000 }).toBe(false)
    await expect
      .poll(async () => {
        await box().check()
        return button(dialog(), 'Drop').isEnabled()
      })
      .toBe(true)
    await button(dialog(), 'Drop').click()
    await page.getByText('Do you want to drop 1 message?').waitFor()
    await button(page, 'Yes').click()
    await dialog().getByText('No message is held.').waitFor()
  })

  it('DEP-008/ui paused it takes nothing, and goes on', async () => {
    await button(dialog(), 'Pause').click()
    await dialog().getByText('Paused').waitFor()
    expect(await post(message('EV-3', 3))).toBe(409)
    await picture(page, 'listener-paused')
    await button(dialog(), 'Go on').click()
    await dialog().getByText('Listening').waitFor()
    await expect.poll(() => post(message('EV-3', 3))).toBe(202)
    await button(dialog(), 'Close').last().click()
  })

  it('its imports stand in the logbook, in the name of who published, with what came', async () => {
    const outputs = async () => {
      const uploads = await sam.call('GET /uploads/last-all', { query: { pipelineId } })
      return uploads.filter(({ from }) => from === 'destination').length
    }
    await expect.poll(outputs, { timeout: 60_000 }).toBe(2)
    await page.goto('/#/consult/import')
    const rows = page
      .getByRole('row')
      .filter({ hasText: name })
      .filter({ hasText: /completed/i })
    await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(2)
    await rows.first().click()
    await page
      .getByRole('group', { name: 'Log lines' })
      .getByText(/Reads shop-.*\.ndjson, 1 valid record/)
      .waitFor()
    expect(await rows.first().innerText()).toContain('sam.super')
    await picture(page, 'listener-logbook')
  })

  it('DEP-003/ui DEP-008/ui is un-published after the question', async () => {
    await page.goto('/#/manage/listeners')
    await page.getByRole('checkbox', { name: 'shop', exact: true }).check()
    await button(page, 'Un publish').click()
    await page.getByText(`Do you want to un-publish pipeline [${name}]`).waitFor()
    await button(page, 'Yes').click()
    await page.getByText('The listener is un-published').waitFor()
    expect(await post(message('EV-4', 4))).toBe(404)
  })
})
