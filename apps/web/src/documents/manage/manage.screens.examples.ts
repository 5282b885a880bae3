import { exampleTags } from '../../access/badges/badges.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import type { ScreenExample } from '../../gallery/screen-example.ts'
import { examplePipeline, exampleTypes } from '../pipelines/pipelines.examples.ts'

const answers: ScreenExample['answers'] = {
  'GET /folders/tree': exampleTree(),
  'GET /tags/list': exampleTags(),
  'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
}

export const manageScreens: readonly ScreenExample[] = [
  { name: 'manage-pipelines', at: '/manage/pipeline?id=fr', as: 'super-admin', answers },
  { name: 'manage-pipelines-admin', at: '/manage/pipeline', as: 'admin', answers },
  { name: 'manage-schemas', at: '/manage/schemas?id=stores', as: 'manager', answers },
  { name: 'manage-components', at: '/manage/components?id=gone', as: 'manager', answers },
]
