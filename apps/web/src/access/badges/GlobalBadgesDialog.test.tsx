import type { Role, Tag } from '@millrace/contract'
import { mayCall } from '@millrace/contract/policy'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type Answers, type FakeRequest, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { exampleTag, exampleTags } from './badges.examples.ts'
import { GlobalBadgesDialog } from './GlobalBadgesDialog.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

let tags: { admin: Tag[]; project: Tag[] }
const onClose = vi.fn()
const draw = (answers: Answers = {}) => {
  const server = fakeServer({ 'GET /tags/list': () => tags, ...answers })
  renderScreen(() => <GlobalBadgesDialog open onClose={onClose} />, { at: '/manage/users', as: 'super-admin' })
  return server
}
const list = (name: string) => screen.findByRole('region', { name })
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  tags = exampleTags()
  onClose.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

describe('the global badge list', () => {
  it('TAG-003/ui has two lists with Add, Close and Reload caches', async () => {
    const server = draw({ 'GET /tags/cache-reload': null })
    const admin = await list('Administrative tags')
    const project = await list('Project tags')
    expect(within(admin).getByText('Headquarters')).toBeVisible()
    expect(within(project).getAllByRole('listitem')).toHaveLength(3)
    for (const region of [admin, project]) expect(within(region).getByText('Add')).toBeVisible()
    await userEvent.click(button('Reload caches'))
    expect(await screen.findByText('The caches have been reloaded.')).toBeVisible()
    expect(server.of('GET /tags/cache-reload')).toHaveLength(1)
    await waitFor(() => expect(server.of('GET /tags/list').length).toBeGreaterThan(1))
    // The toast has one, too.
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('TAG-005/ui says in words what is in use; only what is not can be deleted', async () => {
    draw()
    const rows = within(await list('Project tags')).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['AmericasNot used', 'DealersIn use', 'EuropeIn use'])
    expect(screen.getAllByRole('button', { name: /^Delete/ }).map((item) => item.getAttribute('aria-label'))).toEqual([
      'Delete Americas',
    ])
  })

  it('TAG-006/ui says when a list is empty', async () => {
    tags = { admin: [], project: [] }
    draw()
    await list('Project tags')
    expect(screen.getAllByText('Currently, There are no tags')).toHaveLength(2)
  })

  it('is searched when there are many', async () => {
    tags.project = Array.from({ length: 12 }, (_, at) => exampleTag(`t${at}`, `Team ${at}`))
    draw()
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search tags' }), 'team 11')
    expect(within(await list('Project tags')).getAllByRole('listitem')).toHaveLength(1)
    await userEvent.type(screen.getByRole('searchbox'), 'x')
    await userEvent.click(button('Clear filters'))
    expect(within(await list('Project tags')).getAllByRole('listitem')).toHaveLength(12)
  })

  it('tells a failure and asks again', async () => {
    let broken = true
    draw({
      'GET /tags/list': () => {
        if (broken) throw new RefusedCallError(50000, 'Something unexpected happened.')
        return tags
      },
    })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    broken = false
    await userEvent.click(retry)
    expect(await list('Project tags')).toBeVisible()
  })

  it('PRM-007/ui is for super-admins alone', () => {
    const may = (['user', 'manager', 'admin', 'super-admin'] as Role[]).filter(
      (role) => mayCall(role, 'POST /tags') && mayCall(role, 'DELETE /tags') && mayCall(role, 'GET /tags/cache-reload'),
    )
    expect(may).toEqual(['super-admin'])
  })
})

describe('deleting a tag', () => {
  const remove = async (answer: (request: FakeRequest) => unknown) => {
    const server = draw({ 'DELETE /tags': answer })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Americas' }))
    expect(await screen.findByText('Do you want to delete the tag Americas?')).toBeVisible()
    await userEvent.click(button('Yes'))
    await waitFor(() => expect(server.of('DELETE /tags').map(({ query }) => query)).toEqual([{ ids: 'am' }]))
  }
  it('TAG-012/ui says that it is gone', async () => {
    await remove(() => {
      tags.project = tags.project.filter(({ _id }) => _id !== 'am')
      return { deletedTags: ['am'], undeletedTags: [] }
    })
    expect(await screen.findByText('Tag deleted successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Americas')).toBeNull())
  })
  it('TAG-013/ui says that it is used meanwhile', async () => {
    await remove(() => {
      tags.project = tags.project.map((tag) => ({ ...tag, isUsed: true }))
      return { deletedTags: [], undeletedTags: ['am'] }
    })
    expect(await screen.findByText('Tag cannot be deleted because it is currently used')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Americas' })).toBeNull())
  })
  it.each([
    ['an answer without it', () => ({ deletedTags: [], undeletedTags: [] })],
    ['no answer', () => new Response('')],
  ])('TAG-014/ui any other outcome: %s', async (_, answer) => {
    await remove(answer)
    expect(await screen.findByText('Unkwown error')).toBeVisible()
  })
})

describe('the tag dialog', () => {
  const openNew = async (title: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Add to ${title}` }))
  }
  const saved = (call: FakeRequest) => exampleTag('new', (call.body as { name: string }).name)

  it('TAG-007/ui TAG-008/ui TAG-002/ui TAG-011/ui makes a project tag with the default color and a live preview', async () => {
    const server = draw({ 'POST /tags': saved })
    await openNew('Project tags')
    const dialog = await screen.findByRole('dialog', { name: 'New Project tag' })
    const name = within(dialog).getByLabelText('Name')
    expect(name).toHaveFocus()
    const preview = within(dialog).getByRole('group', { name: 'Preview' })
    await userEvent.type(name, '  Night shift ')
    expect(preview).toHaveTextContent('Night shift')
    expect(within(dialog).getByLabelText('Color')).toHaveValue('#409eff')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Tag successfully created')).toBeVisible()
    expect(server.of('POST /tags').map(({ body }) => body)).toEqual([
      { name: 'Night shift', type: 'project', color: '#409EFF', isHidden: false },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Project tag' })).toBeNull())
  })

  it('TAG-004/ui TAG-011/ui a click on a tag edits it, its color too', async () => {
    const server = draw({ 'POST /tags': saved })
    await userEvent.click(await screen.findByRole('button', { name: 'Europe' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit Project tag' })
    fireEvent.change(within(dialog).getByLabelText('Color'), { target: { value: '#ff8800' } })
    expect(within(dialog).getByLabelText('Color as text')).toHaveValue('#FF8800')
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Hidden/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Tag successfully updated')).toBeVisible()
    expect(server.of('POST /tags').map(({ body }) => body)).toEqual([
      { _id: 'eu', name: 'Europe', type: 'project', color: '#FF8800', isHidden: true },
    ])
  })

  it('TAG-007/ui TAG-008/ui an administrative tag has no color', async () => {
    const server = draw({ 'POST /tags': saved })
    await userEvent.click(await screen.findByRole('button', { name: 'Headquarters' }))
    expect(await screen.findByRole('dialog', { name: 'Edit Administrative tag' })).toBeVisible()
    expect(screen.queryByLabelText('Color')).toBeNull()
    await userEvent.click(button('Cancel'))
    await openNew('Administrative tags')
    const dialog = await screen.findByRole('dialog', { name: 'New Administrative tag' })
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Paris{Enter}')
    await waitFor(() =>
      expect(server.of('POST /tags').map(({ body }) => body)).toEqual([
        { name: 'Paris', type: 'admin', isHidden: false },
      ]),
    )
  })

  it('TAG-009/ui TAG-010/ui the name is checked on blur and on save', async () => {
    const server = draw({ 'POST /tags': saved })
    await openNew('Administrative tags')
    const name = await screen.findByLabelText('Name')
    await userEvent.click(name)
    await userEvent.tab()
    expect(await screen.findByText('Please input tag name')).toBeVisible()
    await userEvent.type(name, ' EUROPE')
    expect(screen.queryByText('Please input tag name')).toBeNull()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('This tag already exists')).toBeVisible()
    expect(server.of('POST /tags')).toEqual([])
    await userEvent.clear(name)
    await userEvent.click(button('Save'))
    expect(await screen.findByText('Please input tag name')).toBeVisible()
    expect(server.of('POST /tags')).toEqual([])
  })

  it('TAG-009/ui its own name is not taken; a refusal of the server stays beside the name', async () => {
    draw({
      'POST /tags': () => {
        throw new RefusedCallError(40900, 'This tag already exists')
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Europe' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit Project tag' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('This tag already exists')).toBeVisible()
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Save' })).toBeEnabled())
  })

  it('a color must be one, and Escape asks before edits are lost', async () => {
    const server = draw({ 'POST /tags': saved })
    await userEvent.click(await screen.findByRole('button', { name: 'Europe' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit Project tag' })
    const text = within(dialog).getByLabelText('Color as text')
    await userEvent.clear(text)
    await userEvent.type(text, '#12')
    expect(await screen.findByText('Please write the color as #RRGGBB')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(server.of('POST /tags')).toEqual([])
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(await screen.findByText('Do you want to close without saving?')).toBeVisible()
    await userEvent.click(button('No'))
    expect(dialog).toBeVisible()
  })
})
