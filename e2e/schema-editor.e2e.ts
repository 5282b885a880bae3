import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { tabTo } from './support/keyboard.ts'
import { faultsOf } from './support/looks.ts'
import { type Product, startProduct } from './support/product.ts'

const demo = path.join(import.meta.dirname, '..', 'apps', 'server', 'src', 'entry', 'demo', 'schemas')
const readDemo = (name: string) => JSON.parse(readFileSync(path.join(demo, name), 'utf8')) as Record<string, unknown>

let product: Product
let browser: Browser
let sam: ApiPerson

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  sam = await apiPerson(product.url, 'sam.super')
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

/** How somebody works: each way to press, type and choose. */
type Hands = {
  press(target: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  choose(select: Locator, option: string): Promise<void>
  /** Selects the first row of the schema's tree. */
  top(page: Page): Promise<void>
}

const mouse: Hands = {
  press: (target) => target.click(),
  async type(field, text) {
    await field.fill(text)
    await field.press('Enter')
    await field.blur()
  },
  async choose(select, option) {
    await select.selectOption(option)
  },
  top: (page) =>
    page
      .getByRole('tree', { name: /^Schema / })
      .getByRole('treeitem')
      .first()
      .click(),
}

const keyboard: Hands = {
  async press(target) {
    await tabTo(target)
    await target.page().keyboard.press('Enter')
  },
  async type(field, text) {
    await tabTo(field)
    await field.page().keyboard.type(text)
    await field.page().keyboard.press('Tab')
  },
  async choose(select, option) {
    await tabTo(select)
    await select.page().keyboard.type(option)
  },
  async top(page) {
    await tabTo(page.getByRole('tree', { name: /^Schema / }).locator('[role=treeitem][tabindex="0"]'))
    await page.keyboard.press('Home')
  },
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const property = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Properties' }).getByLabel(name, { exact: true })
const save = async (page: Page, { press }: Hands) => {
  await press(button(page, 'Save'))
  await press(button(page, 'Yes'))
  await page.getByRole('region', { name: 'Notifications' }).getByText('Schema saved', { exact: true }).waitFor()
}

type Field = { name: string; part: 'Text' | 'Reference' | 'Object'; required?: true; set?: [string, string] }
const fields: Field[] = [
  { name: 'key', part: 'Text', required: true, set: ['minLength', '1'] },
  { name: 'locale', part: 'Text', required: true, set: ['pattern', '^[a-z]{2}-[A-Z]{2}$'] },
  { name: 'brand', part: 'Text', required: true, set: ['minLength', '1'] },
  { name: 'name', part: 'Text', required: true, set: ['minLength', '1'] },
  { name: 'description', part: 'Text' },
  { name: 'price', part: 'Reference', set: ['Address', 'importer://schema/name/Money#/properties/amount'] },
  { name: 'currency', part: 'Reference', set: ['Address', 'importer://schema/name/Money#/properties/currency'] },
  { name: 'attributes', part: 'Object' },
]

/** The demo's schema of a product, made part by part. */
async function buildProduct(page: Page, hands: Hands): Promise<void> {
  const { press, type, choose, top } = hands
  await top(page)
  await type(page.getByRole('group', { name: 'Object' }).getByLabel('title', { exact: true }), 'Product')
  for (const { name, part, required, set } of fields) {
    await top(page)
    await press(button(page, part))
    await type(property(page, 'Name'), name)
    await page.getByRole('treeitem', { name: new RegExp(`^${name} `), selected: true }).waitFor()
    if (set !== undefined) await type(property(page, set[0]), set[1])
    if (required) {
      if (hands === mouse) await property(page, 'Required').check()
      else {
        await tabTo(property(page, 'Required'))
        await page.keyboard.press('Space')
      }
    }
  }
  await top(page)
  await choose(property(page, 'additionalProperties'), 'no')
}

const part = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) })
const namesInOrder = (page: Page) =>
  page.getByRole('treeitem').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-pointer')))
