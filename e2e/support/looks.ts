import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Look, openPage, picture, signIn } from './browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A screen in a state worth a look. */
export type Screen = {
  name: string
  path: () => string
  ready: (page: Page) => Promise<unknown>
  /** A dialog lies over it, which Escape closes. */
  dialog?: true
}

/** Everything that the browser complains about; a violated content security policy is among it. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/** Serious faults of accessibility, each with the places that have it. */
export async function faultsOf(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(axe)
  const results = await page.evaluate<AxeResults>('axe.run()')
  // A page that was not there yet would be without fault, too.
  expect(results.passes.length).toBeGreaterThan(10)
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const root = document.documentElement
    const inMain = main === null ? 0 : main.scrollWidth - main.clientWidth
    return Math.max(root.scrollWidth - root.clientWidth, inMain)
  })

/** What is wrong with a screen, and by how many pixels it is too wide. */
async function inspect(page: Page, screen: Screen, look: string): Promise<{ faults: string[]; overflow: number }> {
  await page.goto(`/#${screen.path()}`)
  await screen.ready(page)
  const faults = searched.has(look) ? await faultsOf(page) : []
  const overflow = await overflowOf(page)
  await picture(page, `look-${screen.name}-${look}`)
  if (screen.dialog) {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return { faults, overflow }
}
const fine = { faults: [], overflow: 0 }

/** Signs in; on a phone the menu is there as a button only. */
async function enter(page: Page, look: Look, person: string): Promise<void> {
  await page.goto('/')
  if (look.width !== 390) return signIn(page, person)
  await page.getByLabel('Username').fill(person)
  await page.getByLabel('Password', { exact: true }).fill('Try-this-1now')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
}

const looks: [string, Look][] = [
  ['wide-light', { width: 1440, height: 900 }],
  ['wide-dark', { width: 1440, height: 900, dark: true }],
  ['phone-light', { width: 390, height: 844 }],
  ['phone-dark', { width: 390, height: 844, dark: true }],
]

/** Colours are those of the theme and the structure that of the width: each of them is searched for faults once. */
export const searched: ReadonlySet<string> = new Set(['wide-light', 'phone-dark'])

/** Somebody who signs in and the screens that are looked at in their eyes; nobody where `userName` is null. */
export type Viewer = { userName: string | null; screens: readonly Screen[] }

/**
 * Looks at every screen wide and on a phone, light and dark: no serious fault of accessibility, nothing too wide, and
 * no complaint of the browser; keeps a picture of each.
 */
export function lookAt(started: () => { browser: Browser; url: string }, viewers: readonly Viewer[]): void {
  describe.each(looks)('%s', (name, look) => {
    describe.each(viewers)('for $userName', ({ userName, screens }) => {
      let page: Page
      let complaints: string[]

      beforeAll(async () => {
        const { browser, url } = started()
        page = await openPage(browser, url, look)
        complaints = complaintsOf(page)
        if (userName === null) await page.goto('/')
        else await enter(page, look, userName)
      })
      afterAll(() => page?.context().close())

      it.each(screens)('$name', async (screen) => {
        expect(await inspect(page, screen, name)).toEqual(fine)
      })

      it('no screen made the browser complain', () => {
        expect(complaints).toEqual([])
      })
    })
  })
}
