import type { Locator, Page } from 'playwright-core'
import { measureDiagram } from './diagram.ts'
import { slowDown, withGalleryPage } from './gallery-page.ts'
import { median, report } from './report.ts'

const keys = 25

/**
 * Typing in the editors with the processor slowed down four times: milliseconds from a key to the frame that shows it,
 * the median and the longest of 25 keys. The schema has 500 fields, the form as many, the table 1,000 rows, the code 200
 * lines; the floor is a plain field. And a diagram of 300 instances, on the processor as it is.
 */
export async function measureApp(): Promise<void> {
  await withGalleryPage(answers, async (page) => {
    await measureFloor(page)
    await measureDiagram(page)
    await measureCode(page)
    await page.goto('/index.html#/manage/schemas?id=wide')
    await page.getByRole('treeitem', { name: /^field1 / }).click()
    await slowDown(page)
    const properties = page.getByRole('region', { name: 'Properties' })
    await tell('schema-field', page, properties.getByLabel('title', { exact: true }))
    await tell('schema-search', page, page.getByRole('searchbox', { name: 'Search the schema' }))
    await page.getByRole('button', { name: 'Edit json' }).click()
    await tell('json-editor', page, page.getByRole('textbox', { name: /^JSON of/ }))
    await page.goto('/index.html#/gallery')
    await page.reload()
    // The logs of the same page would go on being drawn between the keys.
    await page.getByText('empty', { exact: true }).click()
    await slowDown(page)
    await chooseForm(page, '500 fields')
    await tell('form-500-fields', page, page.getByRole('textbox', { name: 'Field 250' }))
    await chooseForm(page, '1,000 rows')
    await tell('table-1000-rows', page, page.getByRole('textbox', { name: /^sku/ }).nth(10))
  })
}

/** The same keys in a plain field on an empty page: what the machine itself takes, slowed down as it is. */
async function measureFloor(page: Page): Promise<void> {
  await page.setContent('<textarea aria-label="Plain"></textarea>')
  await slowDown(page)
  await tell('floor', page, page.getByRole('textbox', { name: 'Plain' }))
  await slowDown(page, 1)
}

/** The code of a component of 200 lines, whose input has 500 fields; how long the checker takes to come, besides. */
async function measureCode(page: Page): Promise<void> {
  await page.goto('/gallery.html?screen=component-editor-written&state=full&theme=light')
  await page.getByRole('textbox', { name: 'Code' }).evaluate((field) => field.scrollIntoView())
  const code = page.locator('.cm-content[aria-label="Code"]')
  await code.waitFor()
  await page.locator('html[data-settled]').waitFor({ state: 'attached' })
  const began = performance.now()
  await code.click({ position: { x: 200, y: 10 } })
  await page.locator('.cm-lintRange-error').first().waitFor()
  report('app-code-first-mark', performance.now() - began, 'ms')
  await slowDown(page)
  await page.keyboard.press('Control+Home')
  await tell('code-editor', page, code)
}

async function chooseForm(page: Page, name: string): Promise<void> {
  await page.getByText(name, { exact: true }).click()
  await page.getByRole('group', { name, exact: true }).waitFor()
}

/** Types letters and says how long each took to be seen. */
async function tell(name: string, page: Page, field: Locator): Promise<void> {
  await field.click()
  await page.evaluate(watchKeys)
  for (let count = 0; count < keys; count++) {
    await page.keyboard.press('x')
    await page.waitForFunction((seen) => (window as Watched).keyTimes.length > seen, count)
    // What follows a key in the background is done before the next one, as between the keys of a person.
    await page.waitForTimeout(150)
  }
  const times = await page.evaluate(() => (window as Watched).keyTimes)
  report(`app-${name}-key`, median(times), 'ms')
  report(`app-${name}-longest-key`, Math.max(...times), 'ms')
}

type Watched = Window & typeof globalThis & { keyTimes: number[]; watchesKeys?: boolean }

/** Runs in the page: notes the time from each key to the frame after it. */
function watchKeys(): void {
  const watched = window as Watched
  watched.keyTimes = []
  if (watched.watchesKeys === true) return
  watched.watchesKeys = true
  const { port1, port2 } = new MessageChannel()
  let began = 0
  // A message that is sent in a frame comes after it has been painted.
  port1.onmessage = () => watched.keyTimes.push(performance.now() - began)
  window.addEventListener(
    'keydown',
    (event) => {
      began = event.timeStamp
      requestAnimationFrame(() => port2.postMessage(null))
    },
    true,
  )
}

const version = { version: 1, vLocked: false, lastUpdateDate: '2026-11-20T10:00:00.000Z', vParents: [] }
const rights = { tags: { read: [], write: [] }, inheritTags: [], editable: true, draggable: true }
const answers = {
  '/folders/tree': [
    {
      ...rights,
      value: 'root',
      label: 'Schemas',
      type: 'folder',
      droppable: true,
      children: [
        {
          ...rights,
          value: 'wide',
          label: 'Wide',
          type: 'leaf',
          droppable: false,
          versions: [{ _id: 'wide', ...version }],
        },
      ],
    },
  ],
  '/schemas/list': [],
  '/tags/list': [],
  '/schemas/find': {
    _id: 'wide',
    name: 'Wide',
    folder: 'root',
    read_only: false,
    sys_version: 1,
    ...version,
    versions: [{ _id: 'wide', ...version }],
    jsonSchema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 500 }, (_, index) => [
          `field${index}`,
          { type: 'string', title: `Field ${index}`, maxLength: 200 },
        ]),
      ),
    },
  },
}
