import type { ScheduledJob } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decideNavigation } from '../../routing/guard.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { exampleJob } from '../imports/imports.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { rowsOf } from '../../test-support/rows-of.ts'
import { exampleMaster, examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer, RefusedCallError, type FakeRequest } from '../../test-support/fake-server.ts'
import { JobsPage } from './JobsPage.tsx'
import { filterJobs, inKnownOrder, readJobsPlace, sortByNextRun, writeJobsPlace } from './jobs-place.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const job = (_id: string, name: string, scheduledAt: string, over: Partial<ScheduledJob> = {}): ScheduledJob =>
  exampleJob({
    _id,
    pipelineId: _id,
    pipeline: examplePipeline({ _id, name }),
    kind: 'repeat',
    timeZone: 'Europe/Berlin',
    nextImport: { _id: `${_id}-next`, scheduledAt },
    ...over,
  })
const weekly = job('w', 'Weekly fr-FR', '2026-11-23T05:15:00.000Z', {
  repeatPattern: '15 6 * * 1',
  lastExecuted: '2026-11-16T05:15:02.000Z',
})
const monthly = job('m', 'Monthly de-DE', '2026-12-31T05:00:00.000Z', {
  repeatPattern: '0 6 31 * *',
  scheduledBy: { userName: 'sam.super' },
})
const daily = job('d', 'Daily es-ES', '2026-11-22T22:45:00.000Z', {
  repeatPattern: '45 23 * * *',
  timeZone: 'Asia/Tokyo',
})
const later = job('l', 'Later it-IT', '2026-12-01T05:15:00.000Z', {
  kind: 'scheduled',
  scheduledDate: '2026-12-01',
  scheduledTime: '06:15',
})

let jobs: ScheduledJob[]
const answered = () => ({
  scheduled: jobs.filter(({ kind }) => kind === 'scheduled'),
  repeatable: jobs.filter(({ kind }) => kind === 'repeat'),
})
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
    'GET /imports/listScheduled': () => answered(),
    'DELETE /imports/job': ({ query }: FakeRequest) => {
      jobs = jobs.filter(({ _id }) => _id !== query.jobId)
      return null
    },
    ...answers,
  })
const at = '/import/jobs'
const rows = () => rowsOf('table', 'Jobs')
const cells = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
const answer = async (name: 'Yes' | 'No') => userEvent.click(await screen.findByRole('button', { name }))
const removal = () => screen.getByRole('button', { name: 'Delete' })

