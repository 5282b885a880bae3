import type { Browser, Page } from 'playwright-core'
import { openPage, signIn } from './browser.ts'
import { demoFile } from './demo-files.ts'

type Studio = { browser: Browser; url: string; take: (page: Page, name: string) => Promise<void> }

const country = 'Bikes catalogue de-DE'

/** The pictures of the user guide about the editor of pipelines: a source beside a file, a sink after a check. */
export async function takeEditor({ browser, url, take }: Studio): Promise<void> {
  const page = await openPage(browser, url, { height: 1100 })
  await signIn(page, 'sam.super')
  await page.goto('/#/manage/pipeline')
  await page.getByRole('treeitem', { name: new RegExp(`^${country}`) }).click()
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  const form = page.getByRole('group', { name: `Form of ${country}` })
  const tab = (name: string) => form.getByRole('tab', { name, exact: true })
  await page.getByText('Version 2 (Draft)').first().waitFor()
  await page.getByText('Version 2 created').waitFor({ state: 'detached' })
  await tab('local').click()
  const rows = form.getByRole('region', { name: 'First rows of local' })
  await rows.getByLabel('File').setInputFiles(demoFile('bikes-de-DE.csv'))
  await rows.getByText('97 records: 96 valid, 1 rejected').waitFor()
  await form.getByText('File format').evaluate((one) => one.scrollIntoView())
  await take(page, 'pipeline-source')
  await tab('warehouse').click()
  const check = form.getByRole('region', { name: 'Check of warehouse' })
  await check.getByRole('button', { name: 'Check' }).click()
  await check.getByText('The table takes these records.').waitFor()
  await tab('warehouse').evaluate((one) => one.scrollIntoView())
  await take(page, 'pipeline-sink')
  await page.context().close()
}
