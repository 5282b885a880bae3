import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleLogs } from '../logs/logs.examples.ts'
import { examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { exampleUpload } from './uploads.examples.ts'

const answers: ScreenExample['answers'] = {
  'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
  'GET /uploads/last-all': [exampleUpload(), exampleUpload({ _id: 'u2', status: 'invalid', enabled: false })],
  'GET /imports/pipeline': ['i1'],
}

export const consultScreens: readonly ScreenExample[] = [
  { name: 'consult-uploads', at: '/consult/upload?pipeline=fr', as: 'manager', answers, logs: exampleLogs() },
  {
    name: 'consult-uploads-picked',
    at: '/consult/upload?pipeline=fr&upload=u1',
    as: 'manager',
    answers,
    logs: exampleLogs(),
  },
]
