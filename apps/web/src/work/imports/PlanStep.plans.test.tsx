import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { RefusedCallError } from '../../test-support/fake-server.ts'
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
  ofMaster,
  testPlans,
} from '../../test-support/plan-step.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
testPlans()

describe('making and changing a plan', () => {
  it('IMP-008/ui IMP-016/ui IMP-047/ui Repeat creates a job that the last step shows', async () => {
    const server = serve({
      'POST /imports': () => {
        plans.current = { imp: pending, job: weekly }
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
        if (fails) throw new RefusedCallError(50000, 'no plan today')
        return plans.current
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
    plans.current = { imp: pending, job: weekly }
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
    plans.current = { imp: pending, job: weekly }
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
    plans.current = { imp: pending, job: weekly }
    serve()
    renderScreen(ImportPage, { at })
    await ready()
    await choose('Later')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(next()).toHaveAccessibleDescription('Choose a date Choose a time')
  })

  it('IMP-041/ui a job of a kind there is not is told and cannot be saved', async () => {
    plans.current = { imp: null, job: exampleJob({ kind: 'someday' as never }) }
    serve()
    renderScreen(ImportPage, { at })
    await waitFor(() => expect(next()).toHaveAccessibleDescription('Something unexpected happened.'))
    expect(next()).toBeDisabled()
  })
})

describe('cancelling', () => {
  it('IMP-035/ui IMP-036/ui asks, deletes the plan, says so and lets a new one be made', async () => {
    plans.current = { imp: pending, job: weekly }
    const server = serve({
      'DELETE /imports/job': () => {
        plans.current = { imp: null, job: null }
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
    plans.current = { imp: exampleImport({ state: 'pending' }), job: exampleJob() }
    const server = serve()
    renderScreen(ImportPage, { at })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel import' }))
    await answer('Yes')
    await waitFor(() => expect(server.of('DELETE /imports')[0]?.query).toEqual({ importId: 'i1' }))
    expect(server.of('DELETE /imports/job')).toEqual([])
  })

  it('ERR-008/ui a refusal is told; without a text of the server’s in the specified words', async () => {
    plans.current = { imp: pending, job: weekly }
    let says = 'Cannot delete a running import.'
    serve({
      'DELETE /imports/job': () => {
        throw new RefusedCallError(40900, says)
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
