import type { Import, ScheduledJob } from '@millrace/contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { RefusedCallError } from '../../test-support/fake-server.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { ImportPage } from './ImportPage.tsx'
import { exampleImport, exampleJob } from './imports.examples.ts'
import {
  weekly,
  pending,
  plans,
  serve,
  next,
  ready,
  choose,
  pick,
  answer,
  at,
  planned,
  testPlans,
} from '../../test-support/plan-step.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
testPlans()

describe('what blocks editing', () => {
  it('IMP-037/ui IMP-038/ui a running import', async () => {
    plans.current = { imp: exampleImport({ state: 'busy' }), job: weekly }
    serve()
    renderScreen(ImportPage, { at })
    expect(await screen.findByText('Cannot edit the import. An import is already running.')).toBeVisible()
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Cancel import' })).toBeNull()
    await waitFor(() => expect(next()).toBeDisabled())
  })

  it('a running import, which the notice leads to', async () => {
    plans.current = { imp: exampleImport({ state: 'busy' }), job: exampleJob({ kind: 'immediate' }) }
    serve()
    const { address } = renderScreen(ImportPage, { at })
    await userEvent.click(await screen.findByRole('button', { name: 'Show it' }))
    expect(await screen.findByRole('group', { name: 'Import details' })).toBeVisible()
    expect(address()).toContain('step=5')
  })

  it('IMP-037/ui IMP-039/ui an immediate import that is pending', async () => {
    plans.current = { imp: exampleImport({ state: 'pending' }), job: exampleJob() }
    serve()
    renderScreen(ImportPage, { at })
    const said = await screen.findAllByText('Cannot edit the import. An immediate import is pending.')
    expect(said[0]).toBeVisible()
    expect(screen.queryByText(/already an import running|already running/)).toBeNull()
    expect(screen.queryByText('The import starts as soon as you confirm.')).toBeNull()
    await waitFor(() => expect(next()).toBeDisabled())
  })

  it('IMP-037/ui IMP-040/ui as soon as somebody starts one, and no longer than it runs', async () => {
    serve()
    renderScreen(ImportPage, { at })
    await ready()
    plans.current = { imp: exampleImport({ _id: 'i7', state: 'progress' }), job: exampleJob() }
    act(() => fakeLive.push('imports', plans.current.imp as Import, 'insert'))
    await waitFor(() => expect(next()).toBeDisabled())
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Cannot create or edit the import. There is already an import running for this pipeline.',
    )
    plans.current = { imp: exampleImport({ _id: 'i7', state: 'completed', success: true }), job: null }
    act(() => fakeLive.push('imports', plans.current.imp as Import))
    await ready()
  })

  it.each([
    ['IMP-038/ui', 'Cannot edit the import. An import is already running.'],
    ['IMP-039/ui', 'Cannot edit the import. An immediate import is pending.'],
  ])('%s refused by the server, the step stays and keeps the text', async (_, text) => {
    plans.current = { imp: pending, job: weekly }
    serve({
      'POST /imports/job': () => {
        throw new RefusedCallError(40900, text)
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
    plans.current = { imp: pending, job: { ...weekly, scheduledBy: { userName: 'sam.super' } } }
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

  it.each([
    ['cancelled', weekly, null],
    ['made', null, weekly],
    ['changed', weekly, { ...weekly, repeatPattern: 'M 45' }],
  ])('a plan that was %s before its changes are told', async (_, before, after) => {
    const sentenceOf = (job: ScheduledJob | null) =>
      job === null
        ? 'The import starts as soon as you confirm.'
        : job === weekly
          ? 'Every Monday at 06:15'
          : 'Every 45 minutes'
    plans.current = { imp: before && pending, job: before }
    const server = serve()
    renderScreen(ImportPage, { at })
    expect(await screen.findByText(sentenceOf(before))).toBeVisible()
    plans.current = { imp: after && pending, job: after }
    act(() => fakeLive.beginWith('jobs', after === null ? [] : [after]))
    expect(await screen.findByText(sentenceOf(after))).toBeVisible()
    const asked = server.of('GET /imports/job').length
    act(() => fakeLive.beginWith('jobs', after === null ? [] : [after]))
    await ready()
    expect(server.of('GET /imports/job')).toHaveLength(asked)
  })

  it('a plan that is gone meanwhile leaves the choice to be made anew', async () => {
    plans.current = { imp: pending, job: weekly }
    const server = serve()
    renderScreen(ImportPage, { at })
    await ready()
    await pick('Weekday', 'Friday')
    plans.current = { imp: null, job: null }
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
        plans.current = { imp: pending, job: { ...weekly, scheduledBy: { userName: 'sam.super' } } }
        throw new RefusedCallError(40900, planned)
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
    plans.current = { imp: pending, job: weekly }
    serve()
    renderScreen(ImportPage, { at: '/import/upload?pipeline=fr&step=5&imports=i5' })
    expect(await screen.findByText('Every Monday at 06:15')).toBeVisible()
    plans.current = { imp: { ...pending, _id: 'i8' }, job: { ...weekly, repeatPattern: 'M 45' } }
    act(() => fakeLive.push('jobs', plans.current.job as ScheduledJob))
    expect(await screen.findByText('Every 45 minutes')).toBeVisible()
    plans.current = { imp: null, job: null }
    act(() => fakeLive.push('jobs', weekly, 'delete'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Plan' })).toBeNull())
  })
})
