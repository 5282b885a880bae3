import type { Import, ImportChain } from '@millrace/contract'
import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleEnded, exampleImport, exampleJob } from '../imports/imports.examples.ts'
import { exampleLogs } from '../logs/logs.examples.ts'
import { exampleMaster, examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'

const { brands, locales, productLines, datakinds } = exampleTypes
const marc = { _id: 'marc', userName: 'marc.manager', firstName: 'Marc', lastName: 'Manager' }
const ended = [
  exampleImport({ _id: 'i0' }),
  exampleEnded(),
  exampleEnded({ _id: 'i2', state: 'failed', success: false, problem: 'The source local has no valid upload.' }),
  exampleEnded({ _id: 'i3', state: 'aborted', success: false }),
]
const planned = exampleImport({ _id: 'p1', state: 'pending', startedAt: null, scheduledAt: '2026-11-23T05:15:00.000Z' })
const output = exampleUpload({
  _id: 'out',
  from: 'destination',
  dataSubKind: 'products',
  originalFilename: 'Bikes-fr-FR-products-20261120-161009.xml',
})

const country = (locale: string, over: Partial<Import>, make = exampleEnded): Import => {
  const [language = '', code = ''] = locale.split('-')
  const label = { _id: locale, name: language, language, country: code, label: locale }
  const pipeline = examplePipeline({ _id: locale, name: `Bikes ${locale}`, locale: label })
  return make({ _id: `c-${locale}`, pipeline, jobId: 'chain', scheduledAt: '2026-11-20T16:10:00.000Z', ...over })
}
const chainOf = (imports: readonly Import[], unmatched: readonly string[] = []): ImportChain => ({
  pipeline: { _id: 'master', name: exampleMaster().name, version: 1, vLocked: true, type: 'pipeline' },
  imports: imports.map(({ _id }) => _id),
  unmatched: [...unmatched],
})
const runningChain = [
  country('de-DE', {}),
  country('en-US', { state: 'failed', success: false, problem: 'The source local has no valid upload.' }),
  country('es-ES', {}, exampleImport),
  country('fr-FR', { state: 'sequential', startedAt: null }, exampleImport),
  country('pt-BR', { state: 'sequential', startedAt: null }, exampleImport),
]
const failedChain = [
  country('de-DE', {}),
  country('en-US', { state: 'failed', success: false, problem: 'The source local has no valid upload.' }),
  country('es-ES', {}),
]
const answers: ScreenExample['answers'] = {
  'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
  'GET /pipelines': [examplePipeline()],
  'GET /imports/listAllFilters': { brands, locales, productLines, kinds: datakinds, users: [marc] },
  'POST /imports/listAll': { imports: ended, totalCount: 22 },
  'GET /uploads/import': [exampleUpload(), output],
  'GET /imports/job': { imp: planned, job: exampleJob({ kind: 'repeat', repeatPattern: '15 6 * * 1' }) },
  'POST /imports/plan': {
    sentence: 'Every week on Monday at 06:15',
    nextRuns: ['2026-11-23T05:15:00.000Z', '2026-11-30T05:15:00.000Z'],
  },
}

const withChain = (chain: readonly Import[]): ScreenExample['answers'] => ({
  ...answers,
  'POST /imports/listAll': {
    imports: [...chain, ...ended],
    totalCount: 23,
    chains: [chainOf(chain)],
  },
})

const past = { emptyAt: '/consult/import', as: 'manager' } as const

export const logbookScreens: readonly ScreenExample[] = [
  { name: 'logbook', at: '/consult/import?import=i1', ...past, answers, logs: exampleLogs() },
  { name: 'logbook-failed-import', at: '/consult/import?import=i2', ...past, answers, logs: exampleLogs() },
  {
    name: 'logbook-filtered',
    at: '/consult/import?import=i2&state=failed&from=2026-11-01&to=2026-11-20',
    emptyAt: '/consult/import?state=failed&from=2026-11-01&to=2026-11-20',
    as: 'manager',
    answers: { ...answers, 'POST /imports/listAll': { imports: ended.slice(2, 3), totalCount: 1 } },
    logs: exampleLogs(),
  },
  {
    name: 'logbook-sorted',
    at: '/consult/import?import=i1&sort=-endAt',
    emptyAt: '/consult/import?sort=-endAt',
    as: 'manager',
    answers,
    logs: exampleLogs(),
  },
  {
    name: 'logbook-future',
    at: '/consult/import?time=future&import=p1',
    emptyAt: '/consult/import?time=future',
    as: 'manager',
    answers: { ...answers, 'POST /imports/listAll': { imports: [planned], totalCount: 1 } },
  },
  {
    name: 'logbook-chain',
    at: '/consult/import?import=i1',
    ...past,
    answers: withChain(failedChain),
    logs: exampleLogs(),
  },
  {
    name: 'logbook-chain-failed',
    at: '/consult/import?import=c-en-US',
    ...past,
    answers: withChain(failedChain),
    logs: exampleLogs(),
  },
  {
    name: 'logbook-chain-running',
    at: '/consult/import?import=c-es-ES',
    ...past,
    answers: withChain(runningChain),
    logs: exampleLogs(),
  },
  {
    name: 'logbook-chain-filtered',
    at: '/consult/import?import=c-en-US&state=failed',
    emptyAt: '/consult/import?state=failed',
    as: 'manager',
    answers: {
      ...answers,
      'POST /imports/listAll': {
        imports: failedChain,
        totalCount: 1,
        chains: [chainOf(failedChain, ['c-de-DE', 'c-es-ES'])],
      },
    },
    logs: exampleLogs(),
  },
]
