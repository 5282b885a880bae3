import type { Browser, Page } from 'playwright-core'
import { apiPerson } from './api.ts'
import { openPage, signIn } from './browser.ts'

type Studio = { browser: Browser; url: string; take: (page: Page, name: string) => Promise<void> }

const country = 'Bikes catalogue fr-FR'

/** Test cases of a pipeline, and what changes before a component is locked; the bikes were uploaded and imported. */
export async function takeGuards({ browser, url, take }: Studio): Promise<void> {
  const sam = await apiPerson(url, 'sam.super')
  const page = await openPage(browser, url)
  await signIn(page, 'sam.super')
  const { _id: pipelineId } = await sam.pipeline(country)
  const [upload] = await sam.call('GET /uploads/last', { query: { pipelineId, dataSubKind: 'local' } })
  const { payload, from } = await sam.call('GET /uploads/payload', { query: { id: upload?._id ?? '', n: 1 } as never })
  const { output } = await sam.call('POST /pipelines/test-cases/try', { body: { id: pipelineId, payload } })
  const body = { id: pipelineId, name: 'No French name', from, payload, expected: output }
  await sam.call('POST /pipelines/test-cases', { body })
  await page.goto(`/#/manage/pipeline?id=${pipelineId}&view=cases`)
  await page.getByRole('button', { name: 'Run all' }).click()
  await page.getByText('1 of 1 green').waitFor()
  await take(page, 'test-cases')

  const list = await sam.call('GET /components/list')
  const id = list.find(({ name }) => name === 'Bikes catalogue')?._id ?? ''
  const { _id } = await sam.call('POST /components/version/new', { body: { id } })
  const { name, sys_version, links } = await sam.call('GET /components/find', { query: { id: _id } })
  const jsCode = `ctx.output = ctx.input.map((one) => (one.key.endsWith('4') ? { ...one, price: 0 } : one))`
  const changed = links.map((link) => (link.toPort === 'warehouse' ? { ...link, jsCode } : link))
  await sam.call('POST /components', { body: { _id, name, sys_version, links: changed } })
  await page.goto(`/#/manage/components?id=${_id}`)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /Confirmation/ })
  await dialog.locator('summary', { hasText: country }).click({ timeout: 60_000 })
  await take(page, 'component-lock')
  await page.context().close()
}
