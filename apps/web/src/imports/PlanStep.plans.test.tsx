import type { Import, ScheduledJob } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleMaster, examplePipeline, exampleSource, exampleTypes } from '../pipelines/pipelines.examples.ts'
import { type Answers, fakeServer, type FakeRequest, Refusal } from '../test-support/fake-server.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { fakeLive } from './fake-live.ts'
import { ImportPage } from './ImportPage.tsx'
import { exampleImport, exampleJob } from './imports.examples.ts'
import { renderScreen } from './render-screen.tsx'

vi.mock('../api/live.ts', () => import('./fake-live.ts'))
// Whole walks through the step, typed letter by letter.
vi.setConfig({ testTimeout: 90_000 })

const country = examplePipeline({ dataSources: [exampleSource()] })
const german = examplePipeline({ _id: 'de', name: 'Bikes de-DE', dataSources: [exampleSource()] })
const master = exampleMaster({
  countryPipelines: [country, german].map(({ _id, name, version, vLocked }) => ({ _id, name, version, vLocked })),
})
const weekly = exampleJob({
  kind: 'repeat',
  repeatPattern: '15 6 * * 1',
  timeZone: 'Europe/Berlin',
  nextImport: { _id: 'i5', scheduledAt: '2026-11-23T05:15:00.000Z' },
})
const pending = exampleImport({ _id: 'i5', state: 'pending', startedAt: null, scheduledAt: '2026-11-23T05:15:00.000Z' })

/** What GET /imports/job answers for the country, as the test goes on. */
let current: { imp: Import | null; job: ScheduledJob | null }
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [country, german, master] },
    'GET /uploads/last-all': [exampleUpload(), exampleUpload({ _id: 'm1', dataSubKind: 'catalogue' })],
    'GET /imports/job': () => current,
    'POST /imports/plan': { sentence: 'as said', nextRuns: ['2026-11-23T05:15:00.000Z', '2026-11-30T05:15:00.000Z'] },
    'POST /imports': { jobId: 'j9', importId: 'i9' },
    'POST /imports/job': { jobId: 'j1', importId: 'i6' },
    'DELETE /imports/job': null,
    'DELETE /imports': null,
    ...answers,
  })
const next = () => screen.getByRole('button', { name: 'Next step' })
const ready = () => waitFor(() => expect(next()).toBeEnabled())
const choose = async (name: string) => userEvent.click(await screen.findByText(name, { selector: 'label *' }))
const options = () => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')]
const pick = async (label: string, text: string) => {
  const box = await screen.findByRole('combobox', { name: label })
  await userEvent.type(box, text)
  await userEvent.click(options().find(({ textContent }) => textContent === text) as HTMLElement)
}
const answer = async (name: 'Yes' | 'No') => userEvent.click(await screen.findByRole('button', { name }))
const at = '/import/upload?pipeline=fr&step=4'
const ofMaster = '/import/upload?pipeline=master&step=4'
const planned = 'There is already a planned import for this pipeline.'