beforeEach(() => {
  jobs = [weekly, monthly, later, daily]
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('Manage jobs', () => {
  it('JOB-001/ui JOB-002/ui shows scheduled and repeatable jobs, soonest first, with the specified columns', async () => {
    serve()
    renderScreen(JobsPage, { at, as: 'admin' })
    const listed = await rows()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Pipeline',
      'Scheduled by',
      'Last executed',
      'Next import time',
      'Repeat pattern',
    ])
    expect(listed).toHaveLength(4)
    expect(cells(listed[1]).slice(1)).toEqual([
      expect.stringContaining('Weekly fr-FR'),
      'marc.manager',
      '2026-11-16 06:15',
      '2026-11-23 06:15',
      'Every Monday at 06:15',
    ])
    expect(cells(listed[2]).slice(2)).toEqual(['marc.manager', '-', '2026-12-01 06:15', 'On 2026-12-01 at 06:15'])
  })

  it('JOB-006/ui patterns are sentences; a zone other than the platform’s is named', async () => {
    serve()
    renderScreen(JobsPage, { at, as: 'admin' })
    expect((await rows()).map((row) => cells(row).at(-1))).toEqual([
      'Every day at 23:45 Asia/Tokyo',
      'Every Monday at 06:15',
      'On 2026-12-01 at 06:15',
      'Once a month on day 31 at 06:00',
    ])
  })

  it('leaves out a plan that was deleted before its changes are told', async () => {
    const server = serve()
    renderScreen(JobsPage, { at, as: 'admin' })
    expect(await rows()).toHaveLength(4)
    jobs = [weekly, later, daily]
    act(() => fakeLive.beginWith('jobs', jobs))
    await waitFor(async () => expect(await rows()).toHaveLength(3))
    expect(server.of('GET /imports/listScheduled')).toHaveLength(2)
  })

  it('JOB-003/ui JOB-004/ui deletes the selected jobs after asking, one call each', async () => {
    const server = serve()
    const { address } = renderScreen(JobsPage, { at, as: 'admin' })
    await rows()
    expect(removal()).toBeDisabled()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Weekly fr-FR' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Later it-IT' }))
    await waitFor(() => expect(address()).toBe('/import/jobs?jobs=w%2Cl'))
    await userEvent.click(removal())
    expect(await screen.findByRole('dialog', { name: /Confirmation/ })).toHaveTextContent(
      'Do you want to delete the 2 selected jobs?',
    )
    await answer('No')
    expect(server.of('DELETE /imports/job')).toEqual([])
    await userEvent.click(removal())
    await answer('Yes')
    expect(await screen.findByText('2 jobs deleted.')).toBeVisible()
    expect(server.of('DELETE /imports/job').map(({ query }) => query)).toEqual([{ jobId: 'w' }, { jobId: 'l' }])
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    expect(address()).toBe('/import/jobs')
  })

  it('ERR-008/ui one that cannot be deleted stays selected with the reason; the others go', async () => {
    serve({
      'DELETE /imports/job': ({ query }: FakeRequest) => {
        if (query.jobId === 'w') throw new RefusedCallError(40900, 'Cannot delete a running import.')
        if (query.jobId === 'm') throw new RefusedCallError(50000, '')
        jobs = jobs.filter(({ _id }) => _id !== query.jobId)
        return null
      },
    })
    renderScreen(JobsPage, { at, as: 'admin' })
    await rows()
    await userEvent.click(screen.getByRole('checkbox', { name: 'All jobs' }))
    await userEvent.click(removal())
    await answer('Yes')
    expect(await screen.findByText('Weekly fr-FR was not deleted: Cannot delete a running import.')).toBeVisible()
    expect(screen.getByText('Monthly de-DE was not deleted: error while deleting import')).toBeVisible()
    expect(screen.getByText('2 jobs deleted.')).toBeVisible()
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    for (const box of screen.getAllByRole('checkbox', { name: /fr-FR|de-DE/ })) expect(box).toBeChecked()
  })

  it('follows what happens to plans; rows stay where they are and new ones come last', async () => {
    serve()
    renderScreen(JobsPage, { at, as: 'admin' })
    await rows()
    const moved = { ...daily, nextImport: { _id: 'x', scheduledAt: '2026-12-24T22:45:00.000Z' } }
    jobs = [job('n', 'New nl-NL', '2026-11-21T10:00:00.000Z', { repeatPattern: 'M 15' }), moved, weekly, monthly]
    act(() => fakeLive.push('jobs', moved))
    await waitFor(async () =>
      expect((await rows()).map((row) => cells(row).at(-1))).toEqual([
        'Every day at 23:45 Asia/Tokyo',
        'Every Monday at 06:15',
        'Once a month on day 31 at 06:00',
        'Every 15 minutes',
      ]),
    )
  })

  it('searches by pipeline and person, and deletes only what is listed', async () => {
    const server = serve()
    renderScreen(JobsPage, { at: '/import/jobs?jobs=w,m', as: 'admin' })
    await rows()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search jobs' }), 'sam')
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(screen.getByText('1 job selected')).toBeVisible()
    await userEvent.click(removal())
    expect(await screen.findByRole('dialog')).toHaveTextContent(
      'Do you want to delete the job of the pipeline : Monthly de-DE',
    )
    await answer('Yes')
    await waitFor(() => expect(server.of('DELETE /imports/job').map(({ query }) => query)).toEqual([{ jobId: 'm' }]))
    expect(await screen.findByText('Nothing matches these filters')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await rows()).toHaveLength(3)
  })

  it('says what to do when nothing is planned; who may plan gets the way there', async () => {
    jobs = []
    serve()
    const { unmount } = renderScreen(JobsPage, { at, as: 'super-admin' })
    expect(await screen.findByText(/Choose Later or Repeat in step 4/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Upload new file' })).toHaveAttribute('href', '/import/upload')
    unmount()
    renderScreen(JobsPage, { at, as: 'admin' })
    expect(await screen.findByText(/They show here once somebody plans one/)).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says when the list cannot be had, and asks again', async () => {
    let broken = true
    serve({
      'GET /imports/listScheduled': () => {
        if (broken) throw new RefusedCallError(50000, 'Something unexpected happened.')
        return answered()
      },
    })
    renderScreen(JobsPage, { at, as: 'admin' })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    broken = false
    await userEvent.click(retry)
    expect(await rows()).toHaveLength(4)
  })

  it('the way to a plan is there for those who may edit it, with the countries a master runs', async () => {
    jobs = [{ ...weekly, pipeline: exampleMaster(), listPipelines: ['fr', 'de'] }]
    serve()
    renderScreen(JobsPage, { at, as: 'super-admin' })
    expect((await rows())[0]).toHaveTextContent('2 country pipelines')
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/import/upload?pipeline=master&step=4')
  })
})

it('PRM-002/ui Manage jobs opens for admin and super-admin only', () => {
  const opens = (['user', 'manager', 'admin', 'super-admin'] as const).filter(
    (role) => decideNavigation(at, at, role).go === 'on',
  )
  expect(opens).toEqual(['admin', 'super-admin'])
})

describe('the place and the order of jobs', () => {
  it('survives a round through the address', () => {
    const place = { text: 'fr', picked: new Set(['a', 'b']) }
    expect(readJobsPlace(writeJobsPlace(place))).toEqual(place)
    expect(writeJobsPlace({ text: '', picked: new Set() })).toEqual({ q: null, jobs: null })
  })
  it('finds all words of a search in pipeline or person', () => {
    expect(filterJobs([weekly, monthly], 'month SAM').map(({ _id }) => _id)).toEqual(['m'])
    expect(filterJobs([weekly, monthly], '').length).toBe(2)
  })
  it('puts plans without a next import last', () => {
    const ended = job('e', 'x', '', { nextImport: null })
    expect(sortByNextRun([ended, monthly, weekly]).map(({ _id }) => _id)).toEqual(['w', 'm', 'e'])
    expect(inKnownOrder([weekly, monthly], ['m']).map(({ _id }) => _id)).toEqual(['m', 'w'])
  })
})
