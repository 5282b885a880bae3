import { texts } from '@millrace/contract/errors'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { currentSession } from '../../access/sessions/session.ts'
import { RefusedCallError } from '../../test-support/fake-server.ts'
import { sessionInfo } from '../../test-support/sessions.ts'
import { button, input, savedBody, show } from '../../test-support/render-person.tsx'
import { examplePeople, exampleUser } from './users.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

describe('an existing person', () => {
  it('USR-014/ui USR-017/ui shows what is stored', async () => {
    await show({}, { open: 'dana' })
    expect(input(/^First name/)).toHaveValue('Dana')
    expect(input('Username')).toHaveValue('dana.dealer')
    expect(input(/^Role/)).toHaveValue('user')
    expect(input('Service')).toHaveValue('Sales')
    for (const name of ['Reset password', 'Reset TFA', 'Delete User']) expect(button(name)).toBeInTheDocument()
  })

  it('ERR-024/ui USR-028/ui Confirm shows what would change, asks, and sends what was touched', async () => {
    const preview = {
      changes: ['Bikes fr-FR', 'Bikes de-DE'].map((name, n) => ({
        user: { _id: 'dana', userName: 'dana.dealer', firstName: 'Dana', lastName: 'Dealer', role: 'user' as const },
        item: { type: 'pipeline' as const, id: `p${n}`, name, path: name },
        read: 'loses' as const,
        write: null,
      })),
      gains: 0,
      loses: 2,
      people: 1,
      items: 2,
    }
    const { server, user } = await show({ 'POST /permissions/preview-user': preview }, { open: 'dana' })
    const mine = await screen.findByRole('listbox', { name: 'Assigned' })
    await user.dblClick(within(mine).getByRole('option', { name: /Bikes fr-FR/ }))
    await user.click(button('Confirm'))
    const question = await screen.findByRole('dialog', { name: 'Confirmation' })
    expect(question).toHaveTextContent('Do you want to save the current modifications?')
    expect(await within(question).findByText('Dana Dealer loses 2 pipelines:')).toBeInTheDocument()
    expect(question).toHaveTextContent('Bikes fr-FR, Bikes de-DE')
    expect(server.of('POST /permissions/preview-user')[0]?.body).toEqual({
      userId: 'dana',
      pipelinePermissions: { fr: false },
    })
    await user.click(within(question).getByRole('button', { name: 'No' }))
    expect(server.of('POST /users')).toEqual([])
    await user.click(button('Confirm'))
    await user.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText(texts.userUpdated)).toBeInTheDocument()
    expect(savedBody(server.of('POST /users'))).toEqual({
      _id: 'dana',
      firstName: 'Dana',
      lastName: 'Dealer',
      email: 'dana@millrace.test',
      role: 'user',
      pipelinePermissions: { fr: false },
    })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('a preview that fails keeps nobody from saving', async () => {
    const refuse = () => {
      throw new RefusedCallError(50000, 'Something unexpected happened.')
    }
    const { user } = await show({ 'POST /permissions/preview-user': refuse }, { open: 'dana' })
    await user.selectOptions(input(/^Role/), 'manager')
    await user.click(button('Confirm'))
    expect(await screen.findByText(/What would change could not be worked out/)).toBeInTheDocument()
    await user.click(button('Yes'))
    expect(await screen.findByText(texts.userUpdated)).toBeInTheDocument()
  })

  it('what somebody else changed meanwhile is not undone', async () => {
    let people = examplePeople()
    const { server, user } = await show({ 'GET /users': () => people }, { open: 'dana' })
    people = [exampleUser({ firstName: 'Diana', email: 'diana@millrace.test' })]
    await user.type(input(/^Last name/), 's')
    await user.click(button('Confirm'))
    await user.click(await screen.findByRole('button', { name: 'Yes' }))
    await screen.findByText(texts.userUpdated)
    expect(savedBody(server.of('POST /users'))).toMatchObject({
      firstName: 'Diana',
      lastName: 'Dealers',
      email: 'diana@millrace.test',
    })
  })

  it('somebody who is gone is said to be, and nothing is sent', async () => {
    let people = examplePeople()
    const { server, user } = await show({ 'GET /users': () => people }, { open: 'dana' })
    people = []
    await user.type(input(/^Last name/), 's')
    await user.click(button('Confirm'))
    expect(await screen.findAllByText('Document not found')).not.toHaveLength(0)
    expect(server.of('POST /users')).toEqual([])
  })

  it('USR-015/ui Only dealers upload is there for role user alone, and the inverse of what is stored', async () => {
    const { server, user } = await show({}, { open: 'dana' })
    const only = screen.getByRole('switch', { name: 'Only dealers upload' })
    expect(only).toBeChecked()
    await user.click(only)
    await user.click(button('Confirm'))
    await user.click(await screen.findByRole('button', { name: 'Yes' }))
    await screen.findByText(texts.userUpdated)
    expect(savedBody(server.of('POST /users')).unrestrictedUpload).toBe(true)
  })

  it('USR-015/ui USR-025/ui USR-026/ui a manager has neither the switch nor the lists; choosing user brings both', async () => {
    const { user } = await show({}, { open: 'marc' })
    expect(screen.queryByRole('switch', { name: 'Only dealers upload' })).not.toBeInTheDocument()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    await user.selectOptions(input(/^Role/), 'user')
    expect(await screen.findByRole('switch', { name: 'Only dealers upload' })).toBeChecked()
    expect(await screen.findByRole('listbox', { name: 'Assigned' })).toBeInTheDocument()
  })

  it.each([
    ['Reset password', 'POST /users/reset-password', texts.passwordReset, /is mailed to dana@millrace\.test\./],
    ['Reset TFA', 'POST /users/reset-tfa', texts.tfaReset, /signs in with the password alone/],
  ] as const)('USR-030/ui %s says what follows, asks, and is told', async (name, call, done, follows) => {
    const { server, user } = await show({ [call]: null }, { open: 'dana' })
    await user.click(button(name))
    const question = await screen.findByRole('dialog', { name: 'Confirmation' })
    expect(question).toHaveTextContent('Dana Dealer (dana.dealer)')
    expect(question).toHaveTextContent(follows)
    await user.click(within(question).getByRole('button', { name: 'No' }))
    expect(server.of(call)).toEqual([])
    await waitFor(() => expect(button(name)).toBeEnabled())
    await user.click(button(name))
    await user.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText(done)).toBeInTheDocument()
    expect(server.of(call)[0]?.body).toEqual({ id: 'dana' })
  })

  it.each([
    ['ERR-019/ui', 'Reset TFA', 'POST /users/reset-tfa', 'cannot reset TFA'],
    ['ERR-020/ui', 'Reset password', 'POST /users/reset-password', 'cannot reset password'],
  ] as const)('%s a failed %s says the text of the server, else its own', async (_id, name, call, own) => {
    let given = ''
    const refuse = () => {
      throw new RefusedCallError(50000, given)
    }
    const { user } = await show({ [call]: refuse }, { open: 'dana' })
    const reset = async () => {
      await waitFor(() => expect(button(name)).toBeEnabled())
      await user.click(button(name))
      await user.click(await screen.findByRole('button', { name: 'Yes' }))
    }
    await reset()
    expect(await screen.findByText(own)).toBeInTheDocument()
    given = 'The mail could not be sent.'
    await reset()
    expect(await screen.findByText(given)).toBeInTheDocument()
  })

  it('USR-029/ui Delete User asks, deletes, says so and closes', async () => {
    const { server, user } = await show({ 'DELETE /users': { deletedUsers: ['dana'] } }, { open: 'dana' })
    await user.click(button('Delete User'))
    expect(await screen.findByRole('dialog', { name: 'Confirmation' })).toHaveTextContent(texts.deleteUser)
    await user.click(button('Yes'))
    expect(await screen.findByText('User deleted successfully')).toBeInTheDocument()
    expect(server.of('DELETE /users')[0]?.query).toEqual({ ids: 'dana' })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('somebody who is not in the list any more is said so', async () => {
    const { dialog } = await show({}, { open: 'gone' })
    expect(dialog).toHaveTextContent('Document not found')
  })

  it('own account: role and active are fixed with the reason, and it cannot be deleted', async () => {
    const self = exampleUser({ _id: 'user-super-admin', role: 'super-admin' })
    await show({ 'GET /users': [self] }, { open: 'user-super-admin' })
    expect(input(/^Role/)).toBeDisabled()
    expect(screen.getByText('Nobody changes their own role')).toBeInTheDocument()
    expect(screen.getByRole('switch', { name: 'Active' })).toBeDisabled()
    expect(screen.getByText('Nobody switches off their own account')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Delete User' })).not.toBeInTheDocument()
    expect(input(/^First name/)).toBeEnabled()
  })

  it('own account: what was saved is seen at once', async () => {
    const self = exampleUser({ _id: 'user-super-admin', role: 'super-admin' })
    const info = sessionInfo('super-admin')
    const after = { ...info, user: { ...info.user, name: { firstName: 'Dora', lastName: 'Dealer' } } }
    const { user } = await show({ 'GET /users': [self], 'GET /users/info': after }, { open: 'user-super-admin' })
    await user.clear(input(/^First name/))
    await user.type(input(/^First name/), 'Dora')
    await user.click(button('Confirm'))
    await user.click(await screen.findByRole('button', { name: 'Yes' }))
    await screen.findByText(texts.userUpdated)
    await waitFor(() => expect(currentSession()?.user.name.firstName).toBe('Dora'))
  })

  it('two-factor says in which state it is', async () => {
    const { user } = await show({ 'GET /users': [exampleUser({ tfa: 'enrolled' })] }, { open: 'dana' })
    expect(screen.getByText('Set up: signs in with a code')).toBeInTheDocument()
    await user.click(screen.getByRole('switch', { name: 'Two-factor' }))
    expect(screen.getByText('Signs in with the password alone')).toBeInTheDocument()
  })
})

describe('leaving with edits', () => {
  it('Cancel asks; without edits it closes', async () => {
    const { user, address } = await show({}, { open: 'dana' })
    await user.type(input('Service'), '!')
    await user.click(button('Cancel'))
    const question = await screen.findByRole('dialog', { name: 'Confirmation' })
    expect(question).toHaveTextContent('Do you want to close without saving?')
    await user.click(within(question).getByRole('button', { name: 'No' }))
    expect(input('Service')).toHaveValue('Sales!')
    await user.type(input('Service'), '{Backspace}')
    await user.click(button('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(address()).not.toContain('user=')
  })
})
