import type { ScreenExample } from '../../gallery/screen-example.ts'
import { examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'

const output = exampleUpload({
  _id: 'out',
  from: 'destination',
  dataSubKind: 'products',
  originalFilename: 'Bikes-fr-FR-products-20261120-161009.ndjson',
})

export const exportScreens: readonly ScreenExample[] = [
  {
    name: 'export',
    at: '/export/index?pipeline=fr',
    as: 'manager',
    answers: {
      'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
      'GET /uploads/last-all': [exampleUpload(), exampleUpload({ _id: 'no', originalFilename: null }), output],
    },
  },
]