beforeEach(() => {
  current = { imp: null, job: null }
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('making and changing a plan', () => {
  it('IMP-008/ui IMP-016/ui IMP-047/ui Repeat creates a job that the last step shows', async () => {
    const server = serve({
      'POST /imports': () => {
        current = { imp: pending, job: weekly }
        return { jobId: 'j1', importId: 'i5' }
      },
    })
    const { address } = renderScreen(ImportPage, { at })
    await ready()
    await choose('Repeat')
    expect(next()).toBeDisabled()
    expect(next()).toHaveAccessibleDescription('Choose how often it repeats')
    await pick('How often', 'Weekly')
    expect(next()).toHaveAccessibleDescription('Choose a weekday Choose a time')
    await pick('Weekday', 'Monday')
    await pick('Time', '06:15')
    await ready()
    await userEvent.click(next())
    expect(await screen.findByRole('dialog')).toHaveTextContent('Do you want to run the pipeline : Bikes fr-FR')
    await answer('Yes')
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=fr&step=5&imports=i5'))
    expect(server.of('POST /imports')[0]?.body).toEqual({
      pipelineId: 'fr',
      kind: 'repeat',
      repeatPattern: '15 6 * * 1',
      restartOnError: true,
    })
    const plan = await screen.findByRole('region', { name: 'Plan' })
    expect(plan).toHaveTextContent('Every Monday at 06:15')
    expect(await within(plan).findByText('2026-11-23 06:15')).toBeVisible()
    await userEvent.click(within(plan).getByRole('button', { name: 'Edit plan' }))
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=fr&step=4'))
  })

  it.each([at, ofMaster])('nothing can be confirmed while the plan of %s cannot be read', async (address) => {
    let fails = true
    serve({
      'GET /imports/job': () => {
        if (fails) throw new Refusal(50000, 'no plan today')
        return current
      },
    })
    renderScreen(ImportPage, { at: address })
    expect((await screen.findAllByText('no plan today')).length).toBeGreaterThan(0)
    expect(await screen.findByText('Waiting for the plan of this pipeline')).toBeInTheDocument()
    expect(next()).toBeDisabled()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await ready()
  })

  it('IMP-008/ui a planned job is read into the form and edited, not made twice', async () => {
    current = { imp: pending, job: weekly }
    const server = serve()
    const { address } = renderScreen(ImportPage, { at })
    await ready()
    expect(screen.getByRole('group', { name: 'Schedule' })).toHaveTextContent(/Weekly.*Monday.*06:15/)
    expect(screen.getByText('Planned by marc.manager')).toBeVisible()
    await pick('Weekday', 'Sunday')
    await ready()
    await userEvent.click(next())
    await answer('Yes')
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=fr&step=5&imports=i6'))
    expect(server.of('POST /imports/job')[0]?.body).toEqual({
      jobId: 'j1',
      pipelineId: 'fr',
      kind: 'repeat',
      repeatPattern: '15 6 * * 0',
      restartOnError: true,
    })
    expect(server.of('POST /imports')).toEqual([])
  })

  it('IMP-033/ui IMP-034/ui switching to Now asks; No restores the former kind, Yes replaces the plan when executed', async () => {
    current = { imp: pending, job: weekly }
    const server = serve()
    renderScreen(ImportPage, { at })
    await ready()
    await choose('Now')
    const dialog = await screen.findByRole('dialog', { name: /Confirmation/ })
    const text = 'If you select now and execute it will delete the last import, Do you want continue? '
    expect(dialog.textContent).toContain(text)
    await answer('No')
    expect(screen.getByRole('radio', { name: 'Repeat' })).toBeChecked()
    expect(screen.getByText('Every Monday at 06:15')).toBeVisible()
    await choose('Now')
    await answer('Yes')
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Now' })).toBeChecked())
    expect(server.of('POST /imports/job')).toEqual([])
    await userEvent.click(next())
    await answer('Yes')
    await waitFor(() =>
      expect(server.of('POST /imports/job')[0]?.body).toMatchObject({ jobId: 'j1', kind: 'immediate' }),
    )
  })

  it('Later in place of Repeat is not asked about: nothing is lost before it is saved', async () => {
    current = { imp: pending, job: weekly }
    serve()
    renderScreen(ImportPage, { at })
    await ready()
    await choose('Later')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(next()).toHaveAccessibleDescription('Choose a date Choose a time')
  })

  it('IMP-041/ui a job of a kind there is not is told and cannot be saved', async () => {
    current = { imp: null, job: exampleJob({ kind: 'someday' as never }) }
    serve()
    renderScreen(ImportPage, { at })
    await waitFor(() => expect(next()).toHaveAccessibleDescription('Something unexpected happened.'))
    expect(next()).toBeDisabled()
  })
})

describe('cancelling', () => {
  it('IMP-035/ui IMP-036/ui asks, deletes the plan, says so and lets a new one be made', async () => {
    current = { imp: pending, job: weekly }
    const server = serve({
      'DELETE /imports/job': () => {
        current = { imp: null, job: null }
        return null
      },
    })
    renderScreen(ImportPage, { at })
    const button = await screen.findByRole('button', { name: 'Cancel import' })
    await userEvent.click(button)
    expect(await screen.findByRole('dialog')).toHaveTextContent('Do you want to cancel the import?')
    await answer('No')
    expect(server.of('DELETE /imports/job')).toEqual([])
    await userEvent.click(button)
    await answer('Yes')
    expect(await screen.findByText('The current import is cancelled.')).toBeVisible()
    expect(server.of('DELETE /imports/job')[0]?.query).toEqual({ jobId: 'j1' })
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Now' })).toBeChecked())
    expect(screen.getByRole('radio', { name: 'Repeat' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: 'Cancel import' })).toBeNull()
    await ready()
  })

  it('IMP-035/ui an immediate import that waits to begin is deleted by itself', async () => {
    current = { imp: exampleImport({ state: 'pending' }), job: exampleJob() }
    const server = serve()
    renderScreen(ImportPage, { at })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel import' }))
    await answer('Yes')
    await waitFor(() => expect(server.of('DELETE /imports')[0]?.query).toEqual({ importId: 'i1' }))
    expect(server.of('DELETE /imports/job')).toEqual([])
  })

  it('ERR-008/ui a refusal is told; without a text of the server’s in the specified words', async () => {
    current = { imp: pending, job: weekly }
    let says = 'Cannot delete a running import.'
    serve({
      'DELETE /imports/job': () => {
        throw new Refusal(40900, says)
      },
    })
    renderScreen(ImportPage, { at })
    const button = await screen.findByRole('button', { name: 'Cancel import' })
    await userEvent.click(button)
    await answer('Yes')
    expect(await screen.findByText('Cannot delete a running import.')).toBeVisible()
    says = ''
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    await answer('Yes')
    expect(await screen.findByText('error while deleting import')).toBeVisible()
    expect(screen.queryByText('The current import is cancelled.')).toBeNull()
  })
})

describe('what blocks editing', () => {
  it('IMP-037/ui IMP-038/ui a running import', async () => {
    current = { imp: exampleImport({ state: 'busy' }), job: weekly }
    serve()
    renderScreen(ImportPage, { at })
    expect(await screen.findByText('Cannot edit the import. An import is already running.')).toBeVisible()
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Cancel import' })).toBeNull()
    await waitFor(() => expect(next()).toBeDisabled())
  })

  it('IMP-037/ui IMP-039/ui an immediate import that is pending', async () => {
    current = { imp: exampleImport({ state: 'pending' }), job: exampleJob() }
    serve()
    renderScreen(ImportPage, { at })
    expect(await screen.findByText('Cannot edit the import. An immediate import is pending.')).toBeVisible()
    await waitFor(() => expect(next()).toBeDisabled())
  })

  it('IMP-037/ui IMP-040/ui as soon as somebody starts one, and no longer than it runs', async () => {
    serve()
    renderScreen(ImportPage, { at })
    await ready()
    current = { imp: exampleImport({ _id: 'i7', state: 'progress' }), job: exampleJob() }
    act(() => fakeLive.push('imports', current.imp as Import, 'insert'))
    await waitFor(() => expect(next()).toBeDisabled())
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Cannot create or edit the import. There is already an import running for this pipeline.',
    )
    current = { imp: exampleImport({ _id: 'i7', state: 'completed', success: true }), job: null }
    act(() => fakeLive.push('imports', current.imp as Import))
    await ready()
  })

  it.each([
    ['IMP-038/ui', 'Cannot edit the import. An import is already running.'],
    ['IMP-039/ui', 'Cannot edit the import. An immediate import is pending.'],
  ])('%s refused by the server, the step stays and keeps the text', async (_, text) => {
    current = { imp: pending, job: weekly }
    serve({
      'POST /imports/job': () => {
        throw new Refusal(40900, text)
      },
    })
    const { address } = renderScreen(ImportPage, { at })
    await ready()
    await userEvent.click(next())
    await answer('Yes')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text))
    expect(address()).toBe(at)
  })
})

