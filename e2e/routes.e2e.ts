import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePages, openBrowser, openPage, placeOf, signIn } from './support/browser.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
})

const people = { U: 'dana.dealer', M: 'marc.manager', A: 'ada.admin', S: 'sam.super' } as const
type Letter = keyof typeof people

/** The rows of the specification: path, title, who may open it. */
const routes: readonly [ids: string, path: string, title: string, roles: string][] = [
  ['', '/overview', 'Overview', 'S'],
  ['NAV-005', '/import/upload', 'Upload new file', 'UMS'],
  ['NAV-006', '/import/jobs', 'Manage jobs', 'AS'],
  ['NAV-008', '/export/index', 'Download latest files', 'UMS'],
  ['NAV-010', '/consult/upload', 'Consult uploads', 'MS'],
  ['NAV-011', '/consult/import', 'Consult imports', 'MS'],
  ['NAV-013', '/manage/users', 'Users', 'MAS'],
  ['NAV-014', '/manage/pipeline', 'Pipelines', 'MAS'],
  ['NAV-015', '/manage/schemas', 'Data Models', 'MAS'],
  ['NAV-016', '/manage/components', 'ComponentEditor', 'MAS'],
  ['NAV-017', '/manage/update-lock-pipeline', 'Updates', 'S'],
  ['NAV-018', '/manage/endpoints', 'Manage endpoints', 'MAS'],
  ['NAV-019', '/manage/listeners', 'Manage listeners', 'MAS'],
  ['NAV-020', '/manage/databases', 'Databases connections', 'S'],
  ['NAV-021', '/manage/allowed-modules', 'Allowed modules', 'S'],
  ['', '/manage/audit', 'Audit', 'S'],
  ['NAV-022', '/testing/index', 'Testing view', 'UMAS'],
]
/** Parents and the page each leads to, with a role that may open it. */
const parents: readonly [ids: string, path: string, target: string, by: Letter][] = [
  ['NAV-004', '/import', '/import/upload', 'S'],
  ['NAV-007', '/export', '/export/index', 'S'],
  ['NAV-009', '/consult', '/consult/upload', 'S'],
  ['NAV-012', '/manage', '/manage/pipeline', 'S'],
  ['NAV-023', '/unauthorized', '/unauthorized/index', 'S'],
  ['', '/testing', '/testing/index', 'S'],
]
const tags = (ids: readonly string[]) =>
  [...new Set(ids)]
    .filter((id) => id !== '')
    .map((id) => `${id}/ui`)
    .join(' ')
const place = (page: Page) => new URL(page.url()).hash.slice(1)

describe.each(Object.entries(people))('role %s', (letter, userName) => {
  let page: Page

  beforeAll(async () => {
    page = await openPage(browser, product.url)
    await signIn(page, userName)
  })
  afterAll(() => page?.context().close())

  const mine = routes.filter(([, , , roles]) => roles.includes(letter))
  const others = routes.filter((route) => !mine.includes(route))

  it(`NAV-001/ui NAV-033/ui ${tags(mine.map(([id]) => id))} opens its pages inside the frame, each with its title`, async () => {
    for (const [, path, title] of mine) {
      await page.goto(`/#${path}`)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      expect(place(page)).toBe(path)
      await expect.poll(() => page.title()).toBe(`${title} - Millrace`)
      await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).count()).toBe(1)
      const crumb = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem').last()
      await expect.poll(() => crumb.innerText()).toBe(title)
    }
  })

  it.runIf(others.length > 0)(
    `NAV-038/ui ${tags(others.map(([id]) => id))} is led from the others to the unauthorized page`,
    async () => {
      for (const [, path] of others) {
        await page.goto(`/#${path}`)
        await expect.poll(() => place(page)).toBe('/unauthorized/index')
        await page.getByRole('heading', { level: 1, name: 'Unauthorize page' }).waitFor()
      }
    },
  )

  it('NAV-041/ui the sidebar lists what may be opened and nothing else', async () => {
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const titles = async () =>
      (await links.allInnerTexts()).map((text) => text.trim()).filter((text) => text !== 'Millrace')
    await expect.poll(async () => (await titles()).toSorted()).toEqual(mine.map(([, , title]) => title).toSorted())
  })
})

