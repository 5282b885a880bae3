import { exampleTags } from '../../../access/badges/badges.examples.ts'
import type { ScreenExample } from '../../../gallery/screen-example.ts'
import { exampleTree } from '../../explorer/explorer.examples.ts'
import { exampleComponentForm } from '../components.examples.ts'
import { exampleMapFields, exampleMapped, exampleMapping } from './mapper.examples.ts'

export const mapperScreens: readonly ScreenExample[] = [
  {
    name: 'component-mapper',
    at: '/manage/components?id=stores',
    as: 'super-admin',
    answers: {
      'GET /folders/tree': exampleTree(),
      'GET /tags/list': exampleTags(),
      'GET /components/find': exampleMapping({ _id: 'stores' }),
      'GET /components': [exampleMapFields()],
      'GET /schemas/byname': exampleComponentForm(),
      'GET /components/test-cases': { cases: [], needed: false },
      'POST /components/{id}/execute': exampleMapped(),
    },
    press: ['Mapping of convert', 'Options of price'],
  },
]