const placeOf = async (page: Page, name: string) => (await namesInOrder(page)).indexOf(`/properties/${name}`)

/** Drags a part to another place, by a refused drop first; Undo names it and takes it back. */
async function dragAndUndo(page: Page): Promise<void> {
  await part(page, 'name').dragTo(part(page, 'key'))
  await page.getByText('Only an object or a list holds others: select one.').first().waitFor()
  await part(page, 'name').dragTo(part(page, 'key'), { targetPosition: { x: 90, y: 3 } })
  await expect.poll(() => placeOf(page, 'name')).toBeLessThan(await placeOf(page, 'key'))
  await page.getByTitle('Undo move of name (Ctrl Z)').click()
  await expect.poll(() => placeOf(page, 'name')).toBeGreaterThan(await placeOf(page, 'key'))
}

/** Moves a part, copies, cuts and pastes it by keys alone, and takes it all back. */
async function moveAndPasteByKeys(page: Page): Promise<void> {
  const { keyboard: keys } = page
  await keyboard.top(page)
  for (const _ of ['properties', 'key', 'locale']) await keys.press('ArrowDown')
  await page.getByRole('treeitem', { name: /^locale\b/, selected: true }).waitFor()
  await keys.press('Alt+ArrowUp')
  await expect.poll(() => placeOf(page, 'locale')).toBeLessThan(await placeOf(page, 'key'))
  await keys.press('Control+c')
  await keys.press('Control+v')
  await page.getByRole('treeitem', { name: /^locale2\b/, selected: true }).waitFor()
  await keys.press('Control+x')
  await expect.poll(() => placeOf(page, 'locale2')).toBe(-1)
  await keys.press('Control+v')
  await page.getByRole('treeitem', { name: /^locale2\b/, selected: true }).waitFor()
  for (let step = 0; step < 4; step++) await keys.press('Control+z')
  await expect.poll(() => placeOf(page, 'locale2')).toBe(-1)
  await expect.poll(() => placeOf(page, 'locale')).toBeGreaterThan(await placeOf(page, 'key'))
}

describe.each([
  ['mouse', mouse],
  ['keyboard', keyboard],
])('by %s alone', (way, hands) => {
  it('SCH-004/ui SCH-007/ui SCH-031/ui the demo’s Product schema is built from nothing and saved', async () => {
    const { _id } = await sam.call('POST /schemas', { body: { name: `E2E product by ${way}` } })
    const page = await openPage(browser, product.url)
    await signIn(page, 'sam.super')
    await page.goto(`/#/manage/schemas?id=${_id}`)
    await page.getByRole('tree', { name: /^Schema / }).waitFor()
    await buildProduct(page, hands)
    await (hands === mouse ? dragAndUndo(page) : moveAndPasteByKeys(page))
    await picture(page, `schema-editor-${way}`)
    expect(await faultsOf(page)).toEqual([])
    await save(page, hands)
    const { $schema: _, description: _description, properties, ...expected } = readDemo('product.json')
    const built = { ...(properties as Record<string, object>), attributes: { type: 'object', properties: {} } }
    const { jsonSchema } = await sam.call('GET /schemas/find', { query: { id: _id } })
    expect(jsonSchema).toEqual({ ...expected, properties: built })
    expect(Object.keys(jsonSchema.properties as object)).toEqual(Object.keys(properties as object))
    await page.reload()
    await page.getByRole('treeitem', { name: /^price / }).waitFor()
    await page.context().close()
  })
})

/** Styles of several drafts, keywords of nobody, names in an order of their own, one of which is a prototype's. */
const odd = `{"required":["b","a"],"x-owner":{"team":["z","a"]},"id":"http://example.org/old#","$id":"http://example.org/odd",
"properties":{"b":{"type":"string","title":""},"10":{"const":null},"a":{"extends":{"type":"any"},"divisibleBy":0.1},
"__proto__":{"type":"number","minimum":1e21}},"$defs":{"d":{"if":true,"then":false}},"definitions":{"d":{"items":[{},true]}},
"patternProperties":{"^x-":{"examples":[0.1,-0,"\\u0007"]}},"__proto__":{"kept":true},"unevaluatedProperties":false}`

