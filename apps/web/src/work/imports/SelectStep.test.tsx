import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PipelineLatest } from '@millrace/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  exampleMaster,
  examplePipeline,
  exampleSource,
  exampleTypes,
} from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { ImportPage } from './ImportPage.tsx'
import { exampleEnded, exampleImport } from './imports.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const pipelines = [examplePipeline(), examplePipeline({ _id: 'de', name: 'Bikes de-DE' }), exampleMaster()]
const nothing = { file: null, last: null, next: null }
const french: PipelineLatest = {
  _id: 'fr',
  file: { name: 'bikes.csv', at: '2026-01-05T14:05:00.000Z', status: 'valid' },
  last: { _id: 'i1', pipelineId: 'fr', state: 'completed', at: '2026-01-05T14:06:00.000Z', leftOut: 40 },
  next: '2099-11-30T05:15:00.000Z',
}
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines },
    'GET /imports/latest': [french, { _id: 'de', ...nothing }, { ...french, _id: 'master', file: null, next: null }],
    ...answers,
  })
const row = async (name: RegExp) => (await screen.findByRole('radio', { name })).closest('label') as HTMLElement
const names = () => screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)

afterEach(() => vi.unstubAllGlobals())

describe('what each pipeline of step 1 tells', () => {
  it('its last file, its last import and its next plan, by one call for all', async () => {
    const server = serve()
    renderScreen(ImportPage, { at: '/import/upload' })
    expect(await within(await row(/Bikes fr-FR/)).findByText(/bikes.csv/)).toHaveTextContent(
      'bikes.csv, 2026-01-05 15:05, valid',
    )
    expect(await row(/Bikes fr-FR/)).toHaveTextContent('completed 2026-01-05 15:06, 40 left out')
    expect(await row(/Bikes fr-FR/)).toHaveTextContent('next 2099-11-30 06:15')
    expect(await row(/Bikes de-DE/)).toHaveTextContent('no file yet')
    expect(await row(/Bikes de-DE/)).toHaveTextContent('not imported yet')
    expect(await row(/Bikes catalogue/)).toHaveTextContent('last country completed 2026-01-05 15:06')
    expect(server.of('GET /imports/latest')).toHaveLength(1)
  })

  it('comes with the list, which does not grow under the finger', async () => {
    const { promise, resolve } = Promise.withResolvers<PipelineLatest[]>()
    const server = serve({ 'GET /imports/latest': () => promise })
    renderScreen(ImportPage, { at: '/import/upload' })
    await waitFor(() => expect(server.of('GET /imports/latest')).toHaveLength(1))
    await screen.findByRole('searchbox', { name: 'Search pipelines' })
    expect(screen.queryByRole('radio')).toBeNull()
    resolve([french])
    expect(await row(/Bikes fr-FR/)).toHaveTextContent('bikes.csv')
  })

  it.each<[PipelineLatest['last'], string]>([
    [{ _id: 'i1', pipelineId: 'fr', state: 'progress', at: ago(0), leftOut: 0 }, 'runs now'],
    [{ _id: 'i1', pipelineId: 'fr', state: 'sequential', at: ago(0), leftOut: 0 }, 'waits to run'],
    [
      { _id: 'i1', pipelineId: 'fr', state: 'failed', at: '2026-01-05T14:06:00.000Z', leftOut: 3 },
      'failed 2026-01-05 15:06',
    ],
  ])('an import as %o: %s', async (last, text) => {
    serve({ 'GET /imports/latest': [{ ...french, last, next: ago(1) }] })
    renderScreen(ImportPage, { at: '/import/upload' })
    await waitFor(async () => expect(await row(/Bikes fr-FR/)).toHaveTextContent(text))
    expect(await row(/Bikes fr-FR/)).not.toHaveTextContent('left out')
    expect(await row(/Bikes fr-FR/)).toHaveTextContent('its plan is due')
  })

  it.each([
    ['that takes files', [exampleSource()], 'no file yetnot imported yet'],
    ['whose data are fetched', [exampleSource({ connectorType: 'real-time' })], 'not fetched yetnot imported yet'],
    ['that takes nothing itself', [exampleSource({ dataFromMaster: true })], 'to uploadnot imported yet'],
  ])('of a pipeline %s, to which nothing happened yet', async (_, dataSources, text) => {
    serve({
      'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline({ dataSources })] },
      'GET /imports/latest': [{ _id: 'fr', ...nothing }],
    })
    renderScreen(ImportPage, { at: '/import/upload' })
    await waitFor(async () => expect(await row(/Bikes fr-FR/)).toHaveTextContent(text))
  })

  it('is asked again when an import begins or ends, not for its counts', async () => {
    const server = serve()
    renderScreen(ImportPage, { at: '/import/upload' })
    await within(await row(/Bikes fr-FR/)).findByText(/bikes.csv/)
    const asked = () => server.of('GET /imports/latest').length
    act(() => fakeLive.push('imports', exampleEnded({ _id: 'i1' })))
    expect(asked()).toBe(1)
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i2' })))
    await waitFor(() => expect(asked()).toBe(2))
  })

  it('is left out with a sentence where it cannot be read; a pipeline can be chosen all the same', async () => {
    serve({ 'GET /imports/latest': () => Promise.reject(new Error('no network')) })
    const { address } = renderScreen(ImportPage, { at: '/import/upload' })
    expect(await screen.findByText('The last files and imports could not be read.')).toBeVisible()
    await userEvent.click(await row(/Bikes fr-FR/))
    expect(address()).toBe('/import/upload?pipeline=fr')
  })
})

