import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { tabTo } from './keyboard.ts'

// Building a component in the browser, by mouse alone and by keyboard alone.

/** How somebody works: each way to do what the journey needs. */
export type Hands = {
  press(target: Locator): Promise<void>
  /** Makes a component in the folder of bikes, which opens it. */
  newItem(page: Page, name: string): Promise<void>
  choose(select: Locator, option: string): Promise<void>
  check(box: Locator): Promise<void>
  write(editor: Locator, value: unknown): Promise<void>
  /** Picks a data model in the dialog that is open. */
  pickModel(page: Page, name: string): Promise<void>
  addRowToProduct(page: Page): Promise<void>
  connect(page: Page, from: Port, to: Port): Promise<void>
}
type Port = { box: string; port: string }

export const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
export const folder = (page: Page) =>
  page
    .getByRole('tree', { name: 'Components' })
    .getByRole('treeitem')
    .filter({ has: page.getByText('Bikes', { exact: true }) })
const drawn = (page: Page) => page.getByRole('tree', { name: /^Everything drawn/ })
export const part = (page: Page, name: RegExp) => drawn(page).getByRole('treeitem', { name })
const dot = (page: Page, { box, port }: Port) =>
  page
    .locator('.react-flow__node')
    .filter({ has: page.getByText(box, { exact: true }) })
    .locator(`[data-handleid="${port}"]`)

/** The middle of a part of the canvas, once it has come to rest. */
export async function placeOf(target: Locator): Promise<{ x: number; y: number }> {
  let last = ''
  for (;;) {
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    if (width > 0 && last === `${x} ${y}`) return { x: x + width / 2, y: y + height / 2 }
    last = `${x} ${y}`
    await target.page().waitForTimeout(200)
  }
}

const optionsOf = (select: Locator) => select.page().locator('.ant-select-item-option')

export const mouse: Hands = {
  press: (target) => target.click(),
  async newItem(page, name) {
    await folder(page).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'New item' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await button(page, 'Confirm').click()
  },
  async choose(select, option) {
    await select.click()
    await optionsOf(select).filter({ hasText: option }).click()
  },
  check: (box) => box.check(),
  async write(editor, value) {
    await editor.fill(JSON.stringify(value))
  },
  async pickModel(page, name) {
    const dialog = page.getByRole('dialog', { name: 'Choose a schema' })
    await dialog.getByRole('searchbox').fill(name)
    await dialog
      .getByRole('treeitem')
      .filter({ has: page.getByText(name, { exact: true }) })
      .click()
    await button(dialog, 'Ok').click()
  },
  async addRowToProduct(page) {
    const row = page.getByRole('tree', { name: 'Components' }).getByText('Row to product', { exact: true })
    if (!(await row.isVisible())) await folder(page).dblclick()
    await row.dragTo(page.getByRole('application'))
  },
  async connect(page, from, to) {
    const start = await placeOf(dot(page, from))
    const end = await placeOf(dot(page, to))
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x - 30, end.y, { steps: 4 })
    await expect.poll(() => dot(page, to).locator('..').getAttribute('data-fits')).toBe('true')
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await page.mouse.up()
  },
}

/** Presses the arrow until the row has the focus, which follows a moment later. */
async function goDownTo(row: Locator): Promise<void> {
  await row.waitFor()
  for (let step = 0; step < 40; step++) {
    await row.page().waitForTimeout(60)
    if (await row.evaluate((element) => element === document.activeElement)) return
    await row.page().keyboard.press('ArrowDown')
  }
  throw new Error('the arrow does not lead there')
}
export const keyboard: Hands = {
  async press(target) {
    await tabTo(target)
    await target.page().keyboard.press('Enter')
  },
  async newItem(page, name) {
    await tabTo(page.getByRole('tree', { name: 'Components' }).locator('[role=treeitem][tabindex="0"]'))
    await page.keyboard.press('Home')
    await goDownTo(folder(page))
    await page.keyboard.press('Shift+F10')
    await goDownTo(page.getByRole('menuitem', { name: 'New item' }))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New item' }).waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  },
  async choose(select, option) {
    const keys = select.page().keyboard
    await tabTo(select)
    await keys.press('ArrowDown')
    const active = optionsOf(select).and(select.page().locator('.ant-select-item-option-active'))
    await active.waitFor()
    for (let step = 0; step < 10 && (await active.innerText()) !== option; step++) await keys.press('ArrowDown')
    await keys.press('Enter')
  },
  async check(box) {
    await tabTo(box)
    await box.page().keyboard.press('Space')
  },
  async write(editor, value) {
    await tabTo(editor)
    await editor.page().keyboard.press('Control+a')
    await editor.page().keyboard.insertText(JSON.stringify(value))
  },
  async pickModel(page, name) {
    const dialog = page.getByRole('dialog', { name: 'Choose a schema' })
    await tabTo(dialog.getByRole('searchbox'))
    await page.keyboard.type(name)
    const row = dialog.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) })
    await row.waitFor()
    await tabTo(dialog.locator('[role=treeitem][tabindex="0"]'))
    await page.keyboard.press('Home')
    await goDownTo(row)
    await page.keyboard.press('Enter')
    await keyboard.press(button(dialog, 'Ok'))
  },
  async addRowToProduct(page) {
    await tabTo(drawn(page).locator('[role=treeitem][tabindex="0"]'))
    await page.keyboard.press('Insert')
    const dialog = page.getByRole('dialog', { name: 'Add a component' })
    await dialog.getByRole('option').first().waitFor()
    await page.keyboard.type('row to product')
    await page.keyboard.press('ArrowDown')
    await dialog.getByRole('region', { name: 'About Row to product' }).waitFor()
    await page.keyboard.press('Enter')
  },
  async connect(page, from, to) {
    const words = ({ box, port }: Port) => (box === port ? port : `${box} › ${port}`)
    await tabTo(drawn(page).locator('[role=treeitem][tabindex="0"]'))
    await page.keyboard.press('l')
    const dialog = page.getByRole('dialog', { name: 'Connect two ports' })
    for (const [label, end] of [
      ['From', from],
      ['To', to],
    ] as const) {
      const select = dialog.getByRole('combobox', { name: label })
      await tabTo(select)
      await page.keyboard.press('Home')
      for (let step = 0; step < 20 && (await select.inputValue()) !== words(end); step++)
        await page.keyboard.press('ArrowDown')
      expect(await select.inputValue()).toBe(words(end))
    }
    await page.keyboard.press('Control+Enter')
  },
}
