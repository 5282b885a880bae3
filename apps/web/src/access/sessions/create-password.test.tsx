import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAppRouter } from '../../app/router.tsx'
import { fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { toast } from '../../state/toasts.ts'
import { forgetSession } from './session.ts'

beforeEach(() => {
  forgetSession()
  toast.closeAll()
})
afterEach(() => vi.unstubAllGlobals())

async function open() {
  const history = createMemoryHistory({ initialEntries: ['/create-password?t=secret-token&un=marc.manager'] })
  const router = createAppRouter(history)
  render(<RouterProvider router={router} />)
  await act(() => router.load())
  const user = userEvent.setup()
  return {
    router,
    user,
    async choose(password: string, confirm = password) {
      await user.clear(screen.getByLabelText('Password'))
      await user.type(screen.getByLabelText('Password'), password)
      await user.clear(screen.getByLabelText('Confirm'))
      await user.type(screen.getByLabelText('Confirm'), confirm)
      await user.click(screen.getByRole('button', { name: 'Validate' }))
    },
  }
}

describe('create-password page', () => {
  it('SES-028/ui SES-029/ui is public, titled, with both fields, a show toggle and Validate', async () => {
    fakeServer({})
    const { user } = await open()
    expect(screen.getByRole('heading', { name: 'Create your password' })).toBeInTheDocument()
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Confirm')).toHaveAttribute('type', 'password')
    await user.click(screen.getAllByRole('button', { name: 'Show password' })[0] as HTMLElement)
    expect(screen.getByLabelText('Confirm')).toHaveAttribute('type', 'text')
  })

  it('SES-031/ui SES-033/ui SES-034/ui SES-035/ui SES-036/ui names the broken rule and sends nothing', async () => {
    const server = fakeServer({})
    const { choose } = await open()
    await choose('short1!')
    screen.getByText(
      'The password must contain at least one lowercase, one uppercase, one digit and a special character',
    )
    await choose('x1-marc.manager')
    screen.getByText('The password should not contain the username')
    await choose('x1-manager-x')
    screen.getByText('The password should not contain a part of the username')
    await choose('Fresh-start-2', 'Fresh-start-3')
    screen.getByText("The passwords don't match !")
    expect(server.requests).toHaveLength(0)
  })

  it.each(['Fresh start-2', 'Frésh-start-2', 'Fresh-start-2\u20ac'])(
    'SES-032/ui does not take %s',
    async (password) => {
      const server = fakeServer({})
      const { choose } = await open()
      await choose(password)
      screen.getByText(/^The password must contain at least one lowercase/)
      expect(server.requests).toHaveLength(0)
    },
  )

  it('SES-032/ui takes every printable mark', async () => {
    const server = fakeServer({ 'POST /users/create-password': null })
    const { choose } = await open()
    const marks = '!"#$%&\'()*+,-./:;<=>?@[[\\]^_`{{|}~'
    await choose(`Aa1${marks}`)
    await waitFor(() => expect(server.requests).toHaveLength(1))
  })

  it('SES-030/ui SES-043/ui sends password and token, says so and goes to /login', async () => {
    const server = fakeServer({ 'POST /users/create-password': null })
    const { router, choose } = await open()
    await choose('Fresh-start-2')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(server.requests[0]?.body).toEqual({ password: 'Fresh-start-2', token: 'secret-token' })
    await screen.findByText('The password has been successfully set.')
  })

  it('hands the username to the login page, where the password is typed next', async () => {
    fakeServer({ 'POST /users/create-password': null })
    const { choose } = await open()
    expect(screen.getByLabelText('Password')).toHaveFocus()
    await choose('Fresh-start-2')
    expect(await screen.findByLabelText('Username')).toHaveValue('marc.manager')
    expect(screen.getByLabelText('Password')).toHaveFocus()
  })

  it('SES-037/ui ERR-014/ui a refusal stays on the page, the toast carries the server’s text', async () => {
    fakeServer({
      'POST /users/create-password': () => {
        throw new RefusedCallError(40000, 'cannot create password. invalid or expired token.')
      },
    })
    const { router, choose } = await open()
    await choose('Fresh-start-2')
    await screen.findByText('Something went wrong. Please check the password you typed.')
    await screen.findByText('cannot create password. invalid or expired token.')
    expect(router.state.location.pathname).toBe('/create-password')
  })

  it('an expired or used link says what to do next', async () => {
    fakeServer({
      'POST /users/create-password': () => {
        throw new RefusedCallError(40000, 'cannot create password. invalid or expired token.')
      },
    })
    const { router, user, choose } = await open()
    await choose('Fresh-start-2')
    await user.click(await screen.findByRole('link', { name: 'Ask for a new link' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/forgotten'))
  })

  it('a refused password of a good link offers no new one', async () => {
    fakeServer({
      'POST /users/create-password': () => {
        throw new RefusedCallError(40000, 'The password should not contain the username')
      },
    })
    const { choose } = await open()
    await choose('Fresh-start-2')
    await screen.findByText('Something went wrong. Please check the password you typed.')
    expect(screen.queryByRole('link', { name: 'Ask for a new link' })).not.toBeInTheDocument()
  })

  it('the rules are ticked off while typing', async () => {
    fakeServer({})
    const { user } = await open()
    const missing = () =>
      screen
        .getAllByRole('listitem')
        .filter(({ textContent }) => textContent?.endsWith('missing'))
        .map(({ textContent }) => textContent?.replace(', missing', ''))
    expect(missing()).toHaveLength(6)
    const field = screen.getByLabelText('Password')
    await user.type(field, 'marc1')
    expect(missing()).toEqual(['8 to 128 characters', 'a special character such as ! # - _', 'no part of the username'])
    await user.clear(field)
    await user.type(field, 'Fresh-start-2')
    expect(missing()).toEqual([])
  })

  it('tells a password manager whose password it is, and takes pasted ones', async () => {
    const server = fakeServer({ 'POST /users/create-password': null })
    const { user } = await open()
    const name = document.querySelector('input[name=username]')
    expect(name).toHaveAttribute('autocomplete', 'username')
    expect(name).toHaveValue('marc.manager')
    for (const label of ['Password', 'Confirm']) {
      expect(screen.getByLabelText(label)).toHaveAttribute('autocomplete', 'new-password')
      await user.click(screen.getByLabelText(label))
      await user.paste('Fresh-start-2')
    }
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.requests[0]?.body).toEqual({ password: 'Fresh-start-2', token: 'secret-token' }))
  })

  it('an address without a token leads to a new link instead of to a form that cannot work', async () => {
    fakeServer({})
    const router = createAppRouter(createMemoryHistory({ initialEntries: ['/create-password?un=marc.manager'] }))
    render(<RouterProvider router={router} />)
    expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Validate' })).not.toBeInTheDocument()
  })
})
