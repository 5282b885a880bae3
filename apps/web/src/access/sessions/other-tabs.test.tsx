import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../api/call.ts'
import { sessionOver } from '../../api/session-over.ts'
import { clearTokens, readTokens, storeTokens } from '../../api/stored-tokens.ts'
import { fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { sessionInfo } from '../../test-support/sessions.ts'
import { sessionResumed, watchOtherTabs } from './other-tabs.ts'
import { SessionOverDialog } from './SessionOverDialog.tsx'
import { currentSession, forgetSession, startSession } from './session.ts'

const future = '2999-01-01T00:00:00.000Z'
const reload = vi.fn()
let end: () => void

/** What a tab notices when another one has written the storage. */
const inAnotherTab = (change: () => void) =>
  act(async () => {
    change()
    window.dispatchEvent(new StorageEvent('storage', { key: 'refreshToken' }))
  })
const dialog = () => screen.queryByRole('dialog', { name: /Confirm logout/ })

beforeEach(() => {
  reload.mockClear()
  sessionOver.resume()
  storeTokens({ value: 'mine', expireAt: future }, 'refresh-1')
  startSession(sessionInfo('manager'))
  end = watchOtherTabs(reload)
})
afterEach(() => {
  end()
  forgetSession()
  vi.unstubAllGlobals()
})

describe('other tabs', () => {
  it('SES-044/ui a logout there opens the dialog here at once', async () => {
    fakeServer({})
    render(<SessionOverDialog reload={reload} />)
    expect(dialog()).not.toBeInTheDocument()
    await inAnotherTab(clearTokens)
    expect(dialog()).toBeInTheDocument()
  })

  it('signing in again there closes the dialog here, and what failed is asked again', async () => {
    fakeServer({ 'GET /users/info': sessionInfo('manager') })
    render(<SessionOverDialog reload={reload} />)
    const before = sessionResumed.get()
    await inAnotherTab(clearTokens)
    await inAnotherTab(() => storeTokens({ value: 'theirs', expireAt: future }, 'refresh-2'))
    await waitFor(() => expect(dialog()).not.toBeInTheDocument())
    expect(sessionResumed.get()).toBe(before + 1)
    expect(reload).not.toHaveBeenCalled()
  })

  it('goes on after Cancel, too', async () => {
    fakeServer({ 'GET /users/info': sessionInfo('manager') })
    render(<SessionOverDialog reload={reload} />)
    const before = sessionResumed.get()
    await inAnotherTab(clearTokens)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await inAnotherTab(() => storeTokens({ value: 'theirs', expireAt: future }, 'refresh-2'))
    await waitFor(() => expect(sessionResumed.get()).toBe(before + 1))
  })

  it('a refresh there changes nothing here but the role, when that is another', async () => {
    const server = fakeServer({
      'GET /users/info': { ...sessionInfo('user'), user: { ...sessionInfo('user').user, _id: 'user-manager' } },
    })
    const before = sessionResumed.get()
    await inAnotherTab(() => storeTokens({ value: 'next', expireAt: future }, 'refresh-2'))
    await waitFor(() => expect(currentSession()?.role).toBe('user'))
    expect(server.requests[0]?.token).toBe('next')
    expect(sessionResumed.get()).toBe(before)
    expect(reload).not.toHaveBeenCalled()
  })

  it('another person there starts this page anew', async () => {
    fakeServer({ 'GET /users/info': sessionInfo('admin') })
    await inAnotherTab(() => storeTokens({ value: 'ada', expireAt: future }, 'refresh-2'))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(currentSession()?.role).toBe('manager')
  })

  it('SES-045/ui Re-Login keeps the tokens that another tab got meanwhile', async () => {
    fakeServer({})
    render(<SessionOverDialog reload={reload} />)
    act(sessionOver.open)
    storeTokens({ value: 'theirs', expireAt: future }, 'refresh-2')
    await userEvent.click(screen.getByRole('button', { name: 'Re-Login' }))
    expect(reload).toHaveBeenCalledOnce()
    expect(readTokens()?.token).toBe('theirs')
  })

  it('a late refusal of the old token is no news once another tab has signed in', async () => {
    fakeServer({
      'GET /brands/list': () => {
        storeTokens({ value: 'theirs', expireAt: future }, 'refresh-2')
        throw new RefusedCallError(50012, 'You have been logged out.')
      },
    })
    await expect(call('GET /brands/list')).rejects.toMatchObject({ code: 50012 })
    expect(sessionOver.isOpen()).toBe(false)
  })
})
