import { linkIn, type MailServer, startMailServer } from '@millrace/server/test-support/mail-server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiPerson, apiPerson } from './support/api.ts'
import { closePages, openBrowser, openPage, picture } from './support/browser.ts'
import { freshCode, type Phone } from './support/one-time-code.ts'
import { type Product, startProduct } from './support/product.ts'

const address = 'tina@millrace.test'
const name = 'tina.tester'
const firstPassword = 'First-choice-1'
const secondPassword = 'Second-choice-2'

let product: Product
let browser: Browser
let mails: MailServer
let sam: ApiPerson
let tinaId: string
let page: Page
/** What Tina has: her authenticator, her recovery codes. */
let phone: Phone = { secret: '', lastStep: 0 }
let recoveryCodes: string[] = []

beforeAll(async () => {
  mails = await startMailServer()
  product = await startProduct({ MILLRACE_SMTP_URL: mails.url })
  browser = await openBrowser()
  sam = await apiPerson(product.url, 'sam.super')
  // She sees what Marc sees, so that her pages have something to follow.
  const marc = (await sam.call('GET /users')).find(({ userName }) => userName === 'marc.manager')
  const { project_tags = [], admin_tags = [] } = marc ?? {}
  const person = { firstName: 'Tina', lastName: 'Tester', email: address, role: 'manager', tfa: true } as const
  const badges = { project_tags, admin_tags, updateTags: true }
  tinaId = (await sam.call('POST /users', { body: { ...person, ...badges } }))._id
})
afterAll(async () => {
  await closePages(browser)
  await product?.stop()
  await mails?.close()
})

const place = () => new URL(page.url()).hash.slice(1)
const at = (path: string) => expect.poll(place, { timeout: 10_000 }).toBe(path)
const fresh = async () => {
  await page?.context().close()
  page = await openPage(browser, product.url)
}
/** Once the server has told the page what a list that it follows holds: from then on the link tells it everything. */
const followsLive = (tab: Page): Promise<void> =>
  new Promise((resolve) =>
    tab.on('websocket', (link) =>
      link.on('framereceived', ({ payload }) => {
        if (payload.toString().includes('["init"')) resolve()
      }),
    ),
  )
const followMail = async (count: number) => {
  const link = linkIn(await mails.mailFor(address, { count, withinMs: 60_000 }))
  expect(link.searchParams.get('un')).toBe(name)
  await page.goto(`${link.pathname}${link.search}`)
  await page.getByRole('heading', { name: 'Create your password' }).waitFor()
}
const choose = async (password: string) => {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Validate' }).click()
}
const login = async (password: string) => {
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}
const dialog = () => page.getByRole('dialog', { name: 'Two-Factor' })
const verify = async (code: string) => {
  await dialog().getByRole('textbox').fill(code)
  await dialog().getByRole('button', { name: 'Verify' }).click()
}
const verifyByPhone = async () => verify(await freshCode(phone))
const signedIn = () => page.getByRole('button', { name: 'Tina Tester (manager)' }).waitFor()

