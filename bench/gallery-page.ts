import type { CDPSession, Page } from 'playwright-core'
import { openBrowser, openPage } from '../e2e/support/browser.ts'
import { startGallery } from '../e2e/support/gallery.ts'

/** Answers of calls by path, e.g. '/schemas/find'; every other call answers with the session. */
export type BenchAnswers = Readonly<Record<string, unknown>>

const slowdown = 4
const links = new WeakMap<Page, CDPSession>()

const session = {
  user: {
    _id: 'lena',
    name: { firstName: 'Lena', lastName: 'Maier' },
    userName: 'lena.maier',
    email: '',
    avatar: null,
    roles: [],
    role: 'manager',
    admin_tags: [],
    project_tags: [],
    unrestrictedUpload: false,
  },
  mimetypes: {},
  timeZone: 'Europe/Berlin',
  title: 'Millrace',
  maxUpload: 1,
  sendsMail: true,
}

/** Builds the app with its gallery, lets `measure` use a page of it, and clears up. */
export async function withGalleryPage(answers: BenchAnswers, measure: (page: Page) => Promise<void>): Promise<void> {
  const gallery = await startGallery()
  const browser = await openBrowser()
  try {
    const page = await openPage(browser, gallery.url)
    await page.route('**/api/**', (route) => {
      const called = new URL(route.request().url()).pathname
      const asked = Object.keys(answers).find((path) => called.endsWith(path))
      const data = asked === undefined ? session : answers[asked]
      return route.fulfill({ json: { code: 20000, message: 'ok', data } })
    })
    await page.addInitScript(() => {
      localStorage.setItem('token', 'made up')
      localStorage.setItem('tokenExpireAt', '2999-01-01T00:00:00.000Z')
      localStorage.setItem('refreshToken', 'made up')
    })
    await measure(page)
  } finally {
    await browser.close()
    await gallery.stop()
  }
}

/** From here on the processor is four times slower for the page, or `rate` times. */
export async function slowDown(page: Page, rate = slowdown): Promise<void> {
  const link = links.get(page) ?? (await page.context().newCDPSession(page))
  links.set(page, link)
  await link.send('Emulation.setCPUThrottlingRate', { rate })
}
