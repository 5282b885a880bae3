import type { Pipeline, SourcePreview } from '@millrace/contract'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { RefusedCallError } from '../../gallery/answers.ts'
import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleConnection } from '../connections/connections.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { examplePipeline, exampleSource, exampleTypes } from '../pipelines/pipelines.examples.ts'
import {
  exampleNewest,
  examplePreview,
  exampleRefusedSink,
  exampleSinkCheck,
  exampleTableSink,
  exampleTargetTables,
  exampleUnfilled,
} from './panels.examples.ts'
import {
  exampleEditedCountry,
  exampleEditedMaster,
  exampleLines,
  examplePipelineForm,
} from './pipeline-editor.examples.ts'

const edited: ScreenExample['answers'] = {
  'GET /folders/tree': exampleTree(),
  'GET /tags/list': exampleTags(),
  'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
  'GET /pipelines/deployed-endpoint/{id}': null,
  'GET /pipelines/deployed-listener/{id}': null,
  'GET /pipelines/get-runtime-api-url': null,
  'GET /pipelines/id': ({ query }) => (query.id === 'master' ? exampleEditedMaster() : exampleEditedCountry()),
  'GET /pipelines/masters': [exampleEditedMaster()],
  'GET /schemas/byname': examplePipelineForm(),
  'GET /database-connections/usable': [exampleConnection()],
  'GET /database-connections/tables': { tables: exampleTargetTables(), more: false },
  'GET /uploads/last': [],
  'GET /brands/list': exampleTypes.brands,
  'GET /locales/list': exampleTypes.locales,
  'GET /productlines/list': exampleTypes.productLines,
  'GET /datakinds/list': exampleTypes.datakinds,
  'POST /pipelines/compareDataStream': exampleLines(),
}

/** The editor of this country, where the newest upload of each source is read so. */
const previewed = (preview: SourcePreview, country: Partial<Pipeline> = {}): ScreenExample['answers'] => ({
  ...edited,
  'GET /pipelines/id': ({ query }) => (query.id === 'master' ? exampleEditedMaster() : exampleEditedCountry(country)),
  'GET /uploads/last': [exampleNewest()],
  'POST /pipelines/preview-source': preview,
})
/** The same with a sink that writes a table. */
const checked = (check: ScreenExample['answers']['POST /pipelines/check-sink']): ScreenExample['answers'] => ({
  ...previewed(examplePreview(), { dataSources: [], dataSinks: [exampleTableSink()] }),
  'POST /pipelines/check-sink': check,
})
const tried = (answer: ScreenExample['answers']['POST /pipelines/try-source']): ScreenExample['answers'] => ({
  ...previewed(examplePreview(), {
    dataSources: [
      exampleSource({ connectorType: 'real-time', config: { method: 'GET', url: 'https://shop.example/***' } }),
    ],
  }),
  'POST /pipelines/try-source': answer,
})
const refuse = (sentence: string) => () => {
  throw new RefusedCallError(40000, sentence)
}

const here = { at: '/manage/pipeline?id=fr4', as: 'manager' } as const
export const pipelineEditorScreens: readonly ScreenExample[] = [
  { name: 'pipeline-editor', at: '/manage/pipeline?id=fr4', as: 'manager', answers: edited },
  {
    name: 'pipeline-editor-missing',
    at: '/manage/pipeline?id=fr4',
    as: 'manager',
    answers: {
      ...edited,
      'GET /pipelines/id': exampleEditedCountry({ masterPipeline: null, brand: null, component: null }),
    },
  },
  {
    name: 'pipeline-data-stream',
    at: '/manage/pipeline?id=fr4',
    as: 'manager',
    answers: edited,
    press: ['Production and staging'],
  },
  { name: 'pipeline-editor-preview', ...here, answers: previewed(examplePreview()) },
  { name: 'pipeline-editor-preview-invalid', ...here, answers: previewed(exampleUnfilled()) },
  {
    name: 'pipeline-editor-preview-refused',
    ...here,
    answers: {
      ...previewed(examplePreview()),
      'POST /pipelines/preview-source': refuse('The file of this upload is no longer kept. Choose a file'),
    },
  },
  { name: 'pipeline-editor-fetched', ...here, answers: tried(examplePreview()), press: ['Try'] },
  {
    name: 'pipeline-editor-fetched-refused',
    ...here,
    answers: tried(refuse('shop.example answered with status 404.')),
    press: ['Try'],
  },
  { name: 'pipeline-editor-sink', ...here, answers: checked(exampleSinkCheck()), press: ['Check'] },
  { name: 'pipeline-editor-sink-refused', ...here, answers: checked(exampleRefusedSink()), press: ['Check'] },
]
