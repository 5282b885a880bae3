import type { Browser, Page } from 'playwright-core'
import { apiPerson } from './api.ts'
import { openPage, signIn } from './browser.ts'
import { newerSchema, withProperty } from './newer-version.ts'
import { makeTwenty, renewMaster } from './twenty-countries.ts'

type Studio = { browser: Browser; url: string; take: (page: Page, name: string) => Promise<void> }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The preview of an update, many masters updated at once, and a master beside twenty countries. */
export async function takeUpdates({ browser, url, take }: Studio): Promise<void> {
  const sam = await apiPerson(url, 'sam.super')
  await newerSchema(sam, 'Money', withProperty('vat', { type: 'number' }))
  const page = await openPage(browser, url)
  await signIn(page, 'sam.super')
  const { _id } = await sam.pipeline('Bikes catalogue')
  await page.goto(`/#/manage/pipeline?id=${_id}`)
  await button(page, 'Update').click()
  await page.getByRole('region', { name: 'Data models' }).waitFor()
  await take(page, 'update-preview')
  await page.keyboard.press('Escape')

  await page.goto('/#/manage/update-lock-pipeline')
  await page.getByRole('checkbox', { name: 'EV catalogue' }).check()
  await button(page, 'Start update').click()
  await page.getByRole('heading', { name: 'Last update' }).waitFor()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button').first().click()
  await button(page, 'Bikes catalogue').click()
  await page.getByRole('checkbox', { name: 'Bikes catalogue' }).check()
  await page.getByRole('region', { name: 'Data models' }).waitFor()
  await take(page, 'mass-updates')

  const master = await makeTwenty(sam, 'Shops')
  await renewMaster(sam, master)
  await page.goto(`/#/manage/pipeline?id=${master}&view=countries`)
  await page.getByRole('table', { name: 'Fields of the countries' }).waitFor()
  await take(page, 'countries')
  await page.context().close()
}
