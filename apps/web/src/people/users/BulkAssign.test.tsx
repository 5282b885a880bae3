import { texts } from '@millrace/contract/errors'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { startSession } from '../../access/sessions/session.ts'
import { exampleMaster, examplePipeline } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { sessionInfo } from '../../test-support/sessions.ts'
import { americas, europe, examplePeople, exampleUser, peopleTags } from './users.examples.ts'
import { UsersPage } from './UsersPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const people = () => [
  ...examplePeople(),
  exampleUser({ _id: 'toni', userName: 'toni.two', pipelinePermissions: { fr: true } }),
]

async function open(button: 'Badges …' | 'Pipelines …', answers: Answers = {}) {
  const server = fakeServer({
    'GET /users': people(),
    'GET /tags/list': peopleTags(),
    'GET /pipelines': [examplePipeline(), exampleMaster()],
    'POST /users/assign': [],
    ...answers,
  })
  const drawn = renderScreen(UsersPage, { at: '/manage/users?people=dana,marc,toni', as: 'super-admin' })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: button }))
  const dialog = await screen.findByRole('dialog')
  return { server, user, dialog, ...drawn }
}
const choice = (name: RegExp) => screen.findByRole('combobox', { name })

describe('badges of several people', () => {
  it('are given and taken in one request, and the selection ends', async () => {
    const { server, user, dialog } = await open('Badges …')
    expect(dialog).toHaveAccessibleName('Badges of 3 users')
    const confirm = within(dialog).getByRole('button', { name: 'Change 3 users' })
    expect(confirm).toBeDisabled()
    const held = await choice(/^Americas, held by 1 of 3/)
    expect(
      within(await choice(/^Dealer team, held by 3 of 3/)).getByRole('option', { name: 'Give to all' }),
    ).toBeDisabled()
    await user.selectOptions(held, 'Take from all')
    await user.selectOptions(await choice(/^Headquarters, held by 0 of 3/), 'Give to all')
    await user.selectOptions(await choice(/^Europe/), 'Give to all')
    await user.selectOptions(await choice(/^Europe/), 'Leave as it is')
    await user.click(confirm)
    expect(await screen.findByText('3 users were changed.')).toBeInTheDocument()
    expect(server.of('POST /users/assign').map(({ body }) => body)).toEqual([
      { ids: ['dana', 'marc', 'toni'], give: { badges: ['hq'] }, take: { badges: [americas._id] } },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await screen.findByRole('searchbox', { name: 'Search users' })).toBeInTheDocument()
  })

  it('are only those that the acting person may give', async () => {
    const { user, dialog } = await open('Badges …')
    const info = sessionInfo('admin')
    act(() => startSession({ ...info, user: { ...info.user, project_tags: [europe] } }))
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(1)
    await user.type(within(dialog).getByRole('searchbox'), 'nothing')
    expect(within(dialog).getByText('Nothing matches')).toBeInTheDocument()
  })

  it('a refusal stands in the dialog, once, and keeps the choices', async () => {
    const text = `dana.dealer: ${texts.needsAdminBadge}`
    const refuse = () => {
      throw new RefusedCallError(40000, text)
    }
    const { user, dialog } = await open('Badges …', { 'POST /users/assign': refuse })
    await user.selectOptions(await choice(/^Dealer team/), 'Take from all')
    await user.click(within(dialog).getByRole('button', { name: 'Change 3 users' }))
    expect(await within(dialog).findByText(text)).toBeInTheDocument()
    expect(screen.getAllByText(text)).toHaveLength(1)
    expect(await choice(/^Dealer team/)).toHaveValue('take')
  })
})

describe('pipelines of several people', () => {
  it('concern those of role user alone', async () => {
    const { server, user, dialog } = await open('Pipelines …')
    expect(dialog).toHaveAccessibleName('Pipelines of 2 users')
    await user.selectOptions(await choice(/^Bikes fr-FR, held by 1 of 2/), 'Give to all')
    await user.click(within(dialog).getByRole('button', { name: 'Change 2 users' }))
    await waitFor(() => expect(server.of('POST /users/assign')).toHaveLength(1))
    expect(server.of('POST /users/assign')[0]?.body).toEqual({
      ids: ['dana', 'toni'],
      give: { pipelines: ['fr'] },
      take: { pipelines: [] },
    })
  })

  it('can be asked for again when they could not be had', async () => {
    let asked = 0
    const flaky = () => {
      if (asked++ === 0) throw new RefusedCallError(50000, 'Something unexpected happened.')
      return [examplePipeline()]
    }
    const { user, dialog } = await open('Pipelines …', { 'GET /pipelines': flaky })
    await user.click(await within(dialog).findByRole('button', { name: 'Retry' }))
    expect(await choice(/^Bikes fr-FR/)).toBeInTheDocument()
  })
})

it('more than 300 people are changed in parts that somebody picks', async () => {
  const many = Array.from({ length: 301 }, (_, n) => exampleUser({ _id: `u${n}`, userName: `user.${n}` }))
  fakeServer({ 'GET /users': many, 'GET /tags/list': peopleTags() })
  renderScreen(UsersPage, { at: '/manage/users', as: 'super-admin' })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'All users' }))
  expect(await screen.findByRole('button', { name: 'Badges …' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Active' })).toBeEnabled()
})
