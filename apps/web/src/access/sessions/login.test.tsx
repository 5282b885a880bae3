import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAppRouter } from '../../app/router.tsx'
import { fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { sessionInfo } from '../../test-support/sessions.ts'
import { toast } from '../../state/toasts.ts'
import { currentSession, forgetSession } from './session.ts'
import { signOut } from './sign-out.ts'

const signed = { token: { value: 'fresh', expireAt: '2999-01-01T00:00:00.000Z' }, refreshToken: 'refresh' }

beforeEach(() => {
  forgetSession()
  toast.closeAll()
})
afterEach(() => vi.unstubAllGlobals())

async function open(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  render(<RouterProvider router={router} />)
  await act(() => router.load())
  return { router, user: userEvent.setup(), at: () => router.state.location.href }
}

const fill = async (user: ReturnType<typeof userEvent.setup>, name: string, password: string) => {
  await user.type(screen.getByLabelText('Username'), name)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

describe('login page', () => {
  it('SES-002/ui is drawn without token and without the shared layout', async () => {
    fakeServer({})
    await open('/login')
    expect(screen.getByRole('heading', { name: 'Login' })).toBeInTheDocument()
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })

  it('SES-003/ui has both fields, the hint, a show and hide toggle, the button and the link to /forgotten', async () => {
    fakeServer({})
    const { user, at } = await open('/login')
    expect(screen.getByText('firstname.lastname')).toBeInTheDocument()
    const password = screen.getByLabelText('Password')
    expect(password).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password).toHaveAttribute('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(password).toHaveAttribute('type', 'password')
    expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled()
    await user.click(screen.getByRole('link', { name: 'Forgotten password' }))
    await waitFor(() => expect(at()).toBe('/forgotten'))
  })

  it('SES-004/ui asks for the username, which is trimmed before it is checked and sent', async () => {
    const server = fakeServer({
      'POST /users/login': () => {
        throw new RefusedCallError(40100, 'Wrong username or password.')
      },
    })
    const { user } = await open('/login')
    await fill(user, '   ', 'Try-this-1now')
    expect(screen.getByText('Please input the username')).toBeInTheDocument()
    expect(server.requests).toEqual([])
    await user.type(screen.getByLabelText('Username'), 'sam.super ')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() =>
      expect(server.of('POST /users/login')[0]?.body).toEqual({ username: 'sam.super', password: 'Try-this-1now' }),
    )
  })

  it('SES-005/ui refuses a password under 6 characters without asking the server', async () => {
    const server = fakeServer({})
    const { user } = await open('/login')
    await fill(user, 'sam.super', '12345')
    expect(screen.getByText('The password can not be less than 6 digits')).toBeInTheDocument()
    expect(server.requests).toEqual([])
  })

  it('SES-006/ui shows the text of a refused login as a toast in the card, until it is typed anew', async () => {
    // No text that the app has of its own.
    const refusal = 'This account sleeps until Monday.'
    fakeServer({
      'POST /users/login': () => {
        throw new RefusedCallError(40100, refusal)
      },
    })
    const { user, at } = await open('/login')
    await fill(user, 'sam.super', 'wrong-1')
    const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
    expect(await toasts.findByRole('alert')).toHaveTextContent(refusal)
    expect(screen.getByRole('main')).toContainElement(toasts.getByRole('alert'))
    expect(screen.getAllByText(refusal)).toHaveLength(1)
    expect(at()).toBe('/login')
    expect(localStorage.getItem('token')).toBeNull()
    await user.type(screen.getByLabelText('Password'), 'x')
    expect(screen.queryByText(refusal)).not.toBeInTheDocument()
  })

  it('a refusal in the card stays longer than a toast in the corner', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fakeServer({})
    await open('/login')
    act(() => {
      toast.error('Wrong username or password.')
      toast.success('The password has been successfully set.')
    })
    await act(() => vi.advanceTimersByTimeAsync(6000))
    const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
    expect(toasts.getByRole('alert')).toHaveTextContent('Wrong username or password.')
    expect(screen.queryByText('The password has been successfully set.')).not.toBeInTheDocument()
    vi.useRealTimers()
  })

  it('SES-007/ui stores token and refresh token of the answer and loads the person', async () => {
    fakeServer({ 'POST /users/login': signed, 'GET /users/info': sessionInfo('admin') })
    const { user, at } = await open('/login')
    await fill(user, 'ada.admin', 'Try-this-1now')
    await waitFor(() => expect(at()).toBe('/manage/pipeline'))
    expect({ ...localStorage }).toMatchObject({
      token: 'fresh',
      tokenExpireAt: signed.token.expireAt,
      refreshToken: 'refresh',
    })
    expect(currentSession()?.role).toBe('admin')
  })

  it('SES-016/ui an admin goes to /manage, and a redirect target the role may open comes first', async () => {
    fakeServer({ 'POST /users/login': signed, 'GET /users/info': sessionInfo('admin') })
    const { user, at } = await open('/login?redirect=%2Fmanage%2Fusers%3Fid%3D7')
    await fill(user, 'ada.admin', 'Try-this-1now')
    await waitFor(() => expect(at()).toBe('/manage/users?id=7'))
  })
})

describe('the person behind a token', () => {
  beforeEach(() => {
    localStorage.setItem('token', 'stored')
    localStorage.setItem('tokenExpireAt', '2999-01-01T00:00:00.000Z')
  })

  it('NAV-034/ui is loaded before a page is judged', async () => {
    const server = fakeServer({ 'GET /users/info': sessionInfo('user') })
    const { at } = await open('/manage/users')
    expect(server.requests[0]).toMatchObject({ call: 'GET /users/info', token: 'stored' })
    await waitFor(() => expect(at()).toBe('/unauthorized/index'))
  })

  it('SES-022/ui a refused check clears tokens and session', async () => {
    fakeServer({
      'GET /users/info': () => {
        throw new RefusedCallError(50012, 'You have been logged out.')
      },
    })
    const { at } = await open('/manage/users')
    await waitFor(() => expect(at()).toBe('/login?redirect=%2Fmanage%2Fusers'))
    expect(localStorage.getItem('token')).toBeNull()
    expect(currentSession()).toBeNull()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('SES-023/ui an answer without a person resets the tokens and says so', async () => {
    fakeServer({ 'GET /users/info': () => null })
    await open('/manage/users')
    expect(await screen.findByText('Verification failed, please Login again.')).toBeInTheDocument()
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('keeps the tokens when no answer came, and asks again on Retry', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { user, at } = await open('/manage/users')
    expect(await screen.findByText('Failed to fetch')).toBeInTheDocument()
    expect(localStorage.getItem('token')).toBe('stored')
    fakeServer({ 'GET /users/info': sessionInfo('admin') })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Users' })).toBeInTheDocument()
    expect(at()).toBe('/manage/users')
  })

  it('SES-024/ui a failed logout call is only logged; tokens and session go', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    fakeServer({
      'POST /users/logout': () => {
        throw new RefusedCallError(50000, 'Something unexpected happened.')
      },
    })
    await signOut()
    expect(logged).toHaveBeenCalled()
    expect(toast.shown()).toEqual([])
    expect(localStorage.getItem('token')).toBeNull()
  })
})
