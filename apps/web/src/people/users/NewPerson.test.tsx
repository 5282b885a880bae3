import { texts } from '@millrace/contract/errors'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { toast } from '../../state/toasts.ts'
import { startSession } from '../../access/sessions/session.ts'
import { RefusedCallError } from '../../test-support/fake-server.ts'
import { sessionInfo } from '../../test-support/sessions.ts'
import { button, fillIn, input, savedBody, show } from '../../test-support/render-person.tsx'
import { exampleUser } from './users.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

describe('a new person', () => {
  it('USR-014/ui USR-016/ui USR-017/ui has the fields, Cancel and Confirm, and no resets', async () => {
    const { dialog } = await show()
    for (const name of [/^First name/, /^Last name/, /^Email/, 'Username', /^Role/, 'Service', 'Active']) {
      expect(input(name)).toBeInTheDocument()
    }
    expect(input('Username')).toHaveAttribute('readonly')
    expect(button('Manage badges')).toBeInTheDocument()
    expect(button('Cancel')).toBeInTheDocument()
    expect(button('Confirm')).toBeInTheDocument()
    for (const name of ['Reset password', 'Reset TFA', 'Delete User']) {
      expect(within(dialog).queryByRole('button', { name })).not.toBeInTheDocument()
    }
  })

  it('USR-023/ui shows the username while the names are typed', async () => {
    const { user } = await show()
    await user.type(input(/^First name/), 'Anna  Maria')
    await user.type(input(/^Last name/), 'de la Cruz')
    expect(input('Username')).toHaveValue('anna-maria.de-la-cruz')
  })

  it('USR-019/ui USR-020/ui USR-021/ui USR-022/ui says what is wrong when a field is left, and on Confirm', async () => {
    const { server, user } = await show()
    const first = input(/^First name/)
    await user.click(first)
    await user.tab()
    expect(await screen.findByText(texts.firstNameMissing)).toBeInTheDocument()
    await user.type(first, 'Al')
    expect(await screen.findByText('Length should be 3 to 5')).toBeInTheDocument()
    await user.type(first, 'ice')
    await waitFor(() => expect(screen.queryByText('Length should be 3 to 5')).not.toBeInTheDocument())
    await user.click(button('Confirm'))
    for (const text of [texts.lastNameMissing, texts.emailMissing, texts.roleMissing]) {
      expect(await screen.findByText(text)).toBeInTheDocument()
    }
    expect(input(/^Last name/)).toHaveFocus()
    await user.type(input(/^Email/), 'nowhere')
    expect(await screen.findByText(texts.emailMalformed)).toBeInTheDocument()
    expect(server.of('POST /users')).toEqual([])
  })

  it('USR-028/ui is stored with what the form holds, and told', async () => {
    const { server, user } = await show({ 'POST /users': exampleUser({ userName: 'élodie.de-la-cruz2' }) })
    await fillIn(user)
    await user.selectOptions(input(/^Role/), 'user')
    await user.click(button('Confirm'))
    expect(await screen.findByText(texts.userCreated)).toBeInTheDocument()
    expect(screen.getByText(/^Username: élodie\.de-la-cruz2\. A mail /)).toBeInTheDocument()
    expect(savedBody(server.of('POST /users'))).toEqual({
      firstName: 'Élodie',
      lastName: 'de la Cruz',
      email: 'elodie@millrace.test',
      role: 'user',
      service: '',
      isActive: true,
      unrestrictedUpload: false,
      tfa: false,
      pipelinePermissions: {},
      updateTags: true,
      admin_tags: [],
      project_tags: [],
    })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(server.of('GET /users').length).toBeGreaterThan(1)
  })

  it('an address that is taken is said at its field alone', async () => {
    const refuse = () => {
      throw new RefusedCallError(40900, texts.emailTaken)
    }
    const { user } = await show({ 'POST /users': refuse })
    await fillIn(user)
    await user.selectOptions(input(/^Role/), 'admin')
    await user.click(button('Confirm'))
    await waitFor(() => expect(input(/^Email/)).toHaveAccessibleDescription(texts.emailTaken))
    expect(toast.shown()).toEqual([])
    expect(input(/^First name/)).toHaveValue('Élodie')
  })

  it.each([
    ['super-admin', 'PRM-015/ui', ['user', 'manager', 'admin', 'super-admin']],
    ['admin', 'PRM-016/ui', ['user', 'manager']],
    ['manager', 'PRM-017/ui', ['user']],
  ] as const)('%s (%s) may give the roles %s', async (as, _id, roles) => {
    await show({}, { as })
    const offered = within(input(/^Role/)).getAllByRole<HTMLOptionElement>('option')
    expect(offered.map(({ value }) => value).filter(Boolean)).toEqual(roles)
  })

  it('USR-002/ui PRM-015/ui a super-admin chooses one of the four roles', async () => {
    await show()
    const offered = within(input(/^Role/)).getAllByRole<HTMLOptionElement>('option')
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Select a role',
      'user',
      'manager',
      'admin',
      'super-admin',
    ])
  })

  it('USR-001/ui the role of the acting person is the first of their list', async () => {
    await show()
    const info = sessionInfo('super-admin')
    act(() => startSession({ ...info, user: { ...info.user, roles: [{ name: 'manager' }, { name: 'super-admin' }] } }))
    const offered = within(input(/^Role/)).getAllByRole<HTMLOptionElement>('option')
    expect(offered.map(({ value }) => value).filter(Boolean)).toEqual(['user'])
  })

  it('USR-024/ui PRM-015/ui without one of the own admin badges nothing is sent, but by a super-admin', async () => {
    const { server, user } = await show({}, { as: 'admin', holds: true })
    await fillIn(user)
    await user.selectOptions(input(/^Role/), 'user')
    // Who holds a single one finds it chosen.
    await user.click(button('Manage badges'))
    const given = screen.getByRole('listbox', { name: 'Admin badges of the person' })
    await user.dblClick(within(given).getByRole('option', { name: 'Dealer team' }))
    await user.click(screen.getByText('Close', { selector: 'button' }))
    await user.click(button('Confirm'))
    expect(await screen.findByText(texts.needsAdminBadge)).toBeInTheDocument()
    expect(server.of('POST /users')).toEqual([])
    await user.click(button('Manage badges'))
    const list = screen.getByRole('listbox', { name: 'Available admin badges' })
    await user.dblClick(within(list).getByRole('option', { name: 'Dealer team' }))
    await user.click(screen.getByText('Close', { selector: 'button' }))
    expect(screen.queryByText(texts.needsAdminBadge)).not.toBeInTheDocument()
    await user.click(button('Confirm'))
    expect(await screen.findByText(texts.userCreated)).toBeInTheDocument()
    expect(savedBody(server.of('POST /users')).admin_tags).toEqual(['dt'])
  })
})
