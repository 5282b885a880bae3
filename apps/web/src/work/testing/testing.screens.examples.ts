import { exampleTree } from '../../documents/explorer/explorer.examples.ts'
import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleLogs } from '../logs/logs.examples.ts'
import {
  exampleMaster,
  examplePipeline,
  exampleSource,
  exampleTypes,
} from '../../documents/pipelines/pipelines.examples.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'

const pipeline = examplePipeline({
  dataSources: [
    exampleSource(),
    exampleSource({ dataSubKind: 'stock', contentType: 'json' }),
    exampleSource({ dataSubKind: 'feed', connectorType: 'real-time' }),
  ],
})

export const testingScreens: readonly ScreenExample[] = [
  {
    name: 'testing',
    at: '/testing/index?pipeline=fr&sent=u1',
    as: 'manager',
    answers: {
      'GET /users/pipelines': { ...exampleTypes, pipelines: [exampleMaster(), pipeline] },
      'GET /pipelines': [exampleMaster(), pipeline],
      'GET /folders/tree': exampleTree(),
      'GET /uploads/last-all': [exampleUpload()],
      'GET /uploads/status': [{ ...exampleUpload(), logs: exampleLogs() }],
    },
    logs: exampleLogs(),
  },
]
