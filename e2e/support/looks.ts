import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Look, openPage, picture, signIn } from './browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that the page keeps, counted, and those that it breaks. */
type Found = { passes: number; violations: AxeResults['violations'] }

/**
 * The rules whose breach is serious or critical; whatever the others find would be left out. Where a rule that is kept
 * was looked for stays in the page, as nobody reads it and telling takes long.
 */
const search = `(() => {
  const rules = Object.fromEntries(axe._audit.rules
    .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    .map(({ id }) => [id, { enabled: false }]))
  return axe.run({ rules, resultTypes: ['violations'] })
    .then(({ passes, violations }) => ({ passes: passes.length, violations }))
})()`

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
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe)
  const { passes, violations } = await page.evaluate<Found>(search)
  // A page that was not there yet would be without fault, too.
  expect(passes).toBeGreaterThan(10)
  return violations
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

/** What is wrong with a screen as it stands, and by how many pixels it is too wide. */
async function inspect(page: Page, screen: Screen, look: string): Promise<{ faults: string[]; overflow: number }> {
  const faults = searched.has(look) ? await faultsOf(page) : []
  const overflow = await overflowOf(page)
  await picture(page, `look-${screen.name}-${look}`)
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

/** Changes what the system prefers while the page is shown, and waits until no colour is on its way any more. */
export async function changeTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-theme=${theme}]`).waitFor()
  await page.evaluate(async () => {
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    while (changing().length > 0) await Promise.allSettled(changing().map(({ finished }) => finished))
  })
}

/** Each width with the theme that a screen is opened in, and the one it changes to while it is shown. */
export const widths: { width: string; look: Look; themes: readonly ['light' | 'dark', 'light' | 'dark'] }[] = [
  { width: 'wide', look: { width: 1440, height: 900 }, themes: ['light', 'dark'] },
  { width: 'phone', look: { width: 390, height: 844, dark: true }, themes: ['dark', 'light'] },
]

/** Colours are those of the theme and the structure that of the width: each of them is searched for faults once. */
export const searched: ReadonlySet<string> = new Set(['wide-light', 'phone-dark'])

/** Somebody who signs in and the screens that are looked at in their eyes; nobody where `userName` is null. */
export type Viewer = { userName: string | null; screens: readonly Screen[] }

/**
 * Looks at every screen wide and on a phone, light and dark: no serious fault of accessibility, nothing too wide, and
 * no complaint of the browser. The theme changes before the eyes of whoever looks, as that of their system may.
 */
export function lookAt(started: () => { browser: Browser; url: string }, viewers: readonly Viewer[]): void {
  describe.each(widths)('$width', ({ width, look, themes }) => {
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

      describe.each(screens)('$name', (screen) => {
        beforeAll(async () => {
          await changeTheme(page, themes[0])
          await page.goto(`/#${screen.path()}`)
          await screen.ready(page)
        })
        afterAll(async () => {
          if (!screen.dialog) return
          await page.keyboard.press('Escape')
          await page.getByRole('dialog').waitFor({ state: 'detached' })
        })

        it.each(themes)('%s', async (theme) => {
          await changeTheme(page, theme)
          expect(await inspect(page, screen, `${width}-${theme}`)).toEqual(fine)
        })
      })

      it('no screen made the browser complain', () => {
        expect(complaints).toEqual([])
      })
    })
  })
}
