import { apiRoot, tokenHeader } from '@millrace/contract/envelope'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { button, folder, type Hands, keyboard, mouse, part, placeOf } from './support/builder-hands.ts'
import { closePages, openBrowser, openPage, picture, signIn } from './support/browser.ts'
import { faultsOf } from './support/looks.ts'
import { type Product, startProduct } from './support/product.ts'

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

const payload = {
  rows: [
    { ProductAlternateKey: 'BK-1', EnglishProductName: 'Road bike', ListPrice: 999.5, Status: 'Current' },
    { ProductAlternateKey: 'BK-2', EnglishProductName: 'City bike', Color: 'NA', Status: 'Current' },
  ],
}
const context = { locale: { label: 'fr-FR' }, brand: { name: 'Adventure Works' } }

const told = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).waitFor()
async function save(page: Page, { press }: Hands): Promise<void> {
  await press(button(page, 'Save'))
  await press(button(page, 'Yes'))
  await told(page, 'Component saved')
}

/** Adds an own port with its name and its data model. */
async function addPort(page: Page, hands: Hands, label: string, name: string, model: string): Promise<void> {
  await hands.press(button(page, label))
  await hands.press(button(page, 'Rename'))
  await page.getByRole('dialog', { name: 'Rename' }).waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await part(page, new RegExp(`^${name} `)).waitFor()
  await hands.press(button(page, 'Settings'))
  const dialog = page.getByRole('dialog', { name: /^Data model of/ })
  await hands.press(button(dialog, 'Choose'))
  await hands.pickModel(page, model)
  await hands.check(dialog.getByLabel('A list of it'))
  await hands.press(button(dialog, 'Ok'))
}

/** All that is drawn lies within 20 px of the borders of the canvas that it fills, at most 1.5 times as large. */
async function fitsCanvas(page: Page): Promise<void> {
  await button(page, 'Fit').click()
  await placeOf(page.locator('.react-flow__node').first())
  const boxes = await page.locator('.react-flow__node').evaluateAll((nodes) =>
    nodes.map((node) => {
      const { left, right, top, bottom, width } = node.getBoundingClientRect()
      return { left, right, top, bottom, zoom: width / (node as HTMLElement).offsetWidth }
    }),
  )
  const canvas = await page.getByRole('application').boundingBox()
  if (canvas === null) throw new Error('there is no canvas')
  const space = {
    left: Math.min(...boxes.map(({ left }) => left)) - canvas.x,
    right: canvas.x + canvas.width - Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)) - canvas.y,
    bottom: canvas.y + canvas.height - Math.max(...boxes.map(({ bottom }) => bottom)),
  }
  const zoom = boxes[0]?.zoom ?? 0
  expect(zoom).toBeLessThan(1.51)
  for (const side of Object.values(space)) expect(side).toBeGreaterThan(18)
  if (zoom < 1.49) expect(Math.min(...Object.values(space))).toBeLessThan(22)
}

