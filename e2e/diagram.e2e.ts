import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture, placeOf, signIn } from './support/browser.ts'
import { complaintsOf, faultsOf } from './support/looks.ts'
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

const rows = { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } }
const link = (
  name: string,
  [fromInstance = '', fromPort = '']: string[],
  [toInstance = '', toPort = '']: string[],
) => ({
  name,
  fromInstance,
  fromPort,
  toInstance,
  toPort,
  jsCode: '',
})

/** Two steps in a row, and a link around the second one; `faulty` leads to an instance that is not there. */
async function makeComponent(): Promise<{ outer: string; step: string }> {
  const { _id: step } = await sam.call('POST /components', {
    body: {
      name: 'Drawn step',
      kind: 'instruction',
      inputs: [
        { name: 'first', inputSchema: rows },
        { name: 'second', inputSchema: rows },
      ],
      outputs: [{ name: 'result', outputSchema: rows }],
      jsCode: 'ctx.output.result = ctx.input.first',
    },
  })
  const { _id: outer } = await sam.call('POST /components', {
    body: {
      name: 'Drawn outside',
      kind: 'workflow',
      inputs: [{ name: 'records', inputSchema: rows }],
      outputs: [{ name: 'products', outputSchema: rows }],
      instances: ['clean', 'join', 'sort'].map((name) => ({ name, instanceOf: step })),
      links: [
        link('records to clean', ['', 'records'], ['clean', 'first']),
        link('clean to join', ['clean', 'result'], ['join', 'first']),
        link('join to sort', ['join', 'result'], ['sort', 'first']),
        link('around', ['clean', 'result'], ['sort', 'second']),
        link('sort to products', ['sort', 'result'], ['', 'products']),
      ],
    },
  })
  return { outer, step }
}

const canvasOf = (page: Page) => page.getByRole('application', { name: 'Diagram of Drawn outside' })
const boxOf = (page: Page, name: string) =>
  page.locator('.react-flow__node').filter({ has: page.getByText(name, { exact: true }) })

it('CMP-031/ui CMP-032/ui CMP-033/ui a diagram is laid out, fits, and leads to code and components', async () => {
  const { outer, step } = await makeComponent()
  const page = await openPage(browser, product.url)
  const complaints = complaintsOf(page)
  await signIn(page, 'sam.super')
  await page.goto(`/#/manage/components?id=${outer}`)
  await canvasOf(page).waitFor()

  // From left to right, whole in sight, at most 1.5 times as large.
  const names = ['records', 'clean', 'join', 'sort', 'products']
  await placeOf(boxOf(page, 'products'))
  const canvas = await placeOf(canvasOf(page))
  const places = await Promise.all(names.map((name) => placeOf(boxOf(page, name))))
  for (const [index, { x, y, width, height }] of places.entries()) {
    if (index > 0) expect(x, names[index]).toBeGreaterThan(places[index - 1]!.x + places[index - 1]!.width)
    expect(x).toBeGreaterThanOrEqual(canvas.x + 19)
    expect(x + width).toBeLessThanOrEqual(canvas.x + canvas.width - 19)
    expect(y).toBeGreaterThanOrEqual(canvas.y + 19)
    expect(y + height).toBeLessThanOrEqual(canvas.y + canvas.height - 19)
  }
  const zoom = await page
    .locator('.react-flow__viewport')
    .evaluate((view) => new DOMMatrix(getComputedStyle(view).transform).a)
  expect(zoom).toBeGreaterThan(0.3)
  expect(zoom).toBeLessThanOrEqual(1.5)

  // The link around goes around: no point of it lies within the box between its ends.
  const crossed = await page.locator('[data-id="links:0:around"] .react-flow__edge-path').evaluate((path) => {
    const line = path as unknown as SVGPathElement
    const between = [...document.querySelectorAll('.react-flow__node')].find((node) =>
      node.textContent?.startsWith('join'),
    )
    const { left, right, top, bottom } = between!.getBoundingClientRect()
    const toPage = line.getScreenCTM()!
    return Array.from({ length: 200 }, (_, part) =>
      line.getPointAtLength((line.getTotalLength() * part) / 200).matrixTransform(toPage),
    ).some(({ x, y }) => x > left && x < right && y > top && y < bottom)
  })
  expect(crossed).toBe(false)

  // The code of a link, in its place; what is typed is one step of Undo, and saved with the component.
  await page.getByRole('treeitem', { name: /^clean to join/ }).click()
  expect(await placeOf(boxOf(page, 'products')), 'what is in sight stays').toEqual(places.at(-1))
  const panel = page.getByRole('region', { name: 'Link clean to join' })
  const code = panel.locator('.cm-content')
  await code.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('ctx.output = ctx.input.slice(1)')
  await expect
    .poll(() => page.getByRole('button', { name: 'Undo' }).getAttribute('title'))
    .toContain('code of clean to join')
  await picture(page, 'diagram-link')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByText('Component saved').waitFor()
  const saved = await sam.call('GET /components/find', { query: { id: outer } })
  expect(saved.links.map(({ jsCode }) => jsCode)[1]).toBe('ctx.output = ctx.input.slice(1)')
  expect(saved.links[1]?.inputSchema).toEqual(rows)
  expect(await faultsOf(page)).toEqual([])

  // An instance leads to its component, and the trail leads back.
  await boxOf(page, 'join').getByRole('link', { name: 'Drawn step' }).click()
  await page.getByRole('region', { name: 'Component Drawn step' }).waitFor()
  expect(page.url()).toContain(`/#/manage/components?id=${step}`)
  await page
    .getByRole('navigation', { name: 'Visited components' })
    .getByRole('link', { name: 'Drawn outside' })
    .click()
  await canvasOf(page).waitFor()
  // The worker is allowed by the policy of the page.
  expect(complaints).toEqual([])
  await page.context().close()
})
