import type { Import, ScheduledJob } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import {
  exampleMaster,
  examplePipeline,
  exampleSource,
  exampleTypes,
} from '../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer } from './fake-server.ts'
import { exampleUpload } from '../work/uploads/uploads.examples.ts'
import { exampleImport, exampleJob } from '../work/imports/imports.examples.ts'

// Step 4 of the wizard over a made-up pipeline and master, for tests about plans.

const country = examplePipeline({ dataSources: [exampleSource()] })
export const german = examplePipeline({ _id: 'de', name: 'Bikes de-DE', dataSources: [exampleSource()] })
export const master = exampleMaster({
  countryPipelines: [country, german].map(({ _id, name, version, vLocked }) => ({ _id, name, version, vLocked })),
})
export const weekly = exampleJob({
  kind: 'repeat',
  repeatPattern: '15 6 * * 1',
  timeZone: 'Europe/Berlin',
  nextImport: { _id: 'i5', scheduledAt: '2026-11-23T05:15:00.000Z' },
})
export const pending = exampleImport({
  _id: 'i5',
  state: 'pending',
  startedAt: null,
  scheduledAt: '2026-11-23T05:15:00.000Z',
})

/** `current` is what GET /imports/job answers for the country, as the test goes on. */
export const plans: { current: { imp: Import | null; job: ScheduledJob | null } } = {
  current: { imp: null, job: null },
}
export const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [country, german, master] },
    'GET /uploads/last-all': [exampleUpload(), exampleUpload({ _id: 'm1', dataSubKind: 'catalogue' })],
    'GET /imports/job': () => plans.current,
    'POST /imports/plan': { sentence: 'as said', nextRuns: ['2026-11-23T05:15:00.000Z', '2026-11-30T05:15:00.000Z'] },
    'POST /imports': { jobId: 'j9', importId: 'i9' },
    'POST /imports/job': { jobId: 'j1', importId: 'i6' },
    'DELETE /imports/job': null,
    'DELETE /imports': null,
    ...answers,
  })
export const next = () => screen.getByRole('button', { name: /^Next step/ })
export const ready = () => waitFor(() => expect(next()).toBeEnabled())
export const choose = async (name: string) => userEvent.click(await screen.findByText(name, { selector: 'label *' }))
const options = () => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')]
export const pick = async (label: string, text: string) => {
  const box = await screen.findByRole('combobox', { name: label })
  await userEvent.type(box, text)
  await userEvent.click(options().find(({ textContent }) => textContent === text) as HTMLElement)
}
export const answer = async (name: 'Yes' | 'No') => userEvent.click(await screen.findByRole('button', { name }))
export const at = '/import/upload?pipeline=fr&step=4'
export const ofMaster = '/import/upload?pipeline=master&step=4'
export const planned = 'There is already a planned import for this pipeline.'

/** Each test of a file begins without a plan; a walk through the step, typed letter by letter, takes its time. */
export function testPlans(): void {
  vi.setConfig({ testTimeout: 90_000 })
  beforeEach(() => {
    plans.current = { imp: null, job: null }
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}
