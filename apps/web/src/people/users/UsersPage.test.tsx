import type { Role, User } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { toast } from '../../state/toasts.ts'
import { decideNavigation } from '../../routing/guard.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { sessionInfo } from '../../test-support/sessions.ts'
import { examplePeople, exampleUser, peopleTags } from './users.examples.ts'
import { UsersPage } from './UsersPage.tsx'

const saved = vi.hoisted(() => vi.fn())
vi.mock('../../api/save-as.ts', () => ({ saveAs: saved }))
vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const show = async (answers: Answers = {}, { as = 'super-admin' as Role, at = '' } = {}) => {
  const server = fakeServer({
    'GET /users': examplePeople(),
    'GET /tags/list': peopleTags(),
    'GET /users/pipelinesFor': { userPipelines: [], availablePipelines: [] },
    'POST /users/toggle': [],
    'DELETE /users': { deletedUsers: [] },
    ...answers,
  })
  const drawn = renderScreen(UsersPage, { at: `/manage/users${at}`, as })
  return { server, user: userEvent.setup(), ...drawn }
}
const rows = async () => within(await screen.findByRole('table', { name: 'Users' })).findAllByRole('row')
const box = (name: string) => screen.findByRole('checkbox', { name })
const toggleOf = (name: string) => screen.findByRole('switch', { name: `${name} is active` })
const findSelected = (count: number) =>
  screen.findByText((_, element) => element?.role === 'status' && element.textContent === `${count} users selected`)
const yes = (user: ReturnType<typeof userEvent.setup>) => async () => {
  await user.click(await screen.findByRole('button', { name: 'Yes' }))
}

