import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, signIn } from './support/browser.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser
let page: Page

beforeAll(async () => {
  product = await startProduct()
  const sam = await apiPerson(product.url, 'sam.super')
  const marc = (await sam.call('GET /users')).find(({ userName }) => userName === 'marc.manager')
  if (marc === undefined) throw new Error('the demo has no marc.manager')
  const { tfa: _tfa, ...person } = marc
  await sam.call('POST /users', { body: { ...person, service: '=Imports' } })
  browser = await openBrowser()
  page = await openPage(browser, product.url, { motion: true })
  await signIn(page, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const place = () => new URL(page.url()).hash.slice(1)
const fold = () => page.getByRole('button', { name: 'What changed: save user marc.manager' })

it('an entry is found by its filters, unfolded, and found again after a reload and by Back', async () => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('table', { name: 'Audit' }).waitFor()
  await page.getByRole('searchbox', { name: 'Object' }).fill('marc.man')
  await expect.poll(place).toBe('/manage/audit?text=marc.man')
  await page.getByRole('combobox', { name: 'Action' }).click()
  // While the list opens it moves, and a press could begin on one of its options and end on another.
  const openList = page.locator('.ant-select-dropdown:not([class*="ant-slide-"])')
  await openList.locator('.ant-select-item-option', { hasText: /^save$/ }).click()
  await expect.poll(place).toBe('/manage/audit?text=marc.man&action=save')
  await fold().click()
  const change = page.getByRole('table', { name: 'Changes of marc.manager' })
  await change
    .getByRole('row', { name: /^service/ })
    .getByText('=Imports')
    .waitFor()
  await page.reload()
  await change.waitFor()
  await page.goBack()
  await expect.poll(place).toBe('/manage/audit?text=marc.man')
})

it('all that the filters let pass is exported, each format, without a cell that begins a formula', async () => {
  await page.goto('/#/manage/audit?kind=user&action=save')
  await fold().first().waitFor()
  const saved: Record<string, Buffer> = {}
  for (const format of ['CSV', 'XLSX', 'NDJSON']) {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format, exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(new RegExp(`^audit-[0-9-]+\\.${format.toLowerCase()}$`))
    saved[format] = readFileSync(await file.path())
    await page.locator('button:enabled', { hasText: 'Export' }).waitFor()
  }
  const lines = String(saved.NDJSON).trim().split('\n')
  const entries = lines.map((line) => JSON.parse(line) as { kind: string; action: string; name: string })
  expect(entries.some(({ name }) => name === 'marc.manager')).toBe(true)
  expect(entries.every(({ kind, action }) => kind === 'user' && action === 'save')).toBe(true)
  expect(String(saved.CSV)).toContain('marc.manager')
  expect(String(saved.CSV)).not.toMatch(/(^|[,;\n])"?[=+@-]/)
  expect(saved.XLSX?.subarray(0, 2).toString()).toBe('PK')
})

it('markup in every name is shown as text, and nothing of it runs', async () => {
  const markup = '<img src=x onerror=document.title="ran">'
  const sam = await apiPerson(product.url, 'sam.super')
  await sam.call('POST /tags', { body: { name: markup, type: 'project', color: '#E6550D' } })
  const badge = (await sam.call('GET /tags/list')).project.find(({ name }) => name === markup)
  const [root] = await sam.call('GET /folders/tree', { query: { kind: 'pipeline' } })
  if (badge === undefined || root === undefined) throw new Error('badge or tree is missing')
  const body = {
    firstName: '<b>Eve</b>',
    lastName: '<svg onload=x>',
    email: 'eve@demo.millrace.example',
    service: markup,
  }
  await sam.call('POST /users', { body: { ...body, role: 'user', project_tags: [badge._id], updateTags: true } })
  await sam.call('POST /folders', { body: { name: markup, kind: 'pipeline', parent: root.value } })

  const seen = async (where: string) => {
    await page.getByText(markup, { exact: true }).filter({ visible: true }).first().waitFor()
    expect(await page.locator('[onerror], [onload], main b:has-text("Eve")').count(), where).toBe(0)
    expect(await page.title(), where).not.toBe('ran')
  }
  await page.goto('/#/manage/users')
  await page.getByRole('button', { name: '<b>eve</b>.<svg-onload=x>' }).click()
  await page.getByRole('dialog', { name: '<b>Eve</b> <svg onload=x>' }).waitFor()
  await seen('person')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Manage global badge list' }).click()
  await seen('badges')
  await page.goto('/#/manage/pipeline')
  const row = page.getByRole('treeitem').filter({ has: page.getByText(markup, { exact: true }) })
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Manage badges' }).click()
  await page.getByRole('combobox', { name: 'Read: add a group', exact: true }).click()
  await page.keyboard.type('onerror')
  await page.locator('.ant-select-item-option-active').filter({ hasText: 'onerror' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(`Read: people who hold ${markup}. Nobody else can see it.`).waitFor()
  await seen('rules')
  await page.goto('/#/manage/audit?kind=user&action=create&text=eve')
  await page.getByRole('button', { name: /^What changed/ }).click()
  await seen('audit')
})
