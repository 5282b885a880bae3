import type { PipelineLatest } from '@millrace/contract'
import type { Answers } from '../../gallery/answers.ts'
import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleLogs } from '../logs/logs.examples.ts'
import {
  exampleMaster,
  examplePipeline,
  exampleSource,
  exampleTypes,
} from '../../documents/pipelines/pipelines.examples.ts'
import { exampleFinding, exampleGroup, exampleUpload } from '../uploads/uploads.examples.ts'
import { exampleEnded, exampleImport, exampleJob, exampleRunning } from './imports.examples.ts'

const country = examplePipeline({ dataSources: [exampleSource()] })
const german = examplePipeline({ _id: 'de', name: 'Bikes de-DE', dataSources: [exampleSource()] })
const master = exampleMaster({
  countryPipelines: [country, german].map(({ _id, name, version, vLocked }) => ({ _id, name, version, vLocked })),
})
const uploads = [
  exampleUpload(),
  exampleUpload({ _id: 'm1', dataSubKind: 'catalogue', originalFilename: 'bikes-master-en.csv' }),
  exampleUpload({ _id: 'u0', status: 'invalid', createdAt: '2026-11-19T16:02:00.000Z' }),
]
const outputs = [
  exampleUpload({
    _id: 'o1',
    from: 'destination',
    dataSubKind: 'products',
    originalFilename: 'Bikes-fr-FR-products-20261120-161009.ndjson',
  }),
]
const findings = Array.from({ length: 40 }, (_, index) => {
  const row = 12 + 4 * index
  return { ...exampleFinding({ row, line: row + 1 }), n: index + 1 }
})
const nextRuns = ['2026-11-23T05:15:00.000Z', '2026-11-30T05:15:00.000Z', '2026-12-07T05:15:00.000Z']
const pending = exampleImport({ _id: 'i5', state: 'pending', startedAt: null, scheduledAt: nextRuns[0] ?? '' })
const weekly = exampleJob({
  kind: 'repeat',
  repeatPattern: '15 6 * * 1',
  timeZone: 'Europe/Berlin',
  nextImport: { _id: 'i5', scheduledAt: nextRuns[0] ?? '' },
})

const latest: PipelineLatest[] = [
  {
    _id: country._id,
    file: { name: 'bikes-fr-FR.csv', at: '2026-11-20T13:05:00.000Z', status: 'valid' },
    last: { _id: 'i1', pipelineId: country._id, state: 'completed', at: '2026-11-20T13:06:00.000Z', leftOut: 40 },
    next: '2099-11-23T05:15:00.000Z',
  },
  {
    _id: german._id,
    file: { name: 'bikes-de-DE.csv', at: '2026-11-19T13:05:00.000Z', status: 'invalid' },
    last: { _id: 'i2', pipelineId: german._id, state: 'failed', at: '2026-11-18T13:06:00.000Z', leftOut: 0 },
    next: null,
  },
  {
    _id: master._id,
    file: null,
    last: { _id: 'i1', pipelineId: country._id, state: 'completed', at: '2026-11-20T13:06:00.000Z', leftOut: 40 },
    next: '2099-11-24T01:15:00.000Z',
  },
]

const answers: Answers = {
  'GET /users/pipelines': { ...exampleTypes, pipelines: [country, german, master] },
  'GET /uploads/last-all': uploads,
  'GET /uploads/status': [{ ...exampleUpload({ _id: 'u1' }), logs: exampleLogs() }],
  'GET /uploads/findings': { groups: [exampleGroup()], findings, totalCount: 40 },
  'GET /uploads/import': [...uploads.slice(0, 1), ...outputs],
  'GET /imports/job': { imp: null, job: null },
  'GET /imports/latest': latest,
  'GET /imports/pipeline': ['i1'],
  'POST /imports/plan': { sentence: 'Every week on Monday at 06:15', nextRuns },
  'POST /imports/listAll': { imports: [exampleEnded()], totalCount: 1 },
}
const planned: Answers = { ...answers, 'GET /imports/job': { imp: pending, job: weekly } }
/** Two files became one list. */
const joined = exampleEnded({
  counts: {
    sources: {
      catalogue: { read: 606, rejected: 0, written: 606 },
      local: { read: 197, rejected: 40, written: 157 },
    },
    sinks: { products: { read: 157, rejected: 0, written: 155, created: 150, changed: 5, unchanged: 1 } },
  },
})
const ended: Answers = { ...answers, 'GET /imports/job': { imp: joined, job: null } }
const running: Answers = {
  ...answers,
  'GET /imports/job': { imp: exampleRunning(), job: exampleJob() },
  'GET /uploads/import': uploads.slice(0, 1),
  'POST /imports/listAll': { imports: [exampleRunning()], totalCount: 1 },
}
/** Started, and no worker has taken it yet. */
const waiting: Answers = {
  ...answers,
  'GET /imports/job': { imp: exampleImport({ state: 'pending', startedAt: null }), job: exampleJob() },
}
/** The same while a super-admin has paused all imports. */
const paused: Answers = {
  ...answers,
  'GET /imports/job': {
    imp: exampleImport({ state: 'pending', startedAt: null }),
    job: exampleJob(),
    pause: {
      since: '2026-11-20T15:50:00.000Z',
      reason: 'The warehouse moves to the new server',
      userName: 'sam.super',
    },
  },
}
const failedRun = exampleEnded({
  state: 'failed',
  success: false,
  problem: 'The target table products does not exist in the database warehouse.',
})
const broken: Answers = {
  ...answers,
  'GET /imports/job': { imp: failedRun, job: null },
  'POST /imports/listAll': { imports: [failedRun], totalCount: 1 },
}

