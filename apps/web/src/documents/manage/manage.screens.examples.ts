import { texts } from '@millrace/contract/errors'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { exampleReport } from '../versions/versions.examples.ts'
import { exampleTestCase } from '../components/components.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { RefusedCallError } from '../../gallery/answers.ts'
import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleSchema } from '../schemas/schemas.examples.ts'
import { examplePipeline, exampleTypes } from '../pipelines/pipelines.examples.ts'

const answers: ScreenExample['answers'] = {
  'GET /folders/tree': exampleTree(),
  'GET /tags/list': exampleTags(),
  'GET /schemas/find': exampleSchema({ _id: 'stores', vLocked: true, read_only: true }),
  'GET /schemas/list': [],
  'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
  'GET /documents/usages': {
    users: [
      { _id: 'u', name: 'Shops', version: 3, vLocked: true, type: 'pipeline', uses: [{ _id: 'fr', version: 3 }] },
      {
        _id: 'w',
        name: 'Join bikes',
        version: 1,
        vLocked: false,
        type: 'component',
        uses: [{ _id: 'fr', version: 3 }],
      },
    ],
    unseen: 2,
  },
  'GET /documents/content': ({ query }) => exampleContent(query.id ?? ''),
  'POST /schemas/version/compute': exampleReport('schema', 'Stores', {
    update: true,
    schemas: [
      exampleReport('schema', 'Address', {
        updated: true,
        new: { ...exampleReport('schema', 'Address').old, version: 2 },
      }),
      exampleReport('schema', 'Opening hours'),
    ],
  }),
}

/** Two versions that differ in every way. */
const exampleContent = (id: string) => ({
  _id: id,
  name: 'Bikes fr-FR',
  version: 3,
  vLocked: true,
  type: 'pipeline' as const,
  sys_version: 1,
  content:
    id === 'fr'
      ? {
          isHidden: false,
          description: 'Bikes for shops in France',
          dataSources: [{ dataSubKind: 'local', contentType: 'csv' }],
          old: 1,
        }
      : {
          isHidden: false,
          description: 'Bikes for dealers in France',
          dataSources: [{ dataSubKind: 'local', contentType: 'xlsx' }, { dataSubKind: 'prices' }],
        },
})

export const manageScreens: readonly ScreenExample[] = [
  { name: 'manage-pipelines', at: '/manage/pipeline?id=fr&view=details', as: 'super-admin', answers },
  {
    name: 'manage-versions',
    at: '/manage/pipeline?id=fr&view=details',
    as: 'super-admin',
    answers,
    press: ['Select a version'],
  },
  {
    name: 'manage-compare',
    at: '/manage/pipeline?id=fr4&view=details',
    as: 'super-admin',
    answers,
    press: ['Compare'],
  },
  { name: 'manage-usages', at: '/manage/pipeline?id=fr&view=details', as: 'manager', answers, press: ['Usages'] },
  { name: 'manage-lock', at: '/manage/pipeline?id=fr4&view=details', as: 'super-admin', answers, press: ['Lock'] },
  { name: 'manage-update', at: '/manage/schemas?id=stores', as: 'super-admin', answers, press: ['Update'] },
  {
    name: 'manage-update-anew',
    at: '/manage/schemas?id=stores',
    as: 'super-admin',
    answers: {
      ...answers,
      'POST /schemas/version/update': () => {
        throw new RefusedCallError(40900, texts.previewOutdated)
      },
    },
    press: ['Update', 'Proceed'],
  },
  { name: 'manage-pipelines-admin', at: '/manage/pipeline', as: 'admin', answers },
  { name: 'manage-schemas', at: '/manage/schemas?id=stores', as: 'manager', answers },
  { name: 'manage-components', at: '/manage/components?id=gone', as: 'manager', answers },
  {
    name: 'pipeline-cases',
    at: '/manage/pipeline?id=fr&view=cases',
    as: 'manager',
    answers: {
      ...answers,
      'GET /pipelines/test-cases': {
        cases: [
          exampleTestCase({ name: 'Row 12 of bikes.csv', from: 'row 12 of bikes.csv' }),
          exampleTestCase({ _id: 'case2', name: 'Two bikes', from: null }),
        ],
        needed: true,
      },
      'POST /pipelines/test-cases/run': [
        {
          _id: 'case1',
          name: 'Row 12 of bikes.csv',
          state: 'green',
          message: null,
          differences: [],
          total: 0,
          ms: 812,
        },
        {
          _id: 'case2',
          name: 'Two bikes',
          state: 'red',
          message: null,
          differences: [
            { pointer: '/output/products/0/price', expected: 12.5, actual: 13 },
            { pointer: '/rejected/local', actual: [{ record: 2, path: '/sku', rule: 'required' }] },
          ],
          total: 2,
          ms: 790,
        },
      ],
    },
    press: ['Run all'],
  },
]
