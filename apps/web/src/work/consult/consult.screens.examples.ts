import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleEnded, exampleImport } from '../imports/imports.examples.ts'
import { exampleLogs } from '../logs/logs.examples.ts'
import { examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { exampleFinding, exampleGroup, exampleSender, exampleUpload } from '../uploads/uploads.examples.ts'

const uploads = [
  exampleUpload({ status: 'invalid' }),
  exampleUpload({ _id: 'u2', createdAt: '2026-11-19T16:02:00.000Z' }),
  exampleUpload({
    _id: 'm1',
    dataSubKind: 'catalogue',
    originalFilename: 'bikes-master-en.csv',
    counts: { records: 394, valid: 394, rejected: 0 },
  }),
]
const findings = Array.from({ length: 40 }, (_, index) => {
  const row = 12 + 4 * index
  return { ...exampleFinding({ row, line: row + 1 }), n: index + 1 }
})
const dear = exampleFinding({
  column: 'Price',
  rule: 'type',
  value: 'on request',
  message: 'on request is not a number',
})

const answers: ScreenExample['answers'] = {
  'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
  'GET /uploads/last-all': uploads,
  'GET /uploads/senders': [
    exampleSender(),
    exampleSender({ _id: 'u2', how: 'planned', plan: 'Every Monday at 06:15' }),
    exampleSender({ _id: 'm1', userName: 'sam.super' }),
  ],
  'GET /uploads/findings': {
    groups: [
      exampleGroup({ count: 31 }),
      exampleGroup({ rule: 'type', column: 'Price', message: dear.message, count: 9, first: [dear] }),
    ],
    findings,
    totalCount: 40,
  },
  'GET /imports/upload': {
    imports: [exampleImport({ _id: 'i3' }), exampleEnded({ _id: 'i2' }), exampleEnded({ state: 'failed' })],
    totalCount: 5,
  },
  'GET /imports/pipeline': ['i2', 'i1'],
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