const dear = exampleFinding({
  ...{ column: 'Price', path: '/price', rule: 'type', value: 'on request' },
  message: "Column C 'Price': 'on request' is not a number",
})
const workbook = exampleUpload({
  ...{ status: 'invalid', originalFilename: 'bikes.xlsx', detected: { sheet: 'Products', decimal: '.' } },
})
/** Places are those that the sheet shows. */
const ofWorkbook: Answers = {
  ...answers,
  'GET /uploads/last-all': [workbook],
  'GET /uploads/status': [{ ...workbook, logs: exampleLogs() }],
  'GET /uploads/findings': {
    groups: [
      exampleGroup({ rule: 'type', column: 'Price', message: "Column C 'Price' is not a number", first: [dear] }),
    ],
    findings: findings.map(({ row, line, n }) => ({ ...dear, row, line, n })),
    totalCount: 40,
  },
  'GET /uploads/record': {
    ...{ row: 12, line: 13, findings: [dear], more: 0 },
    cells: [
      { name: 'Key', value: 'BK-R50R-48' },
      { name: 'Name', value: 'Road-650 Red, 48' },
      { name: 'Price', value: 'on request' },
    ],
  },
}

/** A source that is fetched, for the first time, beside a file. */
const ofFeed: Answers = {
  ...answers,
  'GET /users/pipelines': {
    ...exampleTypes,
    pipelines: [
      examplePipeline({
        dataSources: [
          exampleSource(),
          exampleSource({
            dataSubKind: 'stock',
            connectorType: 'real-time',
            config: { method: 'GET', url: 'https://feed.example.test/stock' },
          }),
        ],
      }),
    ],
  },
}
const bad = exampleUpload({ status: 'invalid' })
/** One file, of which too many records are rejected. */
const ofBadFile: Answers = {
  ...answers,
  'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline({ dataSources: [exampleSource()] })] },
  'GET /uploads/last-all': [bad],
  'GET /uploads/status': [{ ...bad, logs: exampleLogs() }],
}

const at = (step: number, more = '') => `/import/upload?step=${step}&pipeline=fr${more}`

/** The wizard, step by step. */
export const wizardScreens: readonly ScreenExample[] = [
  { name: 'wizard-select', at: '/import/upload', as: 'manager', answers },
  { name: 'wizard-select-one', at: '/import/upload?q=de-DE', as: 'manager', answers },
  { name: 'wizard-select-no-match', at: '/import/upload?q=nothing', as: 'manager', answers },
  { name: 'wizard-upload', at: at(2), as: 'manager', answers },
  { name: 'wizard-upload-running', at: at(2), as: 'manager', answers: running },
  { name: 'wizard-upload-fetch', at: at(2), as: 'manager', answers: ofFeed },
  {
    name: 'wizard-upload-countries',
    at: '/import/upload?step=2&pipeline=master',
    as: 'manager',
    answers,
    press: ['Bikes fr-FR'],
  },
  { name: 'wizard-process-invalid', at: at(3), as: 'manager', answers: ofBadFile },
  { name: 'wizard-process', at: at(3), as: 'manager', answers, press: ['Show all'] },
  {
    name: 'wizard-process-workbook',
    at: at(3),
    as: 'manager',
    answers: ofWorkbook,
    press: ['Show all', 'Show the whole record 12, sheet Products, row 13'],
  },
  { name: 'wizard-plan', at: at(4), as: 'manager', answers },
  { name: 'wizard-plan-master', at: '/import/upload?step=4&pipeline=master', as: 'manager', answers },
  { name: 'wizard-plan-planned', at: at(4), as: 'manager', answers: planned },
  { name: 'wizard-plan-running', at: at(4), as: 'manager', answers: running, logs: exampleLogs() },
  { name: 'wizard-plan-waiting', at: at(4), as: 'manager', answers: waiting },
  { name: 'wizard-details', at: at(5, '&imports=i1'), as: 'manager', answers: ended, logs: exampleLogs() },
  { name: 'wizard-details-running', at: at(5, '&imports=i1'), as: 'manager', answers: running, logs: exampleLogs() },
  { name: 'wizard-details-paused', at: at(5), as: 'manager', answers: paused },
  { name: 'wizard-details-failed', at: at(5, '&imports=i1'), as: 'manager', answers: broken, logs: exampleLogs() },
  { name: 'wizard-details-planned', at: at(5), as: 'manager', answers: planned },
]
