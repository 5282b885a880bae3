import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { exampleComponent, exampleComponentForm, exampleUsed } from './components.examples.ts'

const answers: ScreenExample['answers'] = {
  'GET /folders/tree': exampleTree(),
  'GET /tags/list': exampleTags(),
  'GET /components/find': exampleComponent({ _id: 'stores' }),
  'GET /components': exampleUsed(),
  'GET /schemas/byname': exampleComponentForm(),
}
const at = '/manage/components?id=stores'

export const componentsScreens: readonly ScreenExample[] = [
  { name: 'component-editor', at, as: 'super-admin', answers },
  {
    name: 'component-editor-code',
    at,
    as: 'super-admin',
    answers: {
      ...answers,
      'POST /components/{id}/generate': {
        _id: 'stores',
        jsCode: '// Bikes catalogue, version 2\nconst catalogue = ctx.input.catalogue\n',
        warnings: ["Bikes catalogue: the input 'local' is not used"],
      },
    },
    press: ['Generate code'],
  },
  {
    name: 'component-editor-locked',
    at,
    as: 'manager',
    answers: {
      ...answers,
      'GET /components/find': exampleComponent({ _id: 'stores', vLocked: true, read_only: true }),
    },
  },
  {
    name: 'component-editor-faults',
    at,
    as: 'super-admin',
    answers: {
      ...answers,
      'GET /components/find': exampleComponent({
        _id: 'stores',
        instances: [
          { name: 'overlay', instanceOf: 'overlay3' },
          { name: 'overlay', instanceOf: 'gone' },
        ],
      }),
    },
  },
]
