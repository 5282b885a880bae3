import type { MassCandidate, MassRun, Role, ScheduledJob } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { toast } from '../../state/toasts.ts'
import { exampleReport } from '../versions/versions.examples.ts'
import { UpdatesPage } from './UpdatesPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const plan = { _id: 'j1', kind: 'repeat', repeatPattern: '15 2 * * *', pipeline: { version: 1 } } as ScheduledJob
const candidate = (name: string): MassCandidate => ({
  ...exampleReport('pipeline', name).old,
  report: exampleReport('pipeline', name, {
    update: true,
    pipelines: [exampleReport('pipeline', `${name} fr-FR`, { update: true })],
  }),
})
const runOf = (kind: MassRun['kind'], names: readonly string[]): MassRun => ({
  ...{ _id: 'run', kind, startedAt: '2026-11-20T16:02:00.000Z', startedBy: 'sam.super' },
  endedAt: '2026-11-20T16:02:01.000Z',
  rows: names.map((name) => {
    const { old } = exampleReport('pipeline', name)
    return { old, new: { ...old, _id: `${name}-2`, version: 2 }, state: 'done', error: null, touched: [] }
  }),
})
/** A server whose runs end before anybody has looked at them. */
function open(tab: 'update' | 'lock', as: Role = 'super-admin', answers: Answers = {}) {
  let left = ['Bikes', 'Vehicles']
  let last: MassRun | null = null
  const start = ({ body: { ids } }: { body: { ids: readonly string[] } }) => {
    const done = left.filter((name) => ids.includes(`${name}-1`))
    left = left.filter((name) => !done.includes(name))
    last = runOf(tab, done)
    return []
  }
  const server = fakeServer({
    'GET /pipelines/version/mass-compute': () => left.map(candidate),
    'GET /pipelines/version/mass-runs': () => last,
    'POST /pipelines/version/mass-update': start,
    'POST /pipelines/version/mass-lock': start,
    ...answers,
  } as Answers)
  renderScreen(UpdatesPage, { at: `/manage/update-lock-pipeline?tab=${tab}`, as })
  return server
}
const box = (name: string) => screen.findByRole('checkbox', { name })
const button = (name: string) => screen.getByRole('button', { name })

it('VER-035/ui the screen has a tab for updates and one for locks', async () => {
  open('update')
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'Update version',
    'Lock version',
  ])
})

it('VER-036/ui VER-037/ui VER-042/ui masters are checked one by one or all, looked at, and started once some are checked', async () => {
  const server = open('update')
  expect(await screen.findByText('2 master pipeline(s) can be updated')).toBeVisible()
  expect(screen.getByText('Select a pipeline to check the details')).toBeVisible()
  expect(button('Start update')).toBeDisabled()
  await userEvent.click(await box('Vehicles'))
  expect(await box('Check all')).toBePartiallyChecked()
  expect(screen.getByRole('heading', { name: 'Update of Vehicles' })).toBeVisible()
  await userEvent.click(await box('Check all'))
  expect(screen.getByText('2 selected')).toBeVisible()
  await userEvent.click(await box('Vehicles'))
  await userEvent.click(button('Bikes'))
  expect(screen.getByRole('region', { name: 'Pipelines' })).toHaveTextContent('Pipelines: 2 of 2 change')
  expect(screen.queryByText('Select a pipeline to check the details')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Country pipelines (1)' }))
  await userEvent.click(button('Start update'))
  await waitFor(() => expect(server.of('POST /pipelines/version/mass-update')).toHaveLength(1))
  expect(server.of('POST /pipelines/version/mass-update')[0]?.body).toMatchObject({
    ids: ['Bikes-1'],
    previews: [{ old: { _id: 'Bikes-1' }, update: true, pipelines: [] }],
  })
})

it('VER-032/ui VER-033/ui countries and plans of each master go along unless they are unticked', async () => {
  const planned = candidate('Bikes')
  const report = {
    ...planned.report!,
    ...{ updatePendings: true, pendings: { scheduled: [], repeatable: [plan] } },
  }
  const server = open('update', 'super-admin', {
    'GET /pipelines/version/mass-compute': () => [{ ...planned, report }, candidate('Vehicles')],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Bikes' }))
  expect(await box('Country pipelines (1)')).toBeChecked()
  expect(await box('Scheduled executions (1)')).toBeChecked()
  await userEvent.click(await box('Scheduled executions (1)'))
  await userEvent.click(await box('Check all'))
  await userEvent.click(button('Start update'))
  await waitFor(() => expect(server.of('POST /pipelines/version/mass-update')).toHaveLength(1))
  expect(server.of('POST /pipelines/version/mass-update')[0]?.body).toMatchObject({
    previews: [
      { old: { _id: 'Bikes-1' }, updatePendings: false, pipelines: [{ old: { _id: 'Bikes fr-FR-1' } }] },
      { old: { _id: 'Vehicles-1' }, pipelines: [{ old: { _id: 'Vehicles fr-FR-1' } }] },
    ],
  })
})

it('VER-038/ui VER-039/ui VER-042/ui drafts are toggled all at once and locked', async () => {
  const server = open('lock')
  expect(await screen.findByText('2 master pipeline(s) can be locked')).toBeVisible()
  expect(button('Start lock')).toBeDisabled()
  await userEvent.click(await box('Toggle all'))
  await userEvent.click(button('Start lock'))
  await waitFor(() => expect(server.of('POST /pipelines/version/mass-lock')).toHaveLength(1))
  expect(server.of('POST /pipelines/version/mass-lock')[0]?.body).toEqual({ ids: ['Bikes-1', 'Vehicles-1'] })
})

it.each(['update', 'lock'] as const)(
  'VER-041/ui each master of %s has its version with padlock or pencil, except to role user',
  async (tab) => {
    open(tab)
    const pills = within(await screen.findByRole('list')).getAllByTitle('Version 1 (Prod)')
    expect(pills.map((pill) => [pill.textContent, pill.querySelector('svg') !== null])).toEqual([
      ['v1', true],
      ['v1', true],
    ])
  },
)

it('VER-041/ui role user would see neither', async () => {
  open('lock', 'user')
  await screen.findByText('Bikes')
  expect(screen.queryByTitle('Version 1 (Prod)')).toBeNull()
})

it('VER-025/ui the report of an update says of each master from which version to which it went', async () => {
  open('update')
  await userEvent.click(await box('Check all'))
  await userEvent.click(button('Start update'))
  const report = await screen.findByRole('list', { name: 'What became of each master' })
  expect(
    within(report)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['BikesVersion 1 updated to version 2', 'VehiclesVersion 1 updated to version 2'])
})

it('a run that is over before it was seen under way is told, and the lists are asked again', async () => {
  open('lock')
  await userEvent.click(await box('Bikes'))
  await userEvent.click(button('Start lock'))
  expect(await screen.findByText('1 master pipeline(s) can be locked')).toBeVisible()
  expect(toast.shown()).toMatchObject([{ tone: 'success', text: '1 locked', detail: 'Bikes: Version 1 locked' }])
  expect(screen.getByText('Last lock')).toBeVisible()
})
