import type { Role } from '@millrace/contract'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderScreen } from './render-screen.tsx'
import { exampleMaster, examplePipeline } from '../documents/pipelines/pipelines.examples.ts'
import { startSession } from '../access/sessions/session.ts'
import { type Answers, fakeServer, type FakeRequest } from './fake-server.ts'
import { sessionInfo } from './sessions.ts'
import { dealerTeam, europe, examplePeople, exampleUser, peopleTags } from '../people/users/users.examples.ts'
import { UsersPage } from '../people/users/UsersPage.tsx'

// The dialog of a person over the Users screen, for tests.

type User = ReturnType<typeof userEvent.setup>
const pipelines = {
  userPipelines: [examplePipeline()],
  availablePipelines: [exampleMaster(), examplePipeline({ _id: 'de', name: 'Bikes de-DE' })],
}
const nothing = { changes: [], gains: 0, loses: 0, people: 0, items: 0 }

type Options = { as?: Role; open?: string; holds?: boolean }
export const show = async (
  answers: Answers = {},
  { as = 'super-admin', open = 'new', holds = false }: Options = {},
) => {
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
export const input = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name)
export const button = (name: string) => screen.getByRole('button', { name })
export const fillIn = async (
  user: User,
  { first = 'Élodie', last = 'de la Cruz', email = 'elodie@millrace.test' } = {},
) => {
  await user.type(input(/^First name/), first)
  await user.type(input(/^Last name/), last)
  await user.type(input(/^Email/), email)
}
export const savedBody = (requests: FakeRequest[]) => requests[0]?.body as Record<string, unknown>
export const marked = (list: HTMLElement) => within(list).getAllByRole('option', { selected: true })
