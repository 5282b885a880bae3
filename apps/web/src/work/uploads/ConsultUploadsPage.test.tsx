import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLive } from '../../test-support/fake-live.ts'
import { exampleImport } from '../imports/imports.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleMaster, examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { ConsultUploadsPage } from './ConsultUploadsPage.tsx'
import { exampleUpload } from './uploads.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
    'GET /uploads/last-all': [exampleUpload()],
    'GET /imports/pipeline': ['i2', 'i1'],
    ...answers,
  })
const at = '/consult/upload?pipeline=fr'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('consult uploads', () => {
  it('UPL-024/ui has a pipeline picker and the last uploads of each sub kind', async () => {
    serve()
    const { address } = renderScreen(ConsultUploadsPage, { at: '/consult/upload' })
    await userEvent.click(await screen.findByRole('radio', { name: /Bikes fr-FR/ }))
    await waitFor(() => expect(address()).toBe(at))
    expect(within(await screen.findByRole('group', { name: 'local' })).getByText('bikes-fr-FR.csv')).toBeVisible()
    expect(screen.getByRole('group', { name: 'catalogue' })).toHaveTextContent('Comes from the master.')
  })

  it('UPL-025/ui follows the logs of the pipeline’s imports, those that start meanwhile included', async () => {
    let ids = ['i2', 'i1']
    serve({ 'GET /imports/pipeline': () => ids })
    renderScreen(ConsultUploadsPage, { at })
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ importId: ['i2', 'i1'] }]))
    ids = ['i3', 'i2', 'i1']
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i3' }), 'insert'))
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ importId: ['i2', 'i1'] }, { importId: ['i3'] }]))
  })

  it('UPL-025/ui follows of a master the logs of its countries’ imports', async () => {
    const master = exampleMaster()
    let ids = ['i1']
    serve({
      'GET /users/pipelines': { ...exampleTypes, pipelines: [master] },
      'GET /imports/pipeline': () => ids,
    })
    renderScreen(ConsultUploadsPage, { at: `/consult/upload?pipeline=${master._id}` })
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ importId: ['i1'] }]))
    const followed = [master._id, ...(master.countryPipelines ?? []).map(({ _id }) => _id)]
    expect(followed.length).toBeGreaterThan(1)
    expect(fakeLive.filters('imports')).toContainEqual({ pipelineId: followed })
    ids = ['i2', 'i1']
    act(() => fakeLive.push('imports', exampleImport({ _id: 'i2' }), 'insert'))
    await waitFor(() => expect(fakeLive.filters('logs')).toContainEqual({ importId: ['i2'] }))
  })

  it('UPL-025/ui says that there are no logs without an import', async () => {
    serve({ 'GET /imports/pipeline': [] })
    renderScreen(ConsultUploadsPage, { at })
    expect(await screen.findByText('There are no logs.')).toBeVisible()
  })

  it('LOG-002/ui picking an upload shows that upload’s logs instead, and back (D-71)', async () => {
    serve()
    const { address } = renderScreen(ConsultUploadsPage, { at })
    await userEvent.click(await screen.findByRole('radio', { name: /bikes-fr-FR.csv/ }))
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ uploadId: ['u1'] }]))
    expect(address()).toBe(`${at}&upload=u1`)
    await userEvent.click(screen.getByRole('button', { name: 'Show import logs' }))
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ importId: ['i2', 'i1'] }]))
  })

  it('ERR-009/ui import ids that cannot be had are told', async () => {
    serve({ 'GET /imports/pipeline': () => new Response('') })
    renderScreen(ConsultUploadsPage, { at })
    const texts = await screen.findAllByText('error while fetching importIds for the selected pipeline.')
    expect(texts.length).toBeGreaterThan(0)
  })
})
