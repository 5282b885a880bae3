import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAppRouter } from '../../app/router.tsx'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { toast } from '../../state/toasts.ts'
import { forgetSession } from './session.ts'

beforeEach(() => {
  forgetSession()
  toast.closeAll()
})
afterEach(() => vi.unstubAllGlobals())

async function open(answers: Answers) {
  const server = fakeServer(answers)
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/forgotten'] }))
  render(<RouterProvider router={router} />)
  await act(() => router.load())
  const user = userEvent.setup()
  const ask = async (email: string) => {
    if (email !== '') await user.type(screen.getByLabelText('Email'), email)
    await user.click(screen.getByRole('button', { name: 'Validate' }))
  }
  return { server, user, ask, at: () => router.state.location.href }
}
const refusing = (code: number, message: string) => ({
  'POST /users/forgotten': () => {
    throw new RefusedCallError(code, message)
  },
})

describe('forgotten page', () => {
  it('SES-038/ui is public, without the frame, with its field, Validate and a Cancel link to /login', async () => {
    const { user, at } = await open({})
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'email')
    expect(screen.getByRole('button', { name: 'Validate' })).toBeEnabled()
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(at()).toBe('/login'))
  })

  it('SES-039/ui asks for the email and sends nothing without', async () => {
    const { server, ask } = await open({})
    await ask('')
    expect(screen.getByText('Please input email')).toBeVisible()
    await ask('   ')
    expect(server.requests).toEqual([])
  })

  it('SES-040/ui says the same for every address, with a link back', async () => {
    const { server, user, ask, at } = await open({ 'POST /users/forgotten': null })
    await ask(' somebody@millrace.test ')
    expect(
      await screen.findByText(
        'If your email address exists in our database, you will receive a password recovery link at your email address in a few minutes.',
      ),
    ).toHaveFocus()
    expect(server.requests.map(({ call, body, token }) => [call, body, token])).toEqual([
      ['POST /users/forgotten', { email: 'somebody@millrace.test' }, null],
    ])
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Back to login' }))
    await waitFor(() => expect(at()).toBe('/login'))
  })

  it.each([
    ['SES-042/ui ERR-015/ui', 40000, 'cannot ask for reset password.', 'cannot ask for reset password.'],
    ['ERR-015/ui', 50000, '', 'cannot ask for reset password.'],
    ['', 42900, 'Too many attempts. Please try again later.', 'Too many attempts. Please try again later.'],
  ])('%s a refusal %i %j stays on the page, the toast tells %s', async (_id, code, message, told) => {
    const { ask } = await open(refusing(code, message))
    await ask('nobody')
    expect(await screen.findByText('Something went wrong. Please check the email you typed.')).toBeVisible()
    expect(await screen.findByText(told)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('nobody')
  })
})
