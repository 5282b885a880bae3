import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, signIn } from './support/browser.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

async function fresh(look = {}): Promise<void> {
  await page?.context().close()
  page = await openPage(browser, product.url, { ...look, motion: true })
}
/** The part of the address after '#'. */
const place = () => new URL(page.url()).hash.slice(1)
const at = (path: string) => expect.poll(place, { timeout: 10_000 }).toBe(path)
const sidebar = () => page.getByRole('navigation', { name: 'Main' })
const entries = () => sidebar().getByRole('link').allInnerTexts()
const login = async (userName: string, password = 'Try-this-1now') => {
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}
const logOut = async () => {
  await page.getByRole('button', { name: /\((user|manager|admin|super-admin)\)/ }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
}
const stored = () =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => /token/i.test(key))
      .sort(),
  )

describe('the login page', () => {
  beforeEach(() => fresh())

  it('SES-002/ui SES-003/ui NAV-002/ui has its fields, its hint and the link to /forgotten, and no frame', async () => {
    await page.goto('/')
    await at('/login')
    await page.getByLabel('Username').waitFor()
    await page.getByText('firstname.lastname').waitFor()
    const password = page.getByLabel('Password', { exact: true })
    await expect.poll(() => password.getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect.poll(() => password.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect.poll(() => password.getAttribute('type')).toBe('password')
    await expect
      .poll(() => page.getByRole('link', { name: 'Forgotten password' }).getAttribute('href'))
      .toMatch(/\/forgotten$/)
    expect(await page.getByRole('navigation').count()).toBe(0)
  })

  it('SES-005/ui says that five characters are too few for a password, without asking the server', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/')
    await login('marc.manager', 'short')
    await page.getByText('The password can not be less than 6 digits').waitFor()
    expect(asked.filter((url) => url.includes('/users/login'))).toEqual([])
  })

  it('SES-006/ui shows the text of a refusal as a toast and stays', async () => {
    await page.goto('/')
    await login('marc.manager', 'Not-this-1now')
    const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
    await toast.getByText('Wrong username or password.', { exact: true }).waitFor()
    expect(place()).toBe('/login')
    expect(await stored()).toEqual([])
  })

  it('SES-004/ui SES-001/ui SES-018/ui trims the username and keeps the three tokens', async () => {
    await page.goto('/')
    await login('  marc.manager ')
    await sidebar().waitFor()
    expect(await stored()).toEqual(['refreshToken', 'token', 'tokenExpireAt'])
  })
})

describe('the guard', () => {
  it('NAV-036/ui NAV-040/ui leads to the login page and, after it, to where the person wanted to go', async () => {
    await fresh()
    await page.goto('/#/consult/import?page=2')
    await expect.poll(place).toMatch(/^\/login\?redirect=/)
    expect(new URLSearchParams(place().split('?')[1]).get('redirect')).toBe('/consult/import?page=2')
    await login('marc.manager')
    await at('/consult/import?page=2')
    await page.getByLabel('Username').waitFor({ state: 'detached' })
  })

  it('NAV-035/ui NAV-034/ui a signed-in person is led away from /login, after a reload as well', async () => {
    await page.goto('/#/login')
    await at('/import/upload')
    await page.reload()
    await sidebar().waitFor()
    await expect.poll(place).toBe('/import/upload')
  })

  it('SES-016/ui lands an admin on /manage and everybody else on /import', async () => {
    for (const [userName, landing] of [
      ['dana.dealer', '/import/upload'],
      ['marc.manager', '/import/upload'],
      ['sam.super', '/import/upload'],
      ['ada.admin', '/manage/pipeline'],
    ] as const) {
      await fresh()
      await signIn(page, userName)
      await expect.poll(place).toBe(landing)
    }
  })

  it('NAV-038/ui NAV-023/ui a page that the role may not open leads to the unauthorized page', async () => {
    await fresh()
    await signIn(page, 'dana.dealer')
    await page.goto('/#/consult/import')
    await at('/unauthorized/index')
    await page.getByRole('heading', { level: 1, name: 'Unauthorize page' }).waitFor()
    await expect.poll(() => sidebar().count()).toBe(1)
  })

  it('NAV-024/ui NAV-025/ui an unknown path leads to /404, which needs no session', async () => {
    await page.goto('/#/no/such/page')
    await at('/404')
    await page.getByText('Wrong page...').waitFor()
    await fresh()
    await page.goto('/#/404')
    await page.getByText('Wrong page...').waitFor()
    expect(place()).toBe('/404')
  })

  it('a plain path is moved to its hash form with its query', async () => {
    await fresh()
    await page.goto('/create-password?t=abc&un=marc.manager')
    await at('/create-password?t=abc&un=marc.manager')
    expect(new URL(page.url()).pathname).toBe('/')
    await page.goto('/consult/import')
    await expect.poll(place).toMatch(/^\/login\?redirect=/)
  })
})

describe('a link that is handed over', () => {
  it('S4 is copied out of the dialog where no mail server is set up, and lets the person choose a password once', async () => {
    const sam = await apiPerson(product.url, 'sam.super')
    await sam.call('POST /users', {
      body: { firstName: 'Nina', lastName: 'New', email: 'nina.new@example.org', role: 'manager' },
    })
    await fresh()
    await signIn(page, 'sam.super')
    await page.goto('/#/manage/users?q=nina')
    await page.getByRole('row').getByText('nina.new@example.org').click()
    const dialog = page.getByRole('dialog', { name: 'Nina New' })
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await dialog.getByText(/^The link is copied/).waitFor()
    await dialog.getByLabel('Service').focus()
    await page.keyboard.press('ControlOrMeta+v')
    const link = new URL(await dialog.getByLabel('Service').inputValue())
    const choose = async () => {
      await fresh()
      await page.goto(`${link.pathname}${link.search}`)
      await page.getByLabel('Password', { exact: true }).fill('Rivers-run-27')
      await page.getByLabel('Confirm', { exact: true }).fill('Rivers-run-27')
      await page.getByRole('button', { name: 'Validate' }).click()
    }
    await choose()
    await page.getByText('The password has been successfully set.').waitFor()
    await page.goto('/#/login')
    await login('nina.new', 'Rivers-run-27')
    await sidebar().waitFor()
    await choose()
    await page.getByText('cannot create password. invalid or expired token.').first().waitFor()
  })
})

describe('leaving', () => {
  it('NAV-052/ui NAV-053/ui SES-022/ui Log Out keeps the way back in the address and forgets the tokens', async () => {
    await fresh()
    await signIn(page, 'marc.manager')
    await page.goto('/#/consult/import?time=future')
    await page.getByRole('heading', { level: 1, name: 'Consult imports' }).waitFor()
    await logOut()
    await expect.poll(place).toMatch(/^\/login\?redirect=/)
    expect(new URLSearchParams(place().split('?')[1]).get('redirect')).toBe('/consult/import?time=future')
    expect(await stored()).toEqual([])
    await login('marc.manager')
    await at('/consult/import?time=future')
  })

  it("SES-044/ui SES-045/ui a session ended elsewhere asks 'Confirm logout'; Cancel stays, Re-Login starts anew", async () => {
    const other = await apiPerson(product.url, 'marc.manager')
    await fresh()
    await page.goto('/')
    // The browser gets the session of the other person's API token, which is then ended on the server.
    const token = other.token
    await page.evaluate((value) => {
      localStorage.setItem('token', value)
      localStorage.setItem('tokenExpireAt', new Date(Date.now() + 3_600_000).toISOString())
    }, token)
    await page.goto('/#/consult/import')
    // Asked for while the session lives: the next page shows them after its end.
    const offered = page.waitForResponse((response) => response.url().endsWith('/users/pipelines') && response.ok())
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Consult imports' }).waitFor()
    await offered
    await other.call('POST /users/logout')
    // The live link of the page hears of it by itself.
    const dialog = page.getByRole('dialog', { name: 'Confirm logout' })
    await dialog
      .getByText('You have been logged out, you can cancel to stay on this page, or log in again')
      .waitFor({ timeout: 10_000 })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(place()).toBe('/consult/import')
    await page.getByRole('heading', { level: 1, name: 'Consult imports' }).waitFor()
    await sidebar().getByRole('link', { name: 'Download latest files' }).click()
    await page.getByRole('group', { name: 'Pipelines' }).getByText('Bikes catalogue fr-FR').click()
    await dialog.getByRole('button', { name: 'Re-Login' }).click()
    await page.getByLabel('Username').waitFor()
    expect(await stored()).toEqual([])
  })
})

describe('the frame', () => {
  it('NAV-041/ui NAV-042/ui shows each role its own pages', async () => {
    const seen: Record<string, string[]> = {}
    for (const userName of ['dana.dealer', 'marc.manager', 'ada.admin', 'sam.super']) {
      await fresh()
      await signIn(page, userName)
      seen[userName] = (await entries()).filter((text) => text !== 'Millrace')
    }
    expect(seen['dana.dealer']).toEqual(['Upload new file', 'Download latest files', 'Testing view'])
    expect(seen['marc.manager']).toEqual([
      'Upload new file',
      'Download latest files',
      'Consult uploads',
      'Consult imports',
      'Pipelines',
      'Data Models',
      'ComponentEditor',
      'Manage endpoints',
      'Manage listeners',
      'Users',
      'Testing view',
    ])
    expect(seen['ada.admin']).not.toContain('Upload new file')
    expect(seen['ada.admin']).toContain('Manage jobs')
    for (const title of ['Upload new file', 'Manage jobs', 'Updates', 'Databases connections', 'Allowed modules']) {
      expect(seen['sam.super']).toContain(title)
    }
  })

  it('NAV-033/ui NAV-050/ui NAV-051/ui titles the page, draws breadcrumbs and names the person', async () => {
    await fresh()
    await signIn(page, 'marc.manager')
    await sidebar().getByRole('link', { name: 'Consult imports' }).click()
    await expect.poll(() => page.title()).toBe('Consult imports - Millrace')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
    await expect.poll(() => crumbs.allInnerTexts()).toEqual(['Consult', 'Consult imports'])
    await expect.poll(() => crumbs.first().getByRole('link').count()).toBe(1)
    expect(await crumbs.last().getByRole('link').count()).toBe(0)
    await page.getByRole('button', { name: 'Marc Manager (manager)' }).waitFor()
    await crumbs.first().getByRole('link').click()
    await at('/consult/upload')
  })

  it('NAV-044/ui NAV-048/ui NAV-049/ui folds the sidebar of 210 px and remembers it in a cookie', async () => {
    await expect.poll(async () => (await sidebar().boundingBox())?.width).toBe(210)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect.poll(async () => (await sidebar().boundingBox())?.width).toBe(52)
    const cookies = await page.context().cookies()
    const cookie = cookies.find(({ name }) => name === 'sidebarStatus')
    expect(cookie?.value).toBe('0')
    // It outlives the browser, for months.
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 90 * 86_400)
    await page.reload()
    await sidebar().waitFor()
    await expect.poll(async () => (await sidebar().boundingBox())?.width).toBe(52)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect.poll(async () => (await sidebar().boundingBox())?.width).toBe(210)
  })

  it('NAV-045/ui NAV-046/ui NAV-047/ui is a drawer on a phone, closed by its backdrop and by going somewhere', async () => {
    await fresh({ width: 390, height: 844 })
    await page.goto('/')
    await login('marc.manager')
    await at('/import/upload')
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    const shown = async () => ((await sidebar().boundingBox())?.x ?? -1) >= 0
    await menu.waitFor()
    await expect.poll(shown).toBe(false)
    await menu.click()
    await expect.poll(shown).toBe(true)
    await page.getByRole('button', { name: 'Close the menu' }).click({ position: { x: 370, y: 400 } })
    await expect.poll(shown).toBe(false)
    await menu.click()
    await sidebar().getByRole('link', { name: 'Consult imports' }).click()
    await at('/consult/import')
    await expect.poll(shown).toBe(false)
    await menu.click()
    await expect.poll(shown).toBe(true)
    await page.setViewportSize({ width: 420, height: 844 })
    await expect.poll(shown).toBe(false)
  })
})
