import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Role } from '@millrace/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAppRouter } from '../../app/router.tsx'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { sessionInfo } from '../../test-support/sessions.ts'
import { toast } from '../../state/toasts.ts'
import { forgetSession } from './session.ts'
import { tfa } from './tfa-state.ts'

const signed = { token: { value: 'fresh', expireAt: '2999-01-01T00:00:00.000Z' }, refreshToken: 'refresh' }
const qrcode = 'data:image/svg+xml;base64,PHN2Zy8+'
const enrolment = { tfa: { _id: 'challenge', secret: 'JBSWY3DPEHPK3PXPAB', qrcode } }
const known = { tfa: { _id: 'challenge' } }
const codes = Array.from({ length: 10 }, (_, index) => `abcdefgh0${index}`)
const saved = vi.hoisted(() => vi.fn())
vi.mock('../../api/save-as.ts', () => ({ saveAs: saved }))

beforeEach(() => {
  forgetSession()
  tfa.dismiss()
  toast.closeAll()
  saved.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

async function open(answers: Answers, { path = '/login', role = 'manager' as Role } = {}) {
  const server = fakeServer({ 'GET /users/info': sessionInfo(role), ...answers })
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  render(<RouterProvider router={router} />)
  await act(() => router.load())
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Username'), 'marc.manager')
  await user.type(screen.getByLabelText('Password'), 'Try-this-1now')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  const dialog = await screen.findByRole('dialog', { name: 'Two-Factor' })
  const field = () => within(dialog).getByRole('textbox')
  const verify = () => user.click(within(dialog).getByRole('button', { name: 'Verify' }))
  return { server, user, dialog, field, verify, at: () => router.state.location.href }
}

describe('Two-Factor dialog', () => {
  it('SES-008/ui SES-009/ui a marker with a secret opens it over the login page, with QR code and secret in fours', async () => {
    const { dialog, user } = await open({ 'POST /users/login': enrolment })
    expect(screen.getByRole('heading', { name: 'Login', hidden: true })).toBeInTheDocument()
    expect(within(dialog).getByRole('img', { name: 'QR code of the secret' })).toHaveAttribute('src', qrcode)
    const secret = within(dialog).getByRole('group', { name: 'Secret' })
    expect(secret).toHaveTextContent('JBSW Y3DP EHPK 3PXP AB')
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }))
    await expect(navigator.clipboard.readText()).resolves.toBe('JBSWY3DPEHPK3PXPAB')
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('SES-009/ui without a secret it shows neither; its field is known to password managers and phones', async () => {
    const { dialog, field } = await open({ 'POST /users/login': known })
    expect(within(dialog).queryByRole('img')).not.toBeInTheDocument()
    expect(within(dialog).queryByRole('group', { name: 'Secret' })).not.toBeInTheDocument()
    expect(field()).toHaveAccessibleName('Code or recovery code')
    expect(field()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(field()).toHaveAttribute('name', 'code')
    expect(field()).toHaveFocus()
  })

  it('SES-010/ui takes 6 to 10 characters, pasted with spaces as well, and sends nothing shorter', async () => {
    const { server, user, dialog, field, verify } = await open({
      'POST /users/login': known,
      'POST /users/tfa': signed,
    })
    await user.type(field(), '12345')
    await verify()
    expect(within(dialog).getByText('The code has 6 to 10 characters')).toBeVisible()
    expect(server.of('POST /users/tfa')).toEqual([])
    await user.clear(field())
    await user.paste(' abcde fghij k')
    expect(field()).toHaveValue('abcdefghij')
    await user.clear(field())
    await user.paste('123 456\n')
    await verify()
    await waitFor(() => expect(server.of('POST /users/tfa')).toHaveLength(1))
    expect(server.of('POST /users/tfa')[0]?.body).toEqual({ _id: 'challenge', code: '123456' })
  })

  it('SES-011/ui SES-015/ui SES-017/ui a recovery code will do; without new codes the way leads to the redirect target', async () => {
    const { server, user, field, at } = await open(
      { 'POST /users/login': known, 'POST /users/tfa': signed },
      { path: '/login?redirect=%2Fconsult%2Fupload%3Fpipeline%3D7' },
    )
    await user.type(field(), 'abcdefgh01{Enter}')
    await waitFor(() => expect(at()).toBe('/consult/upload?pipeline=7'))
    expect(server.of('POST /users/tfa')[0]?.body).toEqual({ _id: 'challenge', code: 'abcdefgh01' })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(localStorage.getItem('token')).toBe('fresh')
    expect(localStorage.getItem('refreshToken')).toBe('refresh')
  })

  it.each([
    ['manager', '/import/upload'],
    ['admin', '/manage/pipeline'],
  ] as const)('SES-017/ui without a redirect target a %s goes to %s', async (role, landing) => {
    const { user, field, at } = await open({ 'POST /users/login': known, 'POST /users/tfa': signed }, { role })
    await user.type(field(), '123456{Enter}')
    await waitFor(() => expect(at()).toBe(landing))
  })

  it('a wrong code keeps the dialog with the text of the server, and the next try counts', async () => {
    let tries = 0
    const { server, user, dialog, field, at } = await open({
      'POST /users/login': known,
      'POST /users/tfa': () => {
        tries += 1
        if (tries === 1) throw new RefusedCallError(40100, 'Wrong code.')
        return signed
      },
    })
    await user.type(field(), '000000{Enter}')
    expect(await within(dialog).findByText('Wrong code.')).toBeVisible()
    expect(screen.getAllByText('Wrong code.')).toHaveLength(1)
    expect(at()).toBe('/login')
    await user.clear(field())
    await user.type(field(), '123456{Enter}')
    await waitFor(() => expect(at()).toBe('/import/upload'))
    expect(server.of('POST /users/tfa')).toHaveLength(2)
  })

  it('an expired challenge goes back to the login form, which says why', async () => {
    const { user, field } = await open({
      'POST /users/login': known,
      'POST /users/tfa': () => {
        throw new RefusedCallError(40100, 'The verification has expired, please log in again.')
      },
    })
    await user.type(field(), '123456{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const form = screen.getByRole('main')
    expect(within(form).getByText('The verification has expired, please log in again.')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
  })

  it('Cancel and Escape lead back to the login form', async () => {
    const { user, dialog } = await open({ 'POST /users/login': known })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByLabelText('Username')).toHaveValue('marc.manager')
  })
})

describe('recovery codes', () => {
  const enrol = async () => {
    const parts = await open(
      { 'POST /users/login': enrolment, 'POST /users/tfa': { ...signed, recoveryCodes: codes } },
      { path: '/login?redirect=%2Fconsult%2Fimport' },
    )
    await parts.user.type(parts.field(), '123456{Enter}')
    await screen.findByRole('list', { name: 'Recovery codes' })
    return { ...parts, dialog: screen.getByRole('dialog', { name: 'Two-Factor' }) }
  }

  it('SES-013/ui SES-014/ui are shown once with Copy, which says that they are copied', async () => {
    const { user, dialog } = await enrol()
    const shown = within(dialog).getAllByRole('listitem')
    expect(shown.map(({ textContent }) => textContent)).toEqual(codes)
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('The codes are copied to clipboard')).toBeInTheDocument()
    await expect(navigator.clipboard.readText()).resolves.toBe(`${codes.join('\n')}\n`)
  })

  it('can be downloaded as text; only the button leads on, to where the person wanted to go', async () => {
    const { user, dialog, at } = await enrol()
    await user.click(within(dialog).getByRole('button', { name: 'Download' }))
    const [content, name] = saved.mock.calls[0] as [Blob, string]
    expect(name).toBe('millrace-recovery-codes.txt')
    expect(content.size).toBe(110)
    await user.keyboard('{Escape}')
    expect(dialog).toBeInTheDocument()
    expect(at()).toBe('/login?redirect=%2Fconsult%2Fimport')
    await user.click(within(dialog).getByRole('button', { name: 'I have stored them' }))
    await waitFor(() => expect(at()).toBe('/consult/import'))
    expect(tfa.get()).toMatchObject({ displayed: false, recoveryCodes: [] })
  })
})