describe.each([
  ['mouse', mouse],
  ['keyboard', keyboard],
])('by %s alone', (way, hands) => {
  it('CMP-001/ui CMP-007/ui CMP-018/ui CMP-028/ui CMP-033/ui the demo’s Rows to products is built from nothing, tested and locked', async () => {
    const name = `Rows to products by ${way}`
    const page = await openPage(browser, product.url)
    await signIn(page, 'sam.super')
    await page.goto('/#/manage/components')
    await folder(page).waitFor()
    await hands.newItem(page, name)
    await page.getByRole('region', { name: `Component ${name}` }).waitFor()
    await hands.choose(page.getByRole('group', { name: `Form of ${name}` }).getByLabel('Kind'), 'forEach')
    await addPort(page, hands, 'Add an input', 'rows', 'Bike row')
    await addPort(page, hands, 'Add an output', 'products', 'Product')
    await hands.addRowToProduct(page)
    await part(page, /^rowToProduct /).waitFor()
    await hands.connect(page, { box: 'rows', port: 'rows' }, { box: 'rowToProduct', port: 'row' })
    await part(page, /^rows to rowToProduct /).waitFor()
    await hands.connect(page, { box: 'rowToProduct', port: 'product' }, { box: 'products', port: 'products' })
    await part(page, /^rowToProduct to products /).waitFor()
    await picture(page, `build-component-${way}`)
    if (hands === mouse) await fitsCanvas(page)
    expect(await faultsOf(page)).toEqual([])

    await hands.press(page.getByRole('button', { name: /Test component$/ }))
    await hands.write(page.getByRole('textbox', { name: 'Payload (ctx.input)' }), payload)
    await hands.write(page.getByRole('textbox', { name: 'Context (ctx.rt_context)' }), context)
    await save(page, hands)
    await hands.press(button(page, 'Run test'))
    await hands.press(button(page, 'Keep as test case'))
    await hands.press(button(page.getByRole('dialog', { name: 'New test case' }), 'Save'))
    await hands.press(button(page, 'Run all'))
    await page.getByText('1 of 1 green').waitFor()
    await hands.press(button(page, 'Lock'))
    await hands.press(button(page, 'Yes'))
    await told(page, /locked/)

    const list = await sam.call('GET /components/list')
    const find = async (wanted: string) => {
      const id = list.find((one) => one.name === wanted)?._id ?? ''
      return sam.call('GET /components/find', { query: { id } })
    }
    const [built, demo] = [await find(name), await find('Rows to products')]
    expect(built.vLocked).toBe(true)
    expect({ ...built, instances: built.instances.map(({ instanceOf }) => instanceOf) }).toMatchObject({
      kind: demo.kind,
      folder: demo.folder,
      inputs: demo.inputs,
      outputs: demo.outputs,
      instances: demo.instances.map(({ instanceOf }) => instanceOf),
      links: demo.links.map(({ inputSchema, outputSchema, jsCode }) => ({ inputSchema, outputSchema, jsCode })),
    })
    const { cases } = await sam.call('GET /components/test-cases', { query: { id: built._id } })
    expect(cases[0]?.expected).toMatchObject({
      products: [
        { key: 'BK-1', locale: 'fr-FR', brand: 'Adventure Works', name: 'Road bike', price: 999.5, currency: 'USD' },
        { key: 'BK-2', name: 'City bike' },
      ],
    })
    await page.context().close()
  })
})

it('boxes grouped into a component of their own give what they gave before', async () => {
  const list = await sam.call('GET /components/list')
  const id = list.find((one) => one.name === 'Bikes catalogue')?._id ?? ''
  const demo = await sam.call('GET /components/find', { query: { id } })
  const { folder: at, kind, inputs, outputs, instances, links, testPayload, testContext } = demo
  const name = 'Bikes catalogue to be grouped'
  const content = { name, folder: at, kind, inputs, outputs, instances, links }
  const { _id } = await sam.call('POST /components', { body: content })
  const body = `{"payload":${testPayload},"rt_context":${testContext}}`
  const run = async () => {
    const headers = { 'content-type': 'application/json', [tokenHeader]: sam.token }
    const address = `${product.url}${apiRoot}/components/${_id}/execute`
    const reply = await fetch(address, { method: 'POST', headers, body })
    return ((await reply.json()) as { data: { output: Record<string, unknown[]> } }).data.output
  }
  const before = await run()
  const page = await openPage(browser, product.url)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/components?id=${_id}`)
  await part(page, /^current /).click()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: 'Settings of current' }).getByText('Conditions').first().waitFor()
  await picture(page, 'component-settings')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await part(page, /^products Map fields/).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+g')
  await page.getByRole('dialog', { name: 'Group into a component' }).getByRole('textbox').fill('Current products')
  await page.keyboard.press('Enter')
  await part(page, /^currentProducts /).waitFor()
  await save(page, mouse)
  const after = await sam.call('GET /components/find', { query: { id: _id } })
  expect(after.instances.map((instance) => instance.name)).toEqual(['currentProducts', 'texts', 'overlay'])
  expect(before.warehouse?.length).toBeGreaterThan(0)
  expect(await run()).toEqual(before)
  await page.context().close()
})
