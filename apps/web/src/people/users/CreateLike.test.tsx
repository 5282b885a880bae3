import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { startSession } from '../../access/sessions/session.ts'
import { exampleMaster, examplePipeline } from '../../documents/pipelines/pipelines.examples.ts'
import { button, fillIn, input, savedBody, show } from '../../test-support/render-person.tsx'
import { sessionInfo } from '../../test-support/sessions.ts'
import { draftLike, emptyDraft } from './person-draft.ts'
import { americas, dealerTeam, europe, examplePeople, exampleUser, headquarters } from './users.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const dana = exampleUser({
  service: 'Sales',
  project_tags: [europe, americas],
  unrestrictedUpload: true,
  tfa: 'enrolled',
})

describe('draftLike', () => {
  it('takes what may be given, and nothing that is somebody alone', () => {
    const giving = { roles: ['user'] as const, canGive: ({ _id }: { _id: string }) => _id !== americas._id }
    expect(draftLike({ ...dana, avatar: 'data:image/png;base64,AA' }, ['fr'], giving)).toEqual({
      ...emptyDraft('user', [dealerTeam._id]),
      service: 'Sales',
      unrestrictedUpload: true,
      tfa: true,
      projectBadges: [europe._id],
      pipelines: new Map([['fr', true]]),
    })
    const admin = draftLike(exampleUser({ role: 'admin', admin_tags: [headquarters] }), [], giving)
    expect(admin).toMatchObject({ role: null, adminBadges: [headquarters._id] })
  })
})

describe('Create like …', () => {
  const people = () => [dana, ...examplePeople().slice(1)]
  const opened = async () => {
    const drawn = await show({ 'GET /users': people() }, { open: 'dana' })
    await drawn.user.click(await screen.findByRole('button', { name: 'Create like …' }))
    await screen.findByRole('dialog', { name: /Create User like Dana Dealer/ })
    return drawn
  }

  it('begins with role, service, badges and pipelines, and asks only for names and address', async () => {
    const { server, user, address } = await opened()
    expect(address()).toContain('like=dana')
    expect(server.of('GET /users/pipelinesFor').at(-1)?.query).toEqual({ id: 'dana' })
    expect(input(/^First name/)).toHaveValue('')
    expect(input(/^Role/)).toHaveValue('user')
    expect(input('Service')).toHaveValue('Sales')
    const assigned = await screen.findByRole('listbox', { name: 'Assigned' })
    expect(within(assigned).getByRole('option', { name: /Bikes fr-FR/ })).toBeInTheDocument()
    await fillIn(user)
    await user.click(button('Confirm'))
    await waitFor(() => expect(server.of('POST /users')).toHaveLength(1))
    expect(savedBody(server.of('POST /users'))).toMatchObject({
      firstName: 'Élodie',
      email: 'elodie@millrace.test',
      role: 'user',
      service: 'Sales',
      unrestrictedUpload: true,
      tfa: true,
      admin_tags: ['dt'],
      project_tags: ['eu', 'am'],
      pipelinePermissions: { fr: true },
    })
    expect(savedBody(server.of('POST /users'))).not.toHaveProperty('_id')
    await waitFor(() => expect(address()).not.toContain('like='))
  })

  it('a pipeline that is taken back is not assigned, and nothing that was not touched is asked about', async () => {
    const { server, user } = await opened()
    await user.click(button('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(await screen.findByText('dana.dealer'))
    await user.click(await screen.findByRole('button', { name: 'Create like …' }))
    const assigned = await screen.findByRole('listbox', { name: 'Assigned' })
    await user.dblClick(within(assigned).getByRole('option', { name: /Bikes fr-FR/ }))
    await fillIn(user)
    await user.click(button('Confirm'))
    await waitFor(() => expect(server.of('POST /users')).toHaveLength(1))
    expect(savedBody(server.of('POST /users')).pipelinePermissions).toEqual({})
  })

  it('a manager gets no admin like an admin, and only badges they hold', async () => {
    const boss = exampleUser({ _id: 'boss', role: 'admin', admin_tags: [dealerTeam, headquarters] })
    const pipelines = { userPipelines: [examplePipeline()], availablePipelines: [exampleMaster()] }
    const answers = { 'GET /users': [boss], 'GET /users/pipelinesFor': pipelines }
    const { server, user } = await show(answers, { as: 'admin', open: 'boss' })
    const info = sessionInfo('admin')
    act(() => startSession({ ...info, user: { ...info.user, admin_tags: [dealerTeam] } }))
    await user.click(await screen.findByRole('button', { name: 'Create like …' }))
    await screen.findByRole('dialog', { name: /Create User like/ })
    expect(input(/^Role/)).toHaveValue('')
    await user.selectOptions(input(/^Role/), 'manager')
    await fillIn(user)
    await user.click(button('Confirm'))
    await waitFor(() => expect(server.of('POST /users')).toHaveLength(1))
    expect(savedBody(server.of('POST /users'))).toMatchObject({ admin_tags: ['dt'], pipelinePermissions: {} })
  })
})

it('who holds a single group badge finds it chosen for a new user', async () => {
  const { server, user } = await show({}, { as: 'admin', open: 'marc' })
  const info = sessionInfo('admin')
  act(() => startSession({ ...info, user: { ...info.user, admin_tags: [dealerTeam] } }))
  await user.click(button('Cancel'))
  await user.click(button('Create User'))
  await screen.findByRole('dialog', { name: 'Create User' })
  await fillIn(user)
  await user.selectOptions(input(/^Role/), 'manager')
  await user.click(button('Confirm'))
  await waitFor(() => expect(savedBody(server.of('POST /users')).admin_tags).toEqual(['dt']))
})
