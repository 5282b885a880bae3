import { texts } from '@millrace/contract/errors'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { toast } from '../../state/toasts.ts'
import { RefusedCallError } from '../../test-support/fake-server.ts'
import { button, marked, savedBody, show } from '../../test-support/render-person.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

// Comes when it is asked for, with the kit, which takes its time on a busy machine.
beforeAll(() => import('../../documents/permissions/ExplainDialog.tsx'), 120_000)

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
    expect(names(right)).toEqual(['Not seen: only dealers uploadBikes fr-FRv3'])
    await user.type(screen.getByRole('searchbox', { name: 'Search available' }), 'de-de')
    expect(names(left)).toEqual(['Bikes de-DEv3'])
    expect(screen.getByRole('group', { name: 'Available' })).toHaveTextContent('1 of 2')
  })

  it('USR-018/ui a master is assigned with its countries; what only dealers upload hides is marked while it is on', async () => {
    const { user } = await show({}, { open: 'dana' })
    const left = await screen.findByRole('listbox', { name: 'Available' })
    const right = screen.getByRole('listbox', { name: 'Assigned' })
    left.focus()
    await user.click(within(left).getByRole('option', { name: /Bikes catalogue/ }))
    await user.keyboard('{Enter}')
    expect(within(left).queryAllByRole('option')).toEqual([])
    expect(within(right).getAllByText('Not seen: only dealers upload')).toHaveLength(3)
    expect(screen.getByText('3 assigned pipelines are not seen while only dealers upload.')).toBeVisible()
    await user.click(screen.getByRole('switch', { name: 'Only dealers upload' }))
    expect(within(right).queryByText('Not seen: only dealers upload')).toBeNull()
    expect(within(right).getAllByRole('option')).toHaveLength(3)
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
    ['', 'cannot fetch the users pipelines'],
    ['Document not found', 'Document not found'],
  ])('ERR-021/ui pipelines that fail with "%s" say %s', async (given, shown) => {
    const refuse = () => {
      throw new RefusedCallError(40400, given)
    }
    await show({ 'GET /users/pipelinesFor': refuse }, { open: 'dana' })
    const panel = await screen.findByRole('group', { name: 'Failed' })
    expect(screen.getAllByText(shown)).toHaveLength(1)
    act(() => toast.closeAll())
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

  it('a double click moves the row that was pressed, whatever has scrolled between its two presses', async () => {
    const { user } = await show({}, { open: 'dana' })
    await user.click(button('Manage badges'))
    const left = await screen.findByRole('listbox', { name: 'Available project badges' })
    const mine = screen.getByRole('listbox', { name: 'Project badges of the person' })
    const names = (list: HTMLElement) =>
      within(list)
        .queryAllByRole('option')
        .map(({ textContent }) => textContent)
    const [first, second] = within(left).getAllByRole('option')
    const before = names(mine)
    fireEvent.mouseDown(first as HTMLElement, { detail: 1 })
    fireEvent.click(first as HTMLElement, { detail: 1 })
    fireEvent.mouseDown(second as HTMLElement, { detail: 2 })
    fireEvent.click(second as HTMLElement, { detail: 2 })
    fireEvent.doubleClick(second as HTMLElement)
    expect(names(mine)).toEqual([...before, first?.textContent].toSorted())
    expect(names(left)).toContain(second?.textContent)
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
