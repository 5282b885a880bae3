import { texts } from '@millrace/contract/errors'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { startSession } from '../../access/sessions/session.ts'
import { type Answers, RefusedCallError } from '../../test-support/fake-server.ts'
import { button, fillIn, input, show } from '../../test-support/render-person.tsx'
import { sessionInfo } from '../../test-support/sessions.ts'
import { examplePeople, exampleUser } from './users.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const address = 'http://localhost:3000/create-password?t=secret-token&un=sara.seller'
const invitation = () => screen.queryByRole('region', { name: 'Invitation' })

const showSara = async (answers: Answers = {}, sendsMail = true) => {
  const drawn = await show(answers, { open: 'sara' })
  act(() => startSession({ ...sessionInfo('super-admin'), sendsMail }))
  return drawn
}
const refuse = () => {
  throw new RefusedCallError(40900, texts.passwordChosen)
}

describe('the invitation of a person', () => {
  it('is told with its day, and mailed again', async () => {
    const { server, user } = await showSara({ 'POST /users/invite': exampleUser() })
    expect(invitation()).toHaveTextContent(/^Link expiredon 2026-11-20/)
    expect(screen.queryByRole('button', { name: 'Copy link' })).not.toBeInTheDocument()
    const listed = server.of('GET /users').length
    await user.click(button('Send again'))
    expect(await screen.findByText('A new link is on its way to sara@shop.test.')).toBeInTheDocument()
    expect(server.of('POST /users/invite')[0]?.body).toEqual({ id: 'sara' })
    await waitFor(() => expect(server.of('GET /users').length).toBeGreaterThan(listed))
  })

  it('tells somebody whose password was reset from who never had one', async () => {
    const reset = { invitation: { state: 'open' as const, at: null }, lastSeenDate: '2026-11-20T08:00:00.000Z' }
    const people = examplePeople().map((person) => (person._id === 'sara' ? { ...person, ...reset } : person))
    await showSara({ 'GET /users': people })
    expect(invitation()).toHaveTextContent(/^Password reset.*The password was reset and no new one is chosen yet\./)
  })

  it('is over once a password is chosen, also where that is learnt by a refusal', async () => {
    const answers = { now: examplePeople() }
    const { user } = await showSara({ 'GET /users': () => answers.now, 'POST /users/invite': refuse })
    answers.now = examplePeople().map((user) => ({ ...user, invitation: { state: 'accepted', at: null } }))
    await user.click(button('Send again'))
    expect(await screen.findByText(texts.passwordChosen)).toBeInTheDocument()
    await waitFor(() => expect(invitation()).toHaveTextContent(/^Accepted$/))
  })

  it('without a mail server a link is copied, and stands nowhere', async () => {
    const link = { link: address, expiresAt: '2026-11-26T08:00:00.000Z' }
    const { server, user } = await showSara({ 'POST /users/invitation-link': link }, false)
    expect(invitation()).toHaveTextContent('no mail server is set up here')
    expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
    await user.click(button('Copy link'))
    expect(await screen.findByText(/^The link is copied: it works once/)).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe(address)
    expect(server.of('POST /users/invitation-link')[0]?.body).toEqual({ id: 'sara' })
    expect(document.body.innerHTML).not.toContain('secret-token')
  })

  it('where the clipboard is closed the link is shown to be copied by hand', async () => {
    const link = { link: address, expiresAt: '2026-11-26T08:00:00.000Z' }
    const { user } = await showSara({ 'POST /users/invitation-link': link }, false)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('closed'))
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    document.execCommand = () => false
    await user.click(button('Copy link'))
    expect(await screen.findByLabelText('Link')).toHaveValue(address)
    expect(invitation()).toHaveTextContent('Select the link and copy it')
    vi.restoreAllMocks()
  })

  it('stands in the list instead of when somebody was last seen, until they have a password', async () => {
    await show({}, { open: 'dana' })
    expect(invitation()).toHaveTextContent(/^Accepted$/)
    const row = screen.getByRole('row', { name: /sara\.seller/, hidden: true })
    expect(within(row).getByText('Link expired')).toBeInTheDocument()
  })
})

describe('words that are true without a mail server', () => {
  it('a new person is let in by a copied link', async () => {
    const { user } = await show()
    act(() => startSession({ ...sessionInfo('super-admin'), sendsMail: false }))
    await fillIn(user)
    await user.selectOptions(input(/^Role/), 'admin')
    await user.click(button('Confirm'))
    expect(await screen.findByText(/No mail server is set up: open the person and copy the link/)).toBeInTheDocument()
  })

  it('Reset password says that nothing is mailed', async () => {
    const { user } = await showSara({}, false)
    await user.click(button('Reset password'))
    const question = await screen.findByRole('dialog', { name: 'Confirmation' })
    expect(question).toHaveTextContent('No mail server is set up here: copy a link')
    expect(question).not.toHaveTextContent('is mailed')
  })
})
