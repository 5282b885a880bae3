import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleMaster, examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { ImportPage } from './ImportPage.tsx'
import { renderScreen } from '../../test-support/render-screen.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const pipelines = [
  examplePipeline({ vLocked: false }),
  examplePipeline({ _id: 'de', name: 'Bikes de-DE' }),
  exampleMaster(),
]
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines },
    'GET /uploads/last-all': [exampleUpload()],
    'GET /imports/job': { imp: null, job: null },
    'GET /imports/latest': pipelines.map(({ _id }) => ({ _id, file: null, last: null, next: null })),
    ...answers,
  })
const next = () => screen.getByRole('button', { name: 'Next step' })

afterEach(() => vi.unstubAllGlobals())

describe('the wizard', () => {
  it('IMP-001/ui IMP-002/ui has five steps with their titles, Prev step and Next step', async () => {
    serve()
    renderScreen(ImportPage, { at: '/import/upload' })
    const steps = within(await screen.findByRole('list', { name: 'Steps' })).getAllByRole('listitem')
    expect(steps.map((step) => step.textContent)).toEqual([
      '1Select locale',
      '2Choose your file',
      '3Process your file',
      '4Plan your import',
      '5Import details',
    ])
    expect(steps[0]).toHaveAttribute('aria-current', 'step')
    expect(screen.getByRole('button', { name: 'Prev step' })).toBeDisabled()
    expect(next()).toBeInTheDocument()
  })

  it('IMP-005/ui Next step waits for a pipeline; the choice and the step are in the address', async () => {
    serve()
    const { address, back } = renderScreen(ImportPage, { at: '/import/upload' })
    const choice = await screen.findByRole('radio', { name: /Bikes de-DE/ })
    expect(next()).toBeDisabled()
    expect(next()).toHaveAccessibleDescription('Choose a pipeline first')
    await userEvent.click(choice)
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=de'))
    await userEvent.click(next())
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=de&step=2'))
    expect(screen.getByText('Choose your file').closest('li')).toHaveAttribute('aria-current', 'step')
    back()
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=de'))
    expect(await screen.findByRole('radio', { name: /Bikes de-DE/ })).toBeChecked()
  })

  it('PIC-003/ui PIC-004/ui VER-004/ui lists masters first and then by name, with version and lock or edit icon', async () => {
    serve()
    renderScreen(ImportPage, { at: '/import/upload' })
    await screen.findByRole('radio', { name: /Bikes de-DE/ })
    const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? '')
    expect(names.map((name) => /Bikes [a-zA-Z-]+?(?=Master|Version)/.exec(name)?.[0])).toEqual([
      'Bikes catalogue',
      'Bikes de-DE',
      'Bikes fr-FR',
    ])
    const row = (name: RegExp) => screen.getByRole('radio', { name }).closest('label')
    expect(row(/Bikes de-DE/)).toHaveTextContent('Version 3 (Prod)')
    expect(row(/Bikes fr-FR/)).toHaveTextContent('Version 3 (Draft)')
  })

  it('PIC-001/ui each tells the brand, locale, product line and data kind it is classed by', async () => {
    serve()
    renderScreen(ImportPage, { at: '/import/upload' })
    const row = (name: RegExp) => screen.getByRole('radio', { name }).closest('label')
    await screen.findByRole('radio', { name: /Bikes de-DE/ })
    expect(row(/Bikes fr-FR/)).toHaveTextContent('Adventure Works · fr-FR · Bikes · product')
    expect(row(/Bikes catalogue/)).toHaveTextContent('Adventure Works · en-US · Bikes · product')
  })

  it('PIC-004/ui role user sees neither version number nor lock icon', async () => {
    serve()
    renderScreen(ImportPage, { at: '/import/upload?pipeline=fr', as: 'user' })
    await screen.findByRole('radio', { name: /Bikes de-DE/ })
    expect(screen.queryByText(/Version/)).toBeNull()
  })

  it('PIC-013/ui says that nothing is connected when no pipeline is offered', async () => {
    serve({ 'GET /users/pipelines': { ...exampleTypes, pipelines: [] } })
    renderScreen(ImportPage, { at: '/import/upload' })
    expect(await screen.findByText('Not connected to a pipeline')).toBeInTheDocument()
  })

  it('PIC-002/ui filters that match nothing can be cleared', async () => {
    serve()
    const { address } = renderScreen(ImportPage, { at: '/import/upload?brand=b2' })
    expect(await screen.findByText('Nothing matches these filters')).toBeInTheDocument()
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement)
    expect(await screen.findByRole('radio', { name: /Bikes de-DE/ })).toBeInTheDocument()
    expect(address()).toBe('/import/upload')
  })

  it('a pipeline that is not offered leads back to the first step', async () => {
    serve()
    const { address } = renderScreen(ImportPage, { at: '/import/upload?pipeline=gone&step=3' })
    await userEvent.click(await screen.findByRole('button', { name: 'Choose a pipeline' }))
    await waitFor(() => expect(address()).toBe('/import/upload'))
  })

  it('IMP-004/ui wraps from the last step to the first and keeps filters and pipeline', async () => {
    serve()
    const { address } = renderScreen(ImportPage, { at: '/import/upload?brand=b1&pipeline=fr&step=5&imports=i1' })
    await waitFor(() => expect(next()).toBeEnabled())
    await userEvent.click(next())
    await waitFor(() => expect(address()).toBe('/import/upload?brand=b1&pipeline=fr'))
  })

  it('a list that cannot be read keeps the text with a way to try again', async () => {
    let fail = true
    serve({
      'GET /users/pipelines': () => {
        if (fail) throw new Error('no network')
        return { ...exampleTypes, pipelines }
      },
    })
    renderScreen(ImportPage, { at: '/import/upload' })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    fail = false
    await userEvent.click(retry)
    expect(await screen.findByRole('radio', { name: /Bikes de-DE/ })).toBeInTheDocument()
  })
})
