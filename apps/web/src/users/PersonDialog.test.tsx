import type { Role } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../imports/render-screen.tsx'
import { exampleMaster, examplePipeline } from '../pipelines/pipelines.examples.ts'
import { currentSession, startSession } from '../sessions/session.ts'
import { type Answers, fakeServer, type FakeRequest, Refusal } from '../test-support/fake-server.ts'
import { sessionInfo } from '../test-support/sessions.ts'
import { dealerTeam, europe, examplePeople, exampleUser, peopleTags } from './users.examples.ts'
import { UsersPage } from './UsersPage.tsx'

vi.mock('../api/live.ts', () => import('../imports/fake-live.ts'))

type User = ReturnType<typeof userEvent.setup>
const pipelines = {
  userPipelines: [examplePipeline()],
  availablePipelines: [exampleMaster(), examplePipeline({ _id: 'de', name: 'Bikes de-DE' })],
}
const nothing = { changes: [], gains: 0, loses: 0, people: 0, items: 0 }

type Options = { as?: Role; open?: string; holds?: boolean }
const show = async (answers: Answers = {}, { as = 'super-admin', open = 'new', holds = false }: Options = {}) => {
  const server = fakeServer({
    'GET /users': examplePeople(),
    'GET /tags/list': peopleTags(),
    'GET /users/pipelinesFor': pipelines,
    'POST /permissions/preview-user': nothing,
    'POST /users': exampleUser(),
    ...answers,
  })
  const drawn = renderScreen(UsersPage, { at: `/manage/users?user=${open}`, as })
  if (holds) {
    const info = sessionInfo(as)
    act(() => startSession({ ...info, user: { ...info.user, admin_tags: [dealerTeam], project_tags: [europe] } }))
  }
  const dialog = await screen.findByRole('dialog')
  return { server, dialog, user: userEvent.setup(), ...drawn }
}
const input = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole('button', { name })
const fillIn = async (user: User, { first = 'Élodie', last = 'de la Cruz', email = 'elodie@millrace.test' } = {}) => {
  await user.type(input(/^First name/), first)
  await user.type(input(/^Last name/), last)
  await user.type(input(/^Email/), email)
}
const savedBody = (requests: FakeRequest[]) => requests[0]?.body as Record<string, unknown>
const marked = (list: HTMLElement) => within(list).getAllByRole('option', { selected: true })

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

  it('an address that is taken is said at its field, too', async () => {
    const refuse = () => {
      throw new Refusal(40900, texts.emailTaken)
    }
    const { user } = await show({ 'POST /users': refuse })
    await fillIn(user)
    await user.selectOptions(input(/^Role/), 'admin')
    await user.click(button('Confirm'))
    await waitFor(() => expect(input(/^Email/)).toHaveAccessibleDescription(texts.emailTaken))
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
    await user.click(button('Confirm'))
    expect(await screen.findByText(texts.needsAdminBadge)).toBeInTheDocument()
    expect(server.of('POST /users')).toEqual([])
    await user.click(button('Manage badges'))
    const list = screen.getByRole('listbox', { name: 'Available admin badges' })
    await user.dblClick(within(list).getByRole('option', { name: 'Dealer team' }))
    await user.click(button('Close'))
    expect(screen.queryByText(texts.needsAdminBadge)).not.toBeInTheDocument()
    await user.click(button('Confirm'))
    expect(await screen.findByText(texts.userCreated)).toBeInTheDocument()
    expect(savedBody(server.of('POST /users')).admin_tags).toEqual(['dt'])
  })
})

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
      throw new Refusal(50000, 'Something unexpected happened.')
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
    ['Reset password', 'POST /users/reset-password', texts.passwordReset],
    ['Reset TFA', 'POST /users/reset-tfa', texts.tfaReset],
  ] as const)('USR-030/ui %s is told', async (name, call, done) => {
    const { server, user } = await show({ [call]: null }, { open: 'dana' })
    await user.click(button(name))
    expect(await screen.findByText(done)).toBeInTheDocument()
    expect(server.of(call)[0]?.body).toEqual({ id: 'dana' })
  })

  it.each([
    ['ERR-019/ui', 'Reset TFA', 'POST /users/reset-tfa', texts.cannotResetTfa],
    ['ERR-020/ui', 'Reset password', 'POST /users/reset-password', texts.cannotResetPassword],
  ] as const)('%s a failed %s says the text of the server, else its own', async (_id, name, call, own) => {
    let given = ''
    const refuse = () => {
      throw new Refusal(50000, given)
    }
    const { user } = await show({ [call]: refuse }, { open: 'dana' })
    await user.click(button(name))
    expect(await screen.findByText(own)).toBeInTheDocument()
    given = 'The mail could not be sent.'
    await user.click(button(name))
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

describe('why somebody cannot see something', () => {
  it('an admin may ask it of an existing person', async () => {
    const { user } = await show({}, { open: 'dana', as: 'admin' })
    await user.click(button('Why can this person not see it?'))
    const panel = await screen.findByRole('dialog', { name: 'Why can this person not see it?' })
    expect(await within(panel).findAllByText(/^Dana Dealer \(dana\.dealer, user\)$/)).not.toHaveLength(0)
  })

  it('a manager may not ask, and nobody may of a new person', async () => {
    const { unmount } = await show({}, { open: 'dana', as: 'manager' })
    expect(screen.queryByRole('button', { name: 'Why can this person not see it?' })).not.toBeInTheDocument()
    unmount()
    await show({}, { as: 'admin' })
    expect(screen.queryByRole('button', { name: 'Why can this person not see it?' })).not.toBeInTheDocument()
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

describe('pipelines', () => {
  it('USR-018/ui lists what is available and what is assigned, with versions, counts and a search', async () => {
    const { user } = await show({}, { open: 'dana' })
    const left = await screen.findByRole('listbox', { name: 'Available' })
    const right = screen.getByRole('listbox', { name: 'Assigned' })
    const names = (list: HTMLElement) =>
      within(list)
        .queryAllByRole('option')
        .map(({ textContent }) => textContent)
    expect(names(left)).toEqual(['Bikes catalogueMasterv1', 'Bikes de-DEv3'])
    expect(names(right)).toEqual(['Bikes fr-FRv3'])
    await user.type(screen.getByRole('searchbox', { name: 'Search available' }), 'de-de')
    expect(names(left)).toEqual(['Bikes de-DEv3'])
    expect(screen.getByRole('group', { name: 'Available' })).toHaveTextContent('1 of 2')
  })

  it('USR-018/ui Enter moves, Shift marks a range, the arrows move what is marked', async () => {
    const { user } = await show({}, { open: 'dana' })
    const left = await screen.findByRole('listbox', { name: 'Available' })
    const right = screen.getByRole('listbox', { name: 'Assigned' })
    left.focus()
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(marked(left)).toHaveLength(2)
    await user.keyboard('{Enter}')
    expect(within(right).getAllByRole('option')).toHaveLength(3)
    expect(within(left).queryAllByRole('option')).toEqual([])
    await user.click(within(right).getByRole('option', { name: /Bikes catalogue/ }))
    fireEvent.click(within(right).getByRole('option', { name: /Bikes fr-FR/ }), { shiftKey: true })
    expect(marked(right)).toHaveLength(3)
    await user.click(button('Take the marked pipelines away'))
    expect(within(left).getAllByRole('option')).toHaveLength(3)
    expect(button('Take the marked pipelines away')).toBeDisabled()
  })

  it.each([
    ['', texts.cannotFetchUsersPipelines],
    ['Document not found', 'Document not found'],
  ])('ERR-021/ui pipelines that fail with "%s" say %s', async (given, shown) => {
    const refuse = () => {
      throw new Refusal(40400, given)
    }
    await show({ 'GET /users/pipelinesFor': refuse }, { open: 'dana' })
    const panel = await screen.findByRole('group', { name: 'Failed' })
    expect(panel).toHaveTextContent(shown)
    expect(within(panel).getByRole('button', { name: 'Retry' })).toBeInTheDocument()
  })
})

describe('badges of a person', () => {
  it('USR-033/ui USR-034/ui moves admin and project badges between two lists each; closing says what to do', async () => {
    const { server, user } = await show({}, { open: 'dana' })
    await user.click(button('Manage badges'))
    const dialog = await screen.findByRole('dialog', { name: 'Manage user badges' })
    for (const name of ['Admin badges of the person', 'Available admin badges', 'Project badges of the person']) {
      const group = within(dialog).getByRole('group', { name })
      expect(group.style.maxHeight).toBe('220px')
    }
    const left = within(dialog).getByRole('listbox', { name: 'Available project badges' })
    await user.click(within(left).getByRole('option', { name: 'Europe' }))
    await user.click(within(dialog).getAllByRole('button', { name: 'Add the marked badges' })[1] as HTMLElement)
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByText(texts.reopenBadges)).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Badges' })).toHaveTextContent('Europe')
    await user.click(button('Confirm'))
    await user.click(await screen.findByRole('button', { name: 'Yes' }))
    await screen.findByText(texts.userUpdated)
    expect(savedBody(server.of('POST /users'))).toMatchObject({
      updateTags: true,
      admin_tags: ['dt'],
      project_tags: ['eu'],
    })
  })

  it('badges that the acting person does not hold cannot be moved, and say why', async () => {
    const { user } = await show({}, { open: 'dana', as: 'admin', holds: true })
    await user.click(button('Manage badges'))
    const left = await screen.findByRole('listbox', { name: 'Available project badges' })
    const americas = within(left).getByRole('option', { name: /Americas/ })
    expect(americas).toHaveAttribute('aria-disabled', 'true')
    expect(americas).toHaveAccessibleName(/^Americas ?Only people who hold a badge give or take it$/)
    await user.dblClick(americas)
    left.focus()
    await user.keyboard('{Enter}')
    expect(within(left).getAllByRole('option')).toHaveLength(3)
  })
})