describe('a new person with two-factor', () => {
  it('SES-043/ui SES-030/ui chooses a password with the link of the welcome mail', async () => {
    await fresh()
    await followMail(1)
    await page.getByText('8 to 128 characters').waitFor()
    await choose('tina-Tester-1')
    await page.getByText('The password should not contain a part of the username').waitFor()
    await choose(firstPassword)
    await at('/login')
    await page.getByText('The password has been successfully set.').waitFor()
  })

  it('SES-008/ui SES-009/ui SES-013/ui SES-014/ui enrols with a real code and is given recovery codes', async () => {
    await page.goto('/#/login?redirect=%2Fconsult%2Fimport%3Ftime%3Dfuture')
    await login(firstPassword)
    await dialog().waitFor()
    const qr = dialog().getByRole('img', { name: 'QR code of the secret' })
    await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(20)
    const groups = (await dialog().getByRole('group', { name: 'Secret' }).innerText()).trim().split(/\s+/)
    expect(groups.slice(0, -1).every((group) => group.length === 4)).toBe(true)
    phone = { secret: groups.join(''), lastStep: 0 }
    await picture(page, 'two-factor-enrolment')

    await verify('000000')
    await dialog().getByText('Wrong code.').waitFor()
    const code = await freshCode(phone)
    await verify(`${code.slice(0, 3)} ${code.slice(3)}`)
    const codes = dialog()
    await codes.getByRole('list', { name: 'Recovery codes' }).waitFor()
    recoveryCodes = await codes.getByRole('listitem').allInnerTexts()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes.every((code) => code.length === 10)).toBe(true)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await codes.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('The codes are copied to clipboard').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${recoveryCodes.join('\n')}\n`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      codes.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('millrace-recovery-codes.txt')
    // Escape twice closes a dialog of the browser; these codes are shown once.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await codes.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await picture(page, 'recovery-codes')
    await codes.getByRole('button', { name: 'I have stored them' }).click()
    await at('/consult/import?time=future')
    await signedIn()
  })

  it('SES-011/ui SES-015/ui SES-017/ui signs in with a recovery code, once', async () => {
    const code = recoveryCodes[3] as string
    await fresh()
    await page.goto('/#/login?redirect=%2Fexport%2Findex')
    await login(firstPassword)
    await dialog().waitFor()
    expect(await dialog().getByRole('img').count()).toBe(0)
    await verify(`${code.slice(0, 5)} ${code.slice(5)}`)
    await at('/export/index')
    await signedIn()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    await fresh()
    await page.goto('/')
    await login(firstPassword)
    await verify(code)
    await dialog().getByText('Wrong code.').waitFor()
    await verifyByPhone()
    await at('/import/upload')
    await signedIn()
  })

  it('a challenge that was tried too often leads back to the login form, which says why', async () => {
    await fresh()
    await page.goto('/')
    await login(firstPassword)
    await dialog().waitFor()
    for (let tries = 0; tries < 8 && (await dialog().count()) > 0; tries++) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/users/tfa'))
      await verify(`00000${tries}`)
      await answered
      await page
        .locator('button:enabled', { hasText: /^(Verify|Login)$/ })
        .first()
        .waitFor()
    }
    await page.getByRole('main').getByText('The verification has expired, please log in again.').waitFor()
    await picture(page, 'two-factor-expired')
  })
})

describe('a forgotten password', () => {
  it('SES-038/ui SES-040/ui SES-043/ui is chosen anew with the mailed link; the second factor stays', async () => {
    await fresh()
    await page.goto('/')
    await page.getByRole('link', { name: 'Forgotten password' }).click()
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Validate' }).click()
    await page.getByText(/^If your email address exists in our database/).waitFor()
    await page.getByRole('link', { name: 'Back to login' }).waitFor()
    await followMail(2)
    await choose(secondPassword)
    await at('/login')
    await login(firstPassword)
    await page.getByText('Wrong username or password.').waitFor()
    await login(secondPassword)
    await dialog().waitFor()
    await verifyByPhone()
    await at('/import/upload')
    await signedIn()
  })

  it('SES-037/ui ERR-014/ui a used link says so and leads to a new one', async () => {
    await fresh()
    await followMail(2)
    await choose('Third-choice-3')
    await page.getByText('Something went wrong. Please check the password you typed.').waitFor()
    await page.getByText('cannot create password. invalid or expired token.').waitFor()
    await picture(page, 'create-password-used-link')
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await at('/forgotten')
  })

  it('SES-042/ui ERR-015/ui what is no address is refused; an unknown address is answered as a known one', async () => {
    await page.getByLabel('Email').fill('tina at millrace')
    await page.getByRole('button', { name: 'Validate' }).click()
    await page.getByText('Something went wrong. Please check the email you typed.').waitFor()
    await page.getByText('cannot ask for reset password.').waitFor()
    await page.getByLabel('Email').fill('nobody@millrace.test')
    await page.getByRole('button', { name: 'Validate' }).click()
    await page.getByText(/^If your email address exists in our database/).waitFor()
    expect(mails.received.filter(({ receivers }) => receivers.includes('nobody@millrace.test'))).toEqual([])
  })
})

describe('resets by an administrator', () => {
  it('SES-044/ui a reset password ends the open session: the page asks by itself, and the mailed link leads back in', async () => {
    await fresh()
    await page.goto('/#/login?redirect=%2Fconsult%2Fimport')
    await login(secondPassword)
    await dialog().waitFor()
    // The phone's codes of the steps around the present one are used up by now; the next one would take up to 30 s.
    const following = followsLive(page)
    await verify(recoveryCodes[5] as string)
    await page.getByRole('heading', { level: 1, name: 'Consult imports' }).waitFor()
    // The live link stands once the server answers what the page follows; nothing says so on the screen.
    await following
    await sam.call('POST /users/reset-password', { body: { id: tinaId } })
    const over = page.getByRole('dialog', { name: 'Confirm logout' })
    await over.getByText('You have been logged out, you can cancel to stay on this page, or log in again').waitFor()
    await over.getByRole('button', { name: 'Re-Login' }).click()
    await login(secondPassword)
    await page.getByText('Wrong username or password.').waitFor()
    await followMail(3)
    await choose(firstPassword)
    await at('/login')
  })

  it('a reset second factor enrols again at the next login', async () => {
    await sam.call('POST /users/reset-tfa', { body: { id: tinaId } })
    await login(firstPassword)
    await dialog().getByRole('img', { name: 'QR code of the secret' }).waitFor()
    const next = (await dialog().getByRole('group', { name: 'Secret' }).innerText()).replace(/\s/g, '')
    expect(next).not.toBe(phone.secret)
    phone = { secret: next, lastStep: 0 }
    await verifyByPhone()
    await page.getByRole('button', { name: 'I have stored them' }).click()
    await signedIn()
  })
})

describe('two tabs', () => {
  it('SES-020/ui exchange an expired token once, and both go on', async () => {
    await fresh()
    await page.goto('/')
    await page.getByLabel('Username').fill('marc.manager')
    await page.getByLabel('Password', { exact: true }).fill('Try-this-1now')
    await page.getByRole('button', { name: 'Login' }).click()
    await at('/import/upload')
    const other = await page.context().newPage()
    await other.goto('/#/consult/import')
    await other.getByRole('heading', { level: 1, name: 'Consult imports' }).waitFor()
    const refreshes: number[] = []
    page.context().on('response', (response) => {
      if (response.url().endsWith('/users/refresh-token')) refreshes.push(response.status())
    })
    const goes = async (tab: Page, title: string) => {
      await tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title }).click()
      await tab.getByRole('heading', { level: 1, name: title }).waitFor()
    }
    // Neither page runs while the token expires: one that asks for something just then begins an exchange that its own
    // reload cuts off, and a token whose answer is lost counts as stolen.
    const outside = await page.context().newPage()
    await outside.goto('/healthz')
    for (let round = 1; round <= 3; round++) {
      await Promise.all([page.goto('about:blank'), other.goto('about:blank')])
      await outside.evaluate(() => localStorage.setItem('tokenExpireAt', new Date(Date.now() - 1000).toISOString()))
      await Promise.all([page.goto('/#/import/upload'), other.goto('/#/consult/import')])
      await Promise.all([goes(page, 'Download latest files'), goes(other, 'Consult uploads')])
      expect(refreshes).toEqual(Array.from({ length: round }, () => 200))
    }
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await other.getByRole('dialog').count()).toBe(0)
    await outside.close()
  })

  it('SES-044/ui a logout in one asks in the other, and a new sign-in there lets it go on', async () => {
    const [first, second] = page.context().pages() as [Page, Page]
    await second.getByRole('button', { name: 'Marc Manager (manager)' }).click()
    await second.getByRole('menuitem', { name: 'Log Out' }).click()
    const over = first.getByRole('dialog', { name: 'Confirm logout' })
    await over.waitFor()
    await second.getByLabel('Username').fill('marc.manager')
    await second.getByLabel('Password', { exact: true }).fill('Try-this-1now')
    await second.getByRole('button', { name: 'Login' }).click()
    await second.getByRole('navigation', { name: 'Main' }).waitFor()
    await over.waitFor({ state: 'hidden' })
    await first.getByRole('link', { name: 'Consult imports' }).click()
    await first.getByRole('heading', { level: 1, name: 'Consult imports' }).waitFor()
  })
})