describe('the search of step 1', () => {
  it('PIC-002/ui finds names by all their words, keeps them in the address and is cleared with the filters', async () => {
    serve()
    const { address } = renderScreen(ImportPage, { at: '/import/upload?brand=b1' })
    await row(/Bikes fr-FR/)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search pipelines' }), 'de bik')
    await waitFor(() => expect(names()).toEqual(['de']))
    expect(address()).toContain('q=de+bik')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search pipelines' }), 'x')
    expect(await screen.findByText('Nothing matches these filters')).toBeVisible()
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement)
    await waitFor(() => expect(names()).toEqual(['master', 'de', 'fr']))
    expect(address()).toBe('/import/upload?pipeline=de')
  })
})

describe('a single pipeline', () => {
  it('is chosen already', async () => {
    serve({ 'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] } })
    const { address } = renderScreen(ImportPage, { at: '/import/upload' })
    expect(await screen.findByRole('radio', { name: /Bikes fr-FR/ })).toBeChecked()
    expect(address()).toBe('/import/upload?pipeline=fr')
    expect(screen.getByRole('button', { name: 'Next step' })).toBeEnabled()
  })

  it('is chosen too where filters or search leave it, in place of one that they hide', async () => {
    serve()
    const { address } = renderScreen(ImportPage, { at: '/import/upload?pipeline=fr&q=catalogue' })
    await waitFor(() => expect(address()).toContain('pipeline=master'))
    expect(screen.getByRole('radio')).toBeChecked()
  })

  it('of several none is', async () => {
    serve()
    const { address } = renderScreen(ImportPage, { at: '/import/upload' })
    await row(/Bikes fr-FR/)
    expect(address()).toBe('/import/upload')
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
  })
})

it('the chosen pipeline is named in its row and at the foot alone, there also where the search leaves it out', async () => {
  serve()
  renderScreen(ImportPage, { at: '/import/upload' })
  await userEvent.click(await screen.findByRole('radio', { name: /Bikes fr-FR/ }))
  const foot = screen.getByRole('button', { name: 'Next step' }).parentElement as HTMLElement
  await within(foot).findByText('Bikes fr-FR')
  // A third one above the list would move it.
  expect(screen.getAllByText('Bikes fr-FR')).toHaveLength(2)
  await userEvent.type(screen.getByLabelText('Search pipelines'), 'shoes')
  await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
  within(foot).getByText('Bikes fr-FR')
})
