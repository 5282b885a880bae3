import type { Log } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { examplePipeline, exampleSource, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer, type FakeRequest } from '../../test-support/fake-server.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { ImportPage } from './ImportPage.tsx'
import { renderScreen } from '../../test-support/render-screen.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const pipeline = examplePipeline({ dataSources: [exampleSource(), exampleSource({ dataSubKind: 'stock' })] })
const clean = { records: 12, valid: 12, rejected: 0 }
const uploads = [
  exampleUpload({ _id: 'older', createdAt: '2026-11-01T08:00:00.000Z' }),
  exampleUpload({ _id: 'u1', counts: clean }),
  exampleUpload({ _id: 's1', dataSubKind: 'stock', counts: clean }),
]
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [pipeline] },
    'GET /uploads/last-all': uploads,
    ...answers,
  })
const at = '/import/upload?pipeline=fr&step=3'

afterEach(() => vi.unstubAllGlobals())

describe('the processing step', () => {
  it('IMP-003/ui UPL-019/ui follows the logs of the files that are validated', async () => {
    serve()
    renderScreen(ImportPage, { at })
    expect(await screen.findByRole('group', { name: 'Process your file' })).toBeVisible()
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ uploadId: ['u1', 's1'] }]))
  })

  it('UPL-019/ui shows what the validation wrote, also without the socket', async () => {
    const line: Log = {
      _id: 'l1',
      seq: 1,
      logDate: '2026-11-20T16:02:01.000Z',
      level: 'error',
      message: 'Row 12: FrenchDescription is empty',
      dataSubKind: 'local',
      uploadId: 'u1',
    }
    serve({
      'GET /uploads/status': [],
      'GET /logs/uploads': ({ query }: FakeRequest) => (query.ids === 'u1' ? [line] : []),
    })
    renderScreen(ImportPage, { at, socket: 'lost' })
    expect(await screen.findByText('Row 12: FrenchDescription is empty', {}, { timeout: 5000 })).toBeVisible()
  })

  it('says that a file is still being checked', async () => {
    serve({ 'GET /uploads/last-all': [exampleUpload({ _id: 'u1', status: 'validating', counts: null })] })
    renderScreen(ImportPage, { at })
    expect(await screen.findByText(/^Checking every record/)).toBeVisible()
  })
})