describe('two people at one pipeline', () => {
  it('a plan somebody else makes meanwhile is told and never overwritten unseen', async () => {
    serve()
    renderScreen(ImportPage, { at })
    await ready()
    await choose('Repeat')
    await pick('How often', 'Minutely')
    await pick('Minutes', '30')
    await ready()
    current = { imp: pending, job: { ...weekly, scheduledBy: { userName: 'sam.super' } } }
    act(() => fakeLive.push('jobs', weekly, 'insert'))
    expect(
      await screen.findByText('sam.super has planned this pipeline meanwhile: Every Monday at 06:15.'),
    ).toBeVisible()
    expect(next()).toHaveAccessibleDescription(planned)
    // The own choice is still there to be seen.
    expect(screen.getByText('Every 30 minutes')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show that plan' }))
    expect(screen.getByText('Every Monday at 06:15')).toBeVisible()
    await ready()
  })

  it('a plan that is gone meanwhile leaves the choice to be made anew', async () => {
    current = { imp: pending, job: weekly }
    const server = serve()
    renderScreen(ImportPage, { at })
    await ready()
    await pick('Weekday', 'Friday')
    current = { imp: null, job: null }
    act(() => fakeLive.push('jobs', weekly, 'delete'))
    expect(await screen.findByText(/The planned import is gone meanwhile/)).toBeVisible()
    await ready()
    await userEvent.click(next())
    await answer('Yes')
    await waitFor(() => expect(server.of('POST /imports')[0]?.body).toMatchObject({ repeatPattern: '15 6 * * 5' }))
    expect(server.of('POST /imports/job')).toEqual([])
  })

  it('who is a moment too late is refused and shown the other’s plan', async () => {
    serve({
      'POST /imports': () => {
        current = { imp: pending, job: { ...weekly, scheduledBy: { userName: 'sam.super' } } }
        throw new Refusal(40900, planned)
      },
    })
    const { address } = renderScreen(ImportPage, { at })
    await ready()
    await choose('Repeat')
    await pick('How often', 'Minutely')
    await pick('Minutes', '30')
    await ready()
    await userEvent.click(next())
    await answer('Yes')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(planned))
    expect(await screen.findByText(/sam.super has planned this pipeline meanwhile/)).toBeVisible()
    expect(address()).toBe(at)
  })

  it('the last step follows a plan that another person changes or cancels', async () => {
    current = { imp: pending, job: weekly }
    serve()
    renderScreen(ImportPage, { at: '/import/upload?pipeline=fr&step=5&imports=i5' })
    expect(await screen.findByText('Every Monday at 06:15')).toBeVisible()
    current = { imp: { ...pending, _id: 'i8' }, job: { ...weekly, repeatPattern: 'M 45' } }
    act(() => fakeLive.push('jobs', current.job as ScheduledJob))
    expect(await screen.findByText('Every 45 minutes')).toBeVisible()
    current = { imp: null, job: null }
    act(() => fakeLive.push('jobs', weekly, 'delete'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Plan' })).toBeNull())
  })
})

describe('the plan of a master', () => {
  const idle = { imp: null, job: null }

  it('IMP-008/ui IMP-013/ui plans the chosen country pipelines and shows the plan', async () => {
    let saved = false
    const ofPlan = { ...weekly, pipelineId: 'master', pipeline: master, listPipelines: ['fr'], repeatPattern: 'H 2' }
    const server = serve({
      'GET /imports/job': ({ query }: FakeRequest) =>
        saved && query.pipelineId === 'master' ? { imp: pending, job: ofPlan } : idle,
      'POST /imports': () => {
        saved = true
        return { jobId: 'j1', importId: 'i5', imports: [{ jobId: 'j1', importId: 'i5' }] }
      },
    })
    const { address } = renderScreen(ImportPage, { at: ofMaster })
    await ready()
    await userEvent.click(screen.getByRole('checkbox', { name: /Bikes de-DE/ }))
    await choose('Repeat')
    await pick('How often', 'Hourly')
    await pick('Hours', '2')
    await ready()
    await userEvent.click(next())
    await answer('Yes')
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=master&step=5&imports=i5'))
    expect(server.of('POST /imports')[0]?.body).toEqual({
      pipelineId: 'master',
      listPipelines: ['fr'],
      kind: 'repeat',
      repeatPattern: 'H 2',
      restartOnError: true,
    })
    expect(await screen.findByRole('region', { name: 'Plan' })).toHaveTextContent('Every 2 hours')
  })

  it('reads the countries of a plan back; IMP-014/ui Now in its place goes to the logbook', async () => {
    const ofPlan = { ...weekly, pipelineId: 'master', pipeline: master, listPipelines: ['de'] }
    const server = serve({
      'GET /imports/job': ({ query }: FakeRequest) =>
        query.pipelineId === 'master' ? { imp: pending, job: ofPlan } : idle,
    })
    const { address } = renderScreen(ImportPage, { at: ofMaster })
    await ready()
    expect(screen.getByRole('checkbox', { name: /Bikes de-DE/ })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: /Bikes fr-FR/ })).not.toBeChecked()
    await choose('Now')
    await answer('Yes')
    await userEvent.click(next())
    await answer('Yes')
    await waitFor(() => expect(address()).toBe('/consult/import'))
    expect(server.of('POST /imports/job')[0]?.body).toMatchObject({
      jobId: 'j1',
      kind: 'immediate',
      listPipelines: ['de'],
    })
  })

  it('IMP-038/ui cannot be edited while one of its countries runs', async () => {
    const ofPlan = { ...weekly, pipelineId: 'master', pipeline: master, listPipelines: ['fr', 'de'] }
    serve({
      'GET /imports/job': ({ query }: FakeRequest) =>
        query.pipelineId === 'master'
          ? { imp: null, job: ofPlan }
          : query.pipelineId === 'de'
            ? { imp: exampleImport({ pipeline: german }), job: exampleJob() }
            : idle,
    })
    renderScreen(ImportPage, { at: ofMaster })
    const text = 'Cannot edit the import. An import is already running.'
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
    expect(next()).toBeDisabled()
    expect(screen.getByRole('radio', { name: 'Now' })).toBeDisabled()
  })
})
