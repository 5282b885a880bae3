import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { uploadFiles } from '../../api/upload-files.ts'
import { examplePipeline, exampleSource, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { ImportPage } from './ImportPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/upload-files.ts', () => ({ uploadFiles: vi.fn() }))

const send = vi.mocked(uploadFiles)
const pipelines = [
  examplePipeline({ dataSources: [exampleSource()] }),
  examplePipeline({ _id: 'de', name: 'Bikes de-DE', dataSources: [exampleSource()] }),
]
const question = 'A file or fetch is still on its way, or failed. Do you want to leave without it?'
const draw = () => {
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines },
    'GET /uploads/last-all': [exampleUpload()],
  })
  return renderScreen(ImportPage, { at: '/import/upload?pipeline=fr&step=2' })
}
const chooseFile = async () =>
  userEvent.upload(await screen.findByLabelText('File for local'), new File(['x'], 'fr.csv'))
const answer = async (name: 'Yes' | 'No') => {
  expect(await screen.findByText(question)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name }))
}
/** A sending that does not end by itself. */
const sendSlowly = () => {
  const signals: AbortSignal[] = []
  send.mockImplementation(({ signal }) => {
    if (signal !== undefined) signals.push(signal)
    return new Promise(() => undefined)
  })
  return signals
}

beforeEach(() => {
  send.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('leaving the wizard', () => {
  it('asks while a file is being sent; No stays and goes on sending, Yes leaves and stops it', async () => {
    const signals = sendSlowly()
    const { address, leaveFor } = draw()
    await chooseFile()
    leaveFor('/logs')
    await answer('No')
    expect(address()).toBe('/import/upload?pipeline=fr&step=2')
    expect(signals[0]?.aborted).toBe(false)
    leaveFor('/logs')
    await answer('Yes')
    await waitFor(() => expect(address()).toBe('/logs'))
    expect(signals[0]?.aborted).toBe(true)
  })

  it('asks while a file is chosen that could not be sent', async () => {
    send.mockRejectedValue(new CallError('POST /uploads', null, 'error while uploading files'))
    const { address, leaveFor } = draw()
    await chooseFile()
    await screen.findByText('Not sent: error while uploading files')
    leaveFor('/logs')
    await answer('No')
    expect(address()).toBe('/import/upload?pipeline=fr&step=2')
    await userEvent.click(screen.getByRole('button', { name: 'Remove fr.csv' }))
    leaveFor('/logs')
    await waitFor(() => expect(address()).toBe('/logs'))
  })

  it('asks nothing where nothing is on its way', async () => {
    const { address, leaveFor } = draw()
    await screen.findByLabelText('File for local')
    leaveFor('/logs')
    await waitFor(() => expect(address()).toBe('/logs'))
  })

  it('asks before another pipeline is chosen, not on the way back to step 1, and keeps the files apart', async () => {
    const signals = sendSlowly()
    const { address } = draw()
    await chooseFile()
    await userEvent.click(screen.getByRole('button', { name: 'Prev step' }))
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=fr'))
    expect(signals[0]?.aborted).toBe(false)
    await userEvent.click(await screen.findByText('Bikes de-DE'))
    await answer('No')
    expect(address()).toBe('/import/upload?pipeline=fr')
    await userEvent.click(screen.getByText('Bikes de-DE'))
    await answer('Yes')
    await waitFor(() => expect(address()).toBe('/import/upload?pipeline=de'))
    await waitFor(() => expect(signals[0]?.aborted).toBe(true))
    await userEvent.click(screen.getByRole('button', { name: 'Next step' }))
    await screen.findByLabelText('File for local')
    expect(screen.queryByText('fr.csv')).toBeNull()
    expect(screen.getByRole('button', { name: 'Next step' })).toBeEnabled()
  })

  it('asks nothing where the search on step 1 leaves another pipeline alone: it is not chosen by itself', async () => {
    sendSlowly()
    const { address } = draw()
    await chooseFile()
    await userEvent.click(screen.getByRole('button', { name: 'Prev step' }))
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search pipelines' }), 'de-DE')
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(1))
    expect(screen.queryByText(question)).toBeNull()
    expect(address()).toContain('pipeline=fr')
    expect(screen.getByRole('radio')).not.toBeChecked()
  })
})
