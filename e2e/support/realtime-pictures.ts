import { tokenHeader } from '@millrace/contract'
import type { Browser, Page } from 'playwright-core'
import { apiPerson } from './api.ts'
import { openPage, signIn } from './browser.ts'
import { makePriceCountry } from './prices.ts'

type Studio = { browser: Browser; url: string; take: (page: Page, name: string) => Promise<void> }

/** An endpoint that was called and is tried out, and a listener with messages that it holds. */
export async function takeRealtime({ browser, url, take }: Studio): Promise<void> {
  const sam = await apiPerson(url, 'sam.super')
  const country = await makePriceCountry(sam, 'Price changes')
  const { _id, sys_version, name } = country
  const listeners = [{ name: 'shop', source: 'prices', kind: 'http' as const, gatherSeconds: 1 }]
  await sam.call('POST /pipelines', { body: { _id, sys_version, name, listeners } })
  const listener = await sam.call('POST /pipelines/publish-listener', { body: { id: _id } })
  const component = (await sam.call('GET /components/list')).find((one) => one.name === 'Price with tax')?._id ?? null
  const price = await sam.call('POST /pipelines', {
    body: { name: 'Shop price', isMaster: true, component, endpoints: [{ route: '/price' }] },
  })
  const endpoint = await sam.call('POST /pipelines/publish-endpoint', { body: { id: price._id } })
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', [tokenHeader]: sam.token }
    return (await fetch(`${url}/runtime/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }

  // The first call waits for the start of a process.
  await post(`${endpoint.path}${endpoint.route}`, { price: { code: 'EV-1', amount: 1 } })
  const page = await openPage(browser, url)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/endpoints?open=${endpoint._id}&tab=try`)
  await page
    .getByRole('textbox', { name: 'Body' })
    .fill('{\n  "price": {\n    "code": "EV-1",\n    "amount": 100\n  }\n}')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByLabel('Body of the answer').waitFor()
  await take(page, 'endpoint')

  for (const amount of [39_900, 'n/a', 41_500]) await post(`/listener/${listener._id}`, { code: 'EV-1', amount })
  await page.goto(`/#/manage/listeners?open=${listener._id}`)
  await page.getByText("'n/a' is not a number", { exact: false }).waitFor()
  await take(page, 'listener')
  await page.context().close()
}