it.each([
  ['a large schema', readFileSync(path.join(demo, 'ev-vehicle.json'), 'utf8')],
  ['one of many styles', odd],
])('SCH-005/ui SCH-025/ui %s is imported, edited and saved without loss', async (what, text) => {
  const { _id } = await sam.call('POST /schemas', { body: { name: `E2E ${what}` } })
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/schemas?id=${_id}`)
  await button(page, 'Import schema').click()
  const file = page.waitForEvent('filechooser')
  await button(page, 'Choose file').click()
  await (await file).setFiles({ name: 'imported.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await button(page, 'Ok').click()
  await mouse.top(page)
  await mouse.type(page.getByRole('group', { name: 'In a form' }).getByLabel('label', { exact: true }), 'Edited')
  await save(page, mouse)
  const { jsonSchema } = await sam.call('GET /schemas/find', { query: { id: _id } })
  const sent = JSON.parse(text) as object
  expect(JSON.stringify(jsonSchema)).toBe(JSON.stringify({ ...sent, ui: { label: 'Edited' } }))
  await page.context().close()
})

/** What the browser keeps of unsaved changes, as JSON: it is written a moment after the last change. */
const keptDrafts = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('millrace-drafts')
        // Not made here where the app has not made it yet.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve('')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(reading.result))
          }
        }
      }),
  )

it('an unsaved change survives a reload, and another’s save is merged with it', async () => {
  const made = await sam.call('POST /schemas', {
    body: { name: 'E2E merge', jsonSchema: { type: 'object', properties: { a: { type: 'string' } } } },
  })
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/schemas?id=${made._id}`)
  await mouse.top(page)
  await button(page, 'Whole number').click()
  await page.getByRole('treeitem', { name: /^field / }).waitFor()
  await expect.poll(() => keptDrafts(page)).toContain('"field":{"type":"integer"')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText(/^You left changes unsaved here/).waitFor()
  await button(page, 'Continue with them').click()
  await page.getByRole('treeitem', { name: /^field / }).waitFor()
  const { _id, name, sys_version } = made
  await sam.call('POST /schemas', {
    body: { _id, name, sys_version, jsonSchema: { ...made.jsonSchema, title: 'By another' } },
  })
  await page.getByText(/saved this version at/).waitFor()
  await button(page, 'Merge with my changes').click()
  await button(page, 'Merge').click()
  await save(page, mouse)
  const { jsonSchema } = await sam.call('GET /schemas/find', { query: { id: _id } })
  expect(jsonSchema).toEqual({
    type: 'object',
    properties: { a: { type: 'string' }, field: { type: 'integer' } },
    title: 'By another',
  })
  await page.context().close()
})

it.each([
  ['light', false],
  ['dark', true],
])(
  'the forms of components, pipelines, endpoints and listeners are drawn from their definitions, %s',
  async (_, dark) => {
    const page = await openPage(browser, product.url, { dark })
    await signIn(page, 'sam.super')
    for (const name of ['rt-component', 'rt-pipeline', 'rt-endpoint-info', 'rt-listener-info']) {
      const { _id, jsonSchema } = await sam.call('GET /schemas/byname', { query: { name } })
      await page.goto(`/#/manage/schemas?id=${_id}`)
      await page.getByRole('tree', { name: `Schema ${name}` }).waitFor()
      await button(page, 'Show UI').click()
      const [field] = Object.entries(jsonSchema.properties as Record<string, { title?: string }>)
      await page
        .getByLabel(field?.[1].title ?? field?.[0] ?? '')
        .first()
        .waitFor()
      await picture(page, `form-${name}${dark ? '-dark' : ''}`)
      expect(await faultsOf(page), name).toEqual([])
      expect(await page.getByText(/There is no/).count(), name).toBe(0)
    }
    await page.context().close()
  },
)
