import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleJob } from '../imports/imports.examples.ts'
import { examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'

const weekly = exampleJob({
  _id: 'w',
  kind: 'repeat',
  repeatPattern: '15 6 * * 1',
  timeZone: 'Europe/Berlin',
  lastExecuted: '2026-11-16T05:15:02.000Z',
  nextImport: { _id: 'w-next', scheduledAt: '2026-11-23T05:15:00.000Z' },
})
const later = exampleJob({
  _id: 'l',
  pipeline: examplePipeline({ _id: 'it', name: 'Bikes it-IT' }),
  kind: 'scheduled',
  scheduledDate: '2026-12-01',
  scheduledTime: '06:15',
  nextImport: { _id: 'l-next', scheduledAt: '2026-12-01T05:15:00.000Z' },
})

export const jobScreens: readonly ScreenExample[] = [
  {
    name: 'jobs',
    at: '/import/jobs',
    as: 'admin',
    answers: {
      'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
      'GET /imports/listScheduled': { scheduled: [later], repeatable: [weekly] },
    },
  },
]