describe('addresses', () => {
  let page: Page

  beforeAll(async () => {
    page = await openPage(browser, product.url)
    await signIn(page, people.S)
  })
  afterAll(() => page?.context().close())

  it(`${tags(parents.map(([id]) => id))} a parent leads to its page, its query kept`, async () => {
    for (const [, path, target] of parents) {
      await page.goto(`/#${path}?id=7`)
      await expect.poll(() => place(page)).toMatch(new RegExp(`^${target}(\\?id=7)?$`))
    }
  })

  it('every page answers to its plain address, with its query, which becomes the hash form', async () => {
    for (const [, path, title] of routes) {
      await page.goto(`${path}?text=a%20b`)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
      expect(new URL(page.url()).search).toBe('')
      expect(place(page).split('?')[0]).toBe(path)
    }
  })

  it.each(['/nothing', '/manage/nothing', '/import/upload/x', '/reset-password', '/MANAGE/users'])(
    'NAV-024/ui %s leads to /404, in both forms of the address',
    async (path) => {
      for (const address of [`/#${path}`, path]) {
        await page.goto(address)
        await expect.poll(() => place(page)).toBe('/404')
        await page.getByText('Wrong page...').waitFor()
      }
    },
  )

  it.each([
    'https://elsewhere.test/',
    '//elsewhere.test/consult/import',
    '/\\elsewhere.test',
    'javascript:document.title=1',
    '/%2Felsewhere.test',
    '/consult/import/../..//elsewhere.test',
  ])('a redirect to %s stays in the app', async (redirect) => {
    await page.goto(`/#/login?${new URLSearchParams({ redirect })}`)
    await expect.poll(() => place(page)).toBe('/import/upload')
    expect(new URL(page.url()).origin).toBe(product.url)
  })

  it('NAV-030/ui the chosen pipeline opens its page in another tab', async () => {
    await page.goto('/#/consult/import')
    await page.getByRole('heading', { level: 1, name: 'Consult imports' }).waitFor()
    await page.goto('/#/import/upload')
    await page.getByRole('group', { name: 'Select locale' }).waitFor()
    const row = page.locator('label').filter({ has: page.getByText('Bikes catalogue de-DE', { exact: true }) })
    await row.click()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Open Bikes catalogue de-DE in another tab' }).click()
    const other = await opened
    await other.getByText('Country Pipeline [Bikes catalogue de-DE]').waitFor()
    expect(place(other)).toBe(`/manage/pipeline?id=${await row.getByRole('radio').getAttribute('value')}`)
    expect(place(page).split('?')[0]).toBe('/import/upload')
    await other.close()
  })

  it('NAV-031/ui an instance in a diagram leads to its component', async () => {
    await page.goto('/#/manage/components')
    await page.getByRole('searchbox').first().fill('Bikes catalogue')
    await page.getByRole('treeitem', { name: /^Bikes catalogue/ }).click()
    const link = page.getByRole('application').getByRole('link', { name: 'Overlay locale' })
    const address = (await link.getAttribute('href')) ?? ''
    expect(address).toMatch(/^\/?#\/manage\/components\?id=[^&]+$/)
    await placeOf(link)
    await link.click()
    await page.getByRole('group', { name: 'Version of Overlay locale' }).waitFor()
    expect(`#${place(page)}`).toBe(address.replace('/#', '#'))
  })

  it('NAV-027/ui NAV-032/ui a new page begins at its top, under a line of progress without a spinner', async () => {
    await page.setViewportSize({ width: 900, height: 400 })
    await page.goto('/#/manage/audit')
    await page.getByRole('table', { name: 'Audit' }).waitFor()
    const main = page.getByRole('main')
    await main.evaluate((element) => {
      element.scrollTop = 300
      window.scrollTo(0, 300)
    })
    await page.evaluate(() => {
      const seen = { bar: false, spinner: false }
      Object.assign(window, { seen })
      new MutationObserver(() => {
        if (document.querySelector('#nprogress .bar') !== null) seen.bar = true
        if (document.querySelector('#nprogress .spinner') !== null) seen.spinner = true
      }).observe(document.documentElement, { childList: true, subtree: true })
    })
    await page.evaluate(() => {
      window.location.hash = '#/import/jobs'
    })
    await page.getByRole('heading', { level: 1, name: 'Manage jobs' }).waitFor()
    expect(await main.evaluate((element) => element.scrollTop + window.scrollY)).toBe(0)
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { seen: object }).seen))
      .toEqual({
        bar: true,
        spinner: false,
      })
    await page.locator('#nprogress').waitFor({ state: 'detached' })
  })
})

describe('without a session', () => {
  it('NAV-003/ui NAV-039/ui public pages are open, without the frame, in both forms of the address', async () => {
    const page = await openPage(browser, product.url)
    for (const [path, title] of [
      ['/login', 'Login'],
      ['/create-password?t=x&un=y', 'Create your password'],
      ['/forgotten', 'Forgotten password'],
      ['/404', 'Wrong page...'],
    ] as const) {
      for (const address of [`/#${path}`, path]) {
        await page.goto(address)
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        expect(await page.getByRole('navigation').count()).toBe(0)
        expect(place(page)).toBe(path)
      }
    }
    await page.goto('/#/reset-password?t=x')
    await expect.poll(() => place(page)).toBe('/404')
    await page.context().close()
  })

  it('NAV-036/ui NAV-040/ui every other page leads to the login page with the way back', async () => {
    const page = await openPage(browser, product.url)
    for (const path of ['/manage/users?id=7', '/consult/import', '/no/such/page']) {
      await page.goto(`/#${path}`)
      await expect.poll(() => place(page).split('?')[0]).toBe('/login')
      expect(new URLSearchParams(place(page).split('?')[1]).get('redirect')).toBe(path)
    }
    await page.context().close()
  })
})
