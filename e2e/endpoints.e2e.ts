import { readFileSync } from 'node:fs'
import { endpointKeyHeader } from '@millrace/contract'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf } from './support/looks.ts'
import { makePriceComponent } from './support/prices.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser
let page: Page
let sam: ApiPerson
let pipelineId = ''
let componentId = ''
/** What callers post to. */
let address = ''

const name = 'Shop price'
const path = '/shop-price/v1'
const button = (within: Page | Locator, text: string) => within.getByRole('button', { name: text, exact: true })
const dialog = () => page.getByRole('dialog', { name: `Endpoint ${path}` })
const tab = (text: string) => dialog().getByRole('tab', { name: text }).click()
const fact = (of: string) =>
  dialog()
    .locator('div', { has: page.getByText(of, { exact: true }) })
    .last()

const call = async (amount: unknown, headers: Record<string, string>): Promise<{ status: number; text: string }> => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ price: { code: 'EV-1', amount } }),
  })
  return { status: response.status, text: await response.text() }
}

beforeAll(async () => {
  product = await startProduct()
  address = `${product.url}/runtime/v1${path}/price`
  sam = await apiPerson(product.url, 'sam.super')
  const { component } = await makePriceComponent(sam)
  componentId = component._id
  const made = await sam.call('POST /pipelines', { body: { name, isMaster: true, component: componentId } })
  pipelineId = made._id
  browser = await openBrowser()
  page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

describe('an endpoint, from the form of its pipeline to its end', () => {
  it('PIP-023/ui its form is that of the definition rt-endpoint-info', async () => {
    const { jsonSchema } = await sam.call('GET /schemas/byname', { query: { name: 'rt-endpoint-info' } })
    const fields = Object.values((jsonSchema as { properties: Record<string, { title: string }> }).properties)
    await page.goto(`/#/manage/pipeline?id=${pipelineId}`)
    await button(page, 'Add to Endpoints').click()
    const form = page.getByRole('group', { name: 'Endpoints', exact: true })
    expect(fields.length).toBeGreaterThan(1)
    for (const { title } of fields) await form.getByLabel(title).first().waitFor()
    await form.getByLabel('Route').fill('/price')
    await form.getByLabel('Description').fill('The price of a vehicle with tax')
  })

  it('DEP-001/ui PIP-020/ui PIP-021/ui PIP-022/ui is saved, published after a question, and shown with its address', async () => {
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Endpoint', exact: true }) }).last()
    await panel.getByText('Not published').waitFor()
    await button(page, 'Save').first().click()
    await button(page, 'Yes').click()
    await page.getByText('Pipeline saved').waitFor()
    await button(panel, 'Publish').click()
    await page.getByText(`Do you want to publish the endpoint of pipeline [${name}]`).waitFor()
    await button(page, 'Yes').click()
    await page.getByText('Pipeline is successfully published').waitFor()
    await panel.getByText(/POST http:.*\/runtime\/v1\/shop-price\/v1\/price/).waitFor()
    await panel.getByRole('link', { name: 'Show it in Manage endpoints' }).click()
    await dialog().waitFor()
  })

  it('DEP-001/ui is tried out: the answer beside the body, and what is wrong with a body at its place', async () => {
    await tab('Try it out')
    const body = dialog().getByRole('textbox', { name: 'Body' })
    await body.fill('{"price":{"code":"EV-1","amount":100}}')
    await button(dialog(), 'Send').click()
    const answer = dialog().getByRole('region', { name: 'Answer' })
    await answer.getByText('200', { exact: true }).waitFor()
    expect(JSON.parse(await answer.getByLabel('Body of the answer').innerText())).toEqual({
      price: { code: 'EV-1', amount: 120 },
    })
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'endpoint-try')
    await body.fill('{"price":{"code":"EV-1","amount":"much"}}')
    await button(dialog(), 'Send').click()
    await answer.getByText('400', { exact: true }).waitFor()
    await answer.getByRole('cell', { name: /\/price\/amount/ }).waitFor()
  })

  it('DEP-001/ui its OpenAPI document comes as a file, for whoever has only a session', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(dialog(), 'OpenAPI document').click()])
    expect(download.suggestedFilename()).toBe('shop-price-v1-openapi-3.json')
    const document = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: name, description: 'The price of a vehicle with tax' },
      paths: { '/price': { post: {} } },
    })
  })

  it('S6 a key is shown once, opens the address by itself within its limit, and ends when it is said to', async () => {
    await tab('Keys')
    await dialog().getByLabel('Name').fill('Shop')
    await dialog().getByLabel('Expires').fill('2090-03-01')
    await dialog().getByLabel('Calls per minute').fill('3')
    await button(dialog(), 'New key').click()
    const shown = dialog().getByRole('region', { name: 'New key' })
    const key = (await shown.locator('code').innerText()).trim()
    expect(key).toMatch(/^mr_/)
    await picture(page, 'endpoint-key')
    await button(shown, 'I have kept it').click()
    await shown.waitFor({ state: 'detached' })
    expect(await dialog().getByText(key).count()).toBe(0)
    expect((await call(1, {})).status).toBe(401)
    const withKey = { [endpointKeyHeader]: key }
    await expect.poll(async () => (await call(50, withKey)).status).toBe(200)
    await expect.poll(async () => (await call(50, withKey)).status).toBe(429)

    const published = await sam.call('GET /pipelines/deployed-endpoint')
    const _id = published.find(({ pipelineName }) => pipelineName === name)?._id ?? ''
    const soon = new Date(Date.now() + 3000).toISOString()
    const keyCall = `POST /pipelines/deployed-endpoint/${_id}/key` as 'POST /pipelines/deployed-endpoint/{id}/key'
    const short = await sam.call(keyCall, { body: { name: 'Fair', expireAt: soon } })
    await expect
      .poll(async () => (await call(50, { [endpointKeyHeader]: short.key })).text)
      .toContain('The key has expired.')
    await page.reload()
    const row = (of: string) => dialog().getByRole('row').filter({ hasText: of })
    await row('Fair').getByText('Expired').waitFor()
    await row('Shop').getByText('2090-03-01').waitFor()
    await button(row('Fair'), 'Revoke').or(row('Fair').getByRole('button')).click()
    await button(page, 'Yes').click()
    await row('Fair').waitFor({ state: 'detached' })
  })

  it('DEP-001/ui calls, errors and latency stand on the screen, and in the metrics', async () => {
    await tab('Calls')
    await expect.poll(() => fact('Calls').innerText()).toMatch(/Calls\s+[1-9]/)
    await expect.poll(() => fact('Half answered within (p50)').innerText()).toMatch(/\d (ms|s)/)
    await expect.poll(() => fact('Refused (body, key or limit)').innerText()).toMatch(/\s[1-9]/)
    await dialog()
      .getByRole('img', { name: /^Last 60 minutes: / })
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'endpoint-calls')
    const metrics = await (await fetch(`${product.url}/metrics`)).text()
    expect(metrics).toMatch(/millrace_endpoint_seconds_count\{endpoint="\/shop-price\/v1",status="200"\} [1-9]/)
    await button(dialog(), 'Close').last().click()
  })

  it('DEP-005/ui D-137 once its component is gone the row says so, and callers are told', async () => {
    const other = await sam.call('POST /components', {
      body: { name: 'Another price', kind: 'instruction', inputs: [], outputs: [], jsCode: '' },
    })
    const { sys_version } = await sam.call('GET /pipelines/id', { query: { id: pipelineId } })
    await sam.call('POST /pipelines', {
      body: { _id: pipelineId, sys_version, name, isMaster: true, component: other._id },
    })
    await sam.call('POST /components/version/delete', { body: { id: componentId } })
    await button(page, 'Refresh').click()
    const row = page.getByRole('row').filter({ hasText: path })
    await row.getByText('The component Price with tax version 1 no longer exists.', { exact: false }).waitFor()
    expect(await row.getAttribute('data-tone')).toBe('error')
    await expect
      .poll(async () => (await call(1, { 'x-token': sam.token })).text)
      .toContain('The endpoint is not valid: its component no longer exists.')
    expect(await faultsOf(page)).toEqual([])
    await picture(page, 'endpoint-invalid')
  })

  it('DEP-002/ui DEP-003/ui is found by a search, and un-published after the question', async () => {
    const search = page.getByRole('searchbox', { name: 'Search endpoints' })
    await search.fill('no such path')
    await page.getByText('Nothing matches these filters').waitFor()
    await search.fill('shop-pri')
    await page.getByRole('checkbox', { name: path, exact: true }).check()
    await button(page, 'Un publish').click()
    await page.getByText(`Do you want to un-publish pipeline [${name}]`).waitFor()
    await button(page, 'Yes').click()
    await page.getByText('The endpoint is un-published').waitFor()
    await page.getByText('Nothing matches these filters').waitFor()
    await expect.poll(async () => (await call(1, { 'x-token': sam.token })).status).toBe(404)
  })
})
