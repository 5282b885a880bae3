import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type FakeRequest } from '../../test-support/fake-server.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { ImportPage } from './ImportPage.tsx'
import { exampleImport, exampleJob } from './imports.examples.ts'
import {
  german,
  master,
  pending,
  serve,
  weekly,
  next,
  ready,
  choose,
  pick,
  answer,
  ofMaster,
  testPlans,
} from '../../test-support/plan-step.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
testPlans()

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

  it('waits for what runs now where an earlier page knew a country as running', async () => {
    const run = exampleImport({ pipeline: { ...exampleImport().pipeline, _id: 'de' }, state: 'progress' })
    let now: Promise<unknown> | { imp: typeof run; job: null } = { imp: run, job: null }
    const server = serve({
      'GET /imports/job': ({ query }: FakeRequest) => (query.pipelineId === 'de' ? now : idle),
      'POST /imports/runAllImport': { jobId: 'j1', importId: 'i9', imports: [] },
    })
    renderScreen(ImportPage, { at: ofMaster })
    expect(await screen.findByText('an import is running')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Prev step' }))
    expect(await screen.findByRole('group', { name: 'Process your file' })).toBeVisible()
    let answerNow = (_: unknown) => {}
    now = new Promise((resolve) => (answerNow = resolve))
    await ready()
    await userEvent.click(next())
    expect(await screen.findByText('an import is running')).toBeVisible()
    expect(next()).toBeDisabled()
    expect(screen.getByText('Waiting for the last uploads')).toBeVisible()
    // What is chosen by hand would leave out what only an earlier page knew as running.
    expect(screen.getByRole('checkbox', { name: /Bikes fr-FR/ })).toBeDisabled()
    answerNow({ imp: { ...run, state: 'completed', endAt: run.startedAt }, job: null })
    await ready()
    await userEvent.click(next())
    await answer('Yes')
    await waitFor(() => expect(server.of('POST /imports/runAllImport')).toHaveLength(1))
    expect(server.of('POST /imports/runAllImport')[0]?.body).toMatchObject({ listPipelines: ['de', 'fr'] })
  })

  it.each([
    { title: 'runs with the others where nobody chose', presses: 0, runs: ['de', 'fr'] },
    { title: 'stays out where somebody chose without it', presses: 2, runs: ['fr'] },
  ])('IMP-013/ui a country whose import ends meanwhile $title', async ({ presses, runs }) => {
    const run = exampleImport({ pipeline: { ...exampleImport().pipeline, _id: 'de' }, state: 'progress' })
    let now: { imp: typeof run; job: null } = { imp: run, job: null }
    const server = serve({
      'GET /imports/job': ({ query }: FakeRequest) => (query.pipelineId === 'de' ? now : idle),
      'POST /imports/runAllImport': { jobId: 'j1', importId: 'i9', imports: [] },
    })
    renderScreen(ImportPage, { at: ofMaster })
    expect(await screen.findByText('an import is running')).toBeVisible()
    await ready()
    // Unchecked and checked again: what is on the screen is what somebody wants.
    for (let i = 0; i < presses; i++) await userEvent.click(screen.getByRole('checkbox', { name: /Bikes fr-FR/ }))
    now = { imp: { ...run, state: 'completed', endAt: run.startedAt }, job: null }
    act(() => fakeLive.push('imports', now.imp))
    await waitFor(() => expect(screen.getByRole('checkbox', { name: /Bikes de-DE/ })).toBeEnabled())
    await ready()
    await userEvent.click(next())
    await answer('Yes')
    await waitFor(() => expect(server.of('POST /imports/runAllImport')).toHaveLength(1))
    expect(server.of('POST /imports/runAllImport')[0]?.body).toMatchObject({ listPipelines: runs })
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