describe('the table', () => {
  it('USR-003/ui USR-004/ui USR-005/ui has the columns, a dash for never seen, and its height', async () => {
    await show()
    const [head, dana, marc] = await rows()
    const titles = within(head as HTMLElement).getAllByRole('columnheader')
    expect(titles.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Username',
      'Email',
      'Role',
      'Group badges',
      'Project badges',
      'Last seen',
      'Active',
    ])
    const cells = (row: HTMLElement | undefined) =>
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cells(dana).slice(1, 7)).toEqual([
      'DDdana.dealer',
      'dana@millrace.test',
      'user',
      'Dealer team',
      '-',
      '2026-11-20 17:02',
    ])
    expect(cells(marc).slice(1, 7)).toEqual([
      'MMmarc.manager',
      'marc@millrace.test',
      'manager',
      'Dealer team',
      'Catalogue teamEurope+1 more: Americas',
      '-',
    ])
    expect(await toggleOf('dana.dealer')).toBeChecked()
    expect(await toggleOf('sara.seller')).not.toBeChecked()
    const table = screen.getByRole('table', { name: 'Users' })
    expect(table.parentElement?.parentElement).toHaveStyle({ height: '550px' })
  })

  it('more badges than fit are a number', async () => {
    await show()
    const [, , marc] = await rows()
    const cell = within(marc as HTMLElement).getAllByRole('cell')[5]
    expect(cell).toHaveTextContent('Catalogue teamEurope+1 more: Americas')
  })

  it('draws the rows in view alone, of thousands', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => exampleUser({ _id: `u${n}`, userName: `user.${n}` }))
    await show({ 'GET /users': many })
    expect(await screen.findByText('5,000 users')).toBeInTheDocument()
    const drawn = await rows()
    expect(drawn.length).toBeLessThan(80)
    expect(screen.getByRole('table', { name: 'Users' })).toHaveAttribute('aria-rowcount', '5001')
  })

  it('sorts by a column, and the address keeps it', async () => {
    const { user, address } = await show()
    await rows()
    const byEmail = screen.getByRole('button', { name: 'Sort by Email' })
    await user.click(byEmail)
    await user.click(byEmail)
    await waitFor(() => expect(address()).toContain('sort=-email'))
    expect(screen.getByRole('columnheader', { name: /Email/ })).toHaveAttribute('aria-sort', 'descending')
    expect((await rows())[1]).toHaveTextContent('sara.seller')
  })

  it('USR-008/ui searches, and says so where nothing matches', async () => {
    const { user } = await show()
    await rows()
    const search = screen.getByRole('searchbox', { name: 'Search users' })
    await user.type(search, 'manager')
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    expect(screen.getByText('1 of 3 users')).toBeInTheDocument()
    await user.clear(search)
    await user.type(search, 'zzz')
    expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(async () => expect(await rows()).toHaveLength(4))
  })

  it('lists people by role, account, second factor and badge, as the address says', async () => {
    const { user } = await show({}, { at: '?state=inactive' })
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    const choose = async (label: string, option: string) =>
      user.selectOptions(screen.getByRole('combobox', { name: label }), option)
    await choose('Filter by account', 'All accounts')
    await choose('Filter by role', 'manager')
    expect(await screen.findByText('1 of 3 users')).toBeInTheDocument()
    await choose('Filter by badge', 'Europe')
    await choose('Filter by two-factor', 'Two-factor set up')
    expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(async () => expect(await rows()).toHaveLength(4))
    expect(screen.getByRole('combobox', { name: 'Filter by role' })).toHaveValue('')
  })

  it('an empty list offers to create somebody', async () => {
    const { user } = await show({ 'GET /users': [] })
    expect(await screen.findByText('There is nobody here yet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
    await user.click(screen.getAllByRole('button', { name: 'Create User' }).at(-1) as HTMLElement)
    expect(await screen.findByRole('dialog', { name: 'Create User' })).toBeVisible()
  })

  it.each([
    ['super-admin', /^Nobody but you has an account yet/],
    ['manager', /^You hold no group badge/],
  ] as const)('a %s who is alone is told why and what to do', async (as, words) => {
    const { user } = sessionInfo(as)
    await show({ 'GET /users': [exampleUser({ _id: user._id })] }, { as })
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('ERR-016/ui a list that fails says the text of the server, or its own, and can be asked again', async () => {
    let fails: (() => never) | undefined = () => {
      throw new RefusedCallError(50000, '')
    }
    const { user } = await show({ 'GET /users': () => fails?.() ?? examplePeople() })
    const panel = await screen.findByRole('group', { name: 'Failed' })
    expect(screen.getAllByText('can not get users')).toHaveLength(1)
    expect(panel).toHaveTextContent('This could not be loaded.')
    act(() => toast.closeAll())
    expect(panel).toHaveTextContent('can not get users')
    fails = () => {
      throw new RefusedCallError(50000, 'Something unexpected happened.')
    }
    await user.click(within(panel).getByRole('button', { name: 'Retry' }))
    expect(await screen.findAllByText('Something unexpected happened.')).toHaveLength(1)
    fails = undefined
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await rows()).toHaveLength(4)
  })

  it('USR-006/ui USR-007/ui PRM-007/ui all may create users, only a super-admin gets the global badge list', async () => {
    for (const as of ['manager', 'admin'] as const) {
      const { unmount } = await show({}, { as })
      expect(await screen.findByRole('button', { name: 'Create User' })).toBeInTheDocument()
      expect(screen.queryByRole('button', { name: 'Manage global badge list' })).not.toBeInTheDocument()
      unmount()
    }
    const { user } = await show()
    await rows()
    await user.click(screen.getByRole('button', { name: 'Create User' }))
    const person = await screen.findByRole('dialog', { name: 'Create User' })
    await user.click(within(person).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Manage global badge list' }))
    expect(await screen.findByRole('dialog', { name: 'Manage global badge list' })).toBeInTheDocument()
  })

  it.each([
    ['manager', true],
    ['admin', true],
    ['super-admin', true],
    ['user', false],
  ] as const)('PRM-005/ui the screen of a %s: %s', (role, may) => {
    const verdict = decideNavigation('/manage/users', '/manage/users', role)
    expect(verdict.go === 'on').toBe(may)
  })
})

describe('who may do what', () => {
  it('comes as a file under the name of the server', async () => {
    const file = () => new Response('x', { headers: { 'content-disposition': 'attachment; filename="people.csv"' } })
    const { server, user } = await show({ 'POST /users/export': file })
    await user.click(await screen.findByRole('button', { name: 'Who may do what (CSV)' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(saved.mock.calls[0]?.[1]).toBe('people.csv')
    expect(server.of('POST /users/export')).toHaveLength(1)
  })
})

describe('switching people', () => {
  it('USR-011/ui USR-012/ui the switch switches one and opens nothing; a click elsewhere opens the dialog', async () => {
    const { server, user, address } = await show()
    await user.click(await toggleOf('sara.seller'))
    expect(await screen.findByText(texts.userUpdated)).toBeInTheDocument()
    expect(server.of('POST /users/toggle')[0]?.body).toEqual({ ids: ['sara'], enabled: true })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.click(screen.getByText('sara@shop.test'))
    expect(await screen.findByRole('dialog', { name: 'Sara Seller' })).toBeInTheDocument()
    expect(address()).toContain('user=sara')
  })

  it.each([
    ['', 'cannot toggle users property'],
    ['You are not allowed to do this.', 'You are not allowed to do this.'],
  ])('ERR-017/ui a refused switch says "%s" as %s', async (given, shown) => {
    const refuse = () => {
      throw new RefusedCallError(40300, given)
    }
    const { user } = await show({ 'POST /users/toggle': refuse })
    await user.click(await toggleOf('dana.dealer'))
    expect(await screen.findByRole('alert')).toHaveTextContent(shown)
    expect(await toggleOf('dana.dealer')).toBeChecked()
  })

  it('nobody switches off, deletes or picks themselves', async () => {
    const self = exampleUser({ _id: 'user-super-admin', userName: 'lena.maier', role: 'super-admin' })
    const { user } = await show({ 'GET /users': [...examplePeople(), self] })
    expect(await toggleOf('lena.maier')).toBeDisabled()
    expect(await box('lena.maier')).toBeDisabled()
    await user.click(await box('All users'))
    expect(await findSelected(3)).toBeInTheDocument()
  })
})

describe('more than one person', () => {
  const pick = async (user: ReturnType<typeof userEvent.setup>, ...names: string[]) => {
    for (const name of names) await user.click(await box(name))
  }

  it('USR-009/ui the bulk bar takes the place of the search with more than one selected', async () => {
    const { user, address } = await show()
    await pick(user, 'dana.dealer')
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
    expect(screen.getByRole('searchbox', { name: 'Search users' })).toBeInTheDocument()
    await pick(user, 'sara.seller')
    const bar = await screen.findByRole('group', { name: 'Selected users' })
    expect(
      within(bar)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    ).toEqual(['Clear selection', 'Badges …', 'Pipelines …', 'Active', 'De-Active', 'Delete'])
    expect(screen.queryByRole('searchbox', { name: 'Search users' })).not.toBeInTheDocument()
    expect(decodeURIComponent(address())).toContain('people=dana,sara')
    await user.click(within(bar).getByRole('button', { name: 'Clear selection' }))
    expect(await screen.findByRole('searchbox', { name: 'Search users' })).toBeInTheDocument()
  })

  it('Shift picks a range', async () => {
    const { user } = await show()
    await pick(user, 'dana.dealer')
    await user.keyboard('{Shift>}')
    await pick(user, 'sara.seller')
    await user.keyboard('{/Shift}')
    expect(await findSelected(3)).toBeInTheDocument()
  })

  it.each([
    ['Active', 'activate', texts.usersActivated, { ids: ['dana', 'sara'], enabled: true }],
    ['De-Active', 'de-activate', texts.usersDeactivated, { ids: ['dana', 'sara'], enabled: false }],
  ])('USR-010/ui USR-012/ui USR-013/ui %s asks, does it and says so', async (button, word, done, body) => {
    const { server, user } = await show({}, { at: '?people=dana,sara' })
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirmation' })
    expect(dialog).toHaveTextContent(`Do you want to ${word} all the users?`)
    expect(server.of('POST /users/toggle')).toEqual([])
    await yes(user)()
    expect(await screen.findByText(done)).toBeInTheDocument()
    expect(server.of('POST /users/toggle').map((request) => request.body)).toEqual([body])
    expect(await screen.findByRole('searchbox', { name: 'Search users' })).toBeInTheDocument()
  })

  it('USR-010/ui USR-013/ui Delete asks, deletes and says so; No keeps them', async () => {
    const { server, user } = await show({}, { at: '?people=dana,sara' })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('dialog')
    expect(question).toHaveTextContent('Do you want to delete all the users?2 users: dana.dealer, sara.seller.')
    await user.click(screen.getByRole('button', { name: 'No' }))
    expect(server.of('DELETE /users')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await yes(user)()
    expect(await screen.findByText(texts.usersDeleted)).toBeInTheDocument()
    expect(server.of('DELETE /users')[0]?.query).toEqual({ ids: 'dana,sara' })
  })

  it.each([
    ['', 'cannot delete users'],
    ['Document not found', 'Document not found'],
  ])('ERR-018/ui a refused delete says "%s" as %s and keeps the selection', async (given, shown) => {
    const refuse = () => {
      throw new RefusedCallError(40400, given)
    }
    const { user } = await show({ 'DELETE /users': refuse }, { at: '?people=dana,sara' })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await yes(user)()
    expect(await screen.findByRole('alert')).toHaveTextContent(shown)
    expect(await findSelected(2)).toBeInTheDocument()
  })

  it('hundreds go in requests of a length that addresses can have', async () => {
    const many: User[] = Array.from({ length: 700 }, (_, n) => exampleUser({ _id: `u${n}`, userName: `user.${n}` }))
    const { server, user } = await show({ 'GET /users': many })
    await user.click(await box('All users'))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await yes(user)()
    expect(await screen.findByText(texts.usersDeleted)).toBeInTheDocument()
    const counts = server.of('DELETE /users').map(({ query }) => query.ids?.split(',').length)
    expect(counts).toEqual([300, 300, 100])
  })
})
